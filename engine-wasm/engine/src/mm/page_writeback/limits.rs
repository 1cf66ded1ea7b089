//! Dirtyable memory and the dirty limits, global and per zone (determine_dirtyable_memory,
//! get_dirty_limits, global_dirty_limits, zone_dirty_limit).

use crate::kernel::rules::Dirtyable;

const PAGE_SIZE: u64 = 4096;

/// Page counts of a zone from which dirtyable memory is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZonePages {
    /// NR_FREE_PAGES.
    pub free: u64,
    /// Active and inactive file pages.
    pub file_lru: u64,
    /// Active and inactive anonymous pages.
    pub anon_lru: u64,
    /// `dirty_balance_reserve` of the zone. At most `present` is subtracted.
    pub reserve: u64,
    /// Present pages.
    pub present: u64,
}

impl ZonePages {
    fn capped_reserve(&self) -> u64 {
        self.reserve.min(self.present)
    }

    fn reclaimable(&self, rule: Dirtyable, swap_free: bool) -> u64 {
        let with_anon = match rule {
            Dirtyable::AllLru => true,
            Dirtyable::AnonWhileSwap | Dirtyable::LessMinFree => swap_free,
            Dirtyable::FileOnly => false,
        };
        self.file_lru + if with_anon { self.anon_lru } else { 0 }
    }
}

/// Returns the pages of a zone that ordinary allocations leave free: its largest lowmem reserve plus its high
/// watermark, at most its present pages (calculate_totalreserve_pages, 3.3).
#[must_use]
pub fn dirty_balance_reserve(lowmem_reserve: &[u64], high: u64, present: u64) -> u64 {
    let reserve = lowmem_reserve.iter().copied().max().unwrap_or(0);
    reserve.saturating_add(high).min(present)
}

/// How dirtyable memory is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyableMemory {
    /// The kernel's rule.
    pub rule: Dirtyable,
    /// Whether the zones' reserves are subtracted (3.3 on; mechanism `dirty_reserves`).
    pub reserves: bool,
    /// Whether a swap slot is free.
    pub swap_free: bool,
    /// vm.min_free_kbytes, kB.
    pub min_free_kbytes: u64,
}

impl DirtyableMemory {
    /// Returns the number of dirtyable pages; never 0. The global limits are percentages of this number
    /// (determine_dirtyable_memory to 3.2, global_dirtyable_memory from 3.3).
    ///
    /// Before 3.9, the result wraps to a huge number if the reserves exceed all other pages.
    #[must_use]
    pub fn global(&self, zones: &[ZonePages]) -> u64 {
        let free: u64 = zones.iter().map(|z| z.free).sum();
        let lru: u64 = zones
            .iter()
            .map(|z| z.reclaimable(self.rule, self.swap_free))
            .sum();
        let reserve: u64 = zones.iter().map(ZonePages::capped_reserve).sum();
        let pages = self.less_reserve(free, lru, reserve);
        let pages = match self.rule {
            Dirtyable::LessMinFree => pages.saturating_sub(self.min_free_kbytes / 4),
            Dirtyable::AllLru | Dirtyable::AnonWhileSwap | Dirtyable::FileOnly => pages,
        };
        pages.wrapping_add(1)
    }

    /// Returns the number of dirtyable pages of a zone. The zone's `per_zone_dirty` limit is a percentage of this
    /// number (zone_dirtyable_memory, 3.3).
    ///
    /// Before 3.9, the result wraps to a huge number if a zone holds less than its reserve.
    #[must_use]
    pub fn zone(&self, zone: &ZonePages) -> u64 {
        self.less_reserve(
            zone.free,
            zone.reclaimable(self.rule, self.swap_free),
            zone.capped_reserve(),
        )
    }

    /// Returns a zone's dirtyable pages for `per_zone_dirty_rfc`; its limits are percentages of this number. No reserve
    /// is subtracted (zone_dirtyable_memory of the posted series, on 3.0).
    #[must_use]
    pub fn zone_rfc(&self, zone: &ZonePages) -> u64 {
        1 + zone.free + zone.reclaimable(self.rule, self.swap_free)
    }

    fn less_reserve(&self, free: u64, lru: u64, reserve: u64) -> u64 {
        let reserve = if self.reserves { reserve } else { 0 };
        match self.rule {
            Dirtyable::AllLru | Dirtyable::AnonWhileSwap => (free + lru).wrapping_sub(reserve),
            Dirtyable::LessMinFree => (free + lru).saturating_sub(reserve),
            Dirtyable::FileOnly => free.saturating_sub(reserve) + lru,
        }
    }
}

/// A limit as the administrator sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Percent of dirtyable memory (vm.dirty_ratio, vm.dirty_background_ratio).
    Ratio(u32),
    /// Bytes (vm.dirty_bytes, vm.dirty_background_bytes).
    Bytes(u64),
}

impl Amount {
    /// Returns the limit in pages for a machine with `dirtyable` dirtyable pages.
    fn pages(self, dirtyable: u64) -> u64 {
        match self {
            Amount::Ratio(percent) => share(percent, dirtyable),
            Amount::Bytes(bytes) => bytes.div_ceil(PAGE_SIZE),
        }
    }

    /// Returns a zone's part of the limit, pages.
    fn zone_pages(self, zone_dirtyable: u64, global_dirtyable: u64) -> u64 {
        match self {
            Amount::Ratio(percent) => share(percent, zone_dirtyable),
            Amount::Bytes(bytes) => {
                bytes.div_ceil(PAGE_SIZE).wrapping_mul(zone_dirtyable) / global_dirtyable.max(1)
            }
        }
    }

    fn at_least_percent(self, floor: u32) -> Self {
        match self {
            Amount::Ratio(percent) => Amount::Ratio(percent.max(floor)),
            Amount::Bytes(_) => self,
        }
    }
}

fn share(percent: u32, pages: u64) -> u64 {
    u64::from(percent).wrapping_mul(pages) / 100
}

/// The administrator's limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtySettings {
    /// Limit at which writers are throttled.
    pub dirty: Amount,
    /// Limit at which flushers start writing.
    pub background: Amount,
    /// Lower bound of the `dirty` ratio, percent (5 up to 2.6.36, 0 in later kernels).
    pub ratio_floor: u32,
}

impl DirtySettings {
    /// Returns the global limits (get_dirty_limits up to 2.6.35, global_dirty_limits from 2.6.36 on).
    ///
    /// `less_throttle` raises the limits by a quarter, for a realtime task or one flagged PF_LESS_THROTTLE.
    #[must_use]
    pub fn limits(&self, dirtyable: u64, less_throttle: bool) -> DirtyLimits {
        DirtyLimits {
            dirty: self
                .dirty
                .at_least_percent(self.ratio_floor)
                .pages(dirtyable),
            background: self.background.pages(dirtyable),
        }
        .adjusted(less_throttle)
    }

    /// Returns the limit of a zone for `per_zone_dirty`, pages (zone_dirty_limit, 3.3). A zone exceeds it if its dirty,
    /// unstable and writeback pages are **more** than the limit.
    #[must_use]
    pub fn zone_limit(&self, zone: u64, global: u64, less_throttle: bool) -> u64 {
        let dirty = self
            .dirty
            .at_least_percent(self.ratio_floor)
            .zone_pages(zone, global);
        if less_throttle {
            a_quarter_more(dirty)
        } else {
            dirty
        }
    }

    /// Returns the dirty and the background limit of a zone for `per_zone_dirty_rfc` (the posted series, on 3.0).
    #[must_use]
    pub fn zone_limits_rfc(&self, zone: u64, global: u64, less_throttle: bool) -> DirtyLimits {
        DirtyLimits {
            dirty: self
                .dirty
                .at_least_percent(self.ratio_floor)
                .zone_pages(zone, global),
            background: self.background.zone_pages(zone, global),
        }
        .adjusted(less_throttle)
    }
}

fn a_quarter_more(pages: u64) -> u64 {
    pages.wrapping_add(pages / 4)
}

/// Dirty limits, pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DirtyLimits {
    /// Limit at which writers are throttled.
    pub dirty: u64,
    /// Limit at which flushers start writing.
    pub background: u64,
}

impl DirtyLimits {
    /// Returns the freerun ceiling, up to which writers are not throttled, pages (dirty_freerun_ceiling, 3.1).
    #[must_use]
    pub fn freerun(&self) -> u64 {
        self.dirty.wrapping_add(self.background) / 2
    }

    fn adjusted(mut self, less_throttle: bool) -> Self {
        if self.background >= self.dirty {
            self.background = self.dirty / 2;
        }
        if less_throttle {
            self.background = a_quarter_more(self.background);
            self.dirty = a_quarter_more(self.dirty);
        }
        self
    }
}

#[cfg(test)]
mod tests;
