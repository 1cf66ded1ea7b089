//! The counters of /proc/vmstat, per zone.

use crate::mm::zone::ZoneId;

macro_rules! counters {
    ($($variant:ident $name:literal $per_zone:literal $text:literal;)*) => {
        /// A counter of the kernel.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Counter { $(#[doc = $text] $variant,)* }

        impl Counter {
            /// Every counter, in storage order.
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

            /// Whether samples and reports show it per zone: true for the counters that /proc/vmstat shows per zone,
            /// and for nr_vmscan_write (in /proc/zoneinfo).
            #[must_use]
            pub fn by_zone(self) -> bool {
                self.per_zone() || self == Counter::NrVmscanWrite
            }

            /// Returns what it counts, in a sentence.
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Counter::$variant => $text,)* }
            }
        }
    };
}

// Add a new counter at the end: digests depend on the order.
counters! {
    PgAlloc "pgalloc" true "Pages allocated.";
    PgFree "pgfree" false "Pages freed.";
    PgActivate "pgactivate" false "Pages moved to an active list.";
    PgDeactivate "pgdeactivate" false "Pages moved from an active to an inactive list.";
    PgFault "pgfault" false "Page faults.";
    PgMajFault "pgmajfault" false "Page faults that needed I/O.";
    PgRefill "pgrefill" true "Pages of active lists that shrink_active_list scanned.";
    PgSteal "pgsteal" true "Pages that reclaim freed.";
    PgStealDirect "pgsteal_direct" true "Pages that direct reclaim freed (shown from 3.5 on).";
    PgScanKswapd "pgscan_kswapd" true "Pages of inactive lists that kswapd scanned.";
    PgScanDirect "pgscan_direct" true "Pages of inactive lists that direct reclaim scanned.";
    KswapdSteal "kswapd_steal" false "Pages that kswapd freed.";
    PageOutRun "pageoutrun" false "Runs of balance_pgdat, including restarts.";
    AllocStall "allocstall" false "Direct reclaims: calls in which an allocating task reclaims pages itself.";
    PgRotated "pgrotated" false "Pages moved to the tail of the inactive list when their I/O ended.";
    NrVmscanWrite "nr_vmscan_write" false "Pages that reclaim passed to ->writepage, including refused ones and swap.";
    NrVmscanWriteSkip "nr_vmscan_write_skip" false "Dirty file pages that reclaim skipped without marking them PG_reclaim.";
    NrVmscanImmediate "nr_vmscan_immediate_reclaim" false "Dirty file pages that reclaim skipped and marked PG_reclaim.";
    NrDirtied "nr_dirtied" false "File pages that went from clean to dirty.";
    NrWritten "nr_written" false "Pages written back to files and to swap.";
    PswpIn "pswpin" false "Pages read from swap.";
    PswpOut "pswpout" false "Pages written to swap.";
    PgPgIn "pgpgin" false "Blocks of 1 kB read from devices.";
    PgPgOut "pgpgout" false "Blocks of 1 kB written to devices.";
    SlabsScanned "slabs_scanned" false "Slab objects scanned.";
    KswapdLowWmarkHitQuickly "kswapd_low_wmark_hit_quickly" false "kswapd was woken again during its short nap.";
    KswapdHighWmarkHitQuickly "kswapd_high_wmark_hit_quickly" false "kswapd could not sleep, because a zone was below its high watermark before or after the short nap.";
    KswapdSkipCongestionWait "kswapd_skip_congestion_wait" false "kswapd skipped its nap because a zone was below its min watermark.";
    UnevictablePgsCulled "unevictable_pgs_culled" false "Pages moved to the unevictable list by reclaim.";
    PgStall "pg_stall" false "Waits of the allocator after a direct reclaim that left it without a page.";
    PgStallSlept "pg_stall_slept" false "Allocator waits of one jiffy or longer.";
    PgWaitJiffies "pg_wait_jiffies" false "Jiffies spent in allocator waits.";
    PgReclaimed "pg_rclm" false "Pages that direct reclaim freed before allocator waits.";
    KswapdStall "ksd_stall" false "Naps of kswapd in congestion_wait, or on its own queue with zone_pressure_kswapd.";
    KswapdWaitJiffies "ksd_wait_jiffies" false "Jiffies that kswapd spent in the naps that ksd_stall counts.";
    ReclaimThrottled "reclaim_throttled" false "Times that reclaim called wait_iff_congested or congestion_wait because of the dirty or writeback pages of a batch.";
    TreeLockRounds "tree_lock_rounds" false "Times that reclaim took a mapping's tree_lock to remove pages.";
    InstantFreed "instant_freed" false "Pages freed when their I/O ended.";
    OomKill "oom_kill" false "Tasks killed because memory ran out.";
    WorkingsetRefault "workingset_refault" false "Refaults: file pages that returned to the page cache while their shadow entry still existed.";
    WorkingsetActivate "workingset_activate" false "Refaulted pages that became active at once, because they returned soon after eviction.";
    PgScanDirectThrottle "pgscan_direct_throttle" false "Direct reclaims held back because no more than half of the reserves was free.";
    WritepageKswapd "mm_vmscan_writepage_kswapd" false "File pages that kswapd passed to ->writepage, including refused ones.";
    WritepageDirect "mm_vmscan_writepage_direct" false "File pages that direct reclaim passed to ->writepage, including refused ones.";
    WaitIffCongested "wait_iff_congested" false "Calls to wait_iff_congested, including those that did not sleep.";
}

/// Number of counters.
pub const COUNTERS: usize = Counter::ALL.len();

/// The counters of all zones.
#[derive(Clone, Debug)]
pub struct VmStat {
    rows: Vec<[u64; COUNTERS]>,
}

impl VmStat {
    /// Makes counters at zero for `zones` zones, and for events that belong to no zone.
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

    /// Returns a counter of one zone.
    #[must_use]
    pub fn of_zone(&self, zone: ZoneId, counter: Counter) -> u64 {
        self.rows[zone + 1][counter as usize]
    }

    /// Returns a counter, summed over all zones.
    #[must_use]
    pub fn total(&self, counter: Counter) -> u64 {
        self.rows.iter().map(|row| row[counter as usize]).sum()
    }

    /// Returns all figures in storage order, for the digest. Of the counters that were added later, returns only those
    /// that are not zero, with their position. So a run that never counts them keeps its digest.
    pub fn figures(&self) -> impl Iterator<Item = u64> + '_ {
        const FIRST: usize = Counter::OomKill as usize + 1;
        // Number of counters when positions were added to the digest. It is constant, so that a new counter changes no
        // position.
        const PLACES: usize = 45;
        let early = self.rows.iter().flat_map(|row| &row[..FIRST]).copied();
        let late = self.rows.iter().enumerate().flat_map(|(z, row)| {
            let counted = row[FIRST..].iter().enumerate().filter(|&(_, &n)| n != 0);
            counted.flat_map(move |(at, &n)| [(z * PLACES + FIRST + at) as u64, n])
        });
        early.chain(late)
    }
}
