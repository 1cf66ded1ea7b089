//! The page allocator's fast path, per-CPU lists and freeing (mm/page_alloc.c).

use super::buddy::ORDERS;
use super::page::{FREE, KERNEL, Pfn, flag};
use super::zone::{Mark, ZoneId};
use crate::machine::Machine;
use crate::mechanism::{Mechanism, alloc_fairness, per_zone_dirty, per_zone_dirty_rfc};
use crate::record::Entry;
use crate::trace::Reason;
use crate::vmstat::Counter;

/// An allocation request. Flags after include/linux/gfp.h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gfp {
    /// log2 of the pages wanted.
    pub order: u8,
    /// __GFP_WAIT: may sleep and reclaim.
    pub wait: bool,
    /// __GFP_HIGH: may use the emergency pools (ALLOC_HIGH).
    pub high: bool,
    /// __GFP_IO: reclaim may start I/O.
    pub io: bool,
    /// __GFP_FS: reclaim may call into filesystems.
    pub fs: bool,
    /// __GFP_WRITE: the page will be dirtied.
    pub write: bool,
}

impl Gfp {
    /// GFP_HIGHUSER_MOVABLE, as page cache and anonymous memory use it.
    pub const USER: Gfp = Gfp {
        order: 0,
        wait: true,
        high: false,
        io: true,
        fs: true,
        write: false,
    };
    /// GFP_NOFS, from inside a filesystem's write path.
    pub const NOFS: Gfp = Gfp {
        order: 0,
        wait: true,
        high: false,
        io: true,
        fs: false,
        write: false,
    };
    /// GFP_ATOMIC.
    pub const ATOMIC: Gfp = Gfp {
        order: 0,
        wait: false,
        high: true,
        io: false,
        fs: false,
        write: false,
    };
}

/// How deep into the reserves an attempt may go (ALLOC_*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocFlags {
    /// The watermark to stay above.
    pub mark: Mark,
    /// ALLOC_HARDER.
    pub harder: bool,
    /// ALLOC_HIGH.
    pub high: bool,
}

impl AllocFlags {
    /// An attempt at a watermark without privileges.
    #[must_use]
    pub fn at(mark: Mark) -> Self {
        Self {
            mark,
            harder: false,
            high: false,
        }
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
        let zone = &self.zones[z];
        let mut min = mark as i64;
        let mut free = zone.free as i64 - (1 << order) + 1;
        if flags.high {
            min -= min / 2;
        }
        if flags.harder {
            min -= min / 4;
        }
        if free <= min + zone.lowmem_reserve[class] as i64 {
            return false;
        }
        for o in 0..order as usize {
            free -= (zone.buddy.nr_free(o) << o) as i64;
            min >>= 1;
            if free <= min {
                return false;
            }
        }
        true
    }

    /// Whether a zone is above one of its watermarks for order 0, without privileges.
    #[must_use]
    pub fn zone_ok(&self, z: ZoneId, mark: Mark, class: ZoneId) -> bool {
        self.watermark_ok(
            z,
            0,
            self.zones[z].watermark(mark),
            class,
            AllocFlags::at(mark),
        )
    }

    /// Class zone of every ordinary request: the highest.
    #[must_use]
    pub fn class_zone(&self) -> ZoneId {
        self.zones.len() - 1
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
            for zone in &mut self.zones {
                zone.alloc_batch = alloc_fairness::batch(&zone.watermarks);
            }
        }
        self.page_from_zones(gfp, flags, false)
    }

    /// `fair`: ALLOC_FAIR.
    fn page_from_zones(&mut self, gfp: Gfp, flags: AllocFlags, fair: bool) -> Option<Pfn> {
        let class = self.class_zone();
        for z in (0..self.zones.len()).rev() {
            if alloc_fairness::passes_over(fair, self.zones[z].alloc_batch) {
                continue;
            }
            if gfp.write && self.dirty_limit_skips(z, flags.mark) {
                continue;
            }
            if flags.mark != Mark::None {
                let mark = self.zones[z].watermark(flags.mark);
                if !self.watermark_ok(z, gfp.order, mark, class, flags) {
                    continue;
                }
            }
            if let Some(pfn) = self.take_page(z, gfp.order) {
                return Some(pfn);
            }
        }
        None
    }

    /// Whether a zone is passed over because it holds too many dirty pages for a page that will be written.
    fn dirty_limit_skips(&self, z: ZoneId, mark: Mark) -> bool {
        let dirty = self.zones[z].dirty + self.zones[z].writeback;
        per_zone_dirty::skips_zone(
            self.on.has(Mechanism::PerZoneDirty),
            true,
            mark == Mark::Low,
            dirty,
            || self.zone_dirty_limit(z),
        ) || per_zone_dirty_rfc::skips_zone(
            self.on.has(Mechanism::PerZoneDirtyRfc),
            true,
            dirty,
            || self.zone_dirty_limits_rfc(z).dirty,
        )
    }

    /// buffered_rmqueue: a page from this CPU's list or from the buddy allocator.
    pub fn take_page(&mut self, z: ZoneId, order: u8) -> Option<Pfn> {
        let pfn = if order == 0 {
            self.take_from_cpu_list(z)?
        } else {
            self.take_block(z, order)?
        };
        self.zones[z].alloc_batch -= 1 << order;
        self.vmstat.add(z, Counter::PgAlloc, 1 << order);
        for frame in pfn..pfn + (1 << order) {
            self.frames.flags[frame as usize] = 0;
        }
        Some(pfn)
    }

    fn take_from_cpu_list(&mut self, z: ZoneId) -> Option<Pfn> {
        let cpu = self.cpu as usize;
        if self.cpus[cpu].pcp[z].len == 0 {
            for _ in 0..self.zones[z].pcp_batch {
                let Some(pfn) = self.take_block(z, 0) else {
                    break;
                };
                self.frames.flags[pfn as usize] = flag::PCP;
                self.cpus[cpu].pcp[z].push_tail(&mut self.frames, pfn);
                self.zones[z].pcp += 1;
            }
        }
        let pfn = self.cpus[cpu].pcp[z].pop_head(&mut self.frames)?;
        self.zones[z].pcp -= 1;
        Some(pfn)
    }

    fn take_block(&mut self, z: ZoneId, order: u8) -> Option<Pfn> {
        let zone = &mut self.zones[z];
        let pfn = zone.buddy.take(&mut self.frames, order as usize)?;
        zone.free -= 1 << order;
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
        self.zones[z].pcp += 1;
        if self.cpus[cpu].pcp[z].len >= self.zones[z].pcp_high {
            let batch = self.zones[z].pcp_batch;
            self.return_to_buddy(cpu, z, batch);
        }
    }

    /// An allocated block belongs to the kernel for a while.
    pub fn lend_to_kernel(&mut self, pfn: Pfn, order: u8) {
        for frame in pfn..pfn + (1 << order) {
            self.frames.mapping[frame as usize] = KERNEL;
            self.frames.flags[frame as usize] = flag::UNEVICTABLE;
        }
        let z = self.zone_of(pfn);
        self.zones[z].kernel += 1 << order;
    }

    /// The kernel frees such a block (__free_pages): a single page to the per-CPU list, a larger one to the buddy allocator.
    pub fn take_back_from_kernel(&mut self, pfn: Pfn, order: u8) {
        let z = self.zone_of(pfn);
        self.zones[z].kernel -= 1 << order;
        if order == 0 {
            self.free_page(pfn, false);
            return;
        }
        self.vmstat.add(z, Counter::PgFree, 1 << order);
        let zone = &mut self.zones[z];
        zone.all_unreclaimable = false;
        zone.pages_scanned = 0;
        zone.buddy.free(&mut self.frames, pfn, order as usize);
        zone.free += 1 << order;
    }

    /// free_pcppages_bulk: the pages at the tail of a per-CPU list go back to the buddy allocator.
    fn return_to_buddy(&mut self, cpu: usize, z: ZoneId, pages: u32) {
        let zone = &mut self.zones[z];
        zone.all_unreclaimable = false;
        zone.pages_scanned = 0;
        for _ in 0..pages {
            let Some(pfn) = self.cpus[cpu].pcp[z].pop_tail(&mut self.frames) else {
                break;
            };
            zone.buddy.free(&mut self.frames, pfn, 0);
            zone.free += 1;
            zone.pcp -= 1;
        }
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

    /// Gives a block straight to the buddy allocator, as boot does.
    pub fn free_at_boot(&mut self, z: ZoneId, mut from: Pfn, to: Pfn) {
        let zone = &mut self.zones[z];
        while from < to {
            let offset = from - zone.start;
            let aligned = if offset == 0 {
                ORDERS as u32 - 1
            } else {
                offset.trailing_zeros().min(ORDERS as u32 - 1)
            };
            let order = aligned.min((to - from).ilog2());
            zone.buddy.free(&mut self.frames, from, order as usize);
            zone.free += 1 << order;
            from += 1 << order;
        }
    }

    /// The zone of a frame.
    #[inline]
    #[must_use]
    pub fn zone_of(&self, pfn: Pfn) -> ZoneId {
        let mut z = self.zones.len() - 1;
        while self.zones[z].start > pfn {
            z -= 1;
        }
        z
    }
}
