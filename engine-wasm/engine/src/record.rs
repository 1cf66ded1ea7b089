//! A record of what happens to pages from outside and of what reclaim is asked and does, for whoever holds it against
//! another opinion. Kept only where somebody asks for it, in a build with the feature `record`; it has no part in the run.

use crate::block::{Bio, Completion, Dispatch, Op, Submit};
use crate::kernel::rules::{BalanceDirty, ExceededBy};
use crate::machine::Machine;
use crate::mm::page::{Pfn, flag};
use crate::mm::vmscan::ScanControl;
use crate::mm::vmscan::judge::BatchCounts;
use crate::mm::zone::{Lru, ZoneId};
use crate::sched::task::TaskId;
use crate::trace::Reason;

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

    /// The entries so far.
    pub fn take(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }
}

impl Machine {
    /// Puts an entry into the record if one is kept.
    #[inline]
    pub fn record(&mut self, entry: impl FnOnce(&Machine) -> Entry) {
        if self.is_recorded() {
            let entry = entry(self);
            self.record.entries.push(entry);
        }
    }

    /// Whether a record is kept.
    #[inline]
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        cfg!(feature = "record") && self.record.on
    }

    /// What reclaim finds of a page.
    #[must_use]
    pub fn facts(&self, page: Pfn) -> Facts {
        let has = |mask| self.frames.has(page, mask);
        let mapping = self.page_mapping(page);
        Facts {
            page,
            locked: has(flag::LOCKED) || has(flag::DIRTY) && self.waits_to_be_sent(page),
            mapped: has(flag::MAPPED),
            young: has(flag::MAPPED | flag::YOUNG),
            pte_dirty: has(flag::PTE_DIRTY),
            executable: self.is_executable(page),
            swap_cache: has(flag::SWAPCACHE),
            mapping_mapped: self.frames.is_file(page)
                && mapping.is_some_and(|id| self.cache.get(id).mappers > 0),
            mapping,
            congested: self.frames.is_file(page) && mapping.is_some() && self.write_congested(page),
        }
    }

    /// What reclaim finds of a zone.
    #[must_use]
    pub fn surroundings(&self, z: ZoneId) -> Surroundings {
        Surroundings {
            free: self.zones[z].free,
            swap_free: self.swap_free(),
            unreclaimable: self.unreclaimable(z),
        }
    }

    /// The entry of a shrink_zone that begins with these counts.
    pub fn record_zone(&mut self, task: TaskId, zone: ZoneId, sc: &ScanControl, counts: [u64; 4]) {
        self.record(|m| Entry::ShrinksZone {
            task,
            start: Start {
                zone,
                kswapd: sc.kswapd,
                priority: sc.priority,
                target: sc.nr_to_reclaim,
                reclaimed: sc.nr_reclaimed,
                scanned: sc.nr_scanned,
            },
            found: m.surroundings(zone),
            counts,
        });
    }

    /// The entry of a bio that a queue has answered.
    #[inline]
    pub fn record_submit(&mut self, task: TaskId, queue: u32, bio: &Bio<'_>, answer: Submit) {
        self.record(|m| Entry::Submits {
            task,
            queue,
            at: m.now,
            bio: Extent {
                block: bio.block,
                pages: bio.pages.len() as u32,
                read: bio.op == Op::Read,
                sync: bio.is_sync(),
            },
            answer,
        });
    }

    /// The entry of what a device was given.
    #[inline]
    pub fn record_dispatch(&mut self, queue: u32, answer: Dispatch) {
        // In which order a drive serves what it was given is its own affair.
        let by_drive =
            matches!(answer, Dispatch::Started { .. }) && self.block.has_drive_queue(queue);
        if by_drive || self.block.flushes(queue) {
            return;
        }
        self.record(|m| Entry::Dispatches {
            queue,
            at: m.now,
            answer,
            request: match answer {
                Dispatch::Started { slot, .. } | Dispatch::Given { slot } => {
                    let mut requests = m.block.requests(queue);
                    let found = requests.find(|request| request.slot == slot);
                    found.map(|request| Extent {
                        block: request.block,
                        pages: request.pages,
                        read: request.op == Op::Read,
                        sync: request.sync,
                    })
                }
                Dispatch::WaitUntil(_) | Dispatch::Idle => None,
            },
        });
    }

    /// The entry of a request of so many pages that was served.
    #[inline]
    pub fn record_completion(&mut self, queue: u32, done: &Completion, pages: usize) {
        if done.flush {
            return;
        }
        self.record(|m| Entry::Completes {
            queue,
            at: m.now,
            request: Extent {
                block: done.block,
                pages: pages as u32,
                read: done.op == Op::Read,
                sync: done.sync,
            },
            moved: done.service.moved,
            below_congestion_off: done.freed.below_congestion_off,
            may_wake_waiter: done.freed.may_wake_waiter,
        });
    }

    fn dirt(&self, task: TaskId) -> TaskDirt {
        let task = &self.tasks[task as usize];
        TaskDirt {
            dirtied: task.nr_dirtied,
            interval: task.nr_dirtied_pause,
            paused_when: task.dirty_paused_when,
        }
    }

    /// The entry of a task that comes to balance_dirty_pages with so many pages.
    #[inline]
    pub fn record_throttling(&mut self, task: TaskId, dirtied: u64) {
        self.record(|m| Entry::Throttles {
            task,
            dirt: TaskDirt {
                dirtied,
                ..m.dirt(task)
            },
        });
    }

    /// The entry of a round that has been judged. `interval`: nr_dirtied_pause when the call began.
    #[inline]
    pub fn record_round(
        &mut self,
        task: TaskId,
        bdi: u8,
        form: BalanceDirty,
        interval: u64,
        answer: Option<(u64, bool)>,
    ) {
        self.record(|m| {
            let limits = m.global_dirty_limits(false);
            let device = &m.bdis[bdi as usize];
            let round = Round {
                both: form.exceeded_by() == ExceededBy::Both,
                now: m.jiffies(),
                hz: m.hz,
                cpus: m.cpus.len() as u64,
                dirty_limit: limits.dirty,
                background: limits.background,
                global_limit: m.writeback.global_limit.limit,
                dirty: m.nr_dirty() + m.nr_writeback(),
                bdi_thresh: m.bdi_dirty_limit(bdi, limits.dirty),
                bdi_dirty: device.reclaimable + device.writeback,
                rate: device.bandwidth.rate,
                avg_bw: device.bandwidth.avg_bw,
                interval_at_entry: interval,
            };
            Entry::Rounds {
                task,
                round,
                answer,
            }
        });
    }

    /// The entry of a call of balance_dirty_pages that is over.
    #[inline]
    pub fn record_throttled(&mut self, task: TaskId, bdi: u8, was_exceeded: bool) {
        self.record(|m| Entry::Throttled {
            task,
            dirt: m.dirt(task),
            was_exceeded,
            exceeded: m.bdis[bdi as usize].dirty_exceeded,
        });
    }
}
