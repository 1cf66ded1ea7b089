//! The kernels of the other postings, 3.0 to 3.16. Each kernel lists its changes from its predecessor.

use super::Kernel;
use super::rules::{
    BailOut, BalanceDirty, BalancePgdat, Dirtyable, EmptySlabs, FlusherChunk, FlusherRefill,
    KswapdOrder, PageReferences, Rebalance, ReclaimEnd, Rules, ScanFloor, ScanShare, SwapTokenAge,
    SwapinReadahead, TooManyIsolated,
};
use super::v2_6::V2_6_38;
use crate::mechanism::Mechanism::{
    self, AllocFairness, DirtyReserves, FsReclaimWarnings, GfpWrite, ImmediateReclaim,
    IolessDirtyBalance, KswapdFsWriteHighPrioOnly, NoDirectFsWriteback, NoLumpySyncWrite,
    PerZoneDirty, PerZoneDirtyRfc, ThrottleOnWriteback, Workingset, ZoneFlagsV311,
};

/// Per-zone dirty limits as posted for 3.0.
pub const PER_ZONE_DIRTY_RFC: &[Mechanism] = &[GfpWrite, PerZoneDirtyRfc];
/// The series against writeback from reclaim, as it was merged for 3.2.
pub const WRITEBACK_SERIES: &[Mechanism] = &[
    NoDirectFsWriteback,
    KswapdFsWriteHighPrioOnly,
    ThrottleOnWriteback,
    ImmediateReclaim,
    NoLumpySyncWrite,
    FsReclaimWarnings,
];

/// 3.0: scan counts without an accumulator (246e87a93934), the allocator tries the free lists after a nap, a flag for
/// all_unreclaimable (929bea7c7142, 2.6.39), kswapd's balance gap (2.6.39).
pub const V3_0: Kernel = Kernel {
    rules: Rules {
        swap_token: SwapTokenAge::Halved,
        scan_floor: ScanFloor::SmallZone,
        rebalance: Rebalance::FreelistFirst,
        reclaim_end: ReclaimEnd::HopeByFlag,
        balance_gap: true,
        dirtying_clears_reclaim: true,
        stable_pages: true,
        kswapd_order: KswapdOrder::ReachedLast,
        sequential_faults: false,
        swapin_reads_singly: true,
        readahead_noretry: true,
        activate_pagevec: true,
        ext4_multi_page_bios: true,
        ..V2_6_38.rules
    },
    mechanisms: V2_6_38.mechanisms,
};

/// 3.0.101, the last of the stable 3.0 series: 3.0 with the reclaim fixes that stable took from later kernels.
///
/// These fixes have an effect here: kswapd forces a scan only of zones flagged all_unreclaimable (the stable tree's
/// substitute for ad2b8e601099), executable and shared mapped pages are activated immediately (34dbc67a644f,
/// c909e99364c8), deferred slab scanning is capped (3567b59aa80a), zones found balanced lose ZONE_CONGESTED
/// (439423f6894a), and the watermark test is exact again (df0a6daa01fa).
pub const V3_0_101: Kernel = Kernel {
    rules: Rules {
        page_references: PageReferences::UseOnceExec,
        scan_floor: ScanFloor::Unreclaimable,
        balanced_zones_uncongested: true,
        watermark_test_off_by_two: false,
        slab_cap_half: true,
        ..V3_0.rules
    },
    ..V3_0
};

/// 3.1.
pub const V3_1: Kernel = Kernel {
    rules: Rules {
        balance_dirty: BalanceDirty::ExceededWithBandwidth,
        scan_floor: ScanFloor::ShareOfBatch,
        balanced_zones_uncongested: true,
        flusher_chunk: FlusherChunk::PerInode,
        flusher_refill: FlusherRefill::WhenEmpty,
        flusher_goes_on: true,
        flusher_work_ends_at_new_inode: false,
        cfq_tests_think_time: true,
        ext3_barriers: true,
        nr_written_at_end: true,
        slab_cap_half: true,
        empty_slabs: EmptySlabs::KeptOnNode,
        ..V3_0.rules
    },
    ..V3_0
};

/// 3.2.
pub const V3_2: Kernel = Kernel {
    rules: Rules {
        balance_dirty: BalanceDirty::Pauses,
        scan_floor: ScanFloor::BatchThenShare,
        kswapd_order: KswapdOrder::Apart,
        reclaim_plug: true,
        empty_slabs: EmptySlabs::KeptByCpu,
        ..V3_1.rules
    },
    mechanisms: V3_1
        .mechanisms
        .and(WRITEBACK_SERIES)
        .and(&[IolessDirtyBalance]),
};

/// 3.3.
pub const V3_3: Kernel = Kernel {
    rules: Rules {
        balance_dirty: BalanceDirty::PausesWithDebt,
        page_references: PageReferences::UseOnceExec,
        scan_floor: ScanFloor::Unreclaimable,
        watermark_test_off_by_two: false,
        background_takes_new_inodes: true,
        redirty_uncounted: true,
        ..V3_2.rules
    },
    mechanisms: V3_2
        .mechanisms
        .and(&[DirtyReserves, GfpWrite, PerZoneDirty]),
};

/// 3.4: throttle_vm_writeout also respects global_dirty_limit (47a133339c33), and swap-in skips free slots
/// (67f96aa252e6).
pub const V3_4: Kernel = Kernel {
    rules: Rules {
        swapin_readahead: SwapinReadahead::Cluster,
        writeout_hard_limit: true,
        ..V3_3.rules
    },
    ..V3_3
};

/// 3.5: no lumpy reclaim, no swap token ("mm: remove swap token code"), all swap-backed pages that a page table
/// references are activated (e48982734ea0), anonymous pages are not scanned with swappiness 0 (fe35004fbf9e).
pub const V3_5: Kernel = Kernel {
    rules: Rules {
        page_references: PageReferences::UseOnceSwapBacked,
        scan_share: ScanShare::FractionOfWeights,
        global_limit_from_boot: true,
        swap_token: SwapTokenAge::NoToken,
        lumpy_reclaim: false,
        ..V3_4.rules
    },
    mechanisms: V3_4.mechanisms.without(&[NoLumpySyncWrite]),
};

/// 3.6. The rules and mechanisms of 3.7 are the same.
pub const V3_6: Kernel = Kernel {
    rules: Rules {
        mark_writeback_reclaim: true,
        swapin_reads_singly: false,
        pfmemalloc_throttle: true,
        proportions_by_time: true,
        ..V3_5.rules
    },
    ..V3_5
};

/// 3.8: callers without __GFP_IO or without __GFP_FS have a higher limit in too_many_isolated (3cf23841b4b7). The
/// preference for file pages while there are plenty (e9868505987a) is modelled from 3.9 on, with the new form of the
/// shares.
pub const V3_8: Kernel = Kernel {
    rules: Rules {
        too_many_isolated: TooManyIsolated::AboveEighth,
        ..V3_6.rules
    },
    ..V3_6
};

/// 3.9: the scan shares and the scan floor are rewritten, min_free_kbytes is not dirtyable, and writers wait only where
/// the device wants stable pages.
pub const V3_9: Kernel = Kernel {
    rules: Rules {
        dirtyable: Dirtyable::LessMinFree,
        scan_floor: ScanFloor::UnreclaimableCapped,
        scan_share: ScanShare::FractionFileFirst,
        stable_pages: false,
        ext4_writes_nofs: false,
        ..V3_8.rules
    },
    ..V3_8
};

/// 3.10.
pub const V3_10: Kernel = Kernel {
    rules: Rules {
        balance_pgdat: BalancePgdat::SleepTest,
        kswapd_naps: false,
        tree_lock_holds: true,
        ..V3_9.rules
    },
    ..V3_9
};

/// 3.16.
pub const V3_16: Kernel = Kernel {
    rules: Rules {
        dirtyable: Dirtyable::FileOnly,
        bail_out: BailOut::Proportional,
        scan_floor: ScanFloor::SecondComputation,
        stolen_rest_stays: true,
        balance_pgdat: BalancePgdat::OneCall,
        direct_reclaim_naps: false,
        one_add_pagevec: true,
        wakes_kswapd_at_high: true,
        unreclaimable_by_scan: true,
        fault_around_pages: 16,
        swapin_readahead: SwapinReadahead::ByHits,
        shadow_until_data: false,
        virtio_mq: true,
        ext4_writes_runs: false,
        ..V3_10.rules
    },
    mechanisms: V3_10
        .mechanisms
        .and(&[ZoneFlagsV311, AllocFairness, Workingset])
        .without(&[KswapdFsWriteHighPrioOnly, ThrottleOnWriteback]),
};
