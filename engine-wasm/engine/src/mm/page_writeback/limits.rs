//! Dirtyable memory and the dirty limits, global and per zone (determine_dirtyable_memory,
//! get_dirty_limits, global_dirty_limits, zone_dirty_limit).

use crate::kernel::rules::Dirtyable;

const PAGE_SIZE: u64 = 4096;

/// What of a zone can become dirty, pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZonePages {
    /// NR_FREE_PAGES.
    pub free: u64,
    /// Active and inactive file pages.
    pub file_lru: u64,
    /// Active and inactive anonymous pages.
    pub anon_lru: u64,
    /// `dirty_balance_reserve` of the zone. Never more than `present` is taken off.
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

/// The part of a zone that allocations for ordinary use leave alone, pages: its largest lowmem
/// reserve and its high watermark, at most its present pages (calculate_totalreserve_pages, 3.3).
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
    /// The zones' reserves are taken off (3.3 on; mechanism `dirty_reserves`).
    pub reserves: bool,
    /// A swap slot is free.
    pub swap_free: bool,
    /// vm.min_free_kbytes, kB.
    pub min_free_kbytes: u64,
}

impl DirtyableMemory {
    /// Pages that the global limits are a share of, never 0 (determine_dirtyable_memory to 3.2,
    /// global_dirtyable_memory from 3.3).
    ///
    /// Up to 3.9 a sum of reserves above the rest wraps to a huge number.
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

    /// Pages that a zone's limit of `per_zone_dirty` is a share of (zone_dirtyable_memory, 3.3).
    ///
    /// Up to 3.9 a zone that holds less than its reserve wraps to a huge number.
    #[must_use]
    pub fn zone(&self, zone: &ZonePages) -> u64 {
        self.less_reserve(
            zone.free,
            zone.reclaimable(self.rule, self.swap_free),
            zone.capped_reserve(),
        )
    }

    /// Pages that a zone's limits of `per_zone_dirty_rfc` are a share of: no reserve is taken off
    /// (zone_dirtyable_memory of the posted series, on 3.0).
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
    /// Pages, of so many dirtyable ones.
    fn pages(self, dirtyable: u64) -> u64 {
        match self {
            Amount::Ratio(percent) => share(percent, dirtyable),
            Amount::Bytes(bytes) => bytes.div_ceil(PAGE_SIZE),
        }
    }

    /// A zone's part, pages.
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
    /// Where writers are stopped.
    pub dirty: Amount,
    /// Where flushers start.
    pub background: Amount,
    /// A ratio below it counts as it, percent; for `dirty` alone (5 to 2.6.36, then 0).
    pub ratio_floor: u32,
}

impl DirtySettings {
    /// The global limits (get_dirty_limits to 2.6.36, then global_dirty_limits).
    ///
    /// `less_throttle`: for a realtime task or one flagged PF_LESS_THROTTLE, a quarter more.
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

    /// The limit of `per_zone_dirty`, pages (zone_dirty_limit, 3.3). A zone is over it when its
    /// dirty, unstable and writeback pages are **more**.
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

    /// The two limits of `per_zone_dirty_rfc` (the posted series, on 3.0).
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
    /// Where writers are stopped.
    pub dirty: u64,
    /// Where flushers start.
    pub background: u64,
}

impl DirtyLimits {
    /// Up to here writers are free, pages (dirty_freerun_ceiling, 3.1).
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
