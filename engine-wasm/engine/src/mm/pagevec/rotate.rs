//! If reclaim wants to free a page under I/O, the page moves to the tail of its list when the I/O ends, or is freed
//! immediately (mm/swap.c: rotate_reclaimable_page, pagevec_move_tail; `instant_free`).

use crate::machine::Machine;
use crate::mechanism::{Mechanism, instant_free};
use crate::mm::page::{Pfn, flag};
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;

impl Machine {
    /// Queues a page to be moved to the tail of its inactive list (rotate_reclaimable_page).
    pub fn rotate_reclaimable_page(&mut self, pfn: Pfn) {
        let flags = self.memory.frames.flags[pfn as usize];
        let unfit = flag::LOCKED | flag::DIRTY | flag::ACTIVE | flag::UNEVICTABLE;
        if flags & unfit != 0 || flags & flag::LRU == 0 {
            return;
        }
        let cpu = self.cpu();
        if !self.memory.cpus[cpu].pagevecs.rotate.pages().contains(&pfn) {
            self.memory.frames.get_for_pagevec(pfn);
        }
        if self.memory.cpus[cpu].pagevecs.rotate.push(pfn) {
            self.flush_rotate(cpu);
        }
    }

    pub(super) fn flush_rotate(&mut self, cpu: usize) {
        let pagevec = std::mem::take(&mut self.memory.cpus[cpu].pagevecs.rotate);
        for (at, &pfn) in pagevec.pages().iter().enumerate() {
            // A page whose I/O has ended twice is in the pagevec twice and moves twice. Its last entry drops the
            // reference.
            if !pagevec.pages()[at + 1..].contains(&pfn) {
                self.put_from_pagevec(pfn);
                if self.free_at_completion(pfn) {
                    continue;
                }
            }
            let flags = self.memory.frames.flags[pfn as usize];
            if flags & (flag::LRU | flag::ACTIVE | flag::UNEVICTABLE) == flag::LRU {
                let z = self.zone_of(pfn);
                let lru = self.lru_of(pfn);
                let list = &mut self.memory.zones[z].lru[lru as usize];
                list.remove(&mut self.memory.frames, pfn);
                list.push_tail(&mut self.memory.frames, pfn);
                self.observer.count(z, Counter::PgRotated, 1);
                self.note_decision_at_completion(pfn, Reason::Rotated);
            }
            self.free_if_orphaned(pfn);
        }
    }

    /// Removes a page from its mapping and its list, and frees it, if `instant_free` decides so. Returns whether it was
    /// freed.
    fn free_at_completion(&mut self, pfn: Pfn) -> bool {
        let flags = self.memory.frames.flags[pfn as usize];
        let page = instant_free::Page {
            on_inactive: flags & (flag::LRU | flag::ACTIVE | flag::UNEVICTABLE) == flag::LRU,
            // A page that was dirtied and is under writeback again counts as locked.
            locked: flags & (flag::LOCKED | flag::WRITEBACK) != 0,
            has_mapping: self.has_mapping(pfn),
            references: 1
                + u32::from(flags & flag::PRIVATE != 0)
                + u32::from(flags & flag::MAPPED != 0)
                + u32::from(self.memory.frames.pagevec_references(pfn)),
            dirty: flags & flag::DIRTY != 0,
            swap_lock_held: flags & flag::SWAPCACHE != 0 && self.swap_lock_is_held(),
        };
        let frees = |on| instant_free::frees(on, page);
        if !self.on.decide(Mechanism::InstantFree, frees) {
            return false;
        }
        let z = self.zone_of(pfn);
        self.detach_from_mapping(pfn);
        self.take_off_list(z, pfn);
        self.note_decision_at_completion(pfn, Reason::FreedAtCompletion);
        self.free_page(pfn, false);
        self.observer.count(z, Counter::InstantFreed, 1);
        true
    }
}
