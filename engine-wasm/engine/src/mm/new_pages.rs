//! Adding new pages to a file, as many in one go as nobody tells from one by one.

use super::page::{Pfn, flag};
use super::page_alloc::Gfp;
use super::page_cache::MappingId;
use super::pagevec::PAGEVEC_SIZE;
use super::zone::{Lru, ZoneId};
use crate::machine::Machine;
use crate::sched::cost;

/// Room for the pages of one go: those of a pagevec.
pub type NewPages = [Pfn; PAGEVEC_SIZE];

impl Machine {
    /// Whether new pages may be added together: nobody follows a page, tree_lock is not looked at, and a zone that gives
    /// one page gives the next.
    #[must_use]
    pub fn adds_together(&self, gfp: Gfp) -> bool {
        !self.notes_pages() && !self.rules.tree_lock_holds && self.allocates_by_watermarks(gfp)
    }

    /// Adds pages from `first` on that are new to the file, up to `most`, if [`Machine::adds_together`]: their zone, and
    /// how many are in `pages` now, with `flags` and those that every new page has. `None`: the first is there already,
    /// or cannot be had at once.
    #[inline(always)]
    pub fn add_new_pages(
        &mut self,
        id: MappingId,
        first: u32,
        most: u32,
        flags: u16,
        pages: &mut NewPages,
    ) -> Option<(ZoneId, usize)> {
        const LRU: Lru = Lru::InactiveFile;
        let most = most.min(self.lru_cache_room(LRU) as u32);
        let most = self.cache.free_places(id, first, most);
        if most == 0 {
            return None;
        }
        let (z, taken) = self.take_singles(&mut pages[..most as usize])?;
        if taken == 0 {
            return None;
        }
        let pages = &pages[..taken];
        let frames = &mut self.frames;
        let (flags_of, mapping_of) = (&mut frames.flags[..], &mut frames.mapping[..]);
        let index_of = &mut frames.index[..];
        for (&pfn, index) in pages.iter().zip(first..) {
            let pfn = pfn as usize;
            flags_of[pfn] = flag::PAGEVEC | flags;
            mapping_of[pfn] = id;
            index_of[pfn] = index;
        }
        let dirty = flags & flag::DIRTY != 0;
        self.cache.insert_new(id, first, pages, dirty);
        self.lru_cache_add_new(pages, LRU);
        self.charge(taken as u64 * cost::ALLOC_PAGE);
        Some((z, taken))
    }
}
