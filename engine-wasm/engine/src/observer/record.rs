//! A record of what happens to pages from outside and of what reclaim is asked and does, for comparing it with
//! another opinion. Kept only where somebody asks for it, in a build with the feature `record`; it has no part in the run.

use crate::block::{Dispatch, Submit};
use crate::mm::page::Pfn;
use crate::mm::vmscan::scan_control::BatchCounts;
use crate::mm::zone::{Lru, ZoneId};
use crate::observer::trace::Reason;
use crate::sched::task::TaskId;

/// What reclaim finds of a page and does not decide itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The page.
    pub page: Pfn,
    /// Somebody holds PG_locked.
    pub locked: bool,
    /// A page table maps it.
    pub mapped: bool,
    /// With its accessed bit set.
    pub young: bool,
    /// With its dirty bit set.
    pub pte_dirty: bool,
    /// Mapped executable.
    pub executable: bool,
    /// PG_swapcache.
    pub swap_cache: bool,
    /// Some process has its file mapped.
    pub mapping_mapped: bool,
    /// Its file's pages cannot be freed.
    pub mapping_unevictable: bool,
    /// Its mapping, one number for all of the swap cache.
    pub mapping: Option<u16>,
    /// The device of its file is congested for writes.
    pub congested: bool,
}

/// What shrink_zone is given: a zone, and its scan_control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The zone.
    pub zone: ZoneId,
    /// It is kswapd.
    pub kswapd: bool,
    /// Priority.
    pub priority: u32,
    /// nr_to_reclaim.
    pub target: u64,
    /// nr_reclaimed so far.
    pub reclaimed: u64,
    /// nr_scanned so far.
    pub scanned: u64,
}

/// What reclaim finds of a zone and of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Free pages of the zone.
    pub free: u64,
    /// A swap slot is free.
    pub swap_free: bool,
    /// Reclaim has given the zone up.
    pub unreclaimable: bool,
}

/// What pageout finds of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The device of its file is congested, and it is not the one that the task itself writes to.
    pub congested: bool,
    /// A page table entry needs its swap slot.
    pub slot_needed: bool,
    /// What its filesystem answers: it takes the write on.
    pub accepted: bool,
}

/// Blocks of a queue's disk that a bio or a request covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// First block, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
    /// A read.
    pub read: bool,
    /// Sync in the elevator's sense.
    pub sync: bool,
}

/// What a task keeps of its dirtying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskDirt {
    /// nr_dirtied.
    pub dirtied: u64,
    /// nr_dirtied_pause.
    pub interval: u64,
    /// dirty_paused_when, jiffies.
    pub paused_when: Option<u64>,
}

/// What a round of balance_dirty_pages finds (3.2 on), pages and jiffies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Both limits have to be exceeded (3.3 on).
    pub both: bool,
    /// Now.
    pub now: u64,
    /// Jiffies a second.
    pub hz: u64,
    /// CPUs.
    pub cpus: u64,
    /// The dirty limit.
    pub dirty_limit: u64,
    /// The background limit.
    pub background: u64,
    /// global_dirty_limit, after the update of this round.
    pub global_limit: u64,
    /// Dirty and writeback pages.
    pub dirty: u64,
    /// The device's part of the limit.
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

/// One entry; its fields are what the function that it tells of was given, found or answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A new page is queued for a list (lru_cache_add).
    Enters {
        /// The page.
        page: Pfn,
        /// Whose pagevec.
        cpu: u8,
        /// Where it is to go.
        list: Lru,
    },
    /// mark_page_accessed.
    Accessed {
        /// The page.
        page: Pfn,
        /// Whose pagevec, if it goes into one.
        cpu: u8,
    },
    /// set_page_dirty.
    Dirtied {
        /// The page.
        page: Pfn,
    },
    /// PG_dirty is taken off for a write (clear_page_dirty_for_io).
    Cleaned {
        /// The page.
        page: Pfn,
    },
    /// A page leaves the swap cache because its slot is not needed, dirty (try_to_free_swap).
    LeavesSwap {
        /// The page.
        page: Pfn,
        /// A page table still maps it.
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
        /// On which the I/O ends.
        cpu: u8,
        /// Somebody holds PG_locked.
        locked: bool,
    },
    /// Its owner drops it: truncated, or its task ends.
    Dropped {
        /// The page.
        page: Pfn,
    },
    /// It goes back to the allocator.
    Freed {
        /// The page.
        page: Pfn,
    },
    /// shrink_zone begins.
    ShrinksZone {
        /// The reclaimer.
        task: TaskId,
        /// What it was given.
        start: Start,
        /// What stands around.
        found: Surroundings,
        /// Pages to scan of each list but that of unevictable pages (get_scan_count).
        counts: [u64; 4],
    },
    /// It turns to a list.
    ShrinksList {
        /// The reclaimer.
        task: TaskId,
        /// Which.
        list: Lru,
        /// Pages to scan.
        n: u64,
    },
    /// It is through with the lists.
    ShrunkZone {
        /// The reclaimer.
        task: TaskId,
        /// nr_reclaimed.
        reclaimed: u64,
        /// nr_scanned.
        scanned: u64,
        /// A swap slot is free.
        swap_free: bool,
    },
    /// lru_add_drain.
    Drains {
        /// Whose pagevecs.
        cpu: u8,
    },
    /// shrink_active_list takes pages.
    Ages {
        /// The reclaimer.
        task: TaskId,
        /// Where.
        zone: ZoneId,
        /// Of the list of file pages.
        file: bool,
        /// In the order in which they were taken.
        pages: Vec<Facts>,
    },
    /// shrink_inactive_list takes pages.
    Isolates {
        /// The reclaimer.
        task: TaskId,
        /// Where.
        zone: ZoneId,
        /// Of the list of file pages.
        file: bool,
        /// __GFP_IO.
        io: bool,
        /// __GFP_FS.
        fs: bool,
        /// In the order in which they were taken.
        pages: Vec<Pfn>,
    },
    /// shrink_page_list comes to a page.
    LooksAt {
        /// The reclaimer.
        task: TaskId,
        /// The page, and what is found of it.
        facts: Facts,
        /// A swap slot is free.
        swap_free: bool,
        /// ZONE_WRITEBACK.
        zone_writeback: bool,
        /// ZONE_TAIL_LRU_DIRTY.
        tail_lru_dirty: bool,
    },
    /// And decides.
    Decides {
        /// The reclaimer.
        task: TaskId,
        /// The page.
        page: Pfn,
        /// What becomes of it.
        reason: Reason,
    },
    /// A dirty page is handed to pageout.
    PagesOut {
        /// The reclaimer.
        task: TaskId,
        /// The page.
        page: Pfn,
        /// What pageout finds.
        writing: Writing,
    },
    /// pageout is over.
    PagedOut {
        /// The reclaimer.
        task: TaskId,
        /// The page.
        page: Pfn,
        /// Its mapping now.
        mapping: Option<u16>,
    },
    /// What is left of the batch goes back to its lists.
    PutsBack {
        /// The reclaimer.
        task: TaskId,
        /// Pages of it that were freed.
        freed: u64,
        /// What was counted.
        counts: BatchCounts,
    },
    /// A task hands a bio to a request queue (__make_request).
    Submits {
        /// The task.
        task: TaskId,
        /// The queue.
        queue: u32,
        /// When, nanoseconds.
        at: u64,
        /// What it covers.
        bio: Extent,
        /// What became of it.
        answer: Submit,
    },
    /// A device asks for its next request.
    Dispatches {
        /// Its queue.
        queue: u32,
        /// When, nanoseconds.
        at: u64,
        /// What it was given.
        answer: Dispatch,
        /// The request, if there is one.
        request: Option<Extent>,
    },
    /// A request is served.
    Completes {
        /// Its queue.
        queue: u32,
        /// When, nanoseconds.
        at: u64,
        /// What it covered.
        request: Extent,
        /// The device had to seek for it.
        moved: bool,
        /// Everyone who sleeps on congestion of its class is woken.
        below_congestion_off: bool,
        /// One who sleeps for a request is woken.
        may_wake_waiter: bool,
    },
    /// A task comes to balance_dirty_pages (3.2 on).
    Throttles {
        /// The task.
        task: TaskId,
        /// What it has on record.
        dirt: TaskDirt,
    },
    /// A round of it.
    Rounds {
        /// The task.
        task: TaskId,
        /// What it finds.
        round: Round,
        /// Jiffies of sleep, and whether another round follows; none where it leaves.
        answer: Option<(u64, bool)>,
    },
    /// It is over.
    Throttled {
        /// The task.
        task: TaskId,
        /// What it has on record.
        dirt: TaskDirt,
        /// dirty_exceeded of the device at the end of the last sleep.
        was_exceeded: bool,
        /// And after it.
        exceeded: bool,
    },
}

/// Entries since somebody last took them.
#[derive(Clone, Debug, Default)]
pub struct Record {
    on: bool,
    entries: Vec<Entry>,
}

impl Record {
    /// Keeps a record from now on.
    pub fn begin(&mut self) {
        self.on = true;
    }

    /// Whether one is kept.
    #[inline]
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// The entries so far.
    pub fn take(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }
}
