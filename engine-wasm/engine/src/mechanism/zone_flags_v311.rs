//! Per-zone writeback flags: `zone_flags_v311` (commits 283aba9f9e0e and e2be15f6c3ee, 3.11).

use crate::mm::vmscan::scan_control::BatchCounts;

use super::{Docs, Info, Mechanism, Shortcut};

/// What it is called and needs.
pub const INFO: Info = Info {
    requires: &[Mechanism::WaitIffCongested, Mechanism::NoDirectFsWriteback],
    excludes: &[
        Mechanism::KswapdFsWriteHighPrioOnly,
        Mechanism::ThrottleOnWriteback,
    ],
    // Every page of a batch is counted, clean ones too.
    shortcuts: &[
        Shortcut::AddNewPages,
        Shortcut::EndWriteback,
        Shortcut::MoveFreePages,
        Shortcut::MarkReferenced,
    ],
    ..Info::new(Mechanism::ZoneFlagsV311, "zone_flags_v311")
};

/// What is said of it.
pub const DOCS: Docs = Docs {
    title: "Per-zone writeback flags",
    explanation: "kswapd writes file pages only in a zone whose last batch was all dirty and unqueued, and naps where it meets pages still under writeback.",
    source: "commits 283aba9f9e0e and e2be15f6c3ee, 3.11",
    posting: "context",
    kernel: "3.11",
    assumed: false,
};

/// A page as shrink_page_list meets it, before the writeback test.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page {
    /// A file page: pages that only reclaim can write are never counted as dirty here.
    pub file: bool,
    /// PG_dirty.
    pub dirty: bool,
    /// PG_writeback.
    pub writeback: bool,
    /// PG_reclaim.
    pub reclaim: bool,
    /// The device of its mapping is congested for writes.
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

/// Decision point at the writeback test: whether kswapd has met the page before, in a zone full of pages under
/// writeback (ZONE_WRITEBACK), so that it will nap.
#[must_use]
pub fn is_immediate(on: bool, kswapd: bool, page: Page, zone_writeback: bool) -> bool {
    on && kswapd && page.reclaim && zone_writeback
}

/// Decision point at the dirty test: whether kswapd passes a dirty file page over, in a zone whose tail is not known to
/// be dirty and unqueued (ZONE_TAIL_LRU_DIRTY).
#[must_use]
pub fn passes_over(on: bool, kswapd: bool, tail_lru_dirty: bool) -> bool {
    on && kswapd && !tail_lru_dirty
}

/// What follows from a batch.
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

/// Decision point after the pages of a batch of `taken` are back on their lists, in shrink_inactive_list.
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
