//! The kernels of the study of stalls in congestion_wait, 2.6.29 to 2.6.34-rc1, and the later ones up to 2.6.38.
//!
//! The first kernel lists all its rules. Each later kernel lists its changes from its predecessor.

use super::Kernel;
use super::rules::{
    ActiveAnonScan, BailOut, BalanceDirty, BalancePgdat, Dirtyable, EmptySlabs, FlusherChunk,
    FlusherRefill, KswapdOrder, LumpyWait, PageReferences, Rebalance, ReclaimEnd, Rules, ScanFloor,
    ScanShare, SwapTokenAge, SwapinReadahead, TooManyIsolated, XfsRefuses,
};
use crate::mechanism::Mechanism::{
    self, ActiveScanFallthrough, AsyncConfusionBug, CfqSyncNoidleFairness, EvictOnce,
    PtyHighOrderAtomic, SyncAsyncCongestion, WaitIffCongested,
};
use crate::mechanism::MechanismSet;
use crate::sched::fair::{GranularityOf, NICE_0_LOAD, NICE_MINUS_5_LOAD, SchedTunables};

/// Mechanisms that the study removes from a kernel so that tasks wait in the right queue.
pub const CONFUSION: &[Mechanism] = &[AsyncConfusionBug];
/// Mechanisms that the study removes so that tty buffers fit into a page.
pub const TTY: &[Mechanism] = &[PtyHighOrderAtomic];
/// Mechanisms that the study removes to revert evict-once.
pub const EVICT: &[Mechanism] = &[EvictOnce, ActiveScanFallthrough];
/// Mechanisms that the study removes so that tty buffers fit into a page, and to revert evict-once.
pub const TTY_EVICT: &[Mechanism] = &[PtyHighOrderAtomic, EvictOnce, ActiveScanFallthrough];

/// 2.6.29.
pub const V2_6_29: Kernel = Kernel {
    rules: Rules {
        dirty_background_ratio: 5,
        dirty_ratio: 10,
        dirty_ratio_floor: 5,
        dirtyable: Dirtyable::AllLru,
        balance_dirty: BalanceDirty::Pdflush,
        bail_out: BailOut::MoreThanTarget,
        cfq_target_latency_ms: 0,
        cfq_tests_think_time: false,
        page_references: PageReferences::Once,
        scan_floor: ScanFloor::Saved,
        scan_share: ScanShare::Percent,
        isolate_exact: false,
        anon_low_needs_swap: false,
        active_anon_scan: ActiveAnonScan::FallsThrough,
        anon_aging_needs_slot: false,
        no_swap_spares_anon: false,
        anon_always_reclaimable: true,
        swapin_marks_accessed: true,
        swapin_readahead: SwapinReadahead::Neighbours,
        swap_token: SwapTokenAge::Kept,
        fault_retries: false,
        protect_executable: false,
        rebalance: Rebalance::ReclaimFirst,
        drain_pcp_after_reclaim: false,
        pcp_lists_in_turn: false,
        stolen_rest_stays: false,
        nomemalloc_goes_harder: true,
        swapin_reads_singly: false,
        readahead_noretry: false,
        virtio_mq: false,
        lumpy_reclaim: true,
        lumpy_wait: LumpyWait::CostlyOrder,
        lumpy_stops_at_busy: false,
        lumpy_spares_anon: false,
        reclaim_end: ReclaimEnd::Freed,
        wakeup_looks_first: true,
        kswapd_order: KswapdOrder::Requested,
        balance_pgdat: BalancePgdat::TestsBefore,
        balance_gap: false,
        premature_sleep_check: false,
        skip_nap_under_min: false,
        kswapd_naps: true,
        too_many_isolated: TooManyIsolated::Never,
        direct_reclaim_naps: true,
        zone_congested: false,
        balanced_zones_uncongested: false,
        watermark_test_off_by_two: false,
        khugepaged: false,
        mark_writeback_reclaim: false,
        reclaim_plug: false,
        dirtying_clears_reclaim: false,
        stable_pages: false,
        xfs_refuses: XfsRefuses::Nobody,
        xfs_writes_nofs: false,
        ext4_writes_nofs: true,
        xfs_prealloc_doubles: false,
        pdflush: true,
        flusher_chunk: FlusherChunk::PerPass,
        flusher_refill: FlusherRefill::EveryPassMoreFirst,
        used_up_inodes_first: false,
        background_ends_at_limit: false,
        flusher_work_ends_at_new_inode: false,
        flusher_sleeps_when_clean: false,
        flusher_yields: false,
        flusher_checks_background: false,
        flusher_goes_on: false,
        background_takes_new_inodes: false,
        global_limit_from_boot: false,
        redirty_uncounted: false,
        ext4_writes_runs: false,
        ext4_multi_page_bios: false,
        xfs_chunk_multiple: 1,
        activate_pagevec: false,
        ext3_barriers: false,
        shadow_until_data: true,
        nr_written_at_end: false,
        slab_cap_half: false,
        empty_slabs: EmptySlabs::GivenBack,
        sched: SchedTunables {
            latency_us: 20_000,
            min_granularity_us: 4_000,
            wakeup_granularity_us: 5_000,
            gentle_fair_sleepers: false,
            kthread_weight: NICE_MINUS_5_LOAD,
            granularity_of: GranularityOf::Running,
        },
        pfmemalloc_throttle: false,
        proportions_by_time: false,
        writeout_hard_limit: false,
        tree_lock_holds: false,
        one_add_pagevec: false,
        wakes_kswapd_at_high: false,
        unreclaimable_by_scan: false,
        sequential_faults: true,
        fault_around_pages: 1,
    },
    mechanisms: MechanismSet::of(&[]),
};

/// 2.6.30 and 2.6.30.10.
pub const V2_6_30: Kernel = Kernel {
    rules: Rules {
        dirty_background_ratio: 10,
        dirty_ratio: 20,
        swapin_marks_accessed: false,
        sched: SchedTunables {
            granularity_of: GranularityOf::Woken,
            ..V2_6_29.rules.sched
        },
        ..V2_6_29.rules
    },
    mechanisms: V2_6_29
        .mechanisms
        .and(&[SyncAsyncCongestion, AsyncConfusionBug]),
};

/// 2.6.31 and 2.6.31.12.
pub const V2_6_31: Kernel = Kernel {
    rules: Rules {
        balance_dirty: BalanceDirty::PdflushAboveLimit,
        anon_aging_needs_slot: true,
        no_swap_spares_anon: true,
        protect_executable: true,
        lumpy_wait: LumpyWait::EveryBlock,
        xfs_chunk_multiple: 4,
        ..V2_6_30.rules
    },
    mechanisms: V2_6_30
        .mechanisms
        .and(&[EvictOnce, ActiveScanFallthrough, PtyHighOrderAtomic])
        .without(&[AsyncConfusionBug]),
};

/// 2.6.32.
pub const V2_6_32: Kernel = Kernel {
    rules: Rules {
        dirtyable: Dirtyable::AnonWhileSwap,
        balance_dirty: BalanceDirty::TimedSleeps,
        anon_always_reclaimable: false,
        pcp_lists_in_turn: true,
        too_many_isolated: TooManyIsolated::AboveInactive,
        pdflush: false,
        ext4_writes_runs: true,
        sched: SchedTunables {
            latency_us: 5_000,
            min_granularity_us: 1_000,
            wakeup_granularity_us: 1_000,
            gentle_fair_sleepers: true,
            kthread_weight: NICE_0_LOAD,
            ..V2_6_31.rules.sched
        },
        ..V2_6_31.rules
    },
    ..V2_6_31
};

/// 2.6.32.10. Its slow path is assumed to still have the old order of tests.
pub const V2_6_32_10: Kernel = Kernel {
    rules: Rules {
        active_anon_scan: ActiveAnonScan::OnlyIfLow,
        ..V2_6_32.rules
    },
    mechanisms: V2_6_32.mechanisms.without(&[ActiveScanFallthrough]),
};

/// 2.6.33 and 2.6.33.1.
pub const V2_6_33: Kernel = Kernel {
    rules: Rules {
        bail_out: BailOut::AtLeastTarget,
        cfq_target_latency_ms: 300,
        lumpy_spares_anon: true,
        balance_pgdat: BalancePgdat::TestsAfter,
        premature_sleep_check: true,
        skip_nap_under_min: true,
        ..V2_6_32_10.rules
    },
    mechanisms: V2_6_32_10.mechanisms.and(&[CfqSyncNoidleFairness]),
};

/// 2.6.34-rc1.
pub const V2_6_34: Kernel = Kernel {
    rules: Rules {
        page_references: PageReferences::UseOnce,
        ..V2_6_33.rules
    },
    ..V2_6_33
};

/// 2.6.35.
pub const V2_6_35: Kernel = Kernel {
    rules: Rules {
        page_references: PageReferences::UseOnceLumpy,
        reclaim_end: ReclaimEnd::HopeBySkipped,
        xfs_refuses: XfsRefuses::Everybody,
        xfs_chunk_multiple: 1,
        sched: SchedTunables {
            latency_us: 6_000,
            min_granularity_us: 2_000,
            ..V2_6_34.rules.sched
        },
        ..V2_6_34.rules
    },
    mechanisms: V2_6_34.mechanisms.without(&[PtyHighOrderAtomic]),
};

/// 2.6.36.
pub const V2_6_36: Kernel = Kernel {
    rules: Rules {
        page_references: PageReferences::UseOnceFileClean,
        scan_share: ScanShare::Fraction,
        isolate_exact: true,
        balance_dirty: BalanceDirty::AtLimit,
        drain_pcp_after_reclaim: true,
        lumpy_wait: LumpyWait::StalledAfterNap,
        reclaim_end: ReclaimEnd::HopeByScanned,
        xfs_refuses: XfsRefuses::Direct,
        xfs_writes_nofs: true,
        flusher_refill: FlusherRefill::EveryPass,
        flusher_work_ends_at_new_inode: true,
        flusher_sleeps_when_clean: true,
        used_up_inodes_first: true,
        ..V2_6_35.rules
    },
    ..V2_6_35
};

/// 2.6.37.
pub const V2_6_37: Kernel = Kernel {
    rules: Rules {
        dirty_ratio_floor: 0,
        fault_retries: true,
        balance_dirty: BalanceDirty::Exceeded,
        anon_low_needs_swap: true,
        anon_aging_needs_slot: false,
        lumpy_wait: LumpyWait::Stalled,
        lumpy_stops_at_busy: true,
        zone_congested: true,
        background_ends_at_limit: true,
        sched: SchedTunables {
            min_granularity_us: 750,
            ..V2_6_36.rules.sched
        },
        ..V2_6_36.rules
    },
    mechanisms: V2_6_36.mechanisms.and(&[WaitIffCongested]),
};

/// 2.6.38: a reclaim target for each zone (3e7d34497067), kswapd's class zone and its rule for larger orders, the
/// watermark test with drift (88f5acf88ae6), flushers that check the background limit and yield to other work
/// (aa373cf55099).
pub const V2_6_38: Kernel = Kernel {
    rules: Rules {
        bail_out: BailOut::AtLeastTargetPerZone,
        wakeup_looks_first: false,
        kswapd_order: KswapdOrder::Reached,
        balance_pgdat: BalancePgdat::QuarterOfClasszone,
        watermark_test_off_by_two: true,
        khugepaged: true,
        nomemalloc_goes_harder: false,
        xfs_prealloc_doubles: true,
        flusher_yields: true,
        flusher_checks_background: true,
        ..V2_6_37.rules
    },
    ..V2_6_37
};

/// 2.6.32.10 with the posted revert of evict-once.
pub const V2_6_32_10_REVERTED: Kernel = reverted_as_posted(V2_6_32_10);
/// 2.6.33 with the posted revert of evict-once.
pub const V2_6_33_REVERTED: Kernel = reverted_as_posted(V2_6_33);
/// 2.6.34-rc1 with the posted revert of evict-once.
pub const V2_6_34_REVERTED: Kernel = reverted_as_posted(V2_6_34);

/// Applies the posted revert of evict-once to a kernel in which the fall-through is fixed. After the revert, scans of
/// every active list except the file list fall through to the inactive list.
const fn reverted_as_posted(kernel: Kernel) -> Kernel {
    let mut rules = kernel.rules;
    rules.active_anon_scan = ActiveAnonScan::NeverAged;
    Kernel {
        rules,
        mechanisms: kernel.mechanisms.without(EVICT),
    }
}
