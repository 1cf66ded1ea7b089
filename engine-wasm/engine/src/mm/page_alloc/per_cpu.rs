//! Single pages: per-CPU lists in front of the buddy allocator, and freeing (mm/page_alloc.c).

use super::{FREE, Frames, List, Machine, Pfn, Zone, ZoneId, flag};
use crate::mechanism::Shortcut;
use crate::mm::migratetype::{Migratetype, PCPTYPES};
use crate::record::Entry;
use crate::trace::Reason;
use crate::vmstat::Counter;

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
    fn fill_cpu_list(
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
    fn empty_cpu_lists(
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

impl Machine {
    /// How many neighbours among free pages move at once.
    #[inline(always)]
    fn neighbours_at_once(&self) -> u32 {
        match self.takes(Shortcut::MoveFreePages) {
            true => u32::MAX,
            false => 1,
        }
    }

    /// The zone that first attempts for single pages of a type would be given them of, if they look at nothing but low
    /// watermarks, the type whose list has them, and how many of `most` in a row, were there so many on this CPU's list,
    /// which is filled if it was empty.
    #[inline(always)]
    pub fn zone_of_singles(
        &mut self,
        most: u32,
        wanted: Migratetype,
    ) -> Option<(ZoneId, Migratetype, u32)> {
        let z = self.zone_above_low()?;
        let at_once = self.neighbours_at_once();
        let zone = &mut self.zones[z];
        let wanted = zone.buddy.serves(wanted);
        let list = self.cpus[self.cpu as usize].pcp[z].list(wanted);
        if list.len > 0 {
            return Some((z, wanted, most));
        }
        zone.fill_cpu_list(list, &mut self.frames, wanted, at_once);
        // If the zone is below low now, only the page for which the list was filled is of it.
        let still = self.zone_above_low() == Some(z);
        Some((z, wanted, if still { most } else { 1 }))
    }

    /// Counts single pages of a zone that were taken from this CPU's lists.
    #[inline(always)]
    pub fn took_singles(&mut self, z: ZoneId, pages: u32) {
        let zone = &mut self.zones[z];
        zone.pcp -= u64::from(pages);
        zone.alloc_batch -= i64::from(pages);
        self.vmstat.add(z, Counter::PgAlloc, u64::from(pages));
    }

    /// A single page from this CPU's list of a type, which is filled if it was empty.
    pub(super) fn take_single(&mut self, z: ZoneId, wanted: Migratetype) -> Option<Pfn> {
        let at_once = self.neighbours_at_once();
        let zone = &mut self.zones[z];
        let frames = &mut self.frames;
        let wanted = zone.buddy.serves(wanted);
        let list = self.cpus[self.cpu as usize].pcp[z].list(wanted);
        if list.len == 0 {
            zone.fill_cpu_list(list, frames, wanted, at_once);
        }
        let pfn = list.pop_head(frames)?;
        frames.flags[pfn as usize] = 0;
        self.took_singles(z, 1);
        Some(pfn)
    }

    /// free_hot_cold_page: a page goes to this CPU's list of its page block's type, cold ones to the tail.
    pub fn free_page(&mut self, pfn: Pfn, cold: bool) {
        let z = self.zone_of(pfn);
        self.vmstat.add(z, Counter::PgFree, 1);
        self.note_event(pfn, Reason::GivenBack);
        self.record(|_| Entry::Freed { page: pfn });
        self.frames.mapping[pfn as usize] = FREE;
        self.frames.flags[pfn as usize] = flag::PCP;
        let cpu = self.cpu as usize;
        let zone = &mut self.zones[z];
        let pcp = &mut self.cpus[cpu].pcp[z];
        let list = pcp.list(zone.buddy.type_of(pfn));
        if cold {
            list.push_tail(&mut self.frames, pfn);
        } else {
            list.push_head(&mut self.frames, pfn);
        }
        zone.pcp += 1;
        if pcp.count() >= zone.pcp_high {
            let batch = zone.pcp_batch;
            self.return_to_buddy(cpu, z, batch);
        }
    }

    /// free_hot_cold_page_list: pages of a zone that reclaim has taken go to this CPU's lists as cold ones.
    pub fn free_page_list(&mut self, z: ZoneId, pages: &[Pfn]) {
        self.vmstat.add(z, Counter::PgFree, pages.len() as u64);
        self.note_events(pages, Reason::GivenBack);
        if self.is_recorded() {
            for &page in pages {
                self.record(|_| Entry::Freed { page });
            }
        }
        let at_once = self.neighbours_at_once();
        let frames = &mut self.frames;
        let pcp = &mut self.cpus[self.cpu as usize].pcp[z];
        let zone = &mut self.zones[z];
        let mut returned = false;
        let mut rest = pages;
        while let Some(&first) = rest.first() {
            let room = zone.pcp_high.saturating_sub(pcp.count()).max(1) as usize;
            let of = zone.buddy.type_of(first).per_cpu();
            let fitting = &rest[..room.min(rest.len()).min(at_once as usize)];
            let (now, later) = rest.split_at(zone.buddy.alike(fitting));
            let (flags, mapping) = (&mut frames.flags[..], &mut frames.mapping[..]);
            pcp.list(of).append(&mut frames.links, now, |pfn| {
                flags[pfn as usize] = flag::PCP;
                mapping[pfn as usize] = FREE;
            });
            zone.pcp += now.len() as u64;
            if pcp.count() >= zone.pcp_high {
                let in_turn = self.rules.pcp_lists_in_turn;
                zone.empty_cpu_lists(pcp, frames, zone.pcp_batch, in_turn, at_once);
                returned = true;
            }
            rest = later;
        }
        if returned {
            self.check_zone_pressure(z);
        }
    }

    fn return_to_buddy(&mut self, cpu: usize, z: ZoneId, pages: u32) {
        let at_once = self.neighbours_at_once();
        let pcp = &mut self.cpus[cpu].pcp[z];
        let rule = self.rules.pcp_lists_in_turn;
        self.zones[z].empty_cpu_lists(pcp, &mut self.frames, pages, rule, at_once);
        self.check_zone_pressure(z);
    }

    /// drain_all_pages: the lists of all CPUs go back to the buddy allocator.
    pub fn drain_all_pages(&mut self) {
        for cpu in 0..self.cpus.len() {
            for z in 0..self.zones.len() {
                let count = self.cpus[cpu].pcp[z].count();
                if count > 0 {
                    self.return_to_buddy(cpu, z, count);
                }
            }
        }
    }
}
