//! The mechanisms of the postings, one file each, and the set of those that are on.
//!
//! The file of a mechanism has everything that is specific to a patch: what the patch is, what it requires and
//! excludes, and the decision that it changes. The rest of the engine calls this decision and knows nothing else about
//! the patch. To add a mechanism, add its file, and a line at the end of the list here.

mod info;
mod shortcut;
mod switches;

pub use info::{Docs, Info};
pub use shortcut::Shortcut;
pub use switches::{Settle, Settled, Switches};

/// Generates the modules, the enum and the catalogues from the list of mechanisms.
macro_rules! mechanisms {
    ($($mechanism:ident = $module:ident,)*) => {
        $(pub mod $module;)*

        /// A mechanism. Its number is its bit in a [`MechanismSet`], and so in digests.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Mechanism {
            $(
                #[doc = concat!("That of [`", stringify!($module), "`].")]
                $mechanism,
            )*
        }

        /// Every mechanism, in the order of the enum.
        pub const CATALOGUE: &[Info] = &[$($module::INFO),*];
        const DOCS: &[Docs] = &[$($module::DOCS),*];

        // Compilation fails if a file declares another file's mechanism as its own.
        $(const _: () = assert!($module::INFO.mechanism as u8 == Mechanism::$mechanism as u8);)*
    };
}

// Add new mechanisms at the end: digests depend on the order.
mechanisms! {
    SyncAsyncCongestion = sync_async_congestion,
    EvictOnce = evict_once,
    WaitIffCongested = wait_iff_congested,
    NoDirectFsWriteback = no_direct_fs_writeback,
    KswapdFsWriteHighPrioOnly = kswapd_fs_write_high_prio_only,
    ThrottleOnWriteback = throttle_on_writeback,
    ImmediateReclaim = immediate_reclaim,
    IolessDirtyBalance = ioless_dirty_balance,
    DirtyReserves = dirty_reserves,
    GfpWrite = gfp_write,
    PerZoneDirty = per_zone_dirty,
    PerZoneDirtyRfc = per_zone_dirty_rfc,
    InstantFree = instant_free,
    BatchRemoveMapping = batch_remove_mapping,
    ZoneFlagsV311 = zone_flags_v311,
    AllocFairness = alloc_fairness,
    Workingset = workingset,
    AsyncConfusionBug = async_confusion_bug,
    ActiveScanFallthrough = active_scan_fallthrough,
    EvictOnceRatio = evict_once_ratio,
    PtyHighOrderAtomic = pty_high_order_atomic,
    CfqSyncNoidleFairness = cfq_sync_noidle_fairness,
    ZonePressureWait = zone_pressure_wait,
    ZonePressureKswapd = zone_pressure_kswapd,
    NoLumpySyncWrite = no_lumpy_sync_write,
    FsReclaimWarnings = fs_reclaim_warnings,
    NoKswapdFsWriteback = no_kswapd_fs_writeback,
    ThrottleOnDirty = throttle_on_dirty,
}

impl Mechanism {
    /// Returns the id and the requirements of the mechanism.
    #[must_use]
    pub fn info(self) -> &'static Info {
        &CATALOGUE[self as usize]
    }

    /// Returns the texts about the mechanism.
    #[must_use]
    pub fn docs(self) -> &'static Docs {
        &DOCS[self as usize]
    }

    /// Returns the mechanism with an id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Mechanism> {
        CATALOGUE
            .iter()
            .find(|info| info.id == id)
            .map(|info| info.mechanism)
    }
}

/// A set of mechanisms, such as those that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MechanismSet(u64);

const _: () = assert!(CATALOGUE.len() <= u64::BITS as usize);

impl MechanismSet {
    /// Returns the set of some mechanisms.
    #[must_use]
    pub const fn of(mechanisms: &[Mechanism]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < mechanisms.len() {
            bits |= 1 << (mechanisms[at] as u8);
            at += 1;
        }
        Self(bits)
    }

    /// Returns the set with some mechanisms added.
    #[must_use]
    pub const fn and(self, mechanisms: &[Mechanism]) -> Self {
        Self(self.0 | Self::of(mechanisms).0)
    }

    /// Returns the set with some mechanisms removed.
    #[must_use]
    pub const fn without(self, mechanisms: &[Mechanism]) -> Self {
        Self(self.0 & !Self::of(mechanisms).0)
    }

    /// Returns the mechanisms that are in at least one of two sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the mechanisms that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the mechanisms of this set that are not in the other set.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether a mechanism is in the set.
    #[inline]
    #[must_use]
    pub fn has(self, mechanism: Mechanism) -> bool {
        self.0 & 1 << (mechanism as u8) != 0
    }

    /// Returns the set with one mechanism added (`on`) or removed.
    #[must_use]
    pub fn with(self, mechanism: Mechanism, on: bool) -> Self {
        let bit = 1 << (mechanism as u8);
        Self(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// Iterates over the mechanisms in the set.
    pub fn iter(self) -> impl Iterator<Item = Mechanism> {
        CATALOGUE
            .iter()
            .map(|info| info.mechanism)
            .filter(move |&m| self.has(m))
    }

    /// Returns the set as bits, for the digest.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }
}
