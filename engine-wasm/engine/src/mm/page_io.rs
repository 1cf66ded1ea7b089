//! The end of an I/O (mm/filemap.c: end_page_writeback, unlock_page).

use super::page::{ORPHAN, Pfn, flag};
use crate::machine::Machine;
use crate::mechanism::Shortcut;
use crate::observer::record::Entry;
use crate::observer::trace::{By, Reason};
use crate::observer::vmstat::Counter;

impl Machine {
    /// Ends the writeback of the pages of a request (end_page_writeback).
    pub fn end_writeback(&mut self, pages: &[Pfn]) {
        let mut rest = pages;
        while let Some((z, len)) = self.memory.zone_starts.run(rest) {
            self.memory.zones[z].writeback -= len as u64;
            if self.rules.nr_written_at_end {
                self.observer.count(z, Counter::NrWritten, len as u64);
            }
            rest = &rest[len..];
        }
        // Consecutive pages usually belong to one mapping, so they are counted for its device together.
        let (mut owner, mut ended) = (ORPHAN, 0);
        let mut rest = pages;
        while let Some((&pfn, others)) = rest.split_first() {
            let mut of = owner;
            let mut together = self.end_together(rest, owner);
            rest = &rest[together..];
            if together == 0 {
                of = self.end_of_page(pfn);
                together = 1;
                rest = others;
            }
            if of != owner {
                self.count_written(owner, ended);
                (owner, ended) = (of, 0);
            }
            ended += together as u64;
        }
        self.count_written(owner, ended);
    }

    /// Ends the writeback of the leading pages that belong to `owner` and can be handled in one batch: not traced,
    /// without waiters, and not marked PG_reclaim. Returns the number of these pages.
    #[inline(always)]
    fn end_together(&mut self, pages: &[Pfn], owner: u16) -> usize {
        if !self.takes(Shortcut::EndWriteback) || self.waits.any_for_page() {
            return 0;
        }
        let flags = &mut self.memory.frames.flags[..];
        let mapping = &self.memory.frames.mapping[..flags.len()];
        let mut ended = 0;
        for &pfn in pages {
            let flags = &mut flags[pfn as usize];
            if mapping[pfn as usize] != owner || *flags & (flag::RECLAIM | flag::SWAPBACKED) != 0 {
                break;
            }
            *flags &= !flag::WRITEBACK;
            ended += 1;
        }
        ended
    }

    /// Ends the writeback of one page (end_page_writeback).
    pub fn end_page_writeback(&mut self, pfn: Pfn) {
        self.end_writeback(&[pfn]);
    }

    /// Counts written pages of a mapping for its device (__bdi_writeout_inc).
    fn count_written(&mut self, owner: u16, pages: u64) {
        if owner == ORPHAN {
            return;
        }
        let now = self.jiffies();
        let device = self.io.bdi_mut(self.io.cache.get(owner).bdi);
        device.writeback -= pages;
        device.written += pages;
        let completions = &mut self.writeback.completions;
        let most = device.ratios().max;
        if most < 100 {
            completions.add_up_to(&mut device.completions, pages, now, most);
        } else {
            completions.add(&mut device.completions, pages, now);
        }
    }

    /// Ends the writeback of one page, and rotates it if it is marked PG_reclaim. Returns its owner, or `ORPHAN` for
    /// pages that no device counts: pages of swap and pages that have lost their file.
    #[inline]
    fn end_of_page(&mut self, pfn: Pfn) -> u16 {
        self.record(|m| Entry::WriteEnded {
            page: pfn,
            cpu: m.sched.cpu(),
            locked: m.memory.frames.has(pfn, flag::LOCKED),
        });
        let flags = &mut self.memory.frames.flags[pfn as usize];
        let reclaim = *flags & flag::RECLAIM != 0;
        let file = *flags & flag::SWAPBACKED == 0;
        *flags &= !(flag::RECLAIM | flag::WRITEBACK);
        let owner = if file {
            self.memory.frames.mapping[pfn as usize]
        } else {
            ORPHAN
        };
        self.note_event_by(pfn, By::Completion, Reason::WriteEnded);
        if reclaim {
            self.rotate_reclaimable_page(pfn);
        }
        self.wake_page(pfn);
        owner
    }

    /// Unlocks the pages of a request (unlock_page).
    pub fn unlock_pages(&mut self, pages: &[Pfn]) {
        let flags = &mut self.memory.frames.flags[..];
        for &pfn in pages {
            flags[pfn as usize] &= !flag::LOCKED;
        }
        if self.waits.any_for_page() {
            for &pfn in pages {
                self.wake_page(pfn);
            }
        }
    }

    /// Unlocks a page and wakes its waiters (unlock_page).
    pub fn unlock_page(&mut self, pfn: Pfn) {
        self.memory.frames.clear(pfn, flag::LOCKED);
        self.wake_page(pfn);
    }
}
