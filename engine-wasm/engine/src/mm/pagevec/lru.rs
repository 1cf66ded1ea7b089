//! Adding pages to the LRU lists through pagevecs, and moving them between the lists (mm/swap.c).

use super::super::page::{Columns, MAPPING_LIMIT, ORPHAN, Pfn, SWAP_CACHE, flag, without_pagevec};
use super::super::zone::{Lru, ZoneId};
use super::Pagevec;
use crate::machine::Machine;
use crate::mm::memory::Cpu;
use crate::observer::record::Entry;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;

/// Counts the pagevecs that hold a page.
#[cold]
fn pagevecs_that_hold(cpus: &[Cpu], pfn: Pfn) -> u16 {
    let pagevecs = cpus.iter().flat_map(|cpu| cpu.pagevecs.all());
    pagevecs.filter(|one| one.pages().contains(&pfn)).count() as u16
}

#[inline]
fn lru_of_flags(flags: u16) -> Lru {
    if flags & flag::UNEVICTABLE != 0 {
        return Lru::Unevictable;
    }
    let file = flags & flag::SWAPBACKED == 0;
    if flags & flag::ACTIVE != 0 {
        Lru::active(file)
    } else {
        Lru::inactive(file)
    }
}

impl Machine {
    /// Returns the list that a page belongs to according to its flags (page_lru).
    #[must_use]
    pub fn lru_of(&self, pfn: Pfn) -> Lru {
        lru_of_flags(self.memory.frames.flags[pfn as usize])
    }

    /// Adds a page to the head or tail of a zone's list, and sets PG_lru.
    pub fn add_to_list(&mut self, z: ZoneId, lru: Lru, pfn: Pfn, tail: bool) {
        self.memory.frames.set(pfn, flag::LRU);
        let list = &mut self.memory.zones[z].lru[lru as usize];
        if tail {
            list.push_tail(&mut self.memory.frames, pfn);
        } else {
            list.push_head(&mut self.memory.frames, pfn);
        }
    }

    /// Removes a page from its list, and clears PG_lru.
    pub fn take_off_list(&mut self, z: ZoneId, pfn: Pfn) {
        let flags = &mut self.memory.frames.flags[pfn as usize];
        *flags &= !flag::LRU;
        let lru = lru_of_flags(*flags);
        self.memory.zones[z].lru[lru as usize].remove(&mut self.memory.frames, pfn);
    }

    /// __lru_cache_add: queues a new page in a pagevec for an LRU list.
    pub fn lru_cache_add(&mut self, pfn: Pfn, lru: Lru) {
        let cpu = self.cpu();
        self.record(|m| Entry::Enters {
            page: pfn,
            cpu: m.sched.cpu(),
            list: lru,
        });
        self.memory.frames.get_for_pagevec(pfn);
        if self.rules.one_add_pagevec {
            // One pagevec serves all lists. It is drained when it has no room for the next page.
            if self.memory.cpus[cpu].pagevecs.add[0].is_full() {
                self.flush_add(cpu, Lru::EVICTABLE[0]);
            }
            self.memory.cpus[cpu].pagevecs.add[0].push(pfn);
        } else if self.memory.cpus[cpu].pagevecs.add[lru as usize].push(pfn) {
            self.flush_add(cpu, lru);
        }
    }

    /// Drops the reference to a page of a pagevec that is being drained.
    #[inline]
    pub(super) fn put_from_pagevec(&mut self, pfn: Pfn) {
        let cpus = &self.memory.cpus;
        self.memory
            .frames
            .put_from_pagevec(pfn, || pagevecs_that_hold(cpus, pfn));
    }

    /// Returns how many pages of a zone are in lru_add pagevecs, and thus on no list yet.
    #[must_use]
    pub fn in_add_pagevecs(&self, z: ZoneId) -> u64 {
        let pagevecs = self.memory.cpus.iter().flat_map(|cpu| &cpu.pagevecs.add);
        let pages = pagevecs.flat_map(Pagevec::pages);
        pages.filter(|&&pfn| self.zone_of(pfn) == z).count() as u64
    }

    /// Drains the lru_add pagevec of a list.
    pub fn flush_add(&mut self, cpu: usize, lru: Lru) {
        let pagevec = std::mem::take(&mut self.memory.cpus[cpu].pagevecs.add[lru as usize]);
        let mut rest = pagevec.pages();
        while let Some((z, mut len)) = self.memory.zone_starts.run(rest) {
            let mut lru = lru;
            if self.rules.one_add_pagevec {
                let lru_of = |&pfn: &Pfn| lru_of_flags(self.memory.frames.flags[pfn as usize]);
                lru = lru_of(&rest[0]);
                let other = rest[..len].iter().position(|pfn| lru_of(pfn) != lru);
                len = other.unwrap_or(len);
            }
            let (pages, later) = rest.split_at(len);
            self.put_on_list(z, lru, pages);
            rest = later;
        }
    }

    /// Adds pages of a zone from a pagevec to the head of a list.
    #[inline(always)]
    fn put_on_list(&mut self, z: ZoneId, lru: Lru, pages: &[Pfn]) {
        let active = lru.is_active();
        let gets = flag::LRU | if active { flag::ACTIVE } else { 0 };
        let cpus = &self.memory.cpus;
        let Columns {
            flags,
            mapping,
            links,
            ..
        } = self.memory.frames.columns();
        let mut orphans = false;
        let zone = &mut self.memory.zones[z];
        zone.lru[lru as usize].prepend(links, pages, |pfn| {
            let flags = &mut flags[pfn as usize];
            *flags = without_pagevec(*flags, || pagevecs_that_hold(cpus, pfn)) | gets;
            orphans |= mapping[pfn as usize] == ORPHAN;
        });
        let file = lru.is_file() as usize;
        zone.recent_scanned[file] += pages.len() as u64;
        zone.recent_rotated[file] += u64::from(active) * pages.len() as u64;
        self.note_events(pages, Reason::OnList);
        let orphaned = if orphans { pages } else { &[] };
        for &pfn in orphaned {
            self.free_if_orphaned(pfn);
        }
    }

    /// lru_add_drain: drains the pagevecs of this CPU.
    pub fn lru_add_drain(&mut self) {
        self.record(|m| Entry::Drains { cpu: m.sched.cpu() });
        let cpu = self.cpu();
        for lru in Lru::ALL {
            if !self.memory.cpus[cpu].pagevecs.add[lru as usize]
                .pages()
                .is_empty()
            {
                self.flush_add(cpu, lru);
            }
        }
        if !self.memory.cpus[cpu].pagevecs.rotate.pages().is_empty() {
            self.flush_rotate(cpu);
        }
        if !self.memory.cpus[cpu].pagevecs.activate.pages().is_empty() {
            self.flush_activate(cpu);
        }
    }

    /// Marks a page as accessed: sets PG_referenced, or activates the page if PG_referenced is already set
    /// (mark_page_accessed).
    pub fn mark_page_accessed(&mut self, pfn: Pfn) {
        self.record(|m| Entry::Accessed {
            page: pfn,
            cpu: m.sched.cpu(),
        });
        let flags = self.memory.frames.flags[pfn as usize];
        let once_more = flags & (flag::ACTIVE | flag::UNEVICTABLE | flag::REFERENCED);
        if self.rules.one_add_pagevec && once_more == flag::REFERENCED {
            if flags & flag::LRU != 0 {
                self.activate_page(pfn);
            } else {
                self.activate_in_pagevec(pfn);
            }
            self.memory.frames.clear(pfn, flag::REFERENCED);
            self.note_activation(pfn);
        } else if flags & (flag::ACTIVE | flag::UNEVICTABLE) == 0
            && flags & (flag::REFERENCED | flag::LRU) == flag::REFERENCED | flag::LRU
        {
            self.activate_page(pfn);
            self.memory.frames.clear(pfn, flag::REFERENCED);
            self.note_activation(pfn);
        } else if flags & flag::REFERENCED == 0 {
            self.memory.frames.set(pfn, flag::REFERENCED);
            self.note_event(pfn, Reason::MarkedReferenced);
        }
    }

    /// __lru_cache_activate_page: sets PG_active of a page that waits in this CPU's lru_add pagevec.
    fn activate_in_pagevec(&mut self, pfn: Pfn) {
        let cpu = self.cpu();
        if self.memory.cpus[cpu].pagevecs.add[0].pages().contains(&pfn) {
            self.memory.frames.set(pfn, flag::ACTIVE);
        }
    }

    fn activate_page(&mut self, pfn: Pfn) {
        let through_pagevec = self.rules.activate_pagevec && self.memory.cpus.len() > 1;
        if !through_pagevec {
            self.move_to_active(pfn);
            return;
        }
        // A pagevec holds only one reference to a frame, even if it contains the frame several times.
        let cpu = self.cpu();
        if !self.memory.cpus[cpu]
            .pagevecs
            .activate
            .pages()
            .contains(&pfn)
        {
            self.memory.frames.get_for_pagevec(pfn);
        }
        if self.memory.cpus[cpu].pagevecs.activate.push(pfn) {
            self.flush_activate(cpu);
        }
    }

    fn flush_activate(&mut self, cpu: usize) {
        let pagevec = std::mem::take(&mut self.memory.cpus[cpu].pagevecs.activate);
        for pfn in pagevec.each_once() {
            self.put_from_pagevec(pfn);
            self.move_to_active(pfn);
            self.free_if_orphaned(pfn);
        }
    }

    /// Moves a page to the active list (__activate_page).
    fn move_to_active(&mut self, pfn: Pfn) {
        let flags = self.memory.frames.flags[pfn as usize];
        if flags & (flag::LRU | flag::ACTIVE | flag::UNEVICTABLE) != flag::LRU {
            return;
        }
        let z = self.zone_of(pfn);
        self.take_off_list(z, pfn);
        self.memory.frames.set(pfn, flag::ACTIVE);
        let file = self.memory.frames.is_file(pfn);
        self.add_to_list(z, Lru::active(file), pfn, false);
        self.note_event(pfn, Reason::ActivatedByUse);
        self.observer.count(z, Counter::PgActivate, 1);
        self.memory.zones[z].recent_scanned[file as usize] += 1;
        self.memory.zones[z].recent_rotated[file as usize] += 1;
    }

    /// Returns whether the page belongs to a file, a block device or the swap cache.
    #[must_use]
    pub fn has_mapping(&self, pfn: Pfn) -> bool {
        let owner = self.memory.frames.mapping[pfn as usize];
        owner == SWAP_CACHE
            || (owner < MAPPING_LIMIT && !self.memory.frames.has(pfn, flag::SWAPBACKED))
    }

    /// Frees a truncated page if a pagevec held the last reference to it.
    #[inline]
    pub(super) fn free_if_orphaned(&mut self, pfn: Pfn) {
        if self.memory.frames.mapping[pfn as usize] == ORPHAN {
            self.free_orphan(pfn);
        }
    }

    #[cold]
    fn free_orphan(&mut self, pfn: Pfn) {
        if self.memory.frames.pagevec_references(pfn) > 0 {
            return;
        }
        let z = self.zone_of(pfn);
        if self.memory.frames.has(pfn, flag::LRU) {
            self.take_off_list(z, pfn);
            self.free_page(pfn, false);
        }
    }
}
