//! Immediate reclaim (PG_reclaim): `immediate_reclaim` (commit 49ea7eb65e7c, 3.2).

use crate::mm::page::{Frames, Pfn, flag};
use crate::observer::vmstat::Counter;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::NoDirectFsWriteback],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::ImmediateReclaim, "immediate_reclaim")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Immediate reclaim (PG_reclaim)",
    explanation: "Reclaim marks a dirty page that it skips. When its writeback completes, the page moves to the tail of the inactive list.",
    source: "commit 49ea7eb65e7c, 3.2",
    posting: "gorman-2011",
    kernel: "3.2",
    assumed: false,
};

/// Decision point where shrink_page_list skips a dirty file page: marks the page, and returns the counter to increment.
pub fn on_pass_over(on: bool, frames: &mut Frames, pfn: Pfn) -> Counter {
    if on {
        frames.set(pfn, flag::RECLAIM);
        Counter::NrVmscanImmediate
    } else {
        Counter::NrVmscanWriteSkip
    }
}
