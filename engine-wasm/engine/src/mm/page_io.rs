//! The end of an I/O (mm/filemap.c: end_page_writeback, unlock_page).

use super::page::{ORPHAN, Pfn, flag};
use crate::machine::Machine;
use crate::record::Entry;
use crate::trace::{By, Reason};
use crate::vmstat::Counter;

impl Machine {
    /// end_page_writeback of the pages of a request.
    pub fn end_writeback(&mut self, pages: &[Pfn]) {
        let mut ended = None;
        for &pfn in pages {
            let bdi = self.end_of_page(pfn);
            ended = match (ended, bdi) {
                (Some((same, pages)), Some(bdi)) if same == bdi => Some((bdi, pages + 1)),
                (_, None) => ended,
                (before, Some(bdi)) => {
                    self.count_written(before);
                    Some((bdi, 1))
                }
            };
        }
        self.count_written(ended);
    }

    /// end_page_writeback.
    pub fn end_page_writeback(&mut self, pfn: Pfn) {
        self.end_writeback(&[pfn]);
    }

    /// Pages of a device were written (__bdi_writeout_inc).
    fn count_written(&mut self, ended: Option<(u8, u64)>) {
        let Some((bdi, pages)) = ended else { return };
        let now = self.jiffies();
        let device = &mut self.bdis[bdi as usize];
        device.writeback -= pages;
        device.written += pages;
        let completions = &mut self.writeback.completions;
        completions.add(&mut device.completions, pages, now);
    }

    /// What end_page_writeback does with one page, and the rotation of one that reclaim waits for; the device of a file
    /// page.
    #[inline]
    fn end_of_page(&mut self, pfn: Pfn) -> Option<u8> {
        self.record(|m| Entry::WriteEnded {
            page: pfn,
            cpu: m.cpu,
            locked: m.frames.has(pfn, flag::LOCKED),
        });
        let z = self.zone_of(pfn);
        self.zones[z].writeback -= 1;
        if self.rules.nr_written_at_end {
            self.vmstat.add(z, Counter::NrWritten, 1);
        }
        let flags = &mut self.frames.flags[pfn as usize];
        let reclaim = *flags & flag::RECLAIM != 0;
        let file = *flags & flag::SWAPBACKED == 0;
        *flags &= !(flag::RECLAIM | flag::WRITEBACK);
        let owner = self.frames.mapping[pfn as usize];
        let bdi = (file && owner != ORPHAN).then(|| self.cache.get(owner).bdi);
        self.note_event_by(pfn, By::Completion, Reason::WriteEnded);
        if reclaim {
            self.rotate_reclaimable_page(pfn);
        }
        self.wake_page(pfn);
        bdi
    }

    /// unlock_page.
    pub fn unlock_page(&mut self, pfn: Pfn) {
        self.frames.clear(pfn, flag::LOCKED);
        self.wake_page(pfn);
    }
}
