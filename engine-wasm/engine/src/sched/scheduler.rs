//! The scheduler's state: the clock and what is to come, tasks, and which of them holds which CPU.

use super::cost::CpuSpeed;
use super::event::{Event, Events};
use super::fair::{Fair, SchedTunables};
use super::run_queue::RunQueue;
use super::task::{Request, Task, TaskId};

/// A tick: divided for once, and not for each page that is dirtied.
#[derive(Clone, Copy, Debug, Default)]
struct Tick {
    /// When it began, nanoseconds.
    start: u64,
    /// Ticks before it.
    number: u64,
}

/// The scheduler. Only the files of this room change what is in it; others charge time, set events and wake tasks.
pub struct Scheduler {
    now: u64,
    /// The tick in which that is.
    tick: Tick,
    /// One tick, nanoseconds.
    jiffy: u64,
    /// Ticks a second.
    hz: u64,
    events: Events,
    /// How fast the CPUs are.
    speed: CpuSpeed,
    /// The task that holds each CPU.
    pub(super) holders: Vec<Option<TaskId>>,
    pub(super) tasks: Vec<Task>,
    /// Tasks that want a CPU.
    pub(super) run_queue: RunQueue,
    /// Floor of the tasks' weighted run times.
    pub(super) min_vruntime: u64,
    /// When tasks make way for others.
    pub(super) fair: Fair,
    /// By CPU: the task on it has to make way for one that was woken (TIF_NEED_RESCHED).
    pub(super) need_resched: Vec<bool>,
    /// By CPU: the tick at which the time of its task was looked at last.
    pub(super) ticked: Vec<u64>,
    /// The task whose code runs at this moment, and the CPU on which it does.
    current: TaskId,
    cpu: u8,
    /// What the running task asks for.
    pub(super) request: Option<Request>,
}

impl Scheduler {
    /// One without tasks at time 0, with `hz` ticks a second and so many CPUs.
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

    /// Virtual time, nanoseconds.
    #[inline]
    #[must_use]
    pub fn now(&self) -> u64 {
        self.now
    }

    /// One tick, nanoseconds.
    #[inline]
    #[must_use]
    pub fn jiffy(&self) -> u64 {
        self.jiffy
    }

    /// Ticks a second.
    #[inline]
    #[must_use]
    pub fn hz(&self) -> u64 {
        self.hz
    }

    /// Jiffies of virtual time, rounded down.
    #[inline]
    #[must_use]
    pub fn jiffies(&self) -> u64 {
        if self.now.wrapping_sub(self.tick.start) < self.jiffy {
            self.tick.number
        } else {
            self.now / self.jiffy
        }
    }

    /// Lets virtual time be `at`, nanoseconds.
    #[inline]
    pub fn set_now(&mut self, at: u64) {
        self.now = at;
        if at.wrapping_sub(self.tick.start) >= self.jiffy {
            let number = at / self.jiffy;
            let start = number * self.jiffy;
            self.tick = Tick { start, number };
        }
    }

    /// Sets an event at a time, nanoseconds.
    #[inline]
    pub fn set_event(&mut self, at: u64, event: Event) {
        self.events.push(at, event);
    }

    /// Time of the next event, nanoseconds.
    #[inline]
    #[must_use]
    pub fn next_event_at(&self) -> Option<u64> {
        self.events.next_at()
    }

    /// Takes the next event.
    #[inline]
    pub fn pop_event(&mut self) -> Option<(u64, Event)> {
        self.events.pop()
    }

    /// Every event that is set, with its time, in no order.
    pub fn pending_events(&self) -> impl Iterator<Item = (u64, Event)> + '_ {
        self.events.pending()
    }

    /// Events that were ever set.
    #[must_use]
    pub fn events_set(&self) -> u64 {
        self.events.count()
    }

    /// All tasks, by number.
    #[inline]
    #[must_use]
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// A task.
    #[inline]
    #[must_use]
    pub fn task(&self, id: TaskId) -> &Task {
        &self.tasks[id as usize]
    }

    /// A task, to change.
    #[inline]
    pub fn task_mut(&mut self, id: TaskId) -> &mut Task {
        &mut self.tasks[id as usize]
    }

    /// The task whose code runs at this moment.
    #[inline]
    #[must_use]
    pub fn current(&self) -> TaskId {
        self.current
    }

    /// That task.
    #[inline]
    #[must_use]
    pub fn current_task(&self) -> &Task {
        self.task(self.current)
    }

    /// That task, to change.
    #[inline]
    pub fn current_task_mut(&mut self) -> &mut Task {
        self.task_mut(self.current)
    }

    /// From now on code runs in the name of a task.
    #[inline]
    pub fn run_as(&mut self, id: TaskId) {
        self.current = id;
    }

    /// The CPU on which code runs at this moment.
    #[inline]
    #[must_use]
    pub fn cpu(&self) -> u8 {
        self.cpu
    }

    /// From now on code runs on a CPU.
    #[inline]
    pub fn run_on(&mut self, cpu: u8) {
        self.cpu = cpu;
    }

    /// The task that holds a CPU.
    #[inline]
    #[must_use]
    pub fn holder(&self, cpu: u8) -> Option<TaskId> {
        self.holders[cpu as usize]
    }

    /// Gives a CPU to a task.
    pub fn give_cpu(&mut self, cpu: u8, id: TaskId) {
        self.holders[cpu as usize] = Some(id);
    }

    /// Whether a CPU has nothing to do.
    #[inline]
    #[must_use]
    pub fn has_idle_cpu(&self) -> bool {
        self.holders.iter().any(Option::is_none)
    }

    /// Tasks that want a CPU, in no order.
    pub fn runnable(&self) -> impl Iterator<Item = TaskId> + '_ {
        self.run_queue.tasks()
    }

    /// What takes this machine's CPUs as long as `ns` nanoseconds of the CPU that the constants are of.
    #[inline]
    #[must_use]
    pub fn cpu_time(&self, ns: u64) -> u64 {
        self.speed.time(ns)
    }

    /// Time to copy a page, nanoseconds on the CPU of the constants.
    #[inline]
    #[must_use]
    pub fn copy_page(&self) -> u64 {
        self.speed.copy_page()
    }

    /// Charges time of this machine's CPUs to the running task, nanoseconds.
    #[inline]
    pub fn charge(&mut self, ns: u64) {
        self.current_task_mut().charge += ns;
    }

    /// When the CPU time has passed that the running task was charged so far, nanoseconds.
    #[inline]
    #[must_use]
    pub fn now_of_current(&self) -> u64 {
        self.now + self.current_task().charge
    }
}
