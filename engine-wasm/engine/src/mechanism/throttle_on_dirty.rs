//! Throttle on dirty pages at the tail: `throttle_on_dirty` (patch 3 of 13 July and 6 of 21 July 2011, as first
//! posted).

use crate::mm::vmscan::scan_control::DEF_PRIORITY;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::WaitIffCongested],
    excludes: &[Mechanism::ThrottleOnWriteback, Mechanism::ZoneFlagsV311],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::ThrottleOnDirty, "throttle_on_dirty")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Throttle on dirty pages at the tail (as first posted)",
    explanation: "Reclaim sleeps after a batch full of dirty pages if the zone is congested. The merged version tests for pages under writeback.",
    source: "patch 3 of 13 July 2011 and patch 6 of 21 July 2011, on 3.0",
    posting: "gorman-2011",
    kernel: "3.0 RFC",
    assumed: false,
};

/// Decision point after a batch in shrink_inactive_list: whether wait_iff_congested is called.
#[must_use]
pub fn wants_to_wait(on: bool, nr_dirty: u64, nr_taken: u64, priority: u32) -> bool {
    on && nr_dirty > 0 && nr_dirty >= nr_taken >> (DEF_PRIORITY - priority)
}
