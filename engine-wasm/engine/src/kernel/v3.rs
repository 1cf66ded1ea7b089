//! The kernels of the other postings, 3.0 to 3.16: rules, and sets of mechanisms.
//!
//! Each row says what it changes against the one before.

use super::rules::{
    ActiveAnonScan, BailOut, BalanceDirty, BalancePgdat, Dirtyable, FlusherChunk, FlusherRefill,
    LumpyWait, PageReferences, QueueClass, Rebalance, ReclaimEnd, Rules, ScanFloor, ScanShare,
    TooManyIsolated,
};
use crate::mechanism::Mechanism;
use crate::mechanism::Mechanism::{
    AllocFairness, BatchRemoveMapping, DirtyReserves, EvictOnce, FsReclaimWarnings, GfpWrite,
    ImmediateReclaim, InstantFree, IolessDirtyBalance, KswapdFsWriteHighPrioOnly,
    NoDirectFsWriteback, NoLumpySyncWrite, PerZoneDirty, PerZoneDirtyRfc, SyncAsyncCongestion,
    ThrottleOnWriteback, WaitIffCongested, Workingset, ZoneFlagsV311,
};

/// 3.0 and 3.1.
pub const V3_0: &[Mechanism] = &[SyncAsyncCongestion, EvictOnce, WaitIffCongested];
/// 3.0 with per-zone dirty limits as posted.
pub const V3_0_PER_ZONE: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    GfpWrite,
    PerZoneDirtyRfc,
];
/// 3.1 with the series against writeback from reclaim.
pub const WRITEBACK_SERIES: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    NoDirectFsWriteback,
    KswapdFsWriteHighPrioOnly,
    ThrottleOnWriteback,
    ImmediateReclaim,
    NoLumpySyncWrite,
    FsReclaimWarnings,
];
/// 3.2.
pub const V3_2: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    NoDirectFsWriteback,
    KswapdFsWriteHighPrioOnly,
    ThrottleOnWriteback,
    ImmediateReclaim,
    NoLumpySyncWrite,
    FsReclaimWarnings,
    IolessDirtyBalance,
];
/// 3.3 and 3.4.
pub const V3_3: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    NoDirectFsWriteback,
    KswapdFsWriteHighPrioOnly,
    ThrottleOnWriteback,
    ImmediateReclaim,
    NoLumpySyncWrite,
    FsReclaimWarnings,
    IolessDirtyBalance,
    DirtyReserves,
    GfpWrite,
    PerZoneDirty,
];
/// 3.5 to 3.10, which have no lumpy reclaim.
pub const V3_10: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    NoDirectFsWriteback,
    KswapdFsWriteHighPrioOnly,
    ThrottleOnWriteback,
    ImmediateReclaim,
    FsReclaimWarnings,
    IolessDirtyBalance,
    DirtyReserves,
    GfpWrite,
    PerZoneDirty,
];
/// 3.10 with removal in batches.
pub const V3_10_BATCH: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    NoDirectFsWriteback,
    KswapdFsWriteHighPrioOnly,
    ThrottleOnWriteback,
    ImmediateReclaim,
    FsReclaimWarnings,
    IolessDirtyBalance,
    DirtyReserves,
    GfpWrite,
    PerZoneDirty,
    BatchRemoveMapping,
];
/// 3.16.
pub const V3_16: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    NoDirectFsWriteback,
    ImmediateReclaim,
    FsReclaimWarnings,
    IolessDirtyBalance,
    DirtyReserves,
    GfpWrite,
    PerZoneDirty,
    ZoneFlagsV311,
    AllocFairness,
    Workingset,
];
/// 3.16 with free at I/O completion.
pub const V3_16_INSTANT_FREE: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    WaitIffCongested,
    NoDirectFsWriteback,
    ImmediateReclaim,
    FsReclaimWarnings,
    IolessDirtyBalance,
    DirtyReserves,
    GfpWrite,
    PerZoneDirty,
    ZoneFlagsV311,
    AllocFairness,
    Workingset,
    InstantFree,
];

/// Rules of 3.0.
#[must_use]
pub fn v3_0() -> Rules {
    Rules {
        dirty_background_ratio: 10,
        dirty_ratio: 20,
        dirty_ratio_floor: 0,
        dirtyable: Dirtyable::AnonWhileSwap,
        balance_dirty: BalanceDirty::Exceeded,
        bail_out: BailOut::AtLeastTargetPerZone,
        page_references: PageReferences::UseOnceFileClean,
        scan_floor: ScanFloor::SmallZone,
        scan_share: ScanShare::Fraction,
        isolate_exact: true,
        anon_low_needs_swap: true,
        active_anon_scan: ActiveAnonScan::OnlyIfLow,
        anon_aging_needs_slot: false,
        no_swap_spares_anon: true,
        anon_always_reclaimable: false,
        swapin_marks_accessed: false,
        protect_executable: true,
        rebalance: Rebalance::FreelistFirst,
        drain_pcp_after_reclaim: true,
        pcp_lists_in_turn: true,
        stolen_rest_stays: false,
        lumpy_reclaim: true,
        lumpy_wait: LumpyWait::Stalled,
        lumpy_stops_at_busy: true,
        lumpy_spares_anon: true,
        reclaim_end: ReclaimEnd::HopeByFlag,
        wakeup_looks_first: false,
        balance_pgdat: BalancePgdat::V30,
        premature_sleep_check: true,
        skip_nap_under_min: true,
        kswapd_naps: true,
        balance_gap: true,
        too_many_isolated: TooManyIsolated::AboveInactive,
        direct_reclaim_naps: true,
        zone_congested: true,
        balanced_zones_uncongested: false,
        watermark_test_off_by_two: true,
        khugepaged: true,
        mark_writeback_reclaim: false,
        reclaim_plug: false,
        dirtying_clears_reclaim: true,
        stable_pages: true,
        xfs_refuses_direct: true,
        xfs_prealloc_doubles: true,
        pdflush: false,
        flusher_chunk: FlusherChunk::PerPass,
        flusher_refill: FlusherRefill::EveryPass,
        used_up_inodes_first: true,
        background_ends_at_limit: true,
        flusher_yields: true,
        flusher_checks_background: true,
        ext4_chunk_multiple: 8,
        xfs_chunk_multiple: 1,
        queue_class: QueueClass::SyncAsync,
        activate_pagevec: true,
        ext3_barriers: false,
        nr_written_at_end: false,
        pgsteal_split: false,
        slab_cap_half: false,
        watermark_from_managed: false,
        pfmemalloc_throttle: false,
        proportions_by_time: false,
        writeout_hard_limit: false,
        tree_lock_holds: false,
        one_add_pagevec: false,
        wakes_kswapd_at_high: false,
        unreclaimable_by_scan: false,
    }
}

/// Rules of 3.0.101, the last of the stable 3.0 series: 3.0 with the reclaim fixes that stable took from later kernels.
///
/// Those that act here: kswapd forces a scan only of zones flagged all_unreclaimable (the stable tree's substitute for
/// ad2b8e601099), executable and shared mapped pages are activated at once (34dbc67a644f, c909e99364c8), deferred
/// slab scanning is capped (3567b59aa80a), zones found balanced lose ZONE_CONGESTED (439423f6894a), and the watermark test
/// is exact again (df0a6daa01fa).
#[must_use]
pub fn v3_0_101() -> Rules {
    Rules {
        scan_floor: ScanFloor::Unreclaimable,
        page_references: PageReferences::UseOnceExec,
        balanced_zones_uncongested: true,
        watermark_test_off_by_two: false,
        slab_cap_half: true,
        ..v3_0()
    }
}

/// Rules of 3.1.
#[must_use]
pub fn v3_1() -> Rules {
    Rules {
        balance_dirty: BalanceDirty::ExceededWithBandwidth,
        scan_floor: ScanFloor::ShareOfBatch,
        flusher_chunk: FlusherChunk::PerInode,
        flusher_refill: FlusherRefill::WhenEmpty,
        ext4_chunk_multiple: 1,
        ext3_barriers: true,
        nr_written_at_end: true,
        balanced_zones_uncongested: true,
        slab_cap_half: true,
        ..v3_0()
    }
}

/// Rules of 3.2.
#[must_use]
pub fn v3_2() -> Rules {
    Rules {
        balance_dirty: BalanceDirty::Ioless32,
        scan_floor: ScanFloor::BatchThenShare,
        reclaim_plug: true,
        ..v3_1()
    }
}

/// Rules of 3.3.
#[must_use]
pub fn v3_3() -> Rules {
    Rules {
        balance_dirty: BalanceDirty::Ioless33,
        scan_floor: ScanFloor::Unreclaimable,
        page_references: PageReferences::UseOnceExec,
        watermark_test_off_by_two: false,
        ..v3_2()
    }
}

/// Rules of 3.4: throttle_vm_writeout obeys the limit that follows slowly (47a133339c33).
#[must_use]
pub fn v3_4() -> Rules {
    Rules {
        writeout_hard_limit: true,
        ..v3_3()
    }
}

/// Rules of 3.5: no lumpy reclaim, all swap-backed pages are activated (e48982734ea0), pgsteal is split.
#[must_use]
pub fn v3_5() -> Rules {
    Rules {
        page_references: PageReferences::UseOnceSwapBacked,
        lumpy_reclaim: false,
        pgsteal_split: true,
        ..v3_4()
    }
}

/// Rules of 3.6, and of 3.7, which changes none of them.
#[must_use]
pub fn v3_6() -> Rules {
    Rules {
        mark_writeback_reclaim: true,
        pfmemalloc_throttle: true,
        proportions_by_time: true,
        ..v3_5()
    }
}

/// Rules of 3.8: callers without __GFP_IO and __GFP_FS pass too_many_isolated longer (3cf23841b4b7). That it takes file pages
/// first while there are plenty (e9868505987a) comes with 3.9's form of the shares.
#[must_use]
pub fn v3_8() -> Rules {
    Rules {
        too_many_isolated: TooManyIsolated::AboveEighth,
        ..v3_6()
    }
}

/// Rules of 3.9: the rewritten shares with their floor, min_free_kbytes is not dirtyable, and writers wait
/// only where the device wants stable pages.
#[must_use]
pub fn v3_9() -> Rules {
    Rules {
        dirtyable: Dirtyable::LessMinFree,
        scan_floor: ScanFloor::UnreclaimableCapped,
        scan_share: ScanShare::FractionFileFirst,
        stable_pages: false,
        ..v3_8()
    }
}

/// Rules of 3.10.
#[must_use]
pub fn v3_10() -> Rules {
    Rules {
        balance_pgdat: BalancePgdat::V310,
        kswapd_naps: false,
        watermark_from_managed: true,
        tree_lock_holds: true,
        ..v3_9()
    }
}

/// Rules of 3.16.
#[must_use]
pub fn v3_16() -> Rules {
    Rules {
        dirtyable: Dirtyable::FileOnly,
        bail_out: BailOut::Proportional,
        scan_floor: ScanFloor::SecondComputation,
        stolen_rest_stays: true,
        balance_pgdat: BalancePgdat::V311,
        direct_reclaim_naps: false,
        one_add_pagevec: true,
        wakes_kswapd_at_high: true,
        unreclaimable_by_scan: true,
        ..v3_10()
    }
}
