//! A task, apart from its code.

use serde::Serialize;
use ts_rs::TS;

use super::fair::{Entity, NICE_0_LOAD};
use crate::observer::profile::Profile;

/// Index of a task in the scheduler's list.
pub type TaskId = u32;

/// The activity of a task, or the reason why it does not run. The display lists the colours of the activities in this
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Activity {
    /// Has nothing to do.
    Idle = 0,
    /// Runs outside direct reclaim.
    Running = 1,
    /// Waits for a CPU.
    WaitingForCpu = 2,
    /// Waits for a page or a request.
    WaitingForIo = 3,
    /// Sleeps in balance_dirty_pages.
    Throttled = 4,
    /// Runs in direct reclaim.
    Reclaiming = 5,
    /// Sleeps in congestion_wait or wait_iff_congested.
    CongestionWait = 6,
    /// Waits for the other side of a fuse request or a barrier.
    WaitingForPeer = 7,
}

/// Number of values of [`Activity`].
pub const ACTIVITIES: usize = 8;

/// Kind of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// Runs a workload.
    User,
    /// kswapd.
    Kswapd,
    /// A flusher of a backing device, or the thread of a journal.
    Flusher,
    /// A daemon in user space that serves other tasks.
    Daemon,
}

/// Whether a task runs, wants a CPU or sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// Not started, or ended.
    Dead,
    /// Holds this CPU.
    OnCpu(u8),
    /// Wants a CPU.
    Runnable,
    /// Sleeps.
    Blocked,
}

/// What a task requests from the scheduler when it suspends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Keep the CPU for this time, nanoseconds.
    Burn(u64),
    /// Sleep until woken.
    Block(Activity),
}

/// CPU time that may be charged to a task before it must let the time pass, nanoseconds.
const CHARGE_LIMIT: u64 = 20_000;

impl Task {
    /// Whether charged CPU time must pass now.
    #[inline]
    #[must_use]
    pub fn has_to_relax(&self) -> bool {
        self.charge >= CHARGE_LIMIT
    }

    /// Returns what the scheduler compares it by.
    #[inline]
    #[must_use]
    pub fn entity(&self) -> Entity {
        Entity {
            vruntime: self.vruntime,
            weight: self.weight,
        }
    }

    /// Makes a task that has not run yet.
    #[must_use]
    pub fn new(name: String, kind: TaskKind) -> Self {
        Self {
            name,
            kind,
            state: TaskState::Dead,
            last_cpu: 0,
            token: 0,
            woken: false,
            charge: 0,
            profile: Profile::default(),
            runtime: 0,
            runtime_at_switch: 0,
            weight: NICE_0_LOAD,
            vruntime: 0,
            activity: Activity::Idle,
            since: 0,
            memalloc: false,
            in_direct_reclaim: false,
            writes_to_bdi: None,
            nr_dirtied: 0,
            nr_dirtied_pause: crate::mm::page_writeback::FIRST_INTERVAL,
            dirty_paused_when: None,
            dirties: crate::mm::page_writeback::Share::default(),
            batch: crate::block::Batch::default(),
            fuse_replied: false,
            bytes_done: 0,
            awaited: false,
            workload: None,
        }
    }
}

/// A task of the machine, apart from its code.
#[derive(Clone, Debug)]
pub struct Task {
    /// Name, such as `dd`.
    pub name: String,
    /// What kind of task it is.
    pub kind: TaskKind,
    /// Whether it runs, wants a CPU or sleeps.
    pub state: TaskState,
    /// The CPU it ran on last.
    pub last_cpu: u8,
    /// Number of its current sleep. Events of earlier sleeps are ignored.
    pub token: u32,
    /// Whether it was woken since it announced that it would sleep.
    pub woken: bool,
    /// CPU time that was charged and has not passed yet, nanoseconds.
    pub charge: u64,
    /// CPU time by function.
    pub profile: Profile,
    /// CPU time used, nanoseconds.
    pub runtime: u64,
    /// CPU time that it had used when it got its CPU, nanoseconds (prev_sum_exec_runtime).
    pub runtime_at_switch: u64,
    /// Its weight, which depends on its nice value.
    pub weight: u64,
    /// Weighted run time, which the scheduler keeps about equal between tasks, nanoseconds.
    pub vruntime: u64,
    /// Its current activity.
    pub activity: Activity,
    /// When this activity began, nanoseconds.
    pub since: u64,
    /// PF_MEMALLOC: its allocations ignore the watermarks, and do not enter reclaim.
    pub memalloc: bool,
    /// Whether it is in direct reclaim, for display.
    pub in_direct_reclaim: bool,
    /// The backing device that it is writing to (current->backing_dev_info).
    pub writes_to_bdi: Option<u8>,
    /// Pages dirtied since the last call of balance_dirty_pages.
    pub nr_dirtied: u64,
    /// Dirtied pages after which balance_dirty_pages is called (nr_dirtied_pause).
    pub nr_dirtied_pause: u64,
    /// When its last pause in balance_dirty_pages ended, jiffies (3.3 on).
    pub dirty_paused_when: Option<u64>,
    /// Share of recent dirtying: events and the period in which they were counted.
    pub dirties: crate::mm::page_writeback::Share,
    /// Whether it may allocate from a full request queue, and for how long.
    pub batch: crate::block::Batch,
    /// Whether the fuse daemon has replied to the task's request, and the task has not run since then.
    pub fuse_replied: bool,
    /// Bytes that it has read or written for its workload.
    pub bytes_done: u64,
    /// Whether the run ends only after this task has ended.
    pub awaited: bool,
    /// Index of its workload entry in the scenario; `None` for tasks that are not part of the workload.
    pub workload: Option<u32>,
}
