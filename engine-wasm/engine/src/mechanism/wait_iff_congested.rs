//! wait_iff_congested: `wait_iff_congested` (commit 0e093d99763e, 2.6.37).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::WaitIffCongested, "wait_iff_congested")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "wait_iff_congested",
    explanation: "Reclaim sleeps only if a device and the zone are congested; otherwise it continues at once.",
    source: "commit 0e093d99763e, 2.6.37",
    posting: "gorman-2010",
    kernel: "2.6.37",
    assumed: false,
};

/// Decision point in wait_iff_congested: whether the caller sleeps.
///
/// If the mechanism is off, every call of wait_iff_congested is a congestion_wait.
#[must_use]
pub fn sleeps(on: bool, congested_queues: u32, zone_congested: bool) -> bool {
    !on || (congested_queues > 0 && zone_congested)
}
