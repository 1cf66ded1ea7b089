//! The end of an I/O (mm/filemap.c: end_page_writeback, unlock_page).

use super::page::{ORPHAN, Pfn, flag};
use crate::machine::Machine;
use crate::record::Entry;
use crate::trace::{By, Reason};
use crate::vmstat::Counter;

impl Machine {
    /// end_page_writeback, with the rotation of a page that reclaim waits for.
    pub fn end_page_writeback(&mut self, pfn: Pfn) {
        self.record(|m| Entry::WriteEnded {
            page: pfn,
            cpu: m.cpu,
            locked: m.frames.has(pfn, flag::LOCKED),
        });
        let z = self.zone_of(pfn);
        let reclaim = self.frames.test_and_clear(pfn, flag::RECLAIM);
        self.zones[z].writeback -= 1;
        if self.rules.nr_written_at_end {
            self.vmstat.add(z, Counter::NrWritten, 1);
        }
        if !self.frames.has(pfn, flag::SWAPBACKED) && self.frames.mapping[pfn as usize] != ORPHAN {
            let bdi = self.cache.get(self.frames.mapping[pfn as usize]).bdi;
            let now = self.jiffies();
            let device = &mut self.bdis[bdi as usize];
            device.writeback -= 1;
            device.written += 1;
            self.writeback
                .completions
                .add(&mut device.completions, 1, now);
        }
        self.frames.clear(pfn, flag::WRITEBACK);
        self.note_event_by(pfn, By::Completion, Reason::WriteEnded);
        if reclaim {
            self.rotate_reclaimable_page(pfn);
        }
        self.wake_page(pfn);
    }

    /// unlock_page.
    pub fn unlock_page(&mut self, pfn: Pfn) {
        self.frames.clear(pfn, flag::LOCKED);
        self.wake_page(pfn);
    }
}
