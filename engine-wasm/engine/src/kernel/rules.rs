//! A kernel's rule set: every place where the versions of the reclaim code differ, as data.
//!
//! Code queries the rules, and never a version number. To add a kernel, add a row in `presets.rs`.

pub use super::balance_dirty::{BalanceDirty, ExceededBy};
pub use super::balance_pgdat::BalancePgdat;
use crate::sched::fair::SchedTunables;

/// How dirtyable memory, the base of the dirty limits, is counted (determine_dirtyable_memory).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dirtyable {
    /// Free pages and all LRU pages (2.6.29 to 2.6.31).
    AllLru,
    /// Free pages and file pages, and anonymous pages while a swap slot is free (2.6.32 to 3.8).
    AnonWhileSwap,
    /// Like `AnonWhileSwap`, minus min_free_kbytes in pages, but never below zero (3.9, 3.10).
    LessMinFree,
    /// Free pages minus the reserve, and file pages only (3.16).
    FileOnly,
}

/// When shrink_zone stops early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BailOut {
    /// When more than the target is freed, counted over the whole call of reclaim; direct reclaim only (2.6.29 to
    /// 2.6.32).
    MoreThanTarget,
    /// When at least the target is freed, counted over the whole call of reclaim (2.6.33 to 2.6.37).
    AtLeastTarget,
    /// When at least the target is freed by this shrink_zone alone (2.6.38 to 3.10).
    AtLeastTargetPerZone,
    /// When the remaining scan counts, which are adjusted in proportion, are used up (3.11 on).
    Proportional,
}

/// The reference test of shrink_page_list (page_check_references).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageReferences {
    /// A page that is referenced and in use is activated (2.6.29 to 2.6.33).
    Once,
    /// A mapped page is activated only if it is referenced twice. An unmapped page with PG_referenced is reclaimed only
    /// if it is clean. For an order above 3, every page is reclaimed (2.6.34).
    UseOnce,
    /// Like `UseOnce`, but lumpy reclaim reclaims every page, whatever its order is (5f53e76299ce, 2.6.35).
    UseOnceLumpy,
    /// Like `UseOnceLumpy`, but only file pages with PG_referenced must be clean to be reclaimed (2.6.36 to 3.2).
    UseOnceFileClean,
    /// Like `UseOnceFileClean`, but executable or doubly referenced mapped pages are activated immediately (3.3, 3.4).
    UseOnceExec,
    /// Like `UseOnceExec`, but all swap-backed pages that are referenced by a page table are activated (3.5 on).
    UseOnceSwapBacked,
}

impl PageReferences {
    /// Returns whether PG_referenced counts only for a page in use: a page that is mapped, in the swap cache, or of a
    /// file that a process maps (page_mapping_inuse).
    #[inline]
    #[must_use]
    pub fn asks_if_in_use(self) -> bool {
        self == Self::Once
    }

    /// Returns whether a mapped page that is executable or doubly referenced is activated immediately.
    #[must_use]
    pub fn activates_executables(self) -> bool {
        matches!(self, Self::UseOnceExec | Self::UseOnceSwapBacked)
    }
}

/// How many pages of a list kswapd scans if the list's share of the scan is zero (get_scan_count).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanFloor {
    /// Small scan counts are accumulated until they make up a batch (nr_saved_scan, to 2.6.38).
    Saved,
    /// A batch, if the scan counts of all lists in the zone together are less than a batch (3.0).
    SmallZone,
    /// The list's share of a batch (3.1).
    ShareOfBatch,
    /// A scan count of zero becomes a batch, and then the share applies (3.2).
    BatchThenShare,
    /// Like `BatchThenShare`, but only in zones flagged all_unreclaimable (3.3 to 3.8).
    Unreclaimable,
    /// Like `Unreclaimable`, but at most the list's size (3.9 to 3.15).
    UnreclaimableCapped,
    /// Like `UnreclaimableCapped`, but in a second computation, if the first one was zero for all lists (3.16).
    SecondComputation,
}

/// How the anon and file shares are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanShare {
    /// Whole percentages (to 2.6.35).
    Percent,
    /// Exact fractions (2.6.36 to 3.4).
    Fraction,
    /// Exact fractions of the weights alone, so that swappiness 0 excludes anonymous pages (fe35004fbf9e, 3.5 to 3.8).
    FractionOfWeights,
    /// Exact fractions, but only file pages while enough of them are inactive (3.9 on).
    FractionFileFirst,
}

/// Order of tests in the allocator's slow path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rebalance {
    /// After the nap, direct reclaim runs again immediately (to 2.6.38).
    ReclaimFirst,
    /// After the nap, the free lists are tried first (3.0 on).
    FreelistFirst,
}

/// How many isolated pages make a direct reclaimer nap (too_many_isolated).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooManyIsolated {
    /// No such test (to 2.6.31).
    Never,
    /// More isolated pages than inactive pages (2.6.32 to 3.7).
    AboveInactive,
    /// More isolated pages than an eighth of the inactive pages, for callers with both __GFP_IO and __GFP_FS (3.8 on).
    AboveEighth,
}

/// How the flusher sizes its chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlusherChunk {
    /// 1,024 pages per pass, shared by the inodes of the pass (to 3.0).
    PerPass,
    /// From estimated bandwidth, per inode (3.1 on).
    PerInode,
}

/// What happens to a slab that becomes empty (mm/slub.c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptySlabs {
    /// Its pages are freed immediately (to 3.0).
    GivenBack,
    /// The node's list keeps some empty slabs ("slub: Rework allocator fastpaths", 3.1).
    KeptOnNode,
    /// The CPU that frees objects keeps more slabs, and moves them to the node's list when it has enough of them
    /// ("slub: per cpu cache for partial pages", 3.2 on).
    KeptByCpu,
}

/// When a flusher refills its list of inodes, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlusherRefill {
    /// At every pass; inodes with more to write come first (to 2.6.35).
    EveryPassMoreFirst,
    /// At every pass; inodes with more to write come after the inodes that are left in the list (4ea879b96f76, 2.6.36
    /// to 3.0).
    EveryPass,
    /// Only when the list is empty (3.1 on).
    WhenEmpty,
}

/// How a block queue divides its request counts and wait queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueClass {
    /// By direction: reads, writes (2.6.29).
    Direction,
    /// By sync and async (2.6.30 on).
    SyncAsync,
}

/// What a scan of an active anonymous list does (shrink_list).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActiveAnonScan {
    /// Ages the list if inactive_anon is low. Otherwise scans inactive_anon instead (to 2.6.32).
    FallsThrough,
    /// Ages the list if inactive_anon is low. Otherwise does nothing (2.6.33 on and late 2.6.32.y).
    OnlyIfLow,
    /// Always scans inactive_anon instead: the posted revert of evict-once, on kernels in which the fall-through was
    /// already fixed.
    NeverAged,
}

/// Which slots a swap-in reads together with the requested one (swapin_readahead).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapinReadahead {
    /// Used slots next to it, in both directions up to the first free slot, within the aligned cluster (to 3.3).
    Neighbours,
    /// All used slots of the aligned cluster (67f96aa252e6, 3.4 to 3.13).
    Cluster,
    /// Used slots of a smaller cluster, or none, if few of the pages that were read ahead were used ("swap: add a
    /// simple detector for inappropriate swapin readahead", 3.14 on).
    ByHits,
}

/// The reclaimers whose pages ->writepage of XFS refuses (xfs_vm_writepage).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XfsRefuses {
    /// It writes for every reclaimer (to 2.6.34).
    Nobody,
    /// It refuses all tasks that reclaim, including kswapd (2.6.35).
    Everybody,
    /// It refuses direct reclaim (“xfs: allow writeback from kswapd”, 2.6.36 on).
    Direct,
}

/// How kswapd's main loop compares a new request with the order that its last balance_pgdat reached. The order that it
/// reached is 0 if it gave up on a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KswapdOrder {
    /// To 2.6.37: it compares with the last request. A request that it finds after its sleep stays recorded.
    Requested,
    /// 2.6.38: it compares with the order reached.
    Reached,
    /// 3.0 and 3.1: it compares with the order reached. It looks for a new request only if it reached the last one that
    /// it found before a sleep.
    ReachedLast,
    /// 3.2 on: it compares with the last request, sleeps on the order reached, and looks for a new request only if it
    /// reached the last one.
    Apart,
}

/// Whether there is a swap token, and how long its holder keeps its priority (grab_swap_token).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapTokenAge {
    /// The holder keeps its priority (to 2.6.39).
    Kept,
    /// The holder's priority is halved every 255 faults ("vmscan: implement swap token priority aging", 3.0 to 3.4).
    Halved,
    /// There is no token (3.5 on).
    NoToken,
}

/// When lumpy reclaim makes a second pass that waits for I/O (shrink_inactive_list, to 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LumpyWait {
    /// For orders above 3, after a nap (2.6.29, 2.6.30).
    CostlyOrder,
    /// For every block, after a nap (2.6.31 to 2.6.35).
    EveryBlock,
    /// After a nap, at priority 12 and below for orders above 3, and at 4 and below for others (e31f3698cd34, 2.6.36).
    StalledAfterNap,
    /// Like `StalledAfterNap`, without the nap. If a page is kept for another reason than I/O, lumpy reclaim ends for
    /// the rest of its batch (7d3579e8e619, 2.6.37 on).
    Stalled,
}

impl LumpyWait {
    /// Returns whether a nap precedes the second pass.
    #[must_use]
    pub fn naps_first(self) -> bool {
        self != Self::Stalled
    }
}

/// What direct reclaim returns if it went through all priorities without reaching its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReclaimEnd {
    /// The pages freed, or 0 if the last pass skipped every zone (to 2.6.34).
    Freed,
    /// The pages freed. If there are none: 0 if the last pass skipped every zone, otherwise 1 (bb21c7ce18ef, 2.6.35).
    HopeBySkipped,
    /// The pages freed. If there are none: 0 if every zone was scanned six times over, otherwise 1 (2.6.36 to 2.6.38).
    HopeByScanned,
    /// The pages freed. If there are none: 0 if every zone is flagged all_unreclaimable, otherwise 1 (3.0 to 3.10).
    HopeByFlag,
}

/// A kernel's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Default of vm.dirty_background_ratio, percent.
    pub dirty_background_ratio: u32,
    /// Default of vm.dirty_ratio, percent.
    pub dirty_ratio: u32,
    /// Lower bound of the dirty ratio, percent (5 up to 2.6.36, 0 in later kernels).
    pub dirty_ratio_floor: u32,
    /// How dirtyable memory, the base of the dirty limits, is counted.
    pub dirtyable: Dirtyable,
    /// How writers are throttled. The mechanism `ioless_dirty_balance` can replace this form.
    pub balance_dirty: BalanceDirty,
    /// When shrink_zone stops early.
    pub bail_out: BailOut,
    /// Form of the reference test.
    pub page_references: PageReferences,
    /// How small scan counts are raised or saved.
    pub scan_floor: ScanFloor,
    /// How the anon and file shares are computed.
    pub scan_share: ScanShare,
    /// shrink_inactive_list isolates exactly as many pages as requested (2.6.36 on). In earlier kernels, it isolates 32
    /// at a time.
    pub isolate_exact: bool,
    /// inactive_anon is never low without configured swap (74e3f3c3391d, 2.6.37 on).
    pub anon_low_needs_swap: bool,
    /// What a scan of an active anonymous list does.
    pub active_anon_scan: ActiveAnonScan,
    /// shrink_zone ages anonymous pages at its end only while a swap slot is free (2.6.31 to 2.6.36).
    pub anon_aging_needs_slot: bool,
    /// Without swap, anonymous pages are not scanned at priority 0 either (2.6.31 on).
    pub no_swap_spares_anon: bool,
    /// Anonymous pages count as reclaimable even without a free swap slot (to 2.6.31; adea02a1bea7 changed it).
    pub anon_always_reclaimable: bool,
    /// A page that is swapped in is marked accessed (2.6.29).
    pub swapin_marks_accessed: bool,
    /// Which slots a swap-in reads together.
    pub swapin_readahead: SwapinReadahead,
    /// Whether there is a swap token, and how its holder's priority ages.
    pub swap_token: SwapTokenAge,
    /// A page fault releases mmap_sem while it waits for a page that is being read (d065bd810b6d, 2.6.37 on).
    pub fault_retries: bool,
    /// Executable file pages that a page table marks as accessed return to the active list (2.6.31 on).
    pub protect_executable: bool,
    /// Order of tests in the allocator's slow path.
    pub rebalance: Rebalance,
    /// Direct reclaim drains all CPUs' lists once before it gives up on an order-0 page (2.6.36 on).
    pub drain_pcp_after_reclaim: bool,
    /// A CPU has a list of free pages for each migrate type, and the lists take turns in returning pages to the buddy
    /// allocator (5f8dcc21211a, 2.6.32 on). In earlier kernels, a CPU has one list: requests search it for a page of
    /// their type, and pages are returned from its tail. For these kernels, the model has lists by type too, and
    /// returns pages from the longest one.
    pub pcp_lists_in_turn: bool,
    /// The remainder of a block that was stolen from another migrate type stays with that type, unless the page block
    /// changes its type (try_to_steal_freepages, 0cbef29a7821, 3.12 on).
    pub stolen_rest_stays: bool,
    /// A virtual disk has no elevator: all requests share its tags, the oldest is served first, and it is never congested
    /// (“virtio_blk: blk-mq support”, 3.13 on).
    pub virtio_mq: bool,
    /// Readahead gives up on a page after one direct reclaim, and reads a shorter window (__GFP_NORETRY, 3.0 on).
    pub readahead_noretry: bool,
    /// swapin_readahead submits each page as soon as it has allocated it (3.0 to 3.5). Earlier, an idle queue was plugged
    /// until a task waits for it; later, the task has a plug (“swap: allow swap readahead to be merged”, 3.6). The pages
    /// then reach the queue together.
    pub swapin_reads_singly: bool,
    /// An allocation that may not sleep goes below the min watermark by a quarter even if it must leave the emergency
    /// reserves alone (__GFP_NOMEMALLOC, to 2.6.37), as that of a bio.
    pub nomemalloc_goes_harder: bool,
    /// Time in which CFQ should give each queue a slice, milliseconds: with many queues, it shortens all slices
    /// (5db5d64277bf, 2.6.33 on). 0: slices are not shortened.
    pub cfq_target_latency_ms: u64,
    /// CFQ does not keep the disk for a queue without an idle window if such queues usually think for too long (3.1 on).
    pub cfq_tests_think_time: bool,
    /// For orders above 0, reclaim isolates the neighbours of a page too (to 3.4).
    pub lumpy_reclaim: bool,
    /// When lumpy reclaim waits for I/O.
    pub lumpy_wait: LumpyWait,
    /// The isolation of a block ends at a page that cannot be isolated (2.6.37 on).
    pub lumpy_stops_at_busy: bool,
    /// Anonymous pages of a block are not isolated while no swap slot is free (2.6.33 on).
    pub lumpy_spares_anon: bool,
    /// What an unsuccessful direct reclaim returns.
    pub reclaim_end: ReclaimEnd,
    /// wakeup_kswapd tests the zone before it records the order (to 2.6.37).
    pub wakeup_looks_first: bool,
    /// Which order kswapd continues with.
    pub kswapd_order: KswapdOrder,
    /// Form of balance_pgdat.
    pub balance_pgdat: BalancePgdat,
    /// kswapd shrinks a zone until its free pages exceed the high watermark by a gap (2.6.39 on). In earlier kernels,
    /// it shrinks a zone until eight times the high watermark is free.
    pub balance_gap: bool,
    /// kswapd naps and tests the watermarks again before it sleeps (2.6.33 on).
    pub premature_sleep_check: bool,
    /// kswapd does not nap while a zone is below its min watermark (2.6.33 on).
    pub skip_nap_under_min: bool,
    /// kswapd naps at the end of a pass at low priority values (to 3.9).
    pub kswapd_naps: bool,
    /// Form of too_many_isolated.
    pub too_many_isolated: TooManyIsolated,
    /// Direct reclaim naps at the end of a pass (to 3.10).
    pub direct_reclaim_naps: bool,
    /// nr_dirty and nr_congested are counted per batch, and ZONE_CONGESTED is set (2.6.37 on).
    pub zone_congested: bool,
    /// kswapd clears ZONE_CONGESTED of zones that it finds balanced before it shrinks any (3.1 on; 439423f6894a).
    pub balanced_zones_uncongested: bool,
    /// zone_watermark_ok subtracts two pages too many from the free pages (2.6.38 to 3.2: 88f5acf88ae6 to
    /// df0a6daa01fa).
    pub watermark_test_off_by_two: bool,
    /// khugepaged raises min_free_kbytes if huge pages are compiled in (2.6.38 on).
    pub khugepaged: bool,
    /// A page found under writeback is marked PG_reclaim (3.6 on).
    pub mark_writeback_reclaim: bool,
    /// shrink_zone plugs its requests, so that they can merge (3.2 on).
    pub reclaim_plug: bool,
    /// Dirtying a page clears PG_reclaim (2.6.39 on).
    pub dirtying_clears_reclaim: bool,
    /// Writers wait for a page under writeback before they change it (3.0 to 3.8).
    pub stable_pages: bool,
    /// From which reclaimers XFS refuses ->writepage.
    pub xfs_refuses: XfsRefuses,
    /// XFS allocates pages for write() without __GFP_FS (xfs_vm_write_begin: AOP_FLAG_NOFS, 2.6.36 on).
    pub xfs_writes_nofs: bool,
    /// ext4 allocates pages for write() without __GFP_FS, because it has a transaction open then (to 3.8; "ext4: grab
    /// page before starting transaction handle in write_begin()").
    pub ext4_writes_nofs: bool,
    /// XFS reserves as many pages behind a growing file as the file has (2.6.38 on). In earlier kernels, it reserves
    /// blocks up to the next multiple of 64 kB.
    pub xfs_prealloc_doubles: bool,
    /// pdflush does background writeback (to 2.6.31). It naps instead of writing to a congested queue. It continues
    /// from each inode's cursor until it has written the requested pages and dirty memory is below the background
    /// limit.
    pub pdflush: bool,
    /// How the flusher sizes its chunks.
    pub flusher_chunk: FlusherChunk,
    /// How the flusher refills its list of inodes.
    pub flusher_refill: FlusherRefill,
    /// An inode that used up its chunk has its next turn before inodes that have had no turn yet (2.6.36 on). In
    /// earlier kernels, its next turn is after all dirty inodes, unless the work is periodic.
    pub used_up_inodes_first: bool,
    /// Background work ends at the background limit (2.6.37 on). In earlier kernels, it ends only below this limit.
    pub background_ends_at_limit: bool,
    /// A flusher's work ends at the first inode that was dirtied after the work began (2.6.36 to 3.0). In earlier kernels,
    /// a turn ends there (writeback_sb_inodes, wb_start).
    pub flusher_work_ends_at_new_inode: bool,
    /// A flusher without dirty inodes sleeps without a timeout. The first dirty inode sets its timer (2.6.36 on).
    pub flusher_sleeps_when_clean: bool,
    /// Background and periodic work yield to queued work (2.6.38 on).
    pub flusher_yields: bool,
    /// The flusher tests the background limit itself after each wake (2.6.38 on).
    pub flusher_checks_background: bool,
    /// A flusher continues its work as long as each turn writes something (3.1 on). In earlier kernels, it stops after
    /// a turn that did not use up its chunk and left no inode with more to write.
    pub flusher_goes_on: bool,
    /// Each turn of background work includes the inodes that are dirty when the turn begins (3.3 on). In earlier
    /// kernels, it includes those that were dirty when the work began.
    pub background_takes_new_inodes: bool,
    /// global_dirty_limit, which decreases slowly, starts at the dirty limit ("writeback: initialize
    /// global_dirty_limit", 3.5 on). In earlier kernels, it starts at 0.
    pub global_limit_from_boot: bool,
    /// A page that ->writepage refuses is not counted as dirtied again (account_page_redirty, 3.3 on).
    pub redirty_uncounted: bool,
    /// ext4 writes all consecutive dirty pages of a file without blocks if these are more than the chunk (2.6.32 to 3.10).
    pub ext4_writes_runs: bool,
    /// ext4 submits bios of many pages ("ext4: enable mblk_io_submit by default", 2.6.39 on).
    pub ext4_multi_page_bios: bool,
    /// XFS multiplies the flusher's chunk by this number (4 in 2.6.31 to 2.6.34, else 1).
    pub xfs_chunk_multiple: u32,
    /// activate_page goes through a per-CPU pagevec (3.0 on, SMP).
    pub activate_pagevec: bool,
    /// ext3 is mounted with barriers by default (3.1 on): a commit flushes the device.
    pub ext3_barriers: bool,
    /// ext4: the blocks that a commit writes to the log must not change until the transaction's data is written, too (up
    /// to 3.10). In later kernels, they may change once their own I/O has ended (“jbd2: refine waiting for shadow
    /// buffers”, 3.11).
    pub shadow_until_data: bool,
    /// nr_written is counted at the end of the I/O (3.1 on). In earlier kernels, it is counted at the start of the I/O.
    pub nr_written_at_end: bool,
    /// If a call adds few objects to a slab scan, the cap on the scan is lower (3.1 on).
    pub slab_cap_half: bool,
    /// What happens to a slab that becomes empty.
    pub empty_slabs: EmptySlabs,
    /// Scheduling latency, minimum granularity and wakeup granularity: 20 ms, 4 ms and 5 ms to 2.6.31; 5, 1 and 1 ms
    /// with half the credit for sleepers in 2.6.32 ("sched: Re-tune the scheduler latency defaults to decrease
    /// worst-case latencies"); 6, 2 and 1 ms in 2.6.35 ("sched: Tweak sched_latency and min_granularity"); 6, 0.75 and
    /// 1 ms from 2.6.37 on. kthreadd starts its threads at nice -5 (KTHREAD_NICE_LEVEL) up to 2.6.31 ("sched: Keep
    /// kthreads at default priority").
    pub sched: SchedTunables,
    /// Direct reclaimers are throttled until more than half of the reserves is free (3.6 on).
    pub pfmemalloc_throttle: bool,
    /// Shares of write completions decay with time instead of with events (3.6 on).
    pub proportions_by_time: bool,
    /// throttle_vm_writeout also respects global_dirty_limit, which decreases slowly (hard_dirty_limit, 3.4 on).
    pub writeout_hard_limit: bool,
    /// A task that adds or removes a page holds the mapping's tree_lock for some time. Other tasks meanwhile spin for
    /// the lock. This is not a difference between kernels: as a simplification, the presets before 3.10 charge only one
    /// uncontended lock operation for a removal.
    pub tree_lock_holds: bool,
    /// One lru_add pagevec serves all lists. A page in it that is accessed again is marked Active there (3.11 on).
    pub one_add_pagevec: bool,
    /// kswapd is woken for a zone below its high watermark (3.16). Up to 3.10, kswapd is woken for a zone below its low
    /// watermark.
    pub wakes_kswapd_at_high: bool,
    /// A zone is unreclaimable once it was scanned six times over. Every test computes this from the counters instead
    /// of reading a flag (3.12 on).
    pub unreclaimable_by_scan: bool,
    /// A fault on a file right after the last one continues like read() if it finds no page, and a window around a page
    /// has no mark (to 2.6.38). In later kernels, each fault that finds no page reads around it, and a fault on the mark
    /// reads on (“readahead: trigger mmap sequential readahead on PG_readahead”, 3.0).
    pub sequential_faults: bool,
    /// Number of cached pages that a read fault on a file maps at a time (do_fault_around, 16 from 3.15 on), at least 1.
    pub fault_around_pages: u32,
}
