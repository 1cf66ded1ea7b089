//! Lumpy reclaim: for orders above 0, the neighbours of each page are isolated too (isolate_lru_pages, 2.6.29 to 3.4).

use crate::kernel::rules::LumpyWait;
use crate::machine::Machine;
use crate::mm::page::{FREE, Pfn, flag};
use crate::mm::vmscan::scan_control::{DEF_PRIORITY, ScanControl};
use crate::mm::zone::{Lru, ZoneId};
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;

/// PAGE_ALLOC_COSTLY_ORDER.
const COSTLY_ORDER: u8 = 3;

/// Pages that were isolated from their lists.
#[derive(Debug, Default)]
pub struct Isolated {
    /// The pages, in the order in which they were isolated.
    pub pages: Vec<Pfn>,
    /// Numbers of anonymous and of file pages among them.
    pub of_type: [u64; 2],
}

impl ScanControl {
    /// Sets the mode of the next batch (set_lumpy_reclaim_mode).
    pub fn begin_batch(&mut self, lumpy_reclaim: bool) {
        let order = if lumpy_reclaim { self.gfp.order } else { 0 };
        self.lumpy = order > COSTLY_ORDER || (order > 0 && self.priority < DEF_PRIORITY - 2);
        self.sync = false;
    }

    /// Returns whether a second pass waits for the pages under I/O.
    #[must_use]
    pub fn wants_second_pass(&self, rule: LumpyWait, taken: u64, freed: u64) -> bool {
        if self.kswapd || !self.lumpy || freed >= taken {
            return false;
        }
        let costly = self.gfp.order > COSTLY_ORDER;
        match rule {
            LumpyWait::CostlyOrder => costly,
            LumpyWait::EveryBlock => true,
            LumpyWait::StalledAfterNap | LumpyWait::Stalled => {
                let least = if costly {
                    DEF_PRIORITY
                } else {
                    DEF_PRIORITY / 3
                };
                self.priority <= least
            }
        }
    }
}

impl Machine {
    /// disable_lumpy_reclaim_mode: ends lumpy reclaim for the rest of a batch if a page is kept for a reason other than
    /// I/O, because the page's block can no longer become free.
    pub(super) fn end_block_at_kept(&self, pfn: Pfn, sc: &mut ScanControl) {
        let frames = &self.memory.frames;
        let ends = sc.lumpy
            && self.rules.lumpy_wait == LumpyWait::Stalled
            && (!frames.has(pfn, flag::WRITEBACK) || frames.has(pfn, flag::LOCKED));
        if ends {
            (sc.lumpy, sc.sync) = (false, false);
        }
    }

    /// isolate_lru_pages: isolates up to `n` pages from the tail of an inactive list. For orders above 0, the block
    /// around each page is isolated too.
    pub fn isolate_lru_pages(
        &mut self,
        z: ZoneId,
        n: u64,
        file: bool,
        sc: &ScanControl,
    ) -> Isolated {
        let mut pages = self.memory.take_batch();
        let file_pages = if self.rules.lumpy_reclaim && sc.gfp.order > 0 {
            while (pages.len() as u64) < n && self.isolate_tail_pages(z, 1, file, &mut pages) {
                let pfn = pages[pages.len() - 1];
                self.isolate_block(z, pfn, file, sc, &mut pages);
            }
            let file_pages = pages.iter().filter(|&&pfn| self.memory.frames.is_file(pfn));
            file_pages.count() as u64
        } else {
            self.isolate_tail_pages(z, n, file, &mut pages);
            if file { pages.len() as u64 } else { 0 }
        };
        let of_type = [pages.len() as u64 - file_pages, file_pages];
        self.observer.note_batch(pages.len());
        Isolated { pages, of_type }
    }

    /// Isolates up to `n` pages from the tail of an inactive list. Returns false if the list is empty.
    fn isolate_tail_pages(&mut self, z: ZoneId, n: u64, file: bool, pages: &mut Vec<Pfn>) -> bool {
        let before = pages.len();
        let list = &mut self.memory.zones[z].lru[Lru::inactive(file) as usize];
        let flags = &mut self.memory.frames.flags[..];
        let most = n.min(u64::from(list.len)) as u32;
        pages.reserve(most as usize);
        list.pop_tails(&mut self.memory.frames.links, most, |pfn| {
            flags[pfn as usize] &= !flag::LRU;
            pages.push(pfn);
        });
        let isolated = &pages[before..];
        self.note_events(isolated, Reason::Isolated);
        !isolated.is_empty()
    }

    /// Isolates the other pages of the aligned block around a page. Blocks are aligned relative to the start of the
    /// zone.
    fn isolate_block(
        &mut self,
        z: ZoneId,
        pfn: Pfn,
        file: bool,
        sc: &ScanControl,
        pages: &mut Vec<Pfn>,
    ) {
        let (start, end) = (self.memory.zones[z].start, self.memory.zones[z].end());
        let size = 1 << sc.gfp.order;
        let first = start + (pfn - start) / size * size;
        for other in (first..end.min(first + size)).filter(|&other| other != pfn) {
            if self.may_isolate(other, file, sc.lumpy) {
                self.take_off_list(z, other);
                self.note_event(other, Reason::Isolated);
                pages.push(other);
            } else if self.rules.lumpy_stops_at_busy && !self.is_free(other) {
                break;
            }
        }
    }

    fn may_isolate(&self, pfn: Pfn, file: bool, lumpy: bool) -> bool {
        let frames = &self.memory.frames;
        if !frames.has(pfn, flag::LRU) || frames.has(pfn, flag::UNEVICTABLE) {
            return false;
        }
        let pointless = frames.has(pfn, flag::SWAPBACKED)
            && !frames.has(pfn, flag::SWAPCACHE)
            && self.rules.lumpy_spares_anon
            && !self.memory.swap_free();
        let fits = !frames.has(pfn, flag::ACTIVE) && frames.is_file(pfn) == file;
        !pointless && (lumpy || fits)
    }

    fn is_free(&self, pfn: Pfn) -> bool {
        self.memory.frames.mapping[pfn as usize] == FREE
    }

    /// clear_active_flags: clears PG_active, so that active pages of a block are judged like inactive ones.
    pub fn clear_active_flags(&mut self, z: ZoneId, pages: &[Pfn]) {
        let mut active = 0;
        for &pfn in pages {
            active += u64::from(self.memory.frames.test_and_clear(pfn, flag::ACTIVE));
        }
        self.observer.count(z, Counter::PgDeactivate, active);
    }
}
