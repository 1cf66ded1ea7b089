//! The page allocator's fast path, and blocks for the kernel's own use (mm/page_alloc.c).

mod per_cpu;

use super::buddy::ORDERS;
use super::gfp::{AllocFlags, Gfp};
use super::migratetype::Migratetype;
use super::page::{FREE, KERNEL, Pfn, flag};
use super::zone::{Mark, Zone, ZoneId};
use crate::machine::Machine;
use crate::mechanism::{
    Mechanism, Shortcut, alloc_fairness, gfp_write, per_zone_dirty, per_zone_dirty_rfc,
};
use crate::observer::vmstat::Counter;

impl Zone {
    /// Returns whether the zone passes a watermark given in pages (zone_watermark_ok).
    #[inline(always)]
    #[must_use]
    pub fn watermark_ok(&self, order: u8, mark: u64, class: ZoneId, flags: AllocFlags) -> bool {
        let mut min = mark as i64;
        let mut free = self.free as i64 - self.overlooked as i64 - (1 << order) + 1;
        if flags.high {
            min -= min / 2;
        }
        if flags.harder {
            min -= min / 4;
        }
        if free <= min + self.lowmem_reserve[class] as i64 {
            return false;
        }
        for o in 0..order as usize {
            free -= (self.buddy.nr_free(o) << o) as i64;
            min >>= 1;
            if free <= min {
                return false;
            }
        }
        true
    }
}

impl Machine {
    /// Returns whether a zone passes a watermark given in pages (zone_watermark_ok).
    #[must_use]
    pub fn watermark_ok(
        &self,
        z: ZoneId,
        order: u8,
        mark: u64,
        class: ZoneId,
        flags: AllocFlags,
    ) -> bool {
        self.memory.zones[z].watermark_ok(order, mark, class, flags)
    }

    /// Returns whether a zone is above its watermark `mark` for order 0, without ALLOC_HARDER and ALLOC_HIGH.
    #[must_use]
    pub fn zone_ok(&self, z: ZoneId, mark: Mark, class: ZoneId) -> bool {
        self.watermark_ok(
            z,
            0,
            self.memory.zones[z].watermark(mark),
            class,
            AllocFlags::at(mark),
        )
    }

    /// Returns the class zone of ordinary requests: the highest zone.
    #[must_use]
    pub fn class_zone(&self) -> ZoneId {
        self.memory.zones.len() - 1
    }

    /// Returns the class zone of a request: the highest zone that may serve it (gfp_zone).
    #[inline(always)]
    fn class_zone_of(&self, gfp: Gfp) -> ZoneId {
        if gfp.highmem {
            self.class_zone()
        } else {
            self.memory.lowmem_class
        }
    }

    /// get_page_from_freelist: takes a page from the first zone of the zonelist that may provide it.
    pub fn page_from_freelist(&mut self, gfp: Gfp, flags: AllocFlags) -> Option<Pfn> {
        self.page_from_zones(gfp, flags, false)
    }

    /// Makes the first attempt of an allocation, at the low watermarks. With `alloc_fairness`, zones take turns. If no
    /// zone may provide the page in its turn, the zones' batches are reset, and the first zone above its low watermark
    /// provides the page.
    pub fn first_page_from_freelist(&mut self, gfp: Gfp) -> Option<Pfn> {
        let flags = AllocFlags::at(Mark::Low);
        if self.on.has(Mechanism::AllocFairness) {
            if let Some(pfn) = self.page_from_zones(gfp, flags, true) {
                return Some(pfn);
            }
            for zone in &mut self.memory.zones {
                zone.alloc_batch = alloc_fairness::batch(&zone.watermarks);
            }
        } else if gfp.order == 0 && self.allocates_by_watermarks(gfp) {
            // The common case: an equivalent shorter path for a single page to which per-zone dirty limits do not
            // apply.
            let z = self.zone_above_low(gfp)?;
            if let Some(pfn) = self.take_single(z, gfp.migratetype) {
                return Some(pfn);
            }
        }
        self.page_from_zones(gfp, flags, false)
    }

    /// Returns the first zone of the zonelist that is above its low watermark for a single page.
    #[inline(always)]
    fn zone_above_low(&self, gfp: Gfp) -> Option<ZoneId> {
        let class = self.class_zone_of(gfp);
        let flags = AllocFlags::at(Mark::Low);
        let above_low = |zone: &Zone| zone.watermark_ok(0, zone.watermarks.low, class, flags);
        self.memory.zones[..=class].iter().rposition(above_low)
    }

    /// Returns whether a request for a single page depends only on low watermarks.
    #[must_use]
    pub fn allocates_by_watermarks(&self, gfp: Gfp) -> bool {
        self.on.allows(Shortcut::AddNewPages) && !self.may_limit_dirty_zones(gfp)
    }

    /// Returns whether a zone could be skipped because of its dirty pages. No other decision depends on __GFP_WRITE.
    #[inline]
    fn may_limit_dirty_zones(&self, gfp: Gfp) -> bool {
        gfp.write
            && self.on.may_have(Mechanism::GfpWrite)
            && (self.on.may_have(Mechanism::PerZoneDirty)
                || self.on.may_have(Mechanism::PerZoneDirtyRfc))
    }

    /// Takes a page from the first zone of the zonelist that may provide it. `fair` is ALLOC_FAIR.
    fn page_from_zones(&mut self, gfp: Gfp, flags: AllocFlags, fair: bool) -> Option<Pfn> {
        let class = self.class_zone_of(gfp);
        let limited = self.may_limit_dirty_zones(gfp);
        for z in (0..=class).rev() {
            let zone = &self.memory.zones[z];
            if alloc_fairness::passes_over(fair, zone.alloc_batch) {
                continue;
            }
            if limited && self.dirty_limit_skips(z, flags.mark) {
                continue;
            }
            if flags.mark != Mark::None {
                let mark = zone.watermark(flags.mark);
                if !zone.watermark_ok(gfp.order, mark, class, flags) {
                    continue;
                }
            }
            if let Some(pfn) = self.take_page(z, gfp.order, gfp.migratetype) {
                return Some(pfn);
            }
        }
        None
    }

    /// Returns whether a zone is skipped because it has too many dirty pages to provide a page that will be dirtied.
    fn dirty_limit_skips(&self, z: ZoneId, mark: Mark) -> bool {
        let dirty = self.memory.zones[z].dirty + self.memory.zones[z].writeback;
        let fast_path = mark == Mark::Low;
        let skips = self.on.decide(Mechanism::PerZoneDirty, |on| {
            per_zone_dirty::skips_zone(on, true, fast_path, dirty, || self.zone_dirty_limit(z))
        }) || self.on.decide(Mechanism::PerZoneDirtyRfc, |on| {
            per_zone_dirty_rfc::skips_zone(on, true, dirty, || self.zone_dirty_limits_rfc(z).dirty)
        });
        skips && gfp_write::marks(self.on.has(Mechanism::GfpWrite))
    }

    /// buffered_rmqueue: takes a page from this CPU's list, or a block from the buddy allocator.
    #[inline(never)]
    pub fn take_page(&mut self, z: ZoneId, order: u8, wanted: Migratetype) -> Option<Pfn> {
        if order == 0 {
            return self.take_single(z, wanted);
        }
        let zone = &mut self.memory.zones[z];
        let pfn = zone
            .buddy
            .take(&mut self.memory.frames, order as usize, wanted)?;
        self.memory.frames.flags[pfn as usize..][..1 << order].fill(0);
        zone.free -= 1 << order;
        zone.alloc_batch -= 1 << order;
        self.observer.count(z, Counter::PgAlloc, 1 << order);
        Some(pfn)
    }

    /// Marks an allocated block as used by the kernel, until [`Machine::take_back_from_kernel`] frees it.
    pub fn lend_to_kernel(&mut self, pfn: Pfn, order: u8) {
        for frame in pfn..pfn + (1 << order) {
            self.memory.frames.mapping[frame as usize] = KERNEL;
            self.memory.frames.flags[frame as usize] = flag::UNEVICTABLE;
        }
        let z = self.zone_of(pfn);
        self.memory.zones[z].kernel += 1 << order;
    }

    /// Frees a block that the kernel used (__free_pages): a single page to the per-CPU list, a larger block to the
    /// buddy allocator.
    pub fn take_back_from_kernel(&mut self, pfn: Pfn, order: u8) {
        let z = self.zone_of(pfn);
        self.memory.zones[z].kernel -= 1 << order;
        if order == 0 {
            self.free_page(pfn, false);
            return;
        }
        self.observer.count(z, Counter::PgFree, 1 << order);
        let zone = &mut self.memory.zones[z];
        zone.all_unreclaimable = false;
        zone.pages_scanned = 0;
        zone.buddy
            .free(&mut self.memory.frames, pfn, order as usize);
        zone.free += 1 << order;
    }

    /// Frees a range of frames directly to the buddy allocator, as at boot.
    pub fn free_at_boot(&mut self, z: ZoneId, mut from: Pfn, to: Pfn) {
        let zone = &mut self.memory.zones[z];
        while from < to {
            let offset = from - zone.start;
            let aligned = if offset == 0 {
                ORDERS as u32 - 1
            } else {
                offset.trailing_zeros().min(ORDERS as u32 - 1)
            };
            let order = aligned.min((to - from).ilog2());
            zone.buddy
                .free(&mut self.memory.frames, from, order as usize);
            zone.free += 1 << order;
            from += 1 << order;
        }
    }

    /// Returns the zone of a frame.
    #[inline]
    #[must_use]
    pub fn zone_of(&self, pfn: Pfn) -> ZoneId {
        self.memory.zone_starts.zone_of(pfn)
    }
}
