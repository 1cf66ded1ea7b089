//! Single pages: per-CPU lists in front of the buddy allocator, and freeing (mm/page_alloc.c).

use super::{FREE, Frames, List, Machine, Pfn, Zone, ZoneId, flag};
use crate::record::Entry;
use crate::trace::Reason;
use crate::vmstat::Counter;

impl Zone {
    /// rmqueue_bulk: a batch of pages from the buddy allocator to an empty per-CPU list.
    fn fill_cpu_list(&mut self, list: &mut List, frames: &mut Frames) {
        let mut wanted = self.pcp_batch;
        while wanted > 0
            && let Some(pages) = self.buddy.take_upwards(frames, wanted)
        {
            frames.flags[pages.start as usize..pages.end as usize].fill(flag::PCP);
            wanted -= pages.len() as u32;
            list.append_neighbours(&mut frames.links, pages);
        }
        let got = u64::from(self.pcp_batch - wanted);
        self.free -= got;
        self.pcp += got;
    }

    /// free_pcppages_bulk: the pages at the tail of a per-CPU list go back to the buddy allocator.
    fn empty_cpu_list(&mut self, list: &mut List, frames: &mut Frames, pages: u32) {
        self.all_unreclaimable = false;
        self.pages_scanned = 0;
        let mut left = pages;
        while let Some(pages) = list.pop_neighbours(&mut frames.links, left) {
            left -= pages.len() as u32;
            self.buddy.free_downwards(frames, pages);
        }
        let given = u64::from(pages - left);
        self.free += given;
        self.pcp -= given;
    }
}

impl Machine {
    /// The zone that first attempts for single pages would be given them of, if they look at nothing but low watermarks,
    /// and how many of `most` in a row, were there so many on this CPU's list, which is filled if it was empty.
    #[inline(always)]
    pub fn zone_of_singles(&mut self, most: u32) -> Option<(ZoneId, u32)> {
        let z = self.zone_above_low()?;
        let list = &mut self.cpus[self.cpu as usize].pcp[z];
        if list.len > 0 {
            return Some((z, most));
        }
        self.zones[z].fill_cpu_list(list, &mut self.frames);
        // If the zone is below low now, only the page for which the list was filled is of it.
        let still = self.zone_above_low() == Some(z);
        Some((z, if still { most } else { 1 }))
    }

    /// Counts single pages of a zone that were taken from this CPU's list.
    #[inline(always)]
    pub fn took_singles(&mut self, z: ZoneId, pages: u32) {
        let zone = &mut self.zones[z];
        zone.pcp -= u64::from(pages);
        zone.alloc_batch -= i64::from(pages);
        self.vmstat.add(z, Counter::PgAlloc, u64::from(pages));
    }

    /// A single page from this CPU's list, which is filled if it was empty.
    pub(super) fn take_single(&mut self, z: ZoneId) -> Option<Pfn> {
        let zone = &mut self.zones[z];
        let frames = &mut self.frames;
        let list = &mut self.cpus[self.cpu as usize].pcp[z];
        if list.len == 0 {
            zone.fill_cpu_list(list, frames);
        }
        let pfn = list.pop_head(frames)?;
        frames.flags[pfn as usize] = 0;
        self.took_singles(z, 1);
        Some(pfn)
    }

    /// free_hot_cold_page: a page goes to this CPU's list, cold ones to the tail.
    pub fn free_page(&mut self, pfn: Pfn, cold: bool) {
        let z = self.zone_of(pfn);
        self.vmstat.add(z, Counter::PgFree, 1);
        self.note_event(pfn, Reason::GivenBack);
        self.record(|_| Entry::Freed { page: pfn });
        self.frames.mapping[pfn as usize] = FREE;
        self.frames.flags[pfn as usize] = flag::PCP;
        let cpu = self.cpu as usize;
        let list = &mut self.cpus[cpu].pcp[z];
        if cold {
            list.push_tail(&mut self.frames, pfn);
        } else {
            list.push_head(&mut self.frames, pfn);
        }
        let zone = &mut self.zones[z];
        zone.pcp += 1;
        if list.len >= zone.pcp_high {
            let batch = zone.pcp_batch;
            self.return_to_buddy(cpu, z, batch);
        }
    }

    /// free_hot_cold_page_list: pages of a zone that reclaim has taken go to this CPU's list as cold ones.
    pub fn free_page_list(&mut self, z: ZoneId, pages: &[Pfn]) {
        self.vmstat.add(z, Counter::PgFree, pages.len() as u64);
        self.note_events(pages, Reason::GivenBack);
        if self.is_recorded() {
            for &page in pages {
                self.record(|_| Entry::Freed { page });
            }
        }
        let frames = &mut self.frames;
        let list = &mut self.cpus[self.cpu as usize].pcp[z];
        let zone = &mut self.zones[z];
        let mut returned = false;
        let mut rest = pages;
        while !rest.is_empty() {
            let room = zone.pcp_high.saturating_sub(list.len).max(1) as usize;
            let (now, later) = rest.split_at(room.min(rest.len()));
            let (flags, mapping) = (&mut frames.flags[..], &mut frames.mapping[..]);
            list.append(&mut frames.links, now, |pfn| {
                flags[pfn as usize] = flag::PCP;
                mapping[pfn as usize] = FREE;
            });
            zone.pcp += now.len() as u64;
            if list.len >= zone.pcp_high {
                zone.empty_cpu_list(list, frames, zone.pcp_batch);
                returned = true;
            }
            rest = later;
        }
        if returned {
            self.check_zone_pressure(z);
        }
    }

    fn return_to_buddy(&mut self, cpu: usize, z: ZoneId, pages: u32) {
        self.zones[z].empty_cpu_list(&mut self.cpus[cpu].pcp[z], &mut self.frames, pages);
        self.check_zone_pressure(z);
    }

    /// drain_all_pages: the lists of all CPUs go back to the buddy allocator.
    pub fn drain_all_pages(&mut self) {
        for cpu in 0..self.cpus.len() {
            for z in 0..self.zones.len() {
                let len = self.cpus[cpu].pcp[z].len;
                if len > 0 {
                    self.return_to_buddy(cpu, z, len);
                }
            }
        }
    }
}
