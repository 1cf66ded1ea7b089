//! CFQ is fair to sync requests without an idle window: `cfq_sync_noidle_fairness` (commit 718eee057, 2.6.33).
//!
//! It is unknown how CFQ's trees, think times and the four disks of the study interacted. The model assumes that CFQ
//! keeps the disk idle for a while after the last sync request without an idle window.

use super::{Docs, Info, Mechanism, Shortcut};
use crate::block::{ElevatorRules, SLICE_IDLE};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::CfqSyncNoidleFairness, "cfq_sync_noidle_fairness")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "CFQ idles for seeky readers",
    explanation: "After the last sync request that had to seek, the disk stays idle for up to 8 ms before CFQ dispatches background writes.",
    source: "commit 718eee057, 2.6.33; the effect is assumed",
    posting: "gorman-2010",
    kernel: "2.6.33",
    assumed: true,
};

/// Decision point in the elevator: the elevator's parameters.
#[must_use]
pub fn elevator(on: bool) -> ElevatorRules {
    ElevatorRules {
        sync_hold_ns: if on { SLICE_IDLE } else { 0 },
        ..ElevatorRules::default()
    }
}
