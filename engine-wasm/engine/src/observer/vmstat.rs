//! The counters of /proc/vmstat, per zone.

use crate::mm::zone::ZoneId;

macro_rules! counters {
    ($($variant:ident $name:literal $per_zone:literal $text:literal;)*) => {
        /// A counter; the name is the kernel's.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Counter { $(#[doc = $text] $variant,)* }

        impl Counter {
            /// Every counter in the order in which they are stored.
            pub const ALL: &'static [Counter] = &[$(Counter::$variant,)*];

            /// Name in /proc/vmstat, without the zone.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Counter::$variant => $name,)* }
            }

            /// Whether /proc/vmstat shows it per zone.
            #[must_use]
            pub fn per_zone(self) -> bool {
                match self { $(Counter::$variant => $per_zone,)* }
            }

            /// Whether it is reported by zone here: what /proc/vmstat shows so, and nr_vmscan_write, which /proc/zoneinfo has.
            #[must_use]
            pub fn by_zone(self) -> bool {
                self.per_zone() || self == Counter::NrVmscanWrite
            }

            /// What it counts, in a sentence.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Counter::$variant => $text,)* }
            }
        }
    };
}

// A new one comes last: digests count on the order.
counters! {
    PgAlloc "pgalloc" true "Pages allocated.";
    PgFree "pgfree" false "Pages freed.";
    PgActivate "pgactivate" false "Pages moved to an active list.";
    PgDeactivate "pgdeactivate" false "Pages moved from an active to an inactive list.";
    PgFault "pgfault" false "Page faults.";
    PgMajFault "pgmajfault" false "Page faults that needed I/O.";
    PgRefill "pgrefill" true "Pages of active lists looked at by shrink_active_list.";
    PgSteal "pgsteal" true "Pages that reclaim freed.";
    PgStealDirect "pgsteal_direct" true "Pages that direct reclaim freed (shown from 3.5 on).";
    PgScanKswapd "pgscan_kswapd" true "Pages of inactive lists looked at by kswapd.";
    PgScanDirect "pgscan_direct" true "Pages of inactive lists looked at by direct reclaim.";
    KswapdSteal "kswapd_steal" false "Pages that kswapd freed.";
    PageOutRun "pageoutrun" false "Runs of balance_pgdat, each start over included.";
    AllocStall "allocstall" false "Direct reclaims: an allocation had to reclaim for itself.";
    PgRotated "pgrotated" false "Pages moved to the tail of the inactive list when their I/O ended.";
    NrVmscanWrite "nr_vmscan_write" false "Pages that reclaim handed to ->writepage, refused ones and swap included.";
    NrVmscanWriteSkip "nr_vmscan_write_skip" false "Dirty file pages that reclaim passed over.";
    NrVmscanImmediate "nr_vmscan_immediate_reclaim" false "Dirty file pages that reclaim passed over and marked PG_reclaim.";
    NrDirtied "nr_dirtied" false "File pages that went from clean to dirty.";
    NrWritten "nr_written" false "Pages written back, file and swap.";
    PswpIn "pswpin" false "Pages read from swap.";
    PswpOut "pswpout" false "Pages written to swap.";
    PgPgIn "pgpgin" false "Blocks of 1 kB read from devices.";
    PgPgOut "pgpgout" false "Blocks of 1 kB written to devices.";
    SlabsScanned "slabs_scanned" false "Slab objects scanned.";
    KswapdLowWmarkHitQuickly "kswapd_low_wmark_hit_quickly" false "kswapd was woken again during its short nap.";
    KswapdHighWmarkHitQuickly "kswapd_high_wmark_hit_quickly" false "kswapd's short nap ended with a zone below high again.";
    KswapdSkipCongestionWait "kswapd_skip_congestion_wait" false "kswapd passed its nap over because a zone was below min.";
    UnevictablePgsCulled "unevictable_pgs_culled" false "Pages moved to the unevictable list by reclaim.";
    PgStall "pg_stall" false "Naps of the allocator after a direct reclaim that gave no page.";
    PgStallSlept "pg_stall_slept" false "Those naps that took time.";
    PgWaitJiffies "pg_wait_jiffies" false "Jiffies spent in those naps.";
    PgReclaimed "pg_rclm" false "Pages that direct reclaim freed before such naps.";
    KswapdStall "ksd_stall" false "Naps of kswapd in congestion_wait.";
    KswapdWaitJiffies "ksd_wait_jiffies" false "Jiffies spent in those naps.";
    ReclaimThrottled "reclaim_throttled" false "Calls of wait_iff_congested after a batch full of pages under writeback.";
    TreeLockRounds "tree_lock_rounds" false "Times that reclaim took a mapping's tree_lock to remove pages.";
    InstantFreed "instant_freed" false "Pages freed when their I/O ended.";
    OomKill "oom_kill" false "Tasks killed for want of memory.";
    WorkingsetRefault "workingset_refault" false "File pages that came back and found their shadow.";
    WorkingsetActivate "workingset_activate" false "Those that came back so soon that they started active.";
    PgScanDirectThrottle "pgscan_direct_throttle" false "Direct reclaims held back while the reserves were half gone.";
    WritepageKswapd "mm_vmscan_writepage_kswapd" false "File pages that kswapd handed to ->writepage, refused ones included.";
    WritepageDirect "mm_vmscan_writepage_direct" false "File pages that direct reclaim handed to ->writepage, refused ones included.";
    WaitIffCongested "wait_iff_congested" false "Calls of wait_iff_congested, those that did not sleep included.";
}

/// Number of counters.
pub const COUNTERS: usize = Counter::ALL.len();

/// The counters of all zones.
#[derive(Clone, Debug)]
pub struct VmStat {
    rows: Vec<[u64; COUNTERS]>,
}

impl VmStat {
    /// Counters at zero for `zones` zones and for events that belong to none.
    #[must_use]
    pub fn new(zones: usize) -> Self {
        Self {
            rows: vec![[0; COUNTERS]; zones + 1],
        }
    }

    /// Adds to a counter of a zone.
    #[inline]
    pub fn add(&mut self, zone: ZoneId, counter: Counter, n: u64) {
        self.rows[zone + 1][counter as usize] += n;
    }

    /// Adds to a counter that belongs to no zone.
    #[inline]
    pub fn add_global(&mut self, counter: Counter, n: u64) {
        self.rows[0][counter as usize] += n;
    }

    /// A counter of one zone.
    #[must_use]
    pub fn of_zone(&self, zone: ZoneId, counter: Counter) -> u64 {
        self.rows[zone + 1][counter as usize]
    }

    /// A counter over all zones.
    #[must_use]
    pub fn total(&self, counter: Counter) -> u64 {
        self.rows.iter().map(|row| row[counter as usize]).sum()
    }

    /// All figures in storage order, for the digest. Of the counters that came later, those that are not zero, with
    /// their place: a run that never counts there keeps its digest.
    pub fn figures(&self) -> impl Iterator<Item = u64> + '_ {
        const FIRST: usize = Counter::OomKill as usize + 1;
        // The number of counters when places came into the digest. It stays, so that a new counter moves no place.
        const PLACES: usize = 45;
        let early = self.rows.iter().flat_map(|row| &row[..FIRST]).copied();
        let late = self.rows.iter().enumerate().flat_map(|(z, row)| {
            let counted = row[FIRST..].iter().enumerate().filter(|&(_, &n)| n != 0);
            counted.flat_map(move |(at, &n)| [(z * PLACES + FIRST + at) as u64, n])
        });
        early.chain(late)
    }
}
