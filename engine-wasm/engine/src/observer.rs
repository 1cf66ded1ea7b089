//! What is seen of a run. The engine can only tell the observer things: no method here that it can call gives anything back,
//! but for [`Machine::notes_pages`](crate::machine::Machine::notes_pages), which says whether each page has to be told by
//! itself. Reading needs a [`watched::Watched`], which whoever runs the machine has and no kernel path ever gets. So
//! nothing that is watched can change a run.

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

/// Where the time of a task went.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaskTimes {
    /// Time in each state of [`Activity`] that has ended, nanoseconds.
    pub spent: [u64; ACTIVITIES],
    /// Longest sleep that was not idleness, nanoseconds.
    pub longest_stall: u64,
}

/// Longest run of neighbours that is counted apart: a batch of reclaim.
pub const LONGEST_RUN: usize = 32;

/// What the tree_locks have cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct LockCosts {
    /// Times that a task found a lock taken.
    pub contended: u64,
    /// Time spent spinning, nanoseconds.
    pub spin_ns: u64,
    /// Rounds that batches have spared.
    pub spared: u64,
    /// Runs of neighbours of one mapping that reclaim removed, by length less one. Not all of a run was under one lock
    /// unless `batch_remove_mapping` is on.
    pub runs: [u64; LONGEST_RUN],
}

/// All that was seen so far.
pub struct Observed {
    /// Counters.
    pub vmstat: VmStat,
    /// Slices of time for the picture.
    pub timeline: Timeline,
    /// Requests that were served, for the picture.
    pub requests: Ring<Served>,
    /// Decisions about pages.
    pub trace: Trace,
    /// What happened to pages, for differential testing.
    pub record: Record,
    /// Moments that matter.
    pub moments: Moments,
    /// Laps of the workload that have ended.
    pub laps: Vec<Lap>,
    /// By zone: its state when reclaim began to write.
    pub pageouts: Vec<PageoutLog>,
    /// The first of those states, oldest first.
    pub pageout_entries: Vec<PageoutEntry>,
    /// By task: where its time went.
    pub tasks: Vec<TaskTimes>,
    /// What the tree_locks have cost.
    pub tree_locks: LockCosts,
    /// Direct reclaims after which the allocation had to wait.
    pub stalls: AllocatorStalls,
    /// Times that a filesystem complained of its caller (`fs_reclaim_warnings`): none, or the engine is wrong.
    pub fs_reclaim_warnings: u64,
}

/// The observer as the engine knows it.
pub struct Observer {
    seen: Observed,
}

impl Observer {
    /// One that has seen nothing yet, of a machine with so many zones.
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

    /// Sets all counters back to zero, as after boot.
    pub fn clear_counters(&mut self) {
        self.seen.vmstat = VmStat::new(self.seen.pageouts.len());
    }

    /// Notes a moment; only the first of a kind counts.
    #[inline]
    pub fn note_moment(&mut self, moment: Moment, at: u64) {
        self.seen.moments.note(moment, at);
    }

    /// A task is added; they come in the order of their numbers.
    pub fn add_task(&mut self) {
        self.seen.tasks.push(TaskTimes::default());
    }

    /// A task did something from `start` to `end`, nanoseconds.
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

    /// A request was served; `lane` is that of its device on the timeline.
    pub fn note_request(&mut self, lane: u32, served: Served) {
        self.seen.timeline.push(Slice {
            lane,
            state: served.origin,
            start: served.start,
            end: served.end,
        });
        self.seen.requests.push(served);
    }

    /// Reclaim took a batch of so many pages off a list.
    #[inline]
    pub fn note_batch(&mut self, pages: usize) {
        self.seen.trace.batches += u64::from(pages > 0);
    }

    /// A tree_lock was taken after spinning for so many nanoseconds.
    #[inline]
    pub fn note_spin(&mut self, ns: u64) {
        self.seen.tree_locks.contended += u64::from(ns > 0);
        self.seen.tree_locks.spin_ns += ns;
    }

    /// So many rounds of a tree_lock were spared.
    #[inline]
    pub fn note_spared_rounds(&mut self, rounds: u64) {
        self.seen.tree_locks.spared += rounds;
    }

    /// A run of so many neighbours has left its mapping.
    #[inline]
    pub fn note_run(&mut self, len: usize) {
        self.seen.tree_locks.runs[len.min(LONGEST_RUN) - 1] += 1;
    }

    /// A task starts direct reclaim.
    pub fn note_reclaim_started(&mut self, task: TaskId) {
        let allocated = self.seen.vmstat.total(Counter::PgAlloc);
        self.seen.stalls.reclaim_started(task, allocated);
    }

    /// A task's reclaim ended without a page for it: it starts to wait.
    pub fn note_wait_started(&mut self, task: TaskId) {
        let allocated = self.seen.vmstat.total(Counter::PgAlloc);
        self.seen.stalls.wait_started(task, allocated);
    }

    /// That wait ends.
    pub fn note_wait_ended(&mut self, task: TaskId) {
        let allocated = self.seen.vmstat.total(Counter::PgAlloc);
        self.seen.stalls.wait_ended(task, allocated);
    }

    /// A filesystem complained, or did not.
    #[inline]
    pub fn note_fs_warning(&mut self, warns: bool) {
        self.seen.fs_reclaim_warnings += u64::from(warns);
    }
}
