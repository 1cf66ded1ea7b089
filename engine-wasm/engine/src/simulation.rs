//! Runs a machine: events in order of time, tasks on CPUs.

mod launch;
#[cfg(feature = "record")]
mod recording;
mod switching;

pub use launch::Launcher;
pub use switching::conflicts;

use crate::catalogue;
use std::cell::{Ref, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use crate::build;
use crate::kernel::presets::Preset;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, Switches};
use crate::mm::page::Pfn;
use crate::observer::watched::Watched;
use crate::scenario::{Problem, Scenario, ordered, prepare, scaled};
use crate::sched::event::Event;
use crate::sched::task::TaskId;

/// Programs that start together begin within this time of each other, nanoseconds, because a shell forks and loads them
/// one after another. An assumption.
const START_SPREAD: u64 = 5_000_000;

type TaskFuture = Pin<Box<dyn Future<Output = ()>>>;

/// Why [`Simulation::run`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// The requested time is reached.
    ReachedTime,
    /// The budget of events was used up before that.
    UsedBudget,
    /// The workload is done, or the scenario's end is reached.
    Finished,
}

/// Units in which a run can be stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Events of the simulation.
    Event,
    /// Decisions about pages, while tracing is on.
    Decision,
    /// Batches of pages that reclaim takes off a list.
    Batch,
}

impl Unit {
    /// All units, in the order of their numbers.
    pub const ALL: [Unit; 3] = [Unit::Event, Unit::Decision, Unit::Batch];

    /// Returns the name that the web page uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Event => "event",
            Unit::Decision => "decision",
            Unit::Batch => "batch",
        }
    }
}

/// A running machine with its scenario.
pub struct Simulation {
    machine: Rc<RefCell<Watched>>,
    futures: Vec<Option<TaskFuture>>,
    scenario: Scenario,
    /// Index of the scenario's next intervention. Interventions are sorted by time.
    next_intervention: usize,
    until: Option<u64>,
    ended_at: Option<u64>,
    /// Events so far.
    events: u64,
}

impl Simulation {
    /// Makes a machine at time 0.
    ///
    /// # Errors
    /// Every problem of the scenario, each with its field and its fix.
    pub fn new(scenario: &Scenario) -> Result<Self, Vec<Problem>> {
        Self::of_prepared(prepare(scenario, &catalogue::of_engine())?, None)
    }

    /// Makes a machine with mechanisms that may be open (see [`Switches`]): `on` replaces the mechanisms of the
    /// scenario and of its kernel. Building the machine already queries `on`.
    ///
    /// # Errors
    /// The errors of [`Simulation::new`].
    pub fn with_mechanisms(scenario: &Scenario, on: Switches) -> Result<Self, Vec<Problem>> {
        Self::of_prepared(prepare(scenario, &catalogue::of_engine())?, Some(on))
    }

    /// Makes a machine at time 0 from a scenario that [`prepare`] accepts, without validating it. Validation and its
    /// messages would make the download before a browser's first run a tenth larger.
    ///
    /// # Errors
    /// A `scale` that leaves too little of the machine, or an unknown kernel.
    ///
    /// # Panics
    /// This call or the run may panic if [`prepare`] would reject the scenario.
    pub fn of_admitted(scenario: Scenario) -> Result<Self, Vec<Problem>> {
        Self::of_prepared(scaled(scenario)?, None)
    }

    fn of_prepared(mut scenario: Scenario, on: Option<Switches>) -> Result<Self, Vec<Problem>> {
        scenario.interventions = ordered::by_key(scenario.interventions, |it| it.at_ns);
        let preset = Preset::by_id(&scenario.kernel).ok_or_else(|| {
            vec![Problem::new(
                "kernel",
                format!("There is no kernel `{}`.", scenario.kernel),
                "Name another one.",
            )]
        })?;
        let on = on.unwrap_or_else(|| Switches::of(build::mechanisms(preset, &scenario)));
        // Settle the open mechanisms that the run will switch, before it starts.
        let switched = scenario.interventions.iter();
        for mechanism in switched.filter_map(|it| Mechanism::by_id(&it.mechanism)) {
            let _ = on.has(mechanism);
        }
        let machine = Rc::new(RefCell::new(Watched::new(build::machine(
            &scenario, preset, on,
        ))));
        let mut simulation = Self {
            machine,
            futures: Vec::new(),
            next_intervention: 0,
            until: scenario.until_ms.map(|ms| ms * 1_000_000),
            ended_at: None,
            events: 0,
            scenario,
        };
        simulation.start_kernel_tasks();
        simulation.add_workloads();
        let mut machine = simulation.machine.borrow_mut();
        for (at, workload) in simulation.scenario.workload.iter().enumerate() {
            if workload.after.is_none() {
                machine.start_later(at as u32, workload.start_ms);
            }
        }
        drop(machine);
        Ok(simulation)
    }

    /// Runs to a virtual time in nanoseconds or for a number of events, whichever comes first.
    pub fn run(&mut self, until_ns: u64, max_events: u64) -> RunStatus {
        let limit = self.until.map_or(until_ns, |end| end.min(until_ns));
        for _ in 0..max_events {
            if self.finished() {
                return RunStatus::Finished;
            }
            if !self.advance(limit) {
                let mut machine = self.machine.borrow_mut();
                let now = machine.now().max(limit);
                machine.sched.set_now(now);
                drop(machine);
                if self.until == Some(limit) {
                    self.ended_at = Some(limit);
                    return RunStatus::Finished;
                }
                return RunStatus::ReachedTime;
            }
        }
        if self.finished() {
            RunStatus::Finished
        } else {
            RunStatus::UsedBudget
        }
    }

    /// Advances by one event. Returns false when the run is over.
    pub fn step(&mut self) -> bool {
        if self.finished() {
            return false;
        }
        let goes_on = self.advance(self.until.unwrap_or(u64::MAX));
        if let (false, Some(end)) = (goes_on, self.until) {
            self.machine.borrow_mut().sched.set_now(end);
            self.ended_at = Some(end);
        }
        goes_on
    }

    /// Runs a task that gets a CPU, or else handles the next event. Returns false if no event is due up to `limit`.
    fn advance(&mut self, limit: u64) -> bool {
        let advanced = self.advance_by_one(limit);
        self.events += u64::from(advanced);
        advanced
    }

    fn advance_by_one(&mut self, limit: u64) -> bool {
        let ready = self.machine.borrow_mut().next_to_run();
        if let Some(id) = ready {
            self.poll(id);
            return true;
        }
        if self.intervene(limit) {
            return true;
        }
        let mut machine = self.machine.borrow_mut();
        if machine.sched.next_event_at().is_none_or(|at| at > limit) {
            return false;
        }
        let Some((at, event)) = machine.sched.pop_event() else {
            return false;
        };
        machine.sched.set_now(at);
        match event {
            Event::Burned(id, token) => {
                let runs = machine.task(id).token == token && machine.keeps_cpu(id);
                drop(machine);
                if runs {
                    self.poll(id);
                }
            }
            Event::Timeout(id, token) => machine.timed_out(id, token),
            Event::Served(queue, slot) => machine.request_served(queue, slot),
            Event::Kick(queue) => machine.kick_queue(queue),
            Event::Start(at) => {
                for id in 0..machine.sched.tasks().len() as TaskId {
                    if machine.task(id).workload == Some(at) {
                        machine.make_runnable(id);
                    }
                }
            }
        }
        true
    }

    /// Carries out the scenario's next intervention if it is due before the next event or at the same time.
    /// Interventions are not in the event queue, so that a run in which the user switched mechanisms is identical to
    /// its replay.
    fn intervene(&mut self, limit: u64) -> bool {
        let Some(next) = self.scenario.interventions.get(self.next_intervention) else {
            return false;
        };
        let mut machine = self.machine.borrow_mut();
        let comes_first = machine
            .sched
            .next_event_at()
            .is_none_or(|at| next.at_ns <= at);
        if next.at_ns > limit || !comes_first {
            return false;
        }
        self.next_intervention += 1;
        machine.sched.set_now(next.at_ns);
        if let Some(mechanism) = Mechanism::by_id(&next.mechanism) {
            machine.set_mechanism(mechanism, next.on);
        }
        true
    }

    fn poll(&mut self, id: TaskId) {
        self.machine.borrow_mut().begin_turn(id);
        let Some(future) = &mut self.futures[id as usize] else {
            return;
        };
        let done = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            == Poll::Ready(());
        let mut machine = self.machine.borrow_mut();
        if done {
            self.futures[id as usize] = None;
            machine.end_task(id);
            let waiting = machine
                .sched
                .tasks()
                .iter()
                .enumerate()
                .any(|(at, task)| task.awaited && self.futures[at].is_some());
            if machine.task(id).awaited && !waiting {
                self.ended_at = Some(machine.now());
            }
            let workload = machine.task(id).workload;
            drop(machine);
            if let Some(at) = workload {
                self.start_those_after(at);
            }
            return;
        }
        machine.end_turn(id);
    }

    /// Called when a task of entry `at` has ended. If no task of a program with this entry's name is left, starts the
    /// entries that wait for that name.
    fn start_those_after(&mut self, at: u32) {
        let entries = &self.scenario.workload;
        let name = &entries[at as usize].name;
        let mut machine = self.machine.borrow_mut();
        let lives = machine.sched.tasks().iter().enumerate().any(|(id, task)| {
            let named = |of: u32| entries[of as usize].name == *name;
            self.futures[id].is_some() && task.workload.is_some_and(named)
        });
        if lives {
            return;
        }
        for (other, entry) in entries.iter().enumerate() {
            if entry.after.as_ref() == Some(name) {
                machine.start_later(other as u32, entry.start_ms);
            }
        }
    }

    /// Whether a program that ends by itself is running or has yet to start.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        let machine = self.machine.borrow();
        let entries = &self.scenario.workload;
        let ends = |at: u32| entries[at as usize].run.ends();
        let mut tasks = machine.sched.tasks().iter().enumerate();
        tasks.any(|(id, task)| task.workload.is_some_and(ends) && self.futures[id].is_some())
    }

    /// Whether the workload is done or the scenario's end is reached.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.ended_at.is_some()
    }

    /// Whether nothing more will happen at the current time. This holds after a run to that time; a step may stop
    /// earlier.
    #[must_use]
    pub fn settled(&self) -> bool {
        if self.finished() {
            return true;
        }
        let machine = self.machine.borrow();
        let intervention = self.scenario.interventions.get(self.next_intervention);
        let later = |at: u64| at > machine.now();
        machine.sched.next_event_at().is_none_or(later)
            && intervention.is_none_or(|it| later(it.at_ns))
            && !machine.can_run_next()
    }

    /// When the run ended, nanoseconds; `None` before that.
    #[must_use]
    pub fn ended_at(&self) -> Option<u64> {
        self.ended_at
    }

    /// Virtual time, nanoseconds.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.machine.borrow().now()
    }

    /// Borrows the machine, and what was recorded of its run, for reading.
    #[must_use]
    pub fn machine(&self) -> Ref<'_, Watched> {
        self.machine.borrow()
    }

    /// The scenario as it runs: scaled, with its interventions sorted by time, including those that the user added.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Starts or stops recording decisions about pages. Does not change the run.
    pub fn set_tracing(&mut self, on: bool) {
        self.machine.borrow_mut().set_tracing(on);
    }

    /// Records everything that happens to pages from now on, and keeps the last `capacity` entries. Does not change the
    /// run.
    pub fn note_everything(&self, capacity: usize) {
        self.machine.borrow_mut().note_everything(capacity);
    }

    /// Records all decisions and events of a page frame from now on. Does not change the run.
    pub fn watch(&self, pfn: Pfn) {
        self.machine.borrow_mut().watch(pfn);
    }

    /// Returns how many events, decisions or batches there were so far.
    #[must_use]
    pub fn count(&self, unit: Unit) -> u64 {
        match unit {
            Unit::Event => self.events,
            Unit::Decision => self.machine.borrow().observed().trace.count(),
            Unit::Batch => self.machine.borrow().observed().trace.batches,
        }
    }

    /// Runs until there were `count` events, decisions or batches, and returns the number of events before the last
    /// event. Returns `None` at the end of the run, or after `max_events`.
    pub fn run_to_count(&mut self, unit: Unit, count: u64, max_events: u64) -> Option<u64> {
        let mut before = self.events.saturating_sub(1);
        for _ in 0..max_events {
            if self.count(unit) >= count {
                return Some(before);
            }
            before = self.events;
            if !self.step() {
                return None;
            }
        }
        (self.count(unit) >= count).then_some(before)
    }
}

impl Machine {
    /// Schedules the start of a workload entry `ms` milliseconds from now, plus a random time within [`START_SPREAD`].
    fn start_later(&mut self, at: u32, ms: u64) {
        let start = self.now() + ms * 1_000_000 + self.random.phase(START_SPREAD);
        self.sched.set_event(start, Event::Start(at));
    }
}
