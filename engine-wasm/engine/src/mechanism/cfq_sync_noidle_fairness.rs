//! CFQ is fair to sync queues without an idle window: `cfq_sync_noidle_fairness` (commit 718eee057, 2.6.33).
//!
//! Such a queue belongs to a task whose requests are far from each other, or that writes. Without the mechanism, CFQ
//! dispatches async requests as soon as the queue is empty. With it, CFQ keeps the disk for such a queue if it
//! is the only one of its kind, as for each queue with an idle window (cfq_should_idle).

use super::{Docs, Info, Mechanism, Shortcut};
use crate::block::ElevatorRules;
use crate::kernel::rules::Rules;

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::CfqSyncNoidleFairness, "cfq_sync_noidle_fairness")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "CFQ idles for seeky readers",
    explanation: "If only one of the waiting tasks seeks or writes synchronously, the disk stays idle for up to 8 ms after its request before CFQ dispatches background writes.",
    source: "commit 718eee057, 2.6.33",
    posting: "gorman-2010",
    kernel: "2.6.33",
    assumed: false,
};

/// Decision point in the elevator: the elevator's rules.
#[must_use]
pub fn elevator(on: bool, rules: &Rules) -> ElevatorRules {
    ElevatorRules {
        idles_for_last: on,
        target_latency_ns: rules.cfq_target_latency_ms * 1_000_000,
        tests_think_time: rules.cfq_tests_think_time,
    }
}
