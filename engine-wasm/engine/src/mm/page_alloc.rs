//! The page allocator's fast path, and blocks of the kernel (mm/page_alloc.c).

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
    /// zone_watermark_ok with a watermark in pages.
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
    /// zone_watermark_ok with a watermark in pages.
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

    /// Whether a zone is above one of its watermarks for order 0, without privileges.
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

    /// Class zone of every ordinary request: the highest.
    #[must_use]
    pub fn class_zone(&self) -> ZoneId {
        self.memory.zones.len() - 1
    }

    /// Class zone of a request: the highest that it may be served from (gfp_zone).
    #[inline(always)]
    fn class_zone_of(&self, gfp: Gfp) -> ZoneId {
        if gfp.highmem {
            self.class_zone()
        } else {
            self.memory.lowmem_class
        }
    }

    /// get_page_from_freelist: the first zone of the zonelist that may give the page gives it.
    pub fn page_from_freelist(&mut self, gfp: Gfp, flags: AllocFlags) -> Option<Pfn> {
        self.page_from_zones(gfp, flags, false)
    }

    /// The first attempt of all: in turns where zones take turns, then from whichever zone has a page above low.
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
            // Nearly always: the same for a single page for which dirty limits do not count.
            let z = self.zone_above_low(gfp)?;
            if let Some(pfn) = self.take_single(z, gfp.migratetype) {
                return Some(pfn);
            }
        }
        self.page_from_zones(gfp, flags, false)
    }

    /// The first zone of the zonelist that is above low for a single page.
    #[inline(always)]
    fn zone_above_low(&self, gfp: Gfp) -> Option<ZoneId> {
        let class = self.class_zone_of(gfp);
        let flags = AllocFlags::at(Mark::Low);
        let above_low = |zone: &Zone| zone.watermark_ok(0, zone.watermarks.low, class, flags);
        self.memory.zones[..=class].iter().rposition(above_low)
    }

    /// Whether a request for a single page looks at nothing but low watermarks.
    #[must_use]
    pub fn allocates_by_watermarks(&self, gfp: Gfp) -> bool {
        self.on.allows(Shortcut::AddNewPages) && !self.may_limit_dirty_zones(gfp)
    }

    /// Whether a zone could be passed over for its dirty pages: no other decision asks for __GFP_WRITE.
    #[inline]
    fn may_limit_dirty_zones(&self, gfp: Gfp) -> bool {
        gfp.write
            && self.on.may_have(Mechanism::GfpWrite)
            && (self.on.may_have(Mechanism::PerZoneDirty)
                || self.on.may_have(Mechanism::PerZoneDirtyRfc))
    }

    /// `fair`: ALLOC_FAIR.
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

    /// Whether a zone is passed over because it holds too many dirty pages for a page that will be written.
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

    /// buffered_rmqueue: a page from this CPU's list or from the buddy allocator.
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

    /// An allocated block belongs to the kernel for a while.
    pub fn lend_to_kernel(&mut self, pfn: Pfn, order: u8) {
        for frame in pfn..pfn + (1 << order) {
            self.memory.frames.mapping[frame as usize] = KERNEL;
            self.memory.frames.flags[frame as usize] = flag::UNEVICTABLE;
        }
        let z = self.zone_of(pfn);
        self.memory.zones[z].kernel += 1 << order;
    }

    /// The kernel frees such a block (__free_pages): a single page to the per-CPU list, a larger one to the buddy allocator.
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

    /// Gives a block straight to the buddy allocator, as boot does.
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

    /// The zone of a frame.
    #[inline]
    #[must_use]
    pub fn zone_of(&self, pfn: Pfn) -> ZoneId {
        self.memory.zone_starts.zone_of(pfn)
    }
}
