//! A record for differential testing: events of pages outside reclaim, and the arguments and results of reclaim,
//! request queues and balance_dirty_pages. It is kept only on request, in a build with the feature `record`, and does
//! not change the run.

use crate::block::{Dispatch, Submit};
use crate::mm::page::Pfn;
use crate::mm::vmscan::scan_control::BatchCounts;
use crate::mm::zone::{Lru, ZoneId};
use crate::observer::trace::Reason;
use crate::sched::task::TaskId;

/// The state of a page that reclaim's decisions depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The page.
    pub page: Pfn,
    /// Whether PG_locked is held.
    pub locked: bool,
    /// Whether a page table maps it.
    pub mapped: bool,
    /// Whether its accessed bit is set in a page table, or the swap token protects it.
    pub young: bool,
    /// Whether its dirty bit is set in a page table.
    pub pte_dirty: bool,
    /// Whether it is mapped executable.
    pub executable: bool,
    /// PG_swapcache.
    pub swap_cache: bool,
    /// Whether any process maps its file.
    pub mapping_mapped: bool,
    /// Whether the pages of its file cannot be freed.
    pub mapping_unevictable: bool,
    /// Its mapping. All pages in the swap cache have the same number.
    pub mapping: Option<u16>,
    /// Whether the device of its file is congested for writes.
    pub congested: bool,
}

/// The arguments of shrink_zone: a zone and a scan_control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The zone.
    pub zone: ZoneId,
    /// Whether kswapd reclaims.
    pub kswapd: bool,
    /// Reclaim priority, 12 down to 0.
    pub priority: u32,
    /// nr_to_reclaim.
    pub target: u64,
    /// nr_reclaimed so far.
    pub reclaimed: u64,
    /// nr_scanned so far.
    pub scanned: u64,
}

/// The part of a zone's and of the machine's state on which reclaim's decisions depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Free pages of the zone.
    pub free: u64,
    /// Whether a swap slot is free.
    pub swap_free: bool,
    /// Whether reclaim has given up on the zone.
    pub unreclaimable: bool,
}

/// The state of a page that the result of pageout depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// Whether the device of its file is congested, and is not the one that the task itself is writing to.
    pub congested: bool,
    /// Whether a page table entry needs its swap slot.
    pub slot_needed: bool,
    /// Whether its filesystem accepts the write.
    pub accepted: bool,
}

/// Blocks of a queue's disk that a bio or a request covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// First block, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
    /// Whether it is a read.
    pub read: bool,
    /// Whether it is sync in the elevator's sense.
    pub sync: bool,
}

/// A task's counts of its dirtied pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskDirt {
    /// nr_dirtied.
    pub dirtied: u64,
    /// nr_dirtied_pause.
    pub interval: u64,
    /// dirty_paused_when, jiffies.
    pub paused_when: Option<u64>,
}

/// The state that a round of balance_dirty_pages reads (3.2 on), in pages and jiffies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Whether both limits must be exceeded (3.3 on).
    pub both: bool,
    /// Current time.
    pub now: u64,
    /// Jiffies per second.
    pub hz: u64,
    /// Number of CPUs.
    pub cpus: u64,
    /// The dirty limit.
    pub dirty_limit: u64,
    /// The background limit.
    pub background: u64,
    /// global_dirty_limit, after the update of this round.
    pub global_limit: u64,
    /// Dirty and writeback pages.
    pub dirty: u64,
    /// The device's share of the limit.
    pub bdi_thresh: u64,
    /// The device's dirty and writeback pages.
    pub bdi_dirty: u64,
    /// dirty_ratelimit, pages a second, after the update of this round.
    pub rate: u64,
    /// avg_write_bandwidth, pages a second.
    pub avg_bw: u64,
    /// nr_dirtied_pause when the call began.
    pub interval_at_entry: u64,
}

/// One entry. Its fields are the arguments of a function, the state that it reads, or its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A new page is put in a pagevec for a list (lru_cache_add).
    Enters {
        /// The page.
        page: Pfn,
        /// CPU of the pagevec.
        cpu: u8,
        /// The list that it is for.
        list: Lru,
    },
    /// mark_page_accessed.
    Accessed {
        /// The page.
        page: Pfn,
        /// CPU of the pagevec, if the page goes into one.
        cpu: u8,
    },
    /// set_page_dirty is called. A write() and a page that ->writepage refuses do not call it.
    SetPageDirty {
        /// The page.
        page: Pfn,
    },
    /// PG_dirty is set.
    Dirtied {
        /// The page.
        page: Pfn,
    },
    /// PG_dirty is cleared for a write (clear_page_dirty_for_io).
    Cleaned {
        /// The page.
        page: Pfn,
    },
    /// A page leaves the swap cache and becomes dirty, because its slot is not needed (try_to_free_swap).
    LeavesSwap {
        /// The page.
        page: Pfn,
        /// Whether a page table still maps it.
        mapped: bool,
    },
    /// test_set_page_writeback.
    WriteStarted {
        /// The page.
        page: Pfn,
    },
    /// end_page_writeback.
    WriteEnded {
        /// The page.
        page: Pfn,
        /// The CPU on which the I/O ends.
        cpu: u8,
        /// Whether PG_locked is held.
        locked: bool,
    },
    /// The owner of a page drops it: the page is truncated, or the task ends.
    Dropped {
        /// The page.
        page: Pfn,
    },
    /// A page goes back to the allocator.
    Freed {
        /// The page.
        page: Pfn,
    },
    /// shrink_zone begins.
    ShrinksZone {
        /// The reclaimer.
        task: TaskId,
        /// The arguments of shrink_zone.
        start: Start,
        /// The state of the zone and of the machine.
        found: Surroundings,
        /// Pages to scan on each list except the unevictable one (get_scan_count).
        counts: [u64; 4],
    },
    /// shrink_zone starts on a list.
    ShrinksList {
        /// The reclaimer.
        task: TaskId,
        /// The list.
        list: Lru,
        /// Pages to scan.
        n: u64,
    },
    /// shrink_zone is done with the lists.
    ShrunkZone {
        /// The reclaimer.
        task: TaskId,
        /// nr_reclaimed.
        reclaimed: u64,
        /// nr_scanned.
        scanned: u64,
        /// Whether a swap slot is free.
        swap_free: bool,
    },
    /// lru_add_drain.
    Drains {
        /// CPU whose pagevecs are drained.
        cpu: u8,
    },
    /// shrink_active_list isolates pages.
    Ages {
        /// The reclaimer.
        task: TaskId,
        /// The zone.
        zone: ZoneId,
        /// Whether they are from a list of file pages.
        file: bool,
        /// The pages in the order in which they were isolated.
        pages: Vec<Facts>,
    },
    /// shrink_inactive_list isolates pages.
    Isolates {
        /// The reclaimer.
        task: TaskId,
        /// The zone.
        zone: ZoneId,
        /// Whether they are from a list of file pages.
        file: bool,
        /// __GFP_IO.
        io: bool,
        /// __GFP_FS.
        fs: bool,
        /// The pages in the order in which they were isolated.
        pages: Vec<Pfn>,
    },
    /// shrink_page_list examines a page.
    LooksAt {
        /// The reclaimer.
        task: TaskId,
        /// The page and its state.
        facts: Facts,
        /// Whether a swap slot is free.
        swap_free: bool,
        /// ZONE_WRITEBACK.
        zone_writeback: bool,
        /// ZONE_TAIL_LRU_DIRTY.
        tail_lru_dirty: bool,
    },
    /// shrink_page_list decides about a page.
    Decides {
        /// The reclaimer.
        task: TaskId,
        /// The page.
        page: Pfn,
        /// The decision.
        reason: Reason,
    },
    /// A dirty page is passed to pageout.
    PagesOut {
        /// The reclaimer.
        task: TaskId,
        /// The page.
        page: Pfn,
        /// What pageout finds.
        writing: Writing,
    },
    /// pageout returns.
    PagedOut {
        /// The reclaimer.
        task: TaskId,
        /// The page.
        page: Pfn,
        /// Its mapping afterwards.
        mapping: Option<u16>,
    },
    /// The rest of a batch goes back to its lists.
    PutsBack {
        /// The reclaimer.
        task: TaskId,
        /// Pages of the batch that were freed.
        freed: u64,
        /// Counts of the batch.
        counts: BatchCounts,
    },
    /// A task submits a bio to a request queue (__make_request).
    Submits {
        /// The task.
        task: TaskId,
        /// The queue.
        queue: u32,
        /// Time, nanoseconds.
        at: u64,
        /// The blocks that it covers.
        bio: Extent,
        /// The result.
        answer: Submit,
    },
    /// A device asks for its next request.
    Dispatches {
        /// The device's queue.
        queue: u32,
        /// Time, nanoseconds.
        at: u64,
        /// The result.
        answer: Dispatch,
        /// The request, if there is one.
        request: Option<Extent>,
    },
    /// A device has served a request.
    Completes {
        /// The device's queue.
        queue: u32,
        /// Time, nanoseconds.
        at: u64,
        /// The blocks that it covered.
        request: Extent,
        /// Whether the completion wakes all tasks that wait until its class is no longer congested.
        below_congestion_off: bool,
        /// Whether the completion wakes one task that waits for a request.
        may_wake_waiter: bool,
    },
    /// A task enters balance_dirty_pages (3.2 on).
    Throttles {
        /// The task.
        task: TaskId,
        /// The counts of its dirtied pages.
        dirt: TaskDirt,
    },
    /// A round of balance_dirty_pages.
    Rounds {
        /// The task.
        task: TaskId,
        /// What the round finds.
        round: Round,
        /// Jiffies of sleep, and whether another round follows; `None` if the task leaves.
        answer: Option<(u64, bool)>,
    },
    /// balance_dirty_pages returns.
    Throttled {
        /// The task.
        task: TaskId,
        /// The counts of its dirtied pages.
        dirt: TaskDirt,
        /// dirty_exceeded of the device at the end of the last sleep.
        was_exceeded: bool,
        /// dirty_exceeded of the device now.
        exceeded: bool,
    },
}

/// Entries since the previous call of [`Record::take`].
#[derive(Clone, Debug, Default)]
pub struct Record {
    on: bool,
    entries: Vec<Entry>,
}

impl Record {
    /// Starts to keep a record.
    pub fn begin(&mut self) {
        self.on = true;
    }

    /// Whether a record is kept.
    #[inline]
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Takes the entries so far.
    pub fn take(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }
}
