//! The kernels of the study of stalls in congestion_wait, 2.6.29 to 2.6.34-rc1, and those up to 2.6.38: rules, and sets of mechanisms.
//!
//! Each row says what it changes against the next later kernel that has a row.

use super::rules::{
    ActiveAnonScan, BailOut, BalanceDirty, BalancePgdat, Dirtyable, FlusherRefill, LumpyWait,
    PageReferences, QueueClass, Rebalance, ReclaimEnd, Rules, ScanFloor, ScanShare,
    TooManyIsolated,
};
use super::v3::v3_0;
use crate::mechanism::Mechanism;
use crate::mechanism::Mechanism::{
    ActiveScanFallthrough, AsyncConfusionBug, CfqSyncNoidleFairness, EvictOnce, PtyHighOrderAtomic,
    SyncAsyncCongestion, WaitIffCongested,
};

/// 2.6.29.
pub const NONE: &[Mechanism] = &[];
/// 2.6.30.
pub const CONFUSED: &[Mechanism] = &[SyncAsyncCongestion, AsyncConfusionBug];
/// 2.6.30 mended, and later kernels with all that the study takes out of them.
pub const SYNC_ASYNC: &[Mechanism] = &[SyncAsyncCongestion];
/// 2.6.31 and 2.6.32.
pub const V2_6_31: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    ActiveScanFallthrough,
    PtyHighOrderAtomic,
];
/// The same with small tty buffers.
pub const EVICT_ONCE_FALLS: &[Mechanism] = &[SyncAsyncCongestion, EvictOnce, ActiveScanFallthrough];
/// 2.6.31 to 2.6.32.10 without evict-once.
pub const TTY: &[Mechanism] = &[SyncAsyncCongestion, PtyHighOrderAtomic];
/// 2.6.32.10.
pub const V2_6_32_10: &[Mechanism] = &[SyncAsyncCongestion, EvictOnce, PtyHighOrderAtomic];
/// The same with small tty buffers.
pub const EVICT_ONCE: &[Mechanism] = &[SyncAsyncCongestion, EvictOnce];
/// 2.6.33 and 2.6.34-rc1.
pub const V2_6_33: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    PtyHighOrderAtomic,
    CfqSyncNoidleFairness,
];
/// The same with small tty buffers; 2.6.35 and 2.6.36.
pub const EVICT_ONCE_CFQ: &[Mechanism] = &[SyncAsyncCongestion, EvictOnce, CfqSyncNoidleFairness];
/// 2.6.33 and 2.6.34-rc1 without evict-once.
pub const TTY_CFQ: &[Mechanism] = &[
    SyncAsyncCongestion,
    PtyHighOrderAtomic,
    CfqSyncNoidleFairness,
];
/// The same with small tty buffers.
pub const SYNC_ASYNC_CFQ: &[Mechanism] = &[SyncAsyncCongestion, CfqSyncNoidleFairness];
/// 2.6.37 and 2.6.38.
pub const V2_6_37: &[Mechanism] = &[
    SyncAsyncCongestion,
    EvictOnce,
    CfqSyncNoidleFairness,
    WaitIffCongested,
];

/// Rules of 2.6.38. Later came: scan counts without an accumulator (246e87a93934, 3.0), the look at the free lists after a
/// nap (3.0), all_unreclaimable by flag (929bea7c7142, 2.6.39), the balance gap (2.6.39).
#[must_use]
pub fn v2_6_38() -> Rules {
    Rules {
        scan_floor: ScanFloor::Saved,
        rebalance: Rebalance::ReclaimFirst,
        reclaim_end: ReclaimEnd::HopeByScanned,
        balance_gap: false,
        dirtying_clears_reclaim: false,
        stable_pages: false,
        activate_pagevec: false,
        ..v3_0()
    }
}

/// Rules of 2.6.37. Later came, all in 2.6.38: a target for each zone (3e7d34497067), kswapd's classzone and its sight of
/// larger orders, the watermark test with drift (88f5acf88ae6), flushers that look at the
/// background limit and give way (aa373cf55099).
#[must_use]
pub fn v2_6_37() -> Rules {
    Rules {
        xfs_prealloc_doubles: false,
        bail_out: BailOut::AtLeastTarget,
        wakeup_looks_first: true,
        watermark_test_off_by_two: false,
        khugepaged: false,
        balance_pgdat: BalancePgdat::V2633,
        flusher_checks_background: false,
        flusher_yields: false,
        ..v2_6_38()
    }
}

/// Rules of 2.6.36.
#[must_use]
pub fn v2_6_36() -> Rules {
    Rules {
        dirty_ratio_floor: 5,
        balance_dirty: BalanceDirty::TimedSleeps,
        lumpy_stops_at_busy: false,
        zone_congested: false,
        flusher_refill: FlusherRefill::EveryPassMoreFirst,
        ..v2_6_37()
    }
}

/// Rules of 2.6.35.
#[must_use]
pub fn v2_6_35() -> Rules {
    Rules {
        page_references: PageReferences::UseOnce,
        scan_share: ScanShare::Percent,
        isolate_exact: false,
        anon_low_needs_swap: false,
        anon_aging_needs_slot: true,
        drain_pcp_after_reclaim: false,
        lumpy_wait: LumpyWait::EveryBlock,
        reclaim_end: ReclaimEnd::Freed,
        xfs_refuses_direct: false,
        used_up_inodes_first: false,
        background_ends_at_limit: false,
        ..v2_6_36()
    }
}

/// Rules of 2.6.34-rc1.
#[must_use]
pub fn v2_6_34() -> Rules {
    Rules {
        xfs_chunk_multiple: 4,
        ..v2_6_35()
    }
}

/// 2.6.34-rc1 with evict-once reverted as it was posted: every active list but the file one falls through.
#[must_use]
pub fn v2_6_34_reverted() -> Rules {
    as_posted(v2_6_34())
}

/// Rules of 2.6.33 and 2.6.33.1.
#[must_use]
pub fn v2_6_33() -> Rules {
    Rules {
        page_references: PageReferences::Once,
        ..v2_6_34()
    }
}

/// 2.6.33 with evict-once reverted as it was posted.
#[must_use]
pub fn v2_6_33_reverted() -> Rules {
    as_posted(v2_6_33())
}

/// Rules of 2.6.32.10. The order of its slow path is taken to be the old one still.
#[must_use]
pub fn v2_6_32_10() -> Rules {
    Rules {
        bail_out: BailOut::MoreThanTarget,
        lumpy_spares_anon: false,
        balance_pgdat: BalancePgdat::V2629,
        premature_sleep_check: false,
        skip_nap_under_min: false,
        ..v2_6_33()
    }
}

/// 2.6.32.10 with evict-once reverted as it was posted.
#[must_use]
pub fn v2_6_32_10_reverted() -> Rules {
    as_posted(v2_6_32_10())
}

/// Rules of 2.6.32.
#[must_use]
pub fn v2_6_32() -> Rules {
    Rules {
        active_anon_scan: ActiveAnonScan::FallsThrough,
        ..v2_6_32_10()
    }
}

/// Rules of 2.6.31 and 2.6.31.12.
#[must_use]
pub fn v2_6_31() -> Rules {
    Rules {
        dirtyable: Dirtyable::AllLru,
        balance_dirty: BalanceDirty::PdflushAboveLimit,
        anon_always_reclaimable: true,
        too_many_isolated: TooManyIsolated::Never,
        pcp_lists_in_turn: false,
        pdflush: true,
        ext4_chunk_multiple: 1,
        ..v2_6_32()
    }
}

/// Rules of 2.6.30 and 2.6.30.10.
#[must_use]
pub fn v2_6_30() -> Rules {
    Rules {
        balance_dirty: BalanceDirty::Pdflush,
        lumpy_wait: LumpyWait::CostlyOrder,
        anon_aging_needs_slot: false,
        no_swap_spares_anon: false,
        protect_executable: false,
        xfs_chunk_multiple: 1,
        ..v2_6_31()
    }
}

/// Rules of 2.6.29.
#[must_use]
pub fn v2_6_29() -> Rules {
    Rules {
        dirty_background_ratio: 5,
        dirty_ratio: 10,
        swapin_marks_accessed: true,
        queue_class: QueueClass::Direction,
        ..v2_6_30()
    }
}

fn as_posted(rules: Rules) -> Rules {
    Rules {
        active_anon_scan: ActiveAnonScan::NeverAged,
        ..rules
    }
}
