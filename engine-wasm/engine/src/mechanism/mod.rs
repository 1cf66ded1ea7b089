//! The mechanisms of the postings, one file each, and the set of those that are on.
//!
//! A file holds all that is special to a patch: what it is, what it needs and excludes, and the decision that it
//! changes. The baseline calls the decision and does not know the patch.

pub mod active_scan_fallthrough;
pub mod alloc_fairness;
pub mod async_confusion_bug;
pub mod batch_remove_mapping;
pub mod cfq_sync_noidle_fairness;
pub mod dirty_reserves;
pub mod evict_once;
pub mod evict_once_ratio;
pub mod fs_reclaim_warnings;
pub mod gfp_write;
pub mod immediate_reclaim;
pub mod instant_free;
pub mod ioless_dirty_balance;
pub mod kswapd_fs_write_high_prio_only;
pub mod no_direct_fs_writeback;
pub mod no_kswapd_fs_writeback;
pub mod no_lumpy_sync_write;
pub mod per_zone_dirty;
pub mod per_zone_dirty_rfc;
pub mod pty_high_order_atomic;
pub mod sync_async_congestion;
pub mod throttle_on_dirty;
pub mod throttle_on_writeback;
pub mod wait_iff_congested;
pub mod workingset;
pub mod zone_flags_v311;
pub mod zone_pressure_kswapd;
pub mod zone_pressure_wait;

/// A mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mechanism {
    /// Sync and async congestion.
    SyncAsyncCongestion,
    /// Evict once.
    EvictOnce,
    /// Wait only if congested.
    WaitIffCongested,
    /// No file writeback in direct reclaim.
    NoDirectFsWriteback,
    /// kswapd writes only in trouble.
    KswapdFsWriteHighPrioOnly,
    /// Throttle on writeback at the tail.
    ThrottleOnWriteback,
    /// Reclaim dirty tail pages first.
    ImmediateReclaim,
    /// Writers pause instead of writing.
    IolessDirtyBalance,
    /// Reserves are not dirtyable.
    DirtyReserves,
    /// Allocations say that they write.
    GfpWrite,
    /// Per-zone dirty limits.
    PerZoneDirty,
    /// Per-zone dirty limits (as first posted).
    PerZoneDirtyRfc,
    /// Free at I/O completion.
    InstantFree,
    /// Remove pages in batches.
    BatchRemoveMapping,
    /// Zones tell what their tail is like.
    ZoneFlagsV311,
    /// Zones take turns in proportion to size.
    AllocFairness,
    /// Pages that come back soon are active.
    Workingset,
    /// Waiting in the wrong queue.
    AsyncConfusionBug,
    /// Active scans fall through.
    ActiveScanFallthrough,
    /// Smaller protected part.
    EvictOnceRatio,
    /// Terminal buffers above a page.
    PtyHighOrderAtomic,
    /// CFQ idles for seeky readers.
    CfqSyncNoidleFairness,
    /// Wait for the zone.
    ZonePressureWait,
    /// kswapd naps by the clock.
    ZonePressureKswapd,
    /// No waiting for own writes.
    NoLumpySyncWrite,
    /// Filesystems complain.
    FsReclaimWarnings,
    /// No file writeback in kswapd.
    NoKswapdFsWriteback,
    /// Throttle on dirty pages at the tail (as first posted).
    ThrottleOnDirty,
}

/// What a mechanism is called and needs.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// Id in scenarios and links.
    pub id: &'static str,
    /// Mechanisms that it needs.
    pub requires: &'static [Mechanism],
    /// Mechanisms that it cannot be on with.
    pub excludes: &'static [Mechanism],
}

/// What is said of a mechanism. Apart from [`Info`]: what runs a machine does without, and need not be sent it.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Title for people.
    pub title: &'static str,
    /// What it does, in one sentence.
    pub explanation: &'static str,
    /// Commit or posting, and kernel.
    pub source: &'static str,
    /// The posting that studies it: `gorman-2010`, `gorman-2011`, `weiner-2011`, `hansen-2013`, `kim-2014`, `context`.
    pub posting: &'static str,
    /// First kernel that has it.
    pub kernel: &'static str,
    /// Whether its effect is assumed because the sources do not tell it.
    pub assumed: bool,
}

/// What every mechanism's file has under a name, in the order of the enum.
macro_rules! of_each {
    ($part:ident) => {
        &[
            sync_async_congestion::$part,
            evict_once::$part,
            wait_iff_congested::$part,
            no_direct_fs_writeback::$part,
            kswapd_fs_write_high_prio_only::$part,
            throttle_on_writeback::$part,
            immediate_reclaim::$part,
            ioless_dirty_balance::$part,
            dirty_reserves::$part,
            gfp_write::$part,
            per_zone_dirty::$part,
            per_zone_dirty_rfc::$part,
            instant_free::$part,
            batch_remove_mapping::$part,
            zone_flags_v311::$part,
            alloc_fairness::$part,
            workingset::$part,
            async_confusion_bug::$part,
            active_scan_fallthrough::$part,
            evict_once_ratio::$part,
            pty_high_order_atomic::$part,
            cfq_sync_noidle_fairness::$part,
            zone_pressure_wait::$part,
            zone_pressure_kswapd::$part,
            no_lumpy_sync_write::$part,
            fs_reclaim_warnings::$part,
            no_kswapd_fs_writeback::$part,
            throttle_on_dirty::$part,
        ]
    };
}

/// Every mechanism, in the order of the enum.
pub const CATALOGUE: &[Info] = of_each!(INFO);
const WORDS: &[Words] = of_each!(WORDS);

impl Mechanism {
    /// What it is called and needs.
    #[must_use]
    pub fn info(self) -> &'static Info {
        &CATALOGUE[self as usize]
    }

    /// What is said of it.
    #[must_use]
    pub fn words(self) -> &'static Words {
        &WORDS[self as usize]
    }

    /// The mechanism of an id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Mechanism> {
        CATALOGUE
            .iter()
            .find(|info| info.id == id)
            .map(|info| info.mechanism)
    }
}

/// The mechanisms that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MechanismSet(u64);

impl MechanismSet {
    /// The set of these.
    #[must_use]
    pub fn of(mechanisms: &[Mechanism]) -> Self {
        mechanisms
            .iter()
            .fold(Self::default(), |set, &m| set.with(m, true))
    }

    /// Whether a mechanism is on.
    #[inline]
    #[must_use]
    pub fn has(self, mechanism: Mechanism) -> bool {
        self.0 & 1 << (mechanism as u8) != 0
    }

    /// The set with a mechanism on or off.
    #[must_use]
    pub fn with(self, mechanism: Mechanism, on: bool) -> Self {
        let bit = 1 << (mechanism as u8);
        Self(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// The mechanisms that are on.
    pub fn iter(self) -> impl Iterator<Item = Mechanism> {
        CATALOGUE
            .iter()
            .map(|info| info.mechanism)
            .filter(move |&m| self.has(m))
    }

    /// The bits, for the digest.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_in_the_order_of_the_enum() {
        for (at, info) in CATALOGUE.iter().enumerate() {
            assert_eq!(info.mechanism as usize, at, "{}", info.id);
            assert_eq!(Mechanism::by_id(info.id), Some(info.mechanism));
        }
    }
}
