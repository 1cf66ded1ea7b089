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
mod tests {
    use super::*;

    const DMA: ZonePages = ZonePages {
        free: 3_850,
        file_lru: 0,
        anon_lru: 0,
        reserve: 3_744,
        present: 3_900,
    };
    const DMA32: ZonePages = ZonePages {
        free: 3_000,
        file_lru: 500_000,
        anon_lru: 278_000,
        reserve: 3_031,
        present: 830_000,
    };
    const NORMAL: ZonePages = ZonePages {
        free: 400,
        file_lru: 100_000,
        anon_lru: 22_000,
        reserve: 385,
        present: 126_000,
    };
    const ZONES: [ZonePages; 3] = [DMA, DMA32, NORMAL];
    const SETTINGS: DirtySettings = DirtySettings {
        dirty: Amount::Ratio(20),
        background: Amount::Ratio(10),
        ratio_floor: 0,
    };

    fn memory(rule: Dirtyable, reserves: bool) -> DirtyableMemory {
        DirtyableMemory {
            rule,
            reserves,
            swap_free: true,
            min_free_kbytes: 7_837,
        }
    }

    #[test]
    fn reserves_of_the_three_zone_machine() {
        assert_eq!(dirty_balance_reserve(&[0, 3_242, 3_734], 10, 3_900), 3_744);
        assert_eq!(dirty_balance_reserve(&[0, 0, 492], 2_539, 830_000), 3_031);
        assert_eq!(dirty_balance_reserve(&[0, 0, 0], 385, 126_000), 385);
        assert_eq!(dirty_balance_reserve(&[0, 2_988, 4_472], 10, 3_900), 3_900);
        assert_eq!(ZONES.iter().map(|z| z.reserve).sum::<u64>(), 7_160);
    }

    #[test]
    fn reserves_move_the_global_limits() {
        let off = memory(Dirtyable::AnonWhileSwap, false).global(&ZONES);
        let on = memory(Dirtyable::AnonWhileSwap, true).global(&ZONES);
        assert_eq!((off, on), (907_251, 900_091));
        assert_eq!(
            SETTINGS.limits(off, false),
            DirtyLimits {
                dirty: 181_450,
                background: 90_725
            }
        );
        assert_eq!(
            SETTINGS.limits(on, false),
            DirtyLimits {
                dirty: 180_018,
                background: 90_009
            }
        );
    }

    #[test]
    fn dirtyable_by_rule() {
        let global = |rule, reserves| memory(rule, reserves).global(&ZONES);
        assert_eq!(global(Dirtyable::AllLru, false), 907_251);
        assert_eq!(global(Dirtyable::LessMinFree, true), 900_091 - 1_959);
        assert_eq!(
            global(Dirtyable::FileOnly, true),
            7_250 - 7_160 + 600_000 + 1
        );
        let no_swap = DirtyableMemory {
            swap_free: false,
            ..memory(Dirtyable::AnonWhileSwap, true)
        };
        assert_eq!(no_swap.global(&ZONES), 600_091);
        assert_eq!(no_swap.zone(&NORMAL), 100_015);
    }

    #[test]
    fn zone_limits() {
        let memory = memory(Dirtyable::AnonWhileSwap, true);
        let global = memory.global(&ZONES);
        let limit = |zone| SETTINGS.zone_limit(memory.zone(zone), global, false);
        assert_eq!(memory.zone(&NORMAL), 122_015);
        assert_eq!(limit(&NORMAL), 24_403);
        assert_eq!((memory.zone(&DMA32), limit(&DMA32)), (777_969, 155_593));
        assert_eq!((memory.zone(&DMA), limit(&DMA)), (106, 21));
        assert_eq!(SETTINGS.zone_limit(122_015, global, true), 24_403 + 6_100);
    }

    #[test]
    fn a_zone_below_its_reserve() {
        let low = ZonePages { free: 3_700, ..DMA };
        let limit = |rule| SETTINGS.zone_limit(memory(rule, true).zone(&low), 900_091, false);
        assert!(limit(Dirtyable::AnonWhileSwap) > 1 << 40);
        assert_eq!(limit(Dirtyable::LessMinFree), 0);
        assert_eq!(limit(Dirtyable::FileOnly), 0);
    }

    #[test]
    fn zone_limits_of_the_posted_series() {
        let memory = memory(Dirtyable::AnonWhileSwap, true);
        let limits =
            |zone: ZonePages| SETTINGS.zone_limits_rfc(memory.zone_rfc(&zone), 900_091, false);
        assert_eq!(
            limits(NORMAL),
            DirtyLimits {
                dirty: 24_480,
                background: 12_240
            }
        );
        let dma32 = ZonePages {
            free: 2_600,
            ..DMA32
        };
        assert_eq!(
            limits(dma32),
            DirtyLimits {
                dirty: 156_120,
                background: 78_060
            }
        );
        let dma = ZonePages { free: 3_740, ..DMA };
        assert_eq!(
            limits(dma),
            DirtyLimits {
                dirty: 748,
                background: 374
            }
        );
        let dma = ZonePages {
            free: 3_000,
            file_lru: 820,
            ..DMA
        };
        assert_eq!(
            limits(dma),
            DirtyLimits {
                dirty: 764,
                background: 382
            }
        );
    }

    #[test]
    fn settings() {
        let bytes = DirtySettings {
            dirty: Amount::Bytes(4_096 * 1_000 + 1),
            background: Amount::Bytes(4_096 * 2_000),
            ratio_floor: 5,
        };
        assert_eq!(
            bytes.limits(1, false),
            DirtyLimits {
                dirty: 1_001,
                background: 500
            }
        );
        assert_eq!(
            bytes.limits(1, true),
            DirtyLimits {
                dirty: 1_251,
                background: 625
            }
        );
        assert_eq!(
            bytes.zone_limit(122_015, 900_091, false),
            1_001 * 122_015 / 900_091
        );
        let rfc = bytes.zone_limits_rfc(450_000, 900_000, false);
        assert_eq!(
            rfc,
            DirtyLimits {
                dirty: 500,
                background: 250
            }
        );

        let low = DirtySettings {
            dirty: Amount::Ratio(1),
            background: Amount::Ratio(1),
            ratio_floor: 5,
        };
        assert_eq!(
            low.limits(1_000, false),
            DirtyLimits {
                dirty: 50,
                background: 10
            }
        );
        let no_floor = DirtySettings {
            ratio_floor: 0,
            ..low
        };
        assert_eq!(
            no_floor.limits(1_000, false),
            DirtyLimits {
                dirty: 10,
                background: 5
            }
        );
    }

    #[test]
    fn background_stays_below_dirty() {
        for dirty in 1..=100 {
            for background in 0..=100 {
                for dirtyable in [100, 101, 777, 122_015, 907_251] {
                    let settings = DirtySettings {
                        dirty: Amount::Ratio(dirty),
                        background: Amount::Ratio(background),
                        ratio_floor: 0,
                    };
                    for less_throttle in [false, true] {
                        let limits = settings.limits(dirtyable, less_throttle);
                        assert!(limits.background < limits.dirty, "{settings:?} {dirtyable}");
                        assert!(limits.freerun() >= limits.background);
                        assert!(limits.freerun() < limits.dirty);
                    }
                }
            }
        }
    }
}
