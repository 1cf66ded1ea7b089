//! Zones provide pages in proportion to their size: `alloc_fairness` (commit 81c0a2bb515f, 3.12, in its form of 3.16).

use crate::mm::zone::Watermarks;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    // `AddNewPages` is not allowed, because a zone's batch may be used up between two pages.
    shortcuts: &[
        Shortcut::JudgeClean,
        Shortcut::EvictNeighbours,
        Shortcut::EndWriteback,
        Shortcut::MoveFreePages,
        Shortcut::MarkReferenced,
    ],
    ..Info::new(Mechanism::AllocFairness, "alloc_fairness")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Fair zone allocation",
    explanation: "The page allocator takes pages from each zone in turn, in proportion to the zone's size, so that pages age at the same rate in all zones.",
    source: "commit 81c0a2bb515f, 3.12",
    posting: "context",
    kernel: "3.12",
    assumed: false,
};

/// Returns how many pages a zone provides in its turn: NR_ALLOC_BATCH after setup and after each reset.
#[must_use]
pub fn batch(marks: &Watermarks) -> i64 {
    (marks.high - marks.low) as i64
}

/// Decision point in the fair pass over the zonelist: whether a zone is skipped because its batch is used up.
#[must_use]
pub fn passes_over(on: bool, left: i64) -> bool {
    on && left <= 0
}
