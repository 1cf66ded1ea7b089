//! The scheduler's state: the clock and pending events, the tasks, and which task holds which CPU.

use super::cost::CpuSpeed;
use super::event::{Event, Events};
use super::fair::{Fair, SchedTunables};
use super::run_queue::RunQueue;
use super::task::{Request, Task, TaskId};

/// The current tick. Caching it saves a division for each page that is dirtied.
#[derive(Clone, Copy, Debug, Default)]
struct Tick {
    /// Start of this tick, nanoseconds.
    start: u64,
    /// Number of ticks before this one.
    number: u64,
}

/// The scheduler. Only the files of this module change its fields; other code charges time, sets events and wakes
/// tasks.
pub struct Scheduler {
    now: u64,
    /// The tick that contains `now`.
    tick: Tick,
    /// Length of a tick, nanoseconds.
    jiffy: u64,
    /// Ticks per second.
    hz: u64,
    events: Events,
    /// Speed of the CPUs.
    speed: CpuSpeed,
    /// The task that holds each CPU.
    pub(super) holders: Vec<Option<TaskId>>,
    pub(super) tasks: Vec<Task>,
    /// Tasks that want a CPU.
    pub(super) run_queue: RunQueue,
    /// min_vruntime: about the minimum of the tasks' vruntimes, nanoseconds. It never decreases.
    pub(super) min_vruntime: u64,
    /// The time slices and preemption rules.
    pub(super) fair: Fair,
    /// For each CPU: whether its task must give way to a woken one (TIF_NEED_RESCHED).
    pub(super) need_resched: Vec<bool>,
    /// For each CPU: the tick at which the time slice of its task was last checked.
    pub(super) ticked: Vec<u64>,
    /// The task whose code is running, and its CPU.
    current: TaskId,
    cpu: u8,
    /// The request of the running task to the scheduler.
    pub(super) request: Option<Request>,
}

impl Scheduler {
    /// Makes a scheduler without tasks at time 0, with `hz` ticks per second and `cpus` CPUs.
    #[must_use]
    pub fn new(hz: u64, cpus: u32, speed: CpuSpeed, tunables: SchedTunables) -> Self {
        Self {
            now: 0,
            tick: Tick::default(),
            jiffy: 1_000_000_000 / hz,
            hz,
            events: Events::default(),
            speed,
            holders: vec![None; cpus as usize],
            tasks: Vec::new(),
            run_queue: RunQueue::default(),
            min_vruntime: 0,
            fair: Fair::new(tunables, cpus),
            need_resched: vec![false; cpus as usize],
            ticked: vec![0; cpus as usize],
            current: 0,
            cpu: 0,
            request: None,
        }
    }

    /// Returns virtual time, nanoseconds.
    #[inline]
    #[must_use]
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns the length of a tick, nanoseconds.
    #[inline]
    #[must_use]
    pub fn jiffy(&self) -> u64 {
        self.jiffy
    }

    /// Returns the number of ticks per second.
    #[inline]
    #[must_use]
    pub fn hz(&self) -> u64 {
        self.hz
    }

    /// Returns virtual time in jiffies, rounded down.
    #[inline]
    #[must_use]
    pub fn jiffies(&self) -> u64 {
        if self.now.wrapping_sub(self.tick.start) < self.jiffy {
            self.tick.number
        } else {
            self.now / self.jiffy
        }
    }

    /// Sets virtual time, nanoseconds.
    #[inline]
    pub fn set_now(&mut self, at: u64) {
        self.now = at;
        if at.wrapping_sub(self.tick.start) >= self.jiffy {
            let number = at / self.jiffy;
            let start = number * self.jiffy;
            self.tick = Tick { start, number };
        }
    }

    /// Adds an event at a time, nanoseconds.
    #[inline]
    pub fn set_event(&mut self, at: u64, event: Event) {
        self.events.push(at, event);
    }

    /// Returns the time of the next event, nanoseconds.
    #[inline]
    #[must_use]
    pub fn next_event_at(&self) -> Option<u64> {
        self.events.next_at()
    }

    /// Removes and returns the next event.
    #[inline]
    pub fn pop_event(&mut self) -> Option<(u64, Event)> {
        self.events.pop()
    }

    /// Returns every pending event with its time, in no particular order.
    pub fn pending_events(&self) -> impl Iterator<Item = (u64, Event)> + '_ {
        self.events.pending()
    }

    /// Returns how many events were ever set.
    #[must_use]
    pub fn events_set(&self) -> u64 {
        self.events.count()
    }

    /// Returns all tasks, in the order of their ids.
    #[inline]
    #[must_use]
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Returns a task.
    #[inline]
    #[must_use]
    pub fn task(&self, id: TaskId) -> &Task {
        &self.tasks[id as usize]
    }

    /// Returns a task, mutable.
    #[inline]
    pub fn task_mut(&mut self, id: TaskId) -> &mut Task {
        &mut self.tasks[id as usize]
    }

    /// Returns the id of the task whose code is running.
    #[inline]
    #[must_use]
    pub fn current(&self) -> TaskId {
        self.current
    }

    /// Returns the task whose code is running.
    #[inline]
    #[must_use]
    pub fn current_task(&self) -> &Task {
        self.task(self.current)
    }

    /// Returns the task whose code is running, mutable.
    #[inline]
    pub fn current_task_mut(&mut self) -> &mut Task {
        self.task_mut(self.current)
    }

    /// Sets the task whose code is running.
    #[inline]
    pub fn run_as(&mut self, id: TaskId) {
        self.current = id;
    }

    /// Returns the CPU on which code is running.
    #[inline]
    #[must_use]
    pub fn cpu(&self) -> u8 {
        self.cpu
    }

    /// Sets the CPU on which code is running.
    #[inline]
    pub fn run_on(&mut self, cpu: u8) {
        self.cpu = cpu;
    }

    /// Returns the task that holds a CPU.
    #[inline]
    #[must_use]
    pub fn holder(&self, cpu: u8) -> Option<TaskId> {
        self.holders[cpu as usize]
    }

    /// Gives a CPU to a task.
    pub fn give_cpu(&mut self, cpu: u8, id: TaskId) {
        self.holders[cpu as usize] = Some(id);
    }

    /// Whether any CPU is idle.
    #[inline]
    #[must_use]
    pub fn has_idle_cpu(&self) -> bool {
        self.holders.iter().any(Option::is_none)
    }

    /// Returns the tasks that want a CPU, in no particular order.
    pub fn runnable(&self) -> impl Iterator<Item = TaskId> + '_ {
        self.run_queue.tasks()
    }

    /// Converts `ns` nanoseconds of the reference CPU to nanoseconds of this machine's CPUs.
    #[inline]
    #[must_use]
    pub fn cpu_time(&self, ns: u64) -> u64 {
        self.speed.time(ns)
    }

    /// Returns the time to copy a page, in nanoseconds of the reference CPU.
    #[inline]
    #[must_use]
    pub fn copy_page(&self) -> u64 {
        self.speed.copy_page()
    }

    /// Returns the time to clear a page, in nanoseconds of the reference CPU.
    #[inline]
    #[must_use]
    pub fn clear_page(&self) -> u64 {
        self.speed.clear_page()
    }

    /// Charges CPU time to the running task, in nanoseconds of this machine's CPUs.
    #[inline]
    pub fn charge(&mut self, ns: u64) {
        self.current_task_mut().charge += ns;
    }

    /// Returns when the CPU time charged to the running task so far will have passed, nanoseconds.
    #[inline]
    #[must_use]
    pub fn now_of_current(&self) -> u64 {
        self.now + self.current_task().charge
    }
}
