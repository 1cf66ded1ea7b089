//! Throttle on writeback at the tail: `throttle_on_writeback` (commit 92df3a723f84, 3.2).

use crate::mm::vmscan::scan_control::DEF_PRIORITY;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::WaitIffCongested],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::ThrottleOnWriteback, "throttle_on_writeback")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Throttle on writeback at the tail",
    explanation: "Reclaim sleeps after a batch full of pages under writeback if the zone is congested.",
    source: "commit 92df3a723f84, 3.2",
    posting: "gorman-2011",
    kernel: "3.2",
    assumed: false,
};

/// Decision point after a batch in shrink_inactive_list: whether wait_iff_congested is called.
#[must_use]
pub fn wants_to_wait(on: bool, nr_writeback: u64, nr_taken: u64, priority: u32) -> bool {
    on && nr_writeback > 0 && nr_writeback >= nr_taken >> (DEF_PRIORITY - priority)
}
