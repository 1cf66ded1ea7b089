//! Allocating and freeing single pages through per-CPU lists (mm/page_alloc.c).

use super::{FREE, Machine, Pfn, ZoneId, flag};
use crate::mechanism::Shortcut;
use crate::mm::gfp::Gfp;
use crate::mm::migratetype::Migratetype;
use crate::observer::record::Entry;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;

impl Machine {
    /// Returns how many adjacent free pages may move together: any number with the shortcut, otherwise 1.
    #[inline(always)]
    fn neighbours_at_once(&self) -> u32 {
        match self.takes(Shortcut::MoveFreePages) {
            true => u32::MAX,
            false => 1,
        }
    }

    /// For single pages whose first allocation attempt depends only on low watermarks: returns the zone that serves
    /// them, the type of the list to use, and how many of `most` pages may be taken in a row if this CPU's list holds
    /// that many. Refills an empty list first.
    #[inline(always)]
    pub fn zone_of_singles(&mut self, most: u32, gfp: Gfp) -> Option<(ZoneId, Migratetype, u32)> {
        let z = self.zone_above_low(gfp)?;
        let at_once = self.neighbours_at_once();
        let zone = &mut self.memory.zones[z];
        let wanted = zone.buddy.serves(gfp.migratetype);
        let list = self.memory.cpus[self.sched.cpu() as usize].pcp[z].list(wanted);
        if list.len > 0 {
            return Some((z, wanted, most));
        }
        zone.fill_cpu_list(list, &mut self.memory.frames, wanted, at_once);
        // If the zone is below low now, only the page that caused the refill comes from it.
        let still = self.zone_above_low(gfp) == Some(z);
        Some((z, wanted, if still { most } else { 1 }))
    }

    /// Counts single pages of a zone that were taken from this CPU's lists.
    #[inline(always)]
    pub fn took_singles(&mut self, z: ZoneId, pages: u32) {
        let zone = &mut self.memory.zones[z];
        zone.pcp -= u64::from(pages);
        zone.alloc_batch -= i64::from(pages);
        self.observer.count(z, Counter::PgAlloc, u64::from(pages));
    }

    /// Takes a single page from this CPU's list of a type. An empty list is refilled first.
    pub(super) fn take_single(&mut self, z: ZoneId, wanted: Migratetype) -> Option<Pfn> {
        let at_once = self.neighbours_at_once();
        let zone = &mut self.memory.zones[z];
        let frames = &mut self.memory.frames;
        let wanted = zone.buddy.serves(wanted);
        let list = self.memory.cpus[self.sched.cpu() as usize].pcp[z].list(wanted);
        if list.len == 0 {
            zone.fill_cpu_list(list, frames, wanted, at_once);
        }
        let pfn = list.pop_head(frames)?;
        frames.flags[pfn as usize] = 0;
        self.took_singles(z, 1);
        Some(pfn)
    }

    /// free_hot_cold_page: frees a page to this CPU's list for the type of its page block. A cold page goes to the
    /// tail.
    pub fn free_page(&mut self, pfn: Pfn, cold: bool) {
        let z = self.zone_of(pfn);
        self.observer.count(z, Counter::PgFree, 1);
        self.note_event(pfn, Reason::GivenBack);
        self.record(|_| Entry::Freed { page: pfn });
        self.memory.frames.mapping[pfn as usize] = FREE;
        self.memory.frames.flags[pfn as usize] = flag::PCP;
        let cpu = self.cpu();
        let zone = &mut self.memory.zones[z];
        let pcp = &mut self.memory.cpus[cpu].pcp[z];
        let list = pcp.list(zone.buddy.type_of(pfn));
        if cold {
            list.push_tail(&mut self.memory.frames, pfn);
        } else {
            list.push_head(&mut self.memory.frames, pfn);
        }
        zone.pcp += 1;
        if pcp.count() >= zone.pcp_high {
            let batch = zone.pcp_batch;
            self.return_to_buddy(cpu, z, batch);
        }
    }

    /// free_hot_cold_page_list: frees reclaimed pages of a zone to this CPU's lists, as cold pages.
    pub fn free_page_list(&mut self, z: ZoneId, pages: &[Pfn]) {
        self.observer.count(z, Counter::PgFree, pages.len() as u64);
        self.note_events(pages, Reason::GivenBack);
        self.record_each(pages, |page| [Entry::Freed { page }]);
        let at_once = self.neighbours_at_once();
        let frames = &mut self.memory.frames;
        let pcp = &mut self.memory.cpus[self.sched.cpu() as usize].pcp[z];
        let zone = &mut self.memory.zones[z];
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
        let pcp = &mut self.memory.cpus[cpu].pcp[z];
        let rule = self.rules.pcp_lists_in_turn;
        self.memory.zones[z].empty_cpu_lists(pcp, &mut self.memory.frames, pages, rule, at_once);
        self.check_zone_pressure(z);
    }

    /// drain_all_pages: returns the pages on all CPUs' lists to the buddy allocator.
    pub fn drain_all_pages(&mut self) {
        for cpu in 0..self.memory.cpus.len() {
            for z in 0..self.memory.zones.len() {
                let count = self.memory.cpus[cpu].pcp[z].count();
                if count > 0 {
                    self.return_to_buddy(cpu, z, count);
                }
            }
        }
    }
}
