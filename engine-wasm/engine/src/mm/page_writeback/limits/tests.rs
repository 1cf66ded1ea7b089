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
    let limits = |zone: ZonePages| SETTINGS.zone_limits_rfc(memory.zone_rfc(&zone), 900_091, false);
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
