//! A CPU's lists of free single pages, and their exchange with the buddy allocator (mm/page_alloc.c: rmqueue_bulk,
//! free_pcppages_bulk).

use super::list::List;
use super::migratetype::{Migratetype, PCPTYPES};
use super::page::{Frames, flag};
use super::zone::Zone;

/// The free pages of a zone that a CPU holds, by migrate type (struct per_cpu_pages).
#[derive(Clone, Copy, Debug, Default)]
pub struct PerCpuPages {
    /// A list for each type except the reserve.
    pub lists: [List; PCPTYPES],
}

impl PerCpuPages {
    /// Returns the number of pages on all lists. The limit applies to this sum.
    #[inline(always)]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.lists.iter().map(|list| list.len).sum()
    }

    /// Returns the list that serves requests of a type.
    #[inline(always)]
    pub fn list(&mut self, of: Migratetype) -> &mut List {
        &mut self.lists[of.per_cpu() as usize]
    }

    /// Returns the index of the longest list.
    fn longest(&self) -> usize {
        let by_length = (0..PCPTYPES).max_by_key(|&at| self.lists[at].len);
        by_length.unwrap_or(0)
    }
}

impl Zone {
    /// rmqueue_bulk: moves a batch of pages from the buddy allocator to an empty per-CPU list, up to `at_once` adjacent
    /// pages at a time.
    pub fn fill_cpu_list(
        &mut self,
        list: &mut List,
        frames: &mut Frames,
        wanted: Migratetype,
        at_once: u32,
    ) {
        let mut left = self.pcp_batch;
        while left > 0
            && let Some(pages) = self.buddy.take_upwards(frames, left.min(at_once), wanted)
        {
            frames.flags[pages.start as usize..pages.end as usize].fill(flag::PCP);
            left -= pages.len() as u32;
            list.append_neighbours(&mut frames.links, pages);
        }
        let got = u64::from(self.pcp_batch - left);
        self.free -= got;
        self.pcp += got;
    }

    /// free_pcppages_bulk: returns pages from the tails of a CPU's lists to the buddy allocator. With `in_turn`, the
    /// lists take turns, and a list returns one page more for each empty list before it. Otherwise, the longest list
    /// returns one page at a time. Adjacent pages of a list move together, up to `at_once` of them.
    pub fn empty_cpu_lists(
        &mut self,
        pcp: &mut PerCpuPages,
        frames: &mut Frames,
        pages: u32,
        in_turn: bool,
        at_once: u32,
    ) {
        self.all_unreclaimable = false;
        self.pages_scanned = 0;
        let count = pcp.count();
        let given = pages.min(count);
        self.free += u64::from(given);
        self.pcp -= u64::from(given);
        let movable = pcp.list(Migratetype::Movable);
        if movable.len == count {
            // The common case: all pages are movable.
            self.empty_list(movable, frames, given, Migratetype::Movable, at_once);
            return;
        }
        let mut left = given;
        let mut at = 0;
        let mut batch = 0;
        while left > 0 {
            if in_turn {
                batch += 1;
                at = (at + 1) % PCPTYPES;
                while pcp.lists[at].len == 0 {
                    batch += 1;
                    at = (at + 1) % PCPTYPES;
                }
            } else {
                at = pcp.longest();
                batch = 1;
            }
            // If no other list has pages, all remaining turns are this list's.
            if pcp.lists[at].len == pcp.count() {
                batch = left;
            }
            let now = batch.min(left).min(pcp.lists[at].len);
            let of = Migratetype::of(at as u32);
            self.empty_list(&mut pcp.lists[at], frames, now, of, at_once);
            left -= now;
            batch -= now;
        }
    }

    /// Returns pages from the tail of one list to the buddy allocator.
    #[inline(always)]
    fn empty_list(
        &mut self,
        list: &mut List,
        frames: &mut Frames,
        pages: u32,
        of: Migratetype,
        at_once: u32,
    ) {
        let mut left = pages;
        while let Some(pages) = list.pop_neighbours(&mut frames.links, left.min(at_once)) {
            left -= pages.len() as u32;
            self.buddy.free_downwards(frames, pages, of);
        }
    }
}
