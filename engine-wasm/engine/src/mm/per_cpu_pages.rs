//! A CPU's lists of free single pages, and their exchange with the buddy allocator (mm/page_alloc.c: rmqueue_bulk,
//! free_pcppages_bulk).

use super::list::List;
use super::migratetype::{Migratetype, PCPTYPES};
use super::page::{Frames, flag};
use super::zone::Zone;

/// The free pages that a CPU keeps of a zone, by migrate type (struct per_cpu_pages).
#[derive(Clone, Copy, Debug, Default)]
pub struct PerCpuPages {
    /// A list for each type but the reserve.
    pub lists: [List; PCPTYPES],
}

impl PerCpuPages {
    /// Pages on all lists, which alone count for the limit.
    #[inline(always)]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.lists.iter().map(|list| list.len).sum()
    }

    /// The list that serves requests of a type.
    #[inline(always)]
    pub fn list(&mut self, of: Migratetype) -> &mut List {
        &mut self.lists[of.per_cpu() as usize]
    }

    /// The longest list.
    fn longest(&self) -> usize {
        let by_length = (0..PCPTYPES).max_by_key(|&at| self.lists[at].len);
        by_length.unwrap_or(0)
    }
}

impl Zone {
    /// rmqueue_bulk: a batch of pages from the buddy allocator to an empty per-CPU list, of neighbours so many `at_once`.
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

    /// free_pcppages_bulk: pages at the tails of a CPU's lists go back to the buddy allocator. The lists take turns
    /// (`in_turn`), and one whose turn comes after empty ones gives a page more for each of them; else the longest gives one.
    /// Of neighbours so many go `at_once`.
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
            // Nearly always.
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
            // The turns of one list alone come to the same.
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

    /// Pages at the tail of one list go back to the buddy allocator.
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
