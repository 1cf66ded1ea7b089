//! Writing pages that a file does not have yet, as many in one go as nobody tells from one by one.

use super::WrittenPages;
use crate::machine::Machine;
use crate::mm::page::{Pfn, flag};
use crate::mm::page_cache::MappingId;
use crate::mm::pagevec::PAGEVEC_SIZE;
use crate::mm::zone::Lru;
use crate::profile::Function;
use crate::sched::cost;
use crate::vmstat::Counter;

impl Machine {
    /// Whether new pages may be written together: nobody follows a page, tree_lock is not looked at, and a zone that
    /// gives one page gives the next.
    pub(super) fn writes_together(&self) -> bool {
        !self.notes_pages()
            && !self.rules.tree_lock_holds
            && self.allocates_by_watermarks(self.write_gfp())
    }

    /// Writes pages from `first` on that are new to the file, up to `most`, if [`Machine::writes_together`]: how many,
    /// all of them clean before. None where the first is there already or cannot be had at once.
    #[inline(always)]
    pub(super) fn write_new_pages(
        &mut self,
        id: MappingId,
        first: u32,
        most: u32,
        get: WrittenPages,
    ) -> u32 {
        const LRU: Lru = Lru::InactiveFile;
        let most = most.min(self.lru_cache_room(LRU) as u32);
        let most = self.cache.free_places(id, first, most);
        let mut pages: [Pfn; PAGEVEC_SIZE] = [0; PAGEVEC_SIZE];
        if most == 0 {
            return 0;
        }
        let Some((z, taken)) = self.take_singles(&mut pages[..most as usize]) else {
            return 0;
        };
        let pages = &pages[..taken];
        if taken == 0 {
            return 0;
        }
        let mut flags = flag::PAGEVEC | flag::REFERENCED | flag::DIRTY;
        if get.buffers {
            flags |= flag::PRIVATE;
        }
        let frames = &mut self.frames;
        let (mapping_of, flags_of) = (&mut frames.mapping[..], &mut frames.flags[..]);
        let index_of = &mut frames.index[..];
        for (&pfn, index) in pages.iter().zip(first..) {
            let pfn = pfn as usize;
            flags_of[pfn] = flags;
            mapping_of[pfn] = id;
            index_of[pfn] = index;
        }
        self.cache.insert_dirty(id, first, pages);
        self.lru_cache_add_new(pages, LRU);
        let taken = taken as u32;
        if get.blocks {
            for index in first..first + taken {
                self.map_block(id, index, 1);
            }
        }
        self.charge(u64::from(taken) * cost::ALLOC_PAGE);
        self.charge_in(Function::Copy, u64::from(taken) * cost::COPY_PAGE);
        self.zones[z].dirty += u64::from(taken);
        self.vmstat.add(z, Counter::NrDirtied, u64::from(taken));
        taken
    }
}
