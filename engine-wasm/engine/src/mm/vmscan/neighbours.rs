//! Evicting neighbours of a file, as many in one go as nobody tells from one by one.

use super::ScanControl;
use super::judge::{ASKED_ABOUT, Step};
use crate::machine::Machine;
use crate::mechanism::Mechanism;
use crate::mm::page::{MAPPING_LIMIT, ORPHAN, Pfn, flag};
use crate::mm::page_cache::{MappingId, PageCache};
use crate::profile::Function;
use crate::sched::cost;
use crate::trace::Reason;
use crate::vmstat::Counter;

/// Flags of pages that are judged by themselves.
const ALONE: u16 = ASKED_ABOUT | flag::PAGEVEC_MASK;

impl Machine {
    /// Whether neighbours may be evicted together: nobody follows a page, tree_lock is not looked at, and no mechanism
    /// asks for more than rows 11 to 13 of the table.
    pub(super) fn evicts_together(&self) -> bool {
        !self.notes_pages()
            && !self.rules.tree_lock_holds
            && !self.on.has(Mechanism::ZoneFlagsV311)
            && !self.on.has(Mechanism::BatchRemoveMapping)
            && !self.on.has(Mechanism::Workingset)
    }

    /// The file of the first of these pages, its index there, and how many from it on are neighbours that can be evicted
    /// together if [`Machine::evicts_together`]. `None`: it has to be judged by itself.
    #[inline(always)]
    pub(super) fn evictable_neighbours(&self, pages: &[Pfn]) -> Option<(MappingId, u32, usize)> {
        let frames = &self.frames;
        let (flags, mapping) = (&frames.flags[..], &frames.mapping[..]);
        let index = &frames.index[..];
        let first = pages[0] as usize;
        let (id, place) = (mapping[first], index[first]);
        if id >= MAPPING_LIMIT || flags[first] & ALONE != 0 {
            return None;
        }
        let places = place..place + PageCache::places_left(place);
        let fit = |&(&pfn, place): &(&Pfn, u32)| {
            let pfn = pfn as usize;
            flags[pfn] & ALONE == 0 && mapping[pfn] == id && index[pfn] == place
        };
        Some((id, place, pages.iter().zip(places).take_while(fit).count()))
    }

    /// Evicts such neighbours: rows 11 to 13 of the table for each, to be freed.
    #[inline(always)]
    pub(super) fn evict_neighbours(
        &mut self,
        id: MappingId,
        first: u32,
        pages: &[Pfn],
        sc: &mut ScanControl,
    ) {
        let nr = pages.len() as u64;
        self.charge_in(Function::ShrinkPageList, nr * cost::SCAN_PAGE);
        self.charge_in(Function::SpinLock, nr * cost::TREE_LOCK);
        self.vmstat.add_global(Counter::TreeLockRounds, nr);
        sc.nr_scanned += nr;
        self.cache.remove_neighbours(id, first, nr as u32);
        let frames = &mut self.frames;
        let (flags, mapping) = (&mut frames.flags[..], &mut frames.mapping[..]);
        for &pfn in pages {
            flags[pfn as usize] &= !(flag::REFERENCED | flag::PRIVATE);
            mapping[pfn as usize] = ORPHAN;
        }
        if self.trace.is_on() {
            for &pfn in pages {
                self.decided(pfn, sc, Reason::Freed, Step::Freed);
            }
        }
    }
}
