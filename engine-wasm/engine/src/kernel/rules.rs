//! A kernel's rule set: every place where the versions of the reclaim code differ, as data.
//!
//! Code asks the rules, never a version number; a new kernel is a new row in `presets.rs`.

pub use super::balance_dirty::{BalanceDirty, ExceededBy};
pub use super::balance_pgdat::BalancePgdat;
use crate::sched::fair::SchedTunables;

/// How the pages that dirty limits are a share of are counted (determine_dirtyable_memory).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dirtyable {
    /// Free and every LRU page (2.6.29 to 2.6.31).
    AllLru,
    /// Free and file pages; anonymous pages while a swap slot is free (2.6.32 to 3.8).
    AnonWhileSwap,
    /// The same less a quarter of min_free_kbytes, never below zero (3.9, 3.10).
    LessMinFree,
    /// Free less reserve, and file pages only (3.16).
    FileOnly,
}

/// When a zone's shrinking stops early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BailOut {
    /// More than the target, direct reclaim only, running total of the call (2.6.29 to 2.6.32).
    MoreThanTarget,
    /// At least the target, running total of the call (2.6.33 to 2.6.37).
    AtLeastTarget,
    /// At least the target, freed by this shrink_zone alone (2.6.38 to 3.10).
    AtLeastTargetPerZone,
    /// Proportional adjustment of the remaining counts (3.11 on).
    Proportional,
}

/// The reference test of shrink_page_list (page_check_references).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageReferences {
    /// Referenced and in use: activate (2.6.29 to 2.6.33).
    Once,
    /// Use-once mapped pages; any clean-only page; an order above 3 takes what it finds (2.6.34).
    UseOnce,
    /// The same, but reclaim of a contiguous block takes what it finds, whatever its order (5f53e76299ce, 2.6.35).
    UseOnceLumpy,
    /// The clean-only answer is for file pages alone (2.6.36 to 3.2).
    UseOnceFileClean,
    /// Executable or doubly referenced mapped pages are activated at once (3.3, 3.4).
    UseOnceExec,
    /// Swap-backed pages are all activated (3.5 on).
    UseOnceSwapBacked,
}

impl PageReferences {
    /// PG_referenced counts for a page in use alone: its file is in somebody's address space, or it is in the swap cache
    /// (page_mapping_inuse).
    #[inline]
    #[must_use]
    pub fn asks_if_in_use(self) -> bool {
        self == Self::Once
    }

    /// A mapped page that is executable or doubly referenced is activated at once.
    #[must_use]
    pub fn activates_executables(self) -> bool {
        matches!(self, Self::UseOnceExec | Self::UseOnceSwapBacked)
    }
}

/// What kswapd scans of a list whose share came out as zero (get_scan_count).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanFloor {
    /// Small scans wait in an accumulator until they are worth a batch (nr_saved_scan, to 2.6.38).
    Saved,
    /// kswapd in a zone whose lists together yield less than a batch (3.0).
    SmallZone,
    /// kswapd: the list's share of a batch (3.1).
    ShareOfBatch,
    /// kswapd: an empty shift becomes a batch, then the share applies (3.2).
    BatchThenShare,
    /// The same in zones flagged all_unreclaimable only (3.3 to 3.8).
    Unreclaimable,
    /// The same with at most the list's size (3.9 to 3.15).
    UnreclaimableCapped,
    /// In a second computation when the first gave nothing (3.16).
    SecondComputation,
}

/// How the anon and file shares are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanShare {
    /// Whole percentages (to 2.6.35).
    Percent,
    /// Exact fractions (2.6.36 to 3.4).
    Fraction,
    /// Exact fractions of the weights alone, so that swappiness 0 leaves anonymous pages out (fe35004fbf9e, 3.5 to 3.8).
    FractionOfWeights,
    /// Exact fractions; file only while inactive file pages suffice (3.9 on).
    FractionFileFirst,
}

/// Order of tests in the allocator's slow path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rebalance {
    /// After the nap straight back to direct reclaim (to 2.6.38).
    ReclaimFirst,
    /// After the nap the free lists are tried first (3.0 on).
    FreelistFirst,
}

/// Scan count of the file list that a nap of too_many_isolated compares with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooManyIsolated {
    /// No such test (to 2.6.31).
    Never,
    /// Isolated above inactive (2.6.32 to 3.7).
    AboveInactive,
    /// Isolated above an eighth of inactive for callers that may do I/O (3.8 on).
    AboveEighth,
}

/// How the flusher sizes its chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlusherChunk {
    /// 1,024 pages a pass, shared by the inodes of the pass (to 3.0).
    PerPass,
    /// From estimated bandwidth, per inode (3.1 on).
    PerInode,
}

/// What happens to a slab that has become empty (mm/slub.c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptySlabs {
    /// Its pages go back at once (to 3.0).
    GivenBack,
    /// The list of the node keeps some ("slub: Rework allocator fastpaths", 3.1).
    KeptOnNode,
    /// The CPU that frees holds more, and moves them to the node's list when it has enough ("slub: per cpu cache for partial
    /// pages", 3.2 on).
    KeptByCpu,
}

/// Refill of a flusher's list of inodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlusherRefill {
    /// At every pass, inodes with more to write in front (to 2.6.35).
    EveryPassMoreFirst,
    /// At every pass, inodes with more to write behind what is left (4ea879b96f76, 2.6.36 to 3.0).
    EveryPass,
    /// Only when the list has run empty (3.1 on).
    WhenEmpty,
}

/// Shape of the request counts and wait queues of a block queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueClass {
    /// By direction: reads, writes (2.6.29).
    Direction,
    /// By sync and async (2.6.30 on).
    SyncAsync,
}

/// What becomes of the scan of an active anonymous list (shrink_list).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActiveAnonScan {
    /// Aged if inactive_anon is low; else inactive_anon is scanned in its place (to 2.6.32).
    FallsThrough,
    /// Aged if inactive_anon is low; else nothing (2.6.33 on and late 2.6.32.y).
    OnlyIfLow,
    /// inactive_anon is scanned in its place, always: the revert of evict-once as it was posted for kernels with the
    /// mended fall-through.
    NeverAged,
}

/// Which slots are read together with one (swapin_readahead).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapinReadahead {
    /// Used ones next to it, up and down to the first that is free, within the aligned cluster (to 3.3).
    Neighbours,
    /// All used ones of the aligned cluster (67f96aa252e6, 3.4 to 3.13).
    Cluster,
    /// Those of a smaller cluster, or none, if few of the pages that were read ahead were used ("swap: add a simple
    /// detector for inappropriate swapin readahead", 3.14 on).
    ByHits,
}

/// Whether there is a swap token, and how long its holder keeps its priority (grab_swap_token).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapTokenAge {
    /// It keeps its priority (to 2.6.39).
    Kept,
    /// Its priority is halved every 255 faults ("vmscan: implement swap token priority aging", 3.0 to 3.4).
    Halved,
    /// There is no token (3.5 on).
    NoToken,
}

/// When reclaim of a contiguous block makes a second pass that waits (shrink_inactive_list, to 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LumpyWait {
    /// For orders above 3, after a nap (2.6.29, 2.6.30).
    CostlyOrder,
    /// For every block, after a nap (2.6.31 to 2.6.35).
    EveryBlock,
    /// After a nap, at priority 12 for orders above 3 and at 4 for others (e31f3698cd34, 2.6.36).
    StalledAfterNap,
    /// The same without a nap. A page that is kept for another reason than I/O ends reclaim of a contiguous block for the
    /// rest of its batch (7d3579e8e619, 2.6.37 on).
    Stalled,
}

impl LumpyWait {
    /// A nap comes before the second pass.
    #[must_use]
    pub fn naps_first(self) -> bool {
        self != Self::Stalled
    }
}

/// What a direct reclaim that went through all priorities without reaching its target returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReclaimEnd {
    /// The pages freed, but 0 if the last pass skipped every zone (to 2.6.34).
    Freed,
    /// The pages freed, or 1 unless the last pass skipped every zone (bb21c7ce18ef, 2.6.35).
    HopeBySkipped,
    /// The pages freed, or 1 unless every zone was scanned six times over (2.6.36 to 2.6.38).
    HopeByScanned,
    /// The pages freed, or 1 unless every zone is flagged all_unreclaimable (3.0 to 3.10).
    HopeByFlag,
}

/// A kernel's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Default of vm.dirty_background_ratio, percent.
    pub dirty_background_ratio: u32,
    /// Default of vm.dirty_ratio, percent.
    pub dirty_ratio: u32,
    /// Smallest dirty ratio that is obeyed, percent (5 to 2.6.36, then 0).
    pub dirty_ratio_floor: u32,
    /// What dirty limits are a share of.
    pub dirtyable: Dirtyable,
    /// How writers are throttled. The mechanism `ioless_dirty_balance` chooses between the forms.
    pub balance_dirty: BalanceDirty,
    /// When shrink_zone stops early.
    pub bail_out: BailOut,
    /// Reference test.
    pub page_references: PageReferences,
    /// Scan floors and accumulator.
    pub scan_floor: ScanFloor,
    /// Share arithmetic.
    pub scan_share: ScanShare,
    /// shrink_inactive_list takes exactly what it is given (2.6.36 on); before, 32 at a time.
    pub isolate_exact: bool,
    /// inactive_anon is never low without configured swap (74e3f3c3391d, 2.6.37 on).
    pub anon_low_needs_swap: bool,
    /// What an active anonymous list's part of a scan does.
    pub active_anon_scan: ActiveAnonScan,
    /// shrink_zone ages anonymous pages at its end only while a swap slot is free (2.6.31 to 2.6.36).
    pub anon_aging_needs_slot: bool,
    /// Without swap, anonymous pages are left alone at priority 0 as well (2.6.31 on).
    pub no_swap_spares_anon: bool,
    /// Anonymous pages count as reclaimable even without a free swap slot (to 2.6.31; adea02a1bea7 changed it).
    pub anon_always_reclaimable: bool,
    /// A page that is swapped in is marked accessed (2.6.29).
    pub swapin_marks_accessed: bool,
    /// Which slots swap-in reads together.
    pub swapin_readahead: SwapinReadahead,
    /// The swap token.
    pub swap_token: SwapTokenAge,
    /// A page fault lets go of mmap_sem while it waits for a page that is read (d065bd810b6d, 2.6.37 on).
    pub fault_retries: bool,
    /// Executable file pages found young go back to the active list (2.6.31 on).
    pub protect_executable: bool,
    /// Slow path order.
    pub rebalance: Rebalance,
    /// Direct reclaim drains all CPUs' lists once before it gives up on an order-0 page (2.6.36 on).
    pub drain_pcp_after_reclaim: bool,
    /// A CPU's free pages are on a list for each migrate type, which take turns in giving pages back (5f8dcc21211a, 2.6.32
    /// on). Before, they are on one list, which requests search for a page of their type and whose tail goes: kept as
    /// lists by type here, of which the longest gives a page.
    pub pcp_lists_in_turn: bool,
    /// What is left of a block taken from another migrate type stays with that type, unless the page block changes its own
    /// (try_to_steal_freepages, 0cbef29a7821, 3.12 on).
    pub stolen_rest_stays: bool,
    /// For a larger order the neighbours of a page are taken along (to 3.4).
    pub lumpy_reclaim: bool,
    /// When reclaim of a contiguous block waits.
    pub lumpy_wait: LumpyWait,
    /// Collecting a block ends at a page that cannot be taken (2.6.37 on).
    pub lumpy_stops_at_busy: bool,
    /// Anonymous pages are not collected while no swap slot is free (2.6.33 on).
    pub lumpy_spares_anon: bool,
    /// What an unsuccessful direct reclaim returns.
    pub reclaim_end: ReclaimEnd,
    /// wakeup_kswapd looks at the zone before it notes the order (to 2.6.37).
    pub wakeup_looks_first: bool,
    /// kswapd goes on with the order that its last balance_pgdat reached (2.6.38 on); before, with what is asked for.
    pub kswapd_keeps_order: bool,
    /// balance_pgdat's form.
    pub balance_pgdat: BalancePgdat,
    /// kswapd shrinks a zone until it is a gap above high (2.6.39 on), and not until it has eight times high free.
    pub balance_gap: bool,
    /// kswapd naps and tests the marks again before it sleeps (2.6.33 on).
    pub premature_sleep_check: bool,
    /// kswapd does not nap while a zone is below min (2.6.33 on).
    pub skip_nap_under_min: bool,
    /// kswapd naps at the end of a pass at low priority (to 3.9).
    pub kswapd_naps: bool,
    /// too_many_isolated.
    pub too_many_isolated: TooManyIsolated,
    /// The nap at the end of a direct reclaim pass exists (to 3.10).
    pub direct_reclaim_naps: bool,
    /// nr_dirty and nr_congested are kept per batch, ZONE_CONGESTED is set (2.6.37 on).
    pub zone_congested: bool,
    /// kswapd clears ZONE_CONGESTED of zones that it finds balanced before it shrinks any (3.1 on; 439423f6894a).
    pub balanced_zones_uncongested: bool,
    /// zone_watermark_ok takes two pages too many off the free ones (2.6.38 to 3.2: 88f5acf88ae6 to df0a6daa01fa).
    pub watermark_test_off_by_two: bool,
    /// khugepaged raises min_free_kbytes where huge pages are built in (2.6.38 on).
    pub khugepaged: bool,
    /// A page found under writeback is marked PG_reclaim (3.6 on).
    pub mark_writeback_reclaim: bool,
    /// Submissions of shrink_zone are plugged, so that they can merge (3.2 on).
    pub reclaim_plug: bool,
    /// Dirtying a page takes PG_reclaim off it (2.6.39 on).
    pub dirtying_clears_reclaim: bool,
    /// Writers wait for a page under writeback before they change it (3.0 to 3.8).
    pub stable_pages: bool,
    /// XFS refuses ->writepage from direct reclaim (2.6.36 on).
    pub xfs_refuses_direct: bool,
    /// XFS takes the pages of a write() without __GFP_FS (xfs_vm_write_begin: AOP_FLAG_NOFS, 2.6.36 on).
    pub xfs_writes_nofs: bool,
    /// So does ext4, which has a transaction open then (to 3.8; "ext4: grab page before starting transaction handle in
    /// write_begin()").
    pub ext4_writes_nofs: bool,
    /// A file that grows on XFS reserves as much again as it has, before that what fills 64 kB (2.6.38 on).
    pub xfs_prealloc_doubles: bool,
    /// pdflush writes: it passes congested queues over and naps, and goes on from each inode's cursor until both its
    /// pages are written and dirty memory is below the background limit (to 2.6.31).
    pub pdflush: bool,
    /// Chunk of the flusher.
    pub flusher_chunk: FlusherChunk,
    /// Refill of the flusher's list.
    pub flusher_refill: FlusherRefill,
    /// An inode that used its chunk up has its next turn before those not yet begun (2.6.36 on); before, unless the work
    /// was periodic, it went behind all dirty inodes.
    pub used_up_inodes_first: bool,
    /// Background work ends at the background limit (2.6.37 on); before, only below it.
    pub background_ends_at_limit: bool,
    /// Background and periodic work give way to queued work (2.6.38 on).
    pub flusher_yields: bool,
    /// The flusher tests the background limit itself after each wake (2.6.38 on).
    pub flusher_checks_background: bool,
    /// A flusher goes on with its work as long as a turn wrote something (3.1 on); before, a turn that did not use its chunk
    /// up and left no inode with more to write was the last.
    pub flusher_goes_on: bool,
    /// Each turn of background work takes the inodes that are dirty by then (3.3 on); before, those dirty when it began.
    pub background_takes_new_inodes: bool,
    /// The limit that follows slowly down begins at the dirty limit ("writeback: initialize global_dirty_limit", 3.5 on);
    /// before, at 0.
    pub global_limit_from_boot: bool,
    /// A page that ->writepage refuses comes off the counts of dirtied pages (account_page_redirty, 3.3 on).
    pub redirty_uncounted: bool,
    /// ext4 multiplies the flusher's chunk by this (8 in 2.6.32 to 3.0, else 1).
    pub ext4_chunk_multiple: u32,
    /// ext4 sends many pages in a bio ("ext4: enable mblk_io_submit by default", 2.6.39 on).
    pub ext4_multi_page_bios: bool,
    /// XFS multiplies the flusher's chunk by this (4 in 2.6.31 to 2.6.34, else 1).
    pub xfs_chunk_multiple: u32,
    /// activate_page goes through a per-CPU pagevec (3.0 on, SMP).
    pub activate_pagevec: bool,
    /// ext3 is mounted with barriers unless told otherwise (3.1 on): a commit flushes the device.
    pub ext3_barriers: bool,
    /// nr_written counts at the end of the I/O (3.1 on); before, at its start.
    pub nr_written_at_end: bool,
    /// The cap of a slab scan is lower when little is asked for (3.1 on).
    pub slab_cap_half: bool,
    /// What happens to a slab that has become empty.
    pub empty_slabs: EmptySlabs,
    /// When tasks make way for others: 20 ms, 4 ms and 5 ms to 2.6.31; 5, 1 and 1 ms with half the credit for sleepers in
    /// 2.6.32 ("sched: Re-tune the scheduler latency defaults to decrease worst-case latencies"); 6, 2 and 1 ms in 2.6.35
    /// ("sched: Tweak sched_latency and min_granularity"); 6, 0.75 and 1 ms from 2.6.37 on.
    pub sched: SchedTunables,
    /// A direct reclaimer is held while the reserves are half gone (3.6 on).
    pub pfmemalloc_throttle: bool,
    /// Shares of write completions decay with time instead of with events (3.6 on).
    pub proportions_by_time: bool,
    /// throttle_vm_writeout obeys the limit that follows slowly down as well (hard_dirty_limit, 3.4 on).
    pub writeout_hard_limit: bool,
    /// Inserting into and removing from a mapping holds its tree_lock for a time, and tasks spin for it. Not a
    /// difference of kernels: the presets before 3.10 charge one uncontended round for a removal, a simplification.
    pub tree_lock_holds: bool,
    /// One lru_add pagevec for all lists; a page in it that is accessed again is marked Active there (3.11 on).
    pub one_add_pagevec: bool,
    /// kswapd is woken for a zone below this mark (low to 3.10, high in 3.16).
    pub wakes_kswapd_at_high: bool,
    /// A zone is unreclaimable while it was scanned six times over, asked each time instead of flagged (3.12 on).
    pub unreclaimable_by_scan: bool,
}
