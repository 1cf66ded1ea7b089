//! Dirty pages: their accounting and the limits in force (mm/page-writeback.c).

use super::page::{MAPPING_LIMIT, Pfn, flag};
use super::page_cache::MappingId;
use super::page_writeback::{
    Amount, DirtyLimits, DirtySettings, DirtyableMemory, PresentDirty, ZonePages, bdi_thresh,
};
use super::zone::ZoneId;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, dirty_reserves};
use crate::observer::record::Entry;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;

impl Machine {
    fn zone_pages(&self, z: ZoneId) -> ZonePages {
        let zone = &self.memory.zones[z];
        ZonePages {
            free: zone.free,
            file_lru: zone.file_pages(),
            anon_lru: zone.anon_pages(),
            reserve: dirty_reserves::reserve(self.on.has(Mechanism::DirtyReserves), zone),
            present: zone.present,
        }
    }

    fn dirtyable(&self) -> DirtyableMemory {
        DirtyableMemory {
            rule: self.rules.dirtyable,
            reserves: self.on.has(Mechanism::DirtyReserves),
            swap_free: self.memory.swap_free(),
            min_free_kbytes: self.memory.knobs.min_free_kbytes,
        }
    }

    fn dirty_settings(&self) -> DirtySettings {
        let amount = |bytes: u64, ratio: u64| {
            if bytes > 0 {
                Amount::Bytes(bytes)
            } else {
                Amount::Ratio(ratio as u32)
            }
        };
        DirtySettings {
            dirty: amount(
                self.writeback.knobs.dirty_bytes,
                self.writeback.knobs.dirty_ratio,
            ),
            background: amount(
                self.writeback.knobs.dirty_background_bytes,
                self.writeback.knobs.dirty_background_ratio,
            ),
            ratio_floor: self.rules.dirty_ratio_floor,
        }
    }

    /// Returns the number of dirtyable pages of the machine.
    #[must_use]
    pub fn dirtyable_pages(&self) -> u64 {
        let mut zones = [ZonePages::default(); 8];
        // HighMem is not dirtyable unless vm.highmem_is_dirtyable says so (highmem_dirtyable_memory).
        let low = (0..self.memory.zones.len()).filter(|&z| !self.memory.zones[z].highmem);
        let mut count = 0;
        for (pages, z) in zones.iter_mut().zip(low) {
            *pages = self.zone_pages(z);
            count += 1;
        }
        self.dirtyable().global(&zones[..count])
    }

    /// Returns the dirty limits of the machine (global_dirty_limits).
    #[must_use]
    pub fn global_dirty_limits(&self, less_throttle: bool) -> DirtyLimits {
        self.dirty_settings()
            .limits(self.dirtyable_pages(), less_throttle)
    }

    /// Returns the dirty limit of a zone for `per_zone_dirty`, pages (zone_dirty_limit).
    #[must_use]
    pub fn zone_dirty_limit(&self, z: ZoneId) -> u64 {
        let zone = self.dirtyable().zone(&self.zone_pages(z));
        self.dirty_settings()
            .zone_limit(zone, self.dirtyable_pages(), false)
    }

    /// Returns the dirty and the background limit of a zone for `per_zone_dirty_rfc`, pages.
    #[must_use]
    pub fn zone_dirty_limits_rfc(&self, z: ZoneId) -> DirtyLimits {
        let zone = self.dirtyable().zone_rfc(&self.zone_pages(z));
        self.dirty_settings()
            .zone_limits_rfc(zone, self.dirtyable_pages(), false)
    }

    /// Returns a device's part of the dirty limit, pages (bdi_dirty_limit).
    #[must_use]
    pub fn bdi_dirty_limit(&self, bdi: u8, dirty: u64) -> u64 {
        let device = self.io.bdi(bdi);
        let share = self
            .writeback
            .completions
            .fraction(&device.completions, self.jiffies());
        let clipped = self.rules.balance_dirty.device_limit_first();
        let room = clipped.then(|| PresentDirty {
            global: self.memory.nr_dirty() + self.memory.nr_writeback(),
            bdi: device.reclaimable + device.writeback,
        });
        bdi_thresh(dirty, share, device.ratios(), room)
    }

    /// set_page_dirty: marks a page dirty and, for a file page, its inode. Stores to a mapping call it; write() marks
    /// the page's buffers dirty instead (mark_buffer_dirty), and so leaves PG_reclaim set.
    pub fn set_page_dirty(&mut self, pfn: Pfn) {
        self.clear_reclaim_of_dirtied(pfn);
        self.dirty_page(pfn);
    }

    fn dirty_page(&mut self, pfn: Pfn) {
        let file = self.file_page(pfn);
        if self.tag_dirty(pfn, file)
            && let Some((id, _)) = file
        {
            self.account_dirtied(id, 1);
        }
    }

    /// Clears PG_reclaim of a page that set_page_dirty marks dirty (2.6.39 on).
    pub fn clear_reclaim_of_dirtied(&mut self, pfn: Pfn) {
        self.record(|_| Entry::SetPageDirty { page: pfn });
        if self.rules.dirtying_clears_reclaim {
            self.memory.frames.clear(pfn, flag::RECLAIM);
        }
    }

    /// redirty_page_for_writepage: marks a file page dirty again after ->writepage has refused it. From 3.3 on, the
    /// page is not counted as dirtied a second time (account_page_redirty).
    pub fn redirty_page_for_writepage(&mut self, pfn: Pfn) {
        let file = self.file_page(pfn);
        if !self.rules.redirty_uncounted {
            self.dirty_page(pfn);
        } else if self.tag_redirtied(pfn, file)
            && let Some((id, _)) = file
        {
            self.io.bdi_mut(self.io.cache.get(id).bdi).reclaimable += 1;
            self.mark_inode_dirty(id);
        }
    }

    /// clear_page_dirty_for_io and redirty_page_for_writepage for consecutive dirty pages of a file, at most up to `end`.
    /// Returns their number: they end before a page that is mapped or under I/O. The pages stay dirty and tagged, so
    /// only the counts change.
    pub fn redirty_run(&mut self, id: MappingId, index: u32, end: u32) -> u32 {
        const OTHER: u16 = flag::MAPPED | flag::PTE_DIRTY | flag::WRITEBACK | flag::LOCKED;
        let flags = &self.memory.frames.flags[..];
        let pages = self.io.cache.pages_from(id, index, end - index);
        let plain = pages
            .iter()
            .take_while(|&&pfn| flags[pfn as usize] & OTHER == 0);
        let pages = &pages[..plain.count()];
        let dirtied = pages.len() as u64;
        if !self.rules.redirty_uncounted && dirtied > 0 {
            let mut rest = pages;
            while let Some((z, len)) = self.memory.zone_starts.run(rest) {
                self.observer.count(z, Counter::NrDirtied, len as u64);
                rest = &rest[len..];
            }
            let bdi = self.io.cache.get(id).bdi;
            self.io.bdi_mut(bdi).reclaimable -= dirtied;
            self.account_dirtied(id, dirtied);
        }
        dirtied as u32
    }

    /// Does the part of set_page_dirty that concerns the page, its zone and, for a page of a file, the dirty tag.
    /// Returns whether the page was clean. For a file page that was clean, the caller must then call
    /// [`Machine::account_dirtied`].
    pub fn tag_dirty(&mut self, pfn: Pfn, file: Option<(MappingId, u32)>) -> bool {
        let was_clean = self.tag_redirtied(pfn, file);
        if was_clean && file.is_some() {
            self.observer
                .count(self.zone_of(pfn), Counter::NrDirtied, 1);
        }
        was_clean
    }

    /// Like [`Machine::tag_dirty`], but does not count nr_dirtied.
    fn tag_redirtied(&mut self, pfn: Pfn, file: Option<(MappingId, u32)>) -> bool {
        self.record(|_| Entry::Dirtied { page: pfn });
        let flags = &mut self.memory.frames.flags[pfn as usize];
        if *flags & flag::DIRTY != 0 {
            return false;
        }
        *flags |= flag::DIRTY;
        self.note_event(pfn, Reason::Dirtied);
        if let Some((id, index)) = file {
            let z = self.zone_of(pfn);
            self.memory.zones[z].dirty += 1;
            self.io.cache.set_dirty(id, index);
        }
        true
    }

    /// Counts dirtied pages of one mapping for its device and for the current task, and marks its inode dirty
    /// (account_page_dirtied).
    #[inline(always)]
    pub fn account_dirtied(&mut self, id: MappingId, pages: u64) {
        let device = self.io.bdi_mut(self.io.cache.get(id).bdi);
        device.reclaimable += pages;
        device.dirtied += pages;
        let now = self.jiffies();
        let task = self.sched.current_task_mut();
        self.writeback.dirties.add(&mut task.dirties, pages, now);
        task.nr_dirtied += pages;
        self.mark_inode_dirty(id);
    }

    /// Returns the file or block device that a page belongs to, and the page's index there.
    #[inline]
    #[must_use]
    pub fn file_page(&self, pfn: Pfn) -> Option<(MappingId, u32)> {
        let owner = self.memory.frames.mapping[pfn as usize];
        let is_file = owner < MAPPING_LIMIT && self.memory.frames.is_file(pfn);
        is_file.then(|| (owner, self.memory.frames.index[pfn as usize]))
    }

    /// clear_page_dirty_for_io: returns false if the page was clean.
    pub fn clear_page_dirty_for_io(&mut self, pfn: Pfn) -> bool {
        if self.memory.frames.has(pfn, flag::MAPPED | flag::PTE_DIRTY) {
            self.memory.frames.clear(pfn, flag::PTE_DIRTY);
            self.set_page_dirty(pfn);
        }
        if !self.memory.frames.test_and_clear(pfn, flag::DIRTY) {
            return false;
        }
        self.record(|_| Entry::Cleaned { page: pfn });
        self.account_cleaned(pfn);
        true
    }

    /// Subtracts a page that is no longer dirty from the counts of its zone, file and device.
    pub fn account_cleaned(&mut self, pfn: Pfn) {
        let Some((id, index)) = self.file_page(pfn) else {
            return;
        };
        let z = self.zone_of(pfn);
        self.memory.zones[z].dirty -= 1;
        let bdi = self.io.cache.clear_dirty(id, index).bdi;
        self.io.bdi_mut(bdi).reclaimable -= 1;
    }

    /// clear_page_dirty_for_io and test_set_page_writeback for consecutive pages of one mapping that no page table
    /// maps.
    pub fn start_writeback(&mut self, id: MappingId, first: u32, pages: &[Pfn]) {
        let flags = &mut self.memory.frames.flags[..];
        for &pfn in pages {
            let flags = &mut flags[pfn as usize];
            debug_assert!(*flags & flag::DIRTY != 0 && *flags & flag::MAPPED == 0);
            *flags = *flags & !flag::DIRTY | flag::WRITEBACK;
        }
        self.note_events(pages, Reason::WriteStarted);
        self.record_each(pages, |page| {
            [Entry::Cleaned { page }, Entry::WriteStarted { page }]
        });
        let mut rest = pages;
        while let Some((z, len)) = self.memory.zone_starts.run(rest) {
            let zone = &mut self.memory.zones[z];
            zone.dirty -= len as u64;
            zone.writeback += len as u64;
            if !self.rules.nr_written_at_end {
                self.observer.count(z, Counter::NrWritten, len as u64);
            }
            rest = &rest[len..];
        }
        self.io.cache.clear_dirty_run(id, first, pages.len() as u32);
        let device = self.io.bdi_mut(self.io.cache.get(id).bdi);
        device.reclaimable -= pages.len() as u64;
        device.writeback += pages.len() as u64;
    }

    /// Marks a page as under writeback (test_set_page_writeback).
    pub fn set_page_writeback(&mut self, pfn: Pfn) {
        let flags = &mut self.memory.frames.flags[pfn as usize];
        *flags |= flag::WRITEBACK;
        let swap = *flags & flag::SWAPBACKED != 0;
        self.record(|_| Entry::WriteStarted { page: pfn });
        self.note_event(pfn, Reason::WriteStarted);
        let z = self.zone_of(pfn);
        self.memory.zones[z].writeback += 1;
        if !self.rules.nr_written_at_end {
            self.observer.count(z, Counter::NrWritten, 1);
        }
        if !swap {
            let bdi = self
                .io
                .cache
                .get(self.memory.frames.mapping[pfn as usize])
                .bdi;
            self.io.bdi_mut(bdi).writeback += 1;
        }
    }
}
