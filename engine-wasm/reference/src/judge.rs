//! The decision table of shrink_page_list, row by row: the fate of a page that reclaim has isolated.

use reclaim_engine::observer::record::Facts;

use crate::Reference;
use crate::kernel::Kernel;
use crate::state::Page;

/// Result of the reference test (page_check_references).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Activate,
    Keep,
    OnlyIfClean,
    Reclaim,
}

/// Fate of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Returned to the inactive list, with a reason.
    Keep(&'static str),
    /// Moved to the active list, with a reason.
    Activate(&'static str),
    /// Moved to the unevictable list; no reason is recorded.
    Cull,
    /// Passed to pageout.
    PageOut,
    /// Removed from its mapping, if there are no other references.
    Remove,
}

/// The reclaimer, and the state that its decisions depend on.
#[derive(Clone, Copy, Debug)]
pub struct Looking {
    /// Whether it is kswapd.
    pub kswapd: bool,
    /// Scan priority, 12 to 0.
    pub priority: u32,
    /// __GFP_IO.
    pub io: bool,
    /// __GFP_FS.
    pub fs: bool,
    /// Whether a swap slot is free.
    pub swap_free: bool,
    /// ZONE_WRITEBACK.
    pub zone_writeback: bool,
    /// ZONE_TAIL_LRU_DIRTY.
    pub tail_lru_dirty: bool,
}

/// Result of the decision table.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Fate of the page.
    pub outcome: Outcome,
    /// Amount that the page adds to nr_scanned.
    pub scanned: u64,
    /// Counts of the page in the batch: dirty, under writeback, and so on.
    pub counts: crate::reclaimer::Counts,
    /// Whether reclaim skipped the page and left it to the flusher.
    pub passed_over: bool,
}

/// Applies rows 1 to 10; changes the flags of `page` as the rows do.
pub fn judge(kernel: &Kernel, page: &mut Page, facts: &Facts, looking: Looking) -> Judged {
    let mut judged = Judged {
        outcome: Outcome::Keep("Locked"),
        scanned: 0,
        counts: crate::reclaimer::Counts::default(),
        passed_over: false,
    };
    if facts.locked {
        return judged;
    }
    judged.scanned = 1;
    if facts.mapping_unevictable {
        page.unevictable = true;
    }
    if page.unevictable {
        judged.outcome = Outcome::Cull;
        return judged;
    }
    judged.scanned += u64::from(facts.mapped || facts.swap_cache);
    let flags = kernel.on("zone_flags_v311");
    if flags {
        let (dirty, writeback) = (!page.anon && page.dirty, !page.anon && page.writeback);
        judged.counts.dirty = u64::from(dirty || writeback);
        judged.counts.unqueued_dirty = u64::from(dirty && !writeback);
        judged.counts.congested = u64::from(facts.congested || (writeback && page.reclaim));
    }
    if page.writeback {
        judged.outcome = Outcome::Keep("UnderWriteback");
        if flags && looking.kswapd && page.reclaim && looking.zone_writeback {
            judged.counts.immediate = 1;
            return judged;
        }
        judged.counts.writeback = 1;
        page.reclaim |= kernel.since([3, 6, 0]);
        return judged;
    }
    judged.outcome = without_io(kernel, page, facts, looking, &mut judged);
    judged
}

/// The rows from the reference test on.
fn without_io(
    kernel: &Kernel,
    page: &mut Page,
    facts: &Facts,
    looking: Looking,
    judged: &mut Judged,
) -> Outcome {
    let mut may_enter_fs = looking.fs || (facts.swap_cache && looking.io);
    let used = references(kernel, page, facts);
    match used {
        Use::Activate => return Outcome::Activate("Activated"),
        Use::Keep => return Outcome::Keep("Referenced"),
        Use::OnlyIfClean | Use::Reclaim => {}
    }
    if page.anon && !facts.swap_cache {
        if !looking.io {
            return Outcome::Keep("MayNotEnter");
        }
        if !looking.swap_free {
            return Outcome::Activate("NoSwap");
        }
        page.dirty = true;
        // The page belongs to the swap cache now, even if its owner has exited.
        page.dropped = false;
        may_enter_fs = true;
    }
    if facts.mapped && facts.pte_dirty {
        // Do what set_page_dirty does. For a page in the swap cache, it only sets the flag.
        page.dirty = true;
        page.reclaim &= page.anon || !kernel.since([2, 6, 39]);
    }
    if !page.dirty {
        return Outcome::Remove;
    }
    if kernel.since([2, 6, 37]) && !kernel.on("zone_flags_v311") {
        judged.counts.dirty = 1;
    }
    if !page.anon
        && let Some(reason) = left_to_the_flusher(kernel, looking)
    {
        page.reclaim |= kernel.on("immediate_reclaim");
        judged.passed_over = true;
        return Outcome::Keep(reason);
    }
    if used == Use::OnlyIfClean {
        return Outcome::Keep("DirtyReferenced");
    }
    if !may_enter_fs {
        return Outcome::Keep("MayNotEnter");
    }
    Outcome::PageOut
}

/// Row 10b: the reason why this reclaimer does not write a dirty file page, if any.
fn left_to_the_flusher(kernel: &Kernel, looking: Looking) -> Option<&'static str> {
    if !looking.kswapd {
        return kernel
            .on("no_direct_fs_writeback")
            .then_some("PassedOverDirect");
    }
    if kernel.on("zone_flags_v311") && !looking.tail_lru_dirty {
        return Some("PassedOverZone");
    }
    if kernel.on("no_kswapd_fs_writeback") {
        return Some("PassedOverKswapd");
    }
    (kernel.on("kswapd_fs_write_high_prio_only") && looking.priority >= 10)
        .then_some("PassedOverPriority")
}

/// The reference test, for order 0.
fn references(kernel: &Kernel, page: &mut Page, facts: &Facts) -> Use {
    let referenced = std::mem::take(&mut page.referenced);
    if !kernel.since([2, 6, 34]) {
        let in_use = facts.mapped || facts.swap_cache || facts.mapping_mapped;
        return match facts.young || referenced {
            true if in_use => Use::Activate,
            true => Use::OnlyIfClean,
            false => Use::Reclaim,
        };
    }
    if facts.young {
        if page.anon {
            return Use::Activate;
        }
        page.referenced = true;
        let eager = kernel.scans_and_activates_as_3_3() && facts.executable;
        return if referenced || eager {
            Use::Activate
        } else {
            Use::Keep
        };
    }
    if referenced && (!page.anon || !kernel.since([2, 6, 36])) {
        Use::OnlyIfClean
    } else {
        Use::Reclaim
    }
}

impl Reference {
    /// Rows 12 and 13: whether the page can be freed. It must be clean, and have a mapping and no other references.
    pub(crate) fn is_freeable(&self, page: u32, has_mapping: bool) -> bool {
        let state = &self.pages[page as usize];
        state.held == 0 && !state.dirty && has_mapping
    }
}
