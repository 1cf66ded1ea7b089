//! Evicting adjacent pages of a file in one batch, observably identical to evicting one at a time.

use super::judge::ASKED_ABOUT;
use crate::machine::Machine;
use crate::mm::page::{MAPPING_LIMIT, ORPHAN, Pfn, flag};
use crate::mm::page_cache::{MappingId, PageCache};
use crate::mm::slub::SlabCacheId;
use crate::mm::vmscan::scan_control::ScanControl;
use crate::observer::profile::Function;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;
use crate::sched::cost;

/// Flags of pages that must be judged one at a time.
const ALONE: u16 = ASKED_ABOUT | flag::PAGEVEC_MASK;

impl Machine {
    /// Evicts the first of these pages and the pages after it that are its neighbours in a file, as long as only rows
    /// 11 to 13 of the decision table apply. The shortcut [`EvictNeighbours`](crate::mechanism::Shortcut) must be
    /// allowed. Returns their file and how many pages are to be freed, or `None` if the first page must be judged by
    /// itself.
    #[inline(always)]
    pub(super) fn evict_neighbours(
        &mut self,
        pages: &[Pfn],
        sc: &mut ScanControl,
    ) -> Option<(MappingId, usize)> {
        let first = pages[0] as usize;
        let (id, index) = (
            self.memory.frames.mapping[first],
            self.memory.frames.index[first],
        );
        if id >= MAPPING_LIMIT
            || self.memory.frames.flags[first] & ALONE != 0
            || self.asks_for_mapping(id)
        {
            return None;
        }
        let columns = self.memory.frames.columns();
        let (mut evicted, mut buffers) = (0, 0);
        for (&pfn, place) in pages.iter().zip(PageCache::places_from(index)) {
            let pfn = pfn as usize;
            let (flags, mapping) = (&mut columns.flags[pfn], &mut columns.mapping[pfn]);
            if *flags & ALONE != 0 || *mapping != id || columns.index[pfn] != place {
                break;
            }
            buffers += u32::from(*flags & flag::PRIVATE != 0);
            *flags &= !(flag::REFERENCED | flag::PRIVATE);
            *mapping = ORPHAN;
            evicted += 1;
        }
        let nr = evicted as u64;
        if self.rules.tree_lock_holds {
            // Take the lock page by page, so that the lock for each page is taken at the right time.
            for _ in 0..nr {
                self.charge_in(Function::ShrinkPageList, cost::SCAN_PAGE);
                self.lock_to_remove(Some(id));
            }
        } else {
            self.charge_each_in(Function::ShrinkPageList, nr, cost::SCAN_PAGE);
            self.charge_each_in(Function::SpinLock, nr, cost::TREE_LOCK);
            self.observer.count_global(Counter::TreeLockRounds, nr);
        }
        sc.nr_scanned += nr;
        if buffers > 0 {
            self.slab_free(SlabCacheId::BufferHead, buffers);
        }
        self.io.cache.remove_neighbours(id, index, nr as u32);
        self.count_tree_nodes();
        self.note_decisions(&pages[..evicted], sc, Reason::Freed);
        Some((id, evicted))
    }
}
