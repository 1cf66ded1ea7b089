//! Per-zone writeback flags: `zone_flags_v311` (commits 283aba9f9e0e and e2be15f6c3ee, 3.11).

use crate::mm::vmscan::scan_control::BatchCounts;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::WaitIffCongested, Mechanism::NoDirectFsWriteback],
    excludes: &[
        Mechanism::KswapdFsWriteHighPrioOnly,
        Mechanism::ThrottleOnWriteback,
    ],
    // `JudgeClean` and `EvictNeighbours` are not allowed, because every page of a batch is counted, even if it is
    // clean.
    shortcuts: &[
        Shortcut::AddNewPages,
        Shortcut::EndWriteback,
        Shortcut::MoveFreePages,
        Shortcut::MarkReferenced,
    ],
    ..Info::new(Mechanism::ZoneFlagsV311, "zone_flags_v311")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Per-zone writeback flags",
    explanation: "kswapd writes file pages only in a zone whose last batch held only dirty pages not yet queued for writeback. It naps when it finds pages still under writeback.",
    source: "commits 283aba9f9e0e and e2be15f6c3ee, 3.11",
    posting: "context",
    kernel: "3.11",
    assumed: false,
};

/// The state of a page in shrink_page_list before the writeback test.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page {
    /// Whether this is a file page. Other pages, which only reclaim writes, are never counted as dirty here.
    pub file: bool,
    /// PG_dirty.
    pub dirty: bool,
    /// PG_writeback.
    pub writeback: bool,
    /// PG_reclaim.
    pub reclaim: bool,
    /// Whether the device of its mapping is congested for writes.
    pub bdi_congested: bool,
}

/// Decision point before the writeback test of shrink_page_list: counts a page for the flags of its zone.
pub fn count(on: bool, page: Page, counts: &mut BatchCounts) {
    if !on {
        return;
    }
    let (dirty, writeback) = (page.file && page.dirty, page.file && page.writeback);
    counts.nr_dirty += u64::from(dirty || writeback);
    counts.nr_unqueued_dirty += u64::from(dirty && !writeback);
    counts.nr_congested += u64::from(page.bdi_congested || (writeback && page.reclaim));
}

/// Decision point at the writeback test: whether kswapd has already scanned the page once, in a zone full of pages
/// under writeback (ZONE_WRITEBACK). If so, kswapd will nap.
#[must_use]
pub fn is_immediate(on: bool, kswapd: bool, page: Page, zone_writeback: bool) -> bool {
    on && kswapd && page.reclaim && zone_writeback
}

/// Decision point at the dirty test: whether kswapd skips a dirty file page, because the tail of its zone's list is not
/// known to be dirty and unqueued (ZONE_TAIL_LRU_DIRTY).
#[must_use]
pub fn passes_over(on: bool, kswapd: bool, tail_lru_dirty: bool) -> bool {
    on && kswapd && !tail_lru_dirty
}

/// What to do after a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct After {
    /// Set ZONE_WRITEBACK.
    pub zone_writeback: bool,
    /// Set ZONE_CONGESTED.
    pub zone_congested: bool,
    /// Set ZONE_TAIL_LRU_DIRTY.
    pub zone_tail_lru_dirty: bool,
    /// Sleep in congestion_wait.
    pub sleeps: bool,
    /// Call wait_iff_congested.
    pub waits_iff_congested: bool,
}

/// Decision point in shrink_inactive_list, after the kept pages of a batch of `taken` are back on their lists.
#[must_use]
pub fn after_batch(on: bool, kswapd: bool, taken: u64, counts: &BatchCounts) -> After {
    if !on {
        return After::default();
    }
    After {
        zone_writeback: counts.nr_writeback > 0 && counts.nr_writeback == taken,
        zone_congested: counts.nr_dirty > 0 && counts.nr_dirty == counts.nr_congested,
        zone_tail_lru_dirty: counts.nr_unqueued_dirty == taken,
        sleeps: counts.nr_immediate > 0,
        waits_iff_congested: !kswapd,
    }
}
