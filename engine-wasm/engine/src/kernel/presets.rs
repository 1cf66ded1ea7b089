//! The kernel presets: rule set and mechanisms of each.

use super::rules::{
    BailOut, BalanceDirty, BalancePgdat, Dirtyable, FlusherChunk, FlusherRefill, PageReferences,
    QueueClass, Rebalance, Rules, ScanFloor, ScanShare, TooManyIsolated,
};
use crate::mechanism::{Mechanism, MechanismSet};

/// A kernel that scenarios can name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Id in scenarios and links.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Its rules.
    pub rules: fn() -> Rules,
    /// Mechanisms that are on.
    pub mechanisms: &'static [Mechanism],
}

const V3_0: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
];
const V3_0_PER_ZONE: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
    Mechanism::GfpWrite,
    Mechanism::PerZoneDirtyRfc,
];
const WRITEBACK_SERIES: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
    Mechanism::NoDirectFsWriteback,
    Mechanism::KswapdFsWriteHighPrioOnly,
    Mechanism::ThrottleOnWriteback,
    Mechanism::ImmediateReclaim,
];
const V3_2: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
    Mechanism::NoDirectFsWriteback,
    Mechanism::KswapdFsWriteHighPrioOnly,
    Mechanism::ThrottleOnWriteback,
    Mechanism::ImmediateReclaim,
    Mechanism::IolessDirtyBalance,
];
const V3_3: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
    Mechanism::NoDirectFsWriteback,
    Mechanism::KswapdFsWriteHighPrioOnly,
    Mechanism::ThrottleOnWriteback,
    Mechanism::ImmediateReclaim,
    Mechanism::IolessDirtyBalance,
    Mechanism::DirtyReserves,
    Mechanism::GfpWrite,
    Mechanism::PerZoneDirty,
];

const V3_10_BATCH: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
    Mechanism::NoDirectFsWriteback,
    Mechanism::KswapdFsWriteHighPrioOnly,
    Mechanism::ThrottleOnWriteback,
    Mechanism::ImmediateReclaim,
    Mechanism::IolessDirtyBalance,
    Mechanism::DirtyReserves,
    Mechanism::GfpWrite,
    Mechanism::PerZoneDirty,
    Mechanism::BatchRemoveMapping,
];

const V3_16: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
    Mechanism::NoDirectFsWriteback,
    Mechanism::ImmediateReclaim,
    Mechanism::IolessDirtyBalance,
    Mechanism::DirtyReserves,
    Mechanism::GfpWrite,
    Mechanism::PerZoneDirty,
    Mechanism::ZoneFlagsV311,
    Mechanism::AllocFairness,
    Mechanism::Workingset,
];
const V3_16_INSTANT_FREE: &[Mechanism] = &[
    Mechanism::SyncAsyncCongestion,
    Mechanism::EvictOnce,
    Mechanism::WaitIffCongested,
    Mechanism::NoDirectFsWriteback,
    Mechanism::ImmediateReclaim,
    Mechanism::IolessDirtyBalance,
    Mechanism::DirtyReserves,
    Mechanism::GfpWrite,
    Mechanism::PerZoneDirty,
    Mechanism::ZoneFlagsV311,
    Mechanism::AllocFairness,
    Mechanism::Workingset,
    Mechanism::InstantFree,
];

/// The presets, oldest first.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "3.0",
        title: "Linux 3.0",
        rules: v3_0,
        mechanisms: V3_0,
    },
    Preset {
        id: "3.0-per-zone-dirty",
        title: "Linux 3.0 + per-zone dirty limits",
        rules: v3_0,
        mechanisms: V3_0_PER_ZONE,
    },
    Preset {
        id: "3.0.101",
        title: "Linux 3.0.101 (3.0 with its stable fixes)",
        rules: v3_0_101,
        mechanisms: V3_0,
    },
    Preset {
        id: "3.1",
        title: "Linux 3.1",
        rules: v3_1,
        mechanisms: V3_0,
    },
    Preset {
        id: "3.2-base",
        title: "Linux 3.1 rules, before the writeback series",
        rules: v3_1,
        mechanisms: V3_0,
    },
    Preset {
        id: "3.2-writeback-series",
        title: "Linux 3.1 rules + writeback series",
        rules: v3_1,
        mechanisms: WRITEBACK_SERIES,
    },
    Preset {
        id: "3.2",
        title: "Linux 3.2",
        rules: v3_2,
        mechanisms: V3_2,
    },
    Preset {
        id: "3.3",
        title: "Linux 3.3",
        rules: v3_3,
        mechanisms: V3_3,
    },
    Preset {
        id: "3.10",
        title: "Linux 3.10",
        rules: v3_10,
        mechanisms: V3_3,
    },
    Preset {
        id: "3.10+batch",
        title: "Linux 3.10 + removal in batches",
        rules: v3_10,
        mechanisms: V3_10_BATCH,
    },
    Preset {
        id: "3.16",
        title: "Linux 3.16",
        rules: v3_16,
        mechanisms: V3_16,
    },
    Preset {
        id: "3.16+instant-free",
        title: "Linux 3.16 + free at I/O completion",
        rules: v3_16,
        mechanisms: V3_16_INSTANT_FREE,
    },
];

impl Preset {
    /// The preset of an id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    /// Its mechanisms as a set.
    #[must_use]
    pub fn set(&self) -> MechanismSet {
        MechanismSet::of(self.mechanisms)
    }
}

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
        protect_executable: true,
        rebalance: Rebalance::FreelistFirst,
        drain_pcp_after_reclaim: true,
        balance_pgdat: BalancePgdat::V30,
        premature_sleep_check: true,
        skip_nap_under_min: true,
        kswapd_naps: true,
        balance_gap: true,
        too_many_isolated: TooManyIsolated::AboveInactive,
        direct_reclaim_naps: true,
        zone_congested: true,
        balanced_zones_uncongested: false,
        mark_writeback_reclaim: false,
        reclaim_plug: false,
        stable_pages: true,
        xfs_refuses_direct: true,
        flusher_chunk: FlusherChunk::PerPass,
        flusher_refill: FlusherRefill::EveryPass,
        flusher_checks_background: true,
        ext4_chunk_multiple: 8,
        xfs_chunk_multiple: 1,
        queue_class: QueueClass::SyncAsync,
        activate_pagevec: true,
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
/// slab scanning is capped (3567b59aa80a), and zones found balanced lose ZONE_CONGESTED (439423f6894a).
#[must_use]
pub fn v3_0_101() -> Rules {
    Rules {
        scan_floor: ScanFloor::Unreclaimable,
        page_references: PageReferences::UseOnceExec,
        balanced_zones_uncongested: true,
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
        ..v3_2()
    }
}

/// Rules of 3.10.
#[must_use]
pub fn v3_10() -> Rules {
    Rules {
        dirtyable: Dirtyable::LessMinFree,
        page_references: PageReferences::UseOnceSwapBacked,
        scan_floor: ScanFloor::UnreclaimableCapped,
        scan_share: ScanShare::FractionFileFirst,
        balance_pgdat: BalancePgdat::V310,
        kswapd_naps: false,
        too_many_isolated: TooManyIsolated::AboveEighth,
        mark_writeback_reclaim: true,
        stable_pages: false,
        pgsteal_split: true,
        watermark_from_managed: true,
        pfmemalloc_throttle: true,
        proportions_by_time: true,
        writeout_hard_limit: true,
        tree_lock_holds: true,
        ..v3_3()
    }
}

/// Rules of 3.16.
#[must_use]
pub fn v3_16() -> Rules {
    Rules {
        dirtyable: Dirtyable::FileOnly,
        bail_out: BailOut::Proportional,
        scan_floor: ScanFloor::SecondComputation,
        balance_pgdat: BalancePgdat::V311,
        direct_reclaim_naps: false,
        one_add_pagevec: true,
        wakes_kswapd_at_high: true,
        unreclaimable_by_scan: true,
        ..v3_10()
    }
}
