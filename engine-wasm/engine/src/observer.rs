//! Records what happens in a run. The engine can only write to the observer: no method that it can call returns
//! anything, except [`Machine::notes_pages`](crate::machine::Machine::notes_pages), which says whether pages must be
//! reported one by one. Reading needs a [`watched::Watched`]. The caller that runs the machine has it, and kernel paths
//! never get one. So observing a run cannot change it.

pub mod moments;
pub mod noting;
pub mod pageout_log;
pub mod profile;
pub mod record;
pub mod recording;
pub mod stalls;
pub mod trace;
pub mod vmstat;
pub mod watched;

use crate::block::{REQUESTS_KEPT, Served};
use crate::mm::zone::ZoneId;
use crate::observer::moments::{Moment, Moments};
use crate::observer::pageout_log::{PageoutEntry, PageoutLog};
use crate::observer::record::Record;
use crate::observer::stalls::AllocatorStalls;
use crate::observer::trace::Trace;
use crate::observer::vmstat::{Counter, VmStat};
use crate::ring::Ring;
use crate::sched::task::{ACTIVITIES, Activity, TaskId};
use crate::sched::timeline::{Slice, Timeline};
use crate::workload::lap::Lap;

/// How a task spent its time.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaskTimes {
    /// Time spent in each [`Activity`], nanoseconds. The time of an activity is added when it ends.
    pub spent: [u64; ACTIVITIES],
    /// Longest time in one activity other than idle, running or reclaiming, nanoseconds.
    pub longest_stall: u64,
}

/// Longer runs of removed pages are counted as this length, the size of a reclaim batch.
pub const LONGEST_RUN: usize = 32;

/// Costs of the tree_locks.
#[derive(Clone, Copy, Debug, Default)]
pub struct LockCosts {
    /// Number of times that a task found a lock held.
    pub contended: u64,
    /// Time spent spinning, nanoseconds.
    pub spin_ns: u64,
    /// Acquisitions of a lock that batched removal saved.
    pub spared: u64,
    /// Runs of pages of one mapping that reclaim removed one after another: element n counts runs of n + 1 pages. A run
    /// was removed under one acquisition of the lock only if `batch_remove_mapping` is on.
    pub runs: [u64; LONGEST_RUN],
}

/// Everything that was recorded so far.
pub struct Observed {
    /// Counters of /proc/vmstat, by zone.
    pub vmstat: VmStat,
    /// Activities of tasks and devices with their times, for the timeline.
    pub timeline: Timeline,
    /// The latest requests that devices have served, for display.
    pub requests: Ring<Served>,
    /// Decisions about pages, and events of pages.
    pub trace: Trace,
    /// What happened to pages, for differential testing.
    pub record: Record,
    /// Times of important moments.
    pub moments: Moments,
    /// Laps of the workload that have ended.
    pub laps: Vec<Lap>,
    /// For each zone: sums of its state at the first write of each reclaim invocation.
    pub pageouts: Vec<PageoutLog>,
    /// The earliest of these states, in order of time.
    pub pageout_entries: Vec<PageoutEntry>,
    /// How each task spent its time.
    pub tasks: Vec<TaskTimes>,
    /// Costs of the tree_locks.
    pub tree_locks: LockCosts,
    /// Pages allocated during direct reclaims after which the task had to wait, and during these waits.
    pub stalls: AllocatorStalls,
    /// Warnings of filesystems about their caller (`fs_reclaim_warnings`). Must stay 0; otherwise the engine is wrong.
    pub fs_reclaim_warnings: u64,
}

/// The write-only side of the observer, which the engine uses.
pub struct Observer {
    seen: Observed,
}

impl Observer {
    /// Makes an empty observer for a machine with `zones` zones.
    #[must_use]
    pub fn new(zones: usize) -> Self {
        Self {
            seen: Observed {
                vmstat: VmStat::new(zones),
                timeline: Timeline::default(),
                requests: Ring::new(REQUESTS_KEPT),
                trace: Trace::default(),
                record: Record::default(),
                moments: Moments::default(),
                laps: Vec::new(),
                pageouts: vec![PageoutLog::default(); zones],
                pageout_entries: Vec::new(),
                tasks: Vec::new(),
                tree_locks: LockCosts::default(),
                stalls: AllocatorStalls::default(),
                fs_reclaim_warnings: 0,
            },
        }
    }

    /// Adds to a counter of a zone.
    #[inline]
    pub fn count(&mut self, zone: ZoneId, counter: Counter, n: u64) {
        self.seen.vmstat.add(zone, counter, n);
    }

    /// Adds to a counter that belongs to no zone.
    #[inline]
    pub fn count_global(&mut self, counter: Counter, n: u64) {
        self.seen.vmstat.add_global(counter, n);
    }

    /// Resets all counters to zero at the end of boot.
    pub fn clear_counters(&mut self) {
        self.seen.vmstat = VmStat::new(self.seen.pageouts.len());
    }

    /// Records the time of a moment. Only the first of each kind is kept.
    #[inline]
    pub fn note_moment(&mut self, moment: Moment, at: u64) {
        self.seen.moments.note(moment, at);
    }

    /// Adds a task. Tasks must be added in the order of their ids.
    pub fn add_task(&mut self) {
        self.seen.tasks.push(TaskTimes::default());
    }

    /// Records that a task was in an activity from `start` to `end`, nanoseconds.
    pub fn note_state(&mut self, task: TaskId, activity: Activity, start: u64, end: u64) {
        let times = &mut self.seen.tasks[task as usize];
        times.spent[activity as usize] += end - start;
        if !matches!(
            activity,
            Activity::Idle | Activity::Running | Activity::Reclaiming
        ) {
            times.longest_stall = times.longest_stall.max(end - start);
        }
        self.seen.timeline.push(Slice {
            lane: task,
            state: activity as u8,
            start,
            end,
        });
    }

    /// Records a served request. `lane` is the lane of its device on the timeline.
    pub fn note_request(&mut self, lane: u32, served: Served) {
        self.seen.timeline.push(Slice {
            lane,
            state: served.origin,
            start: served.start,
            end: served.end,
        });
        self.seen.requests.push(served);
    }

    /// Counts a batch of pages that reclaim took off a list. An empty batch does not count.
    #[inline]
    pub fn note_batch(&mut self, pages: usize) {
        self.seen.trace.batches += u64::from(pages > 0);
    }

    /// Records that a tree_lock was acquired after spinning for `ns` nanoseconds.
    #[inline]
    pub fn note_spin(&mut self, ns: u64) {
        self.seen.tree_locks.contended += u64::from(ns > 0);
        self.seen.tree_locks.spin_ns += ns;
    }

    /// Records that `rounds` acquisitions of a tree_lock were saved.
    #[inline]
    pub fn note_spared_rounds(&mut self, rounds: u64) {
        self.seen.tree_locks.spared += rounds;
    }

    /// Records that reclaim removed a run of `len` pages from one mapping.
    #[inline]
    pub fn note_run(&mut self, len: usize) {
        self.seen.tree_locks.runs[len.min(LONGEST_RUN) - 1] += 1;
    }

    /// Records that a task starts direct reclaim.
    pub fn note_reclaim_started(&mut self, task: TaskId) {
        let allocated = self.seen.vmstat.total(Counter::PgAlloc);
        self.seen.stalls.reclaim_started(task, allocated);
    }

    /// Records that a task starts to wait, because it got no page after its reclaim.
    pub fn note_wait_started(&mut self, task: TaskId) {
        let allocated = self.seen.vmstat.total(Counter::PgAlloc);
        self.seen.stalls.wait_started(task, allocated);
    }

    /// Records that the wait of a task ends.
    pub fn note_wait_ended(&mut self, task: TaskId) {
        let allocated = self.seen.vmstat.total(Counter::PgAlloc);
        self.seen.stalls.wait_ended(task, allocated);
    }

    /// Counts a warning of a filesystem about its caller, if `warns`.
    #[inline]
    pub fn note_fs_warning(&mut self, warns: bool) {
        self.seen.fs_reclaim_warnings += u64::from(warns);
    }
}
