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

/// Programs that are started together begin within this of each other, nanoseconds: a shell forks, and each is loaded. An
/// assumption.
const START_SPREAD: u64 = 5_000_000;

type TaskFuture = Pin<Box<dyn Future<Output = ()>>>;

/// Why a run came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// The time asked for is reached.
    ReachedTime,
    /// The budget of events is used up before that.
    UsedBudget,
    /// The workload is done, or the scenario's end is reached.
    Finished,
}

/// What a run can be stepped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Events of the simulation.
    Event,
    /// Decisions about pages, while tracing is on.
    Decision,
    /// Batches that reclaim takes off a list.
    Batch,
}

impl Unit {
    /// All of them, in the order of their numbers.
    pub const ALL: [Unit; 3] = [Unit::Event, Unit::Decision, Unit::Batch];

    /// Its name for the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Event => "event",
            Unit::Decision => "decision",
            Unit::Batch => "batch",
        }
    }
}

/// A running machine.
pub struct Simulation {
    machine: Rc<RefCell<Watched>>,
    futures: Vec<Option<TaskFuture>>,
    scenario: Scenario,
    /// Position of the scenario's next intervention, which are in order of time.
    next_intervention: usize,
    until: Option<u64>,
    ended_at: Option<u64>,
    /// Events so far.
    events: u64,
}

impl Simulation {
    /// A machine at time 0.
    ///
    /// # Errors
    /// Every problem of the scenario, each with its field and its fix.
    pub fn new(scenario: &Scenario) -> Result<Self, Vec<Problem>> {
        Self::of_prepared(prepare(scenario, &catalogue::of_engine())?, None)
    }

    /// The same with mechanisms that may be open: `on` takes the place of the scenario's, and of its kernel's. It is asked
    /// from the making of the machine on.
    ///
    /// # Errors
    /// As of [`Simulation::new`].
    pub fn with_mechanisms(scenario: &Scenario, on: Switches) -> Result<Self, Vec<Problem>> {
        Self::of_prepared(prepare(scenario, &catalogue::of_engine())?, Some(on))
    }

    /// A machine at time 0, of a scenario that [`prepare`] validates. It is not looked at again: checks and their sentences
    /// would be a tenth of what a browser has to fetch before it runs anything.
    ///
    /// # Errors
    /// A `scale` that leaves too little of the machine, and a kernel that there is not.
    ///
    /// # Panics
    /// It or its run may, where the scenario would not have been admitted.
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
        // What is switched in the course of the run is settled before it.
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

    /// Goes on by one event; false when the run is over.
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

    /// Runs a task that has got a CPU, or else the next event; false if there is none up to `limit`.
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

    /// Carries the scenario's next intervention out if its time comes before the next event's. It is none itself, so that
    /// a run in which somebody switched by hand and its replay are the same.
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

    /// A task of an entry has ended: if it was the last of all entries of that name, those that wait for them begin.
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

    /// Whether a program that comes to an end runs or has still to begin.
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

    /// Whether nothing is left to happen at the present time: a run to it leads here. Steps may stop before.
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

    /// When it was, nanoseconds.
    #[must_use]
    pub fn ended_at(&self) -> Option<u64> {
        self.ended_at
    }

    /// Virtual time, nanoseconds.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.machine.borrow().now()
    }

    /// The machine, to look at, with what was seen of it.
    #[must_use]
    pub fn machine(&self) -> Ref<'_, Watched> {
        self.machine.borrow()
    }

    /// The scenario as it runs: its scale is carried out, and its interventions are in the order of time, with those by
    /// hand.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Notes decisions about pages from now on, or no longer. The run stays the same.
    pub fn set_tracing(&mut self, on: bool) {
        self.machine.borrow_mut().set_tracing(on);
    }

    /// Notes all that happens to pages from now on, and keeps the last `capacity`. The run stays the same.
    pub fn note_everything(&self, capacity: usize) {
        self.machine.borrow_mut().note_everything(capacity);
    }

    /// Notes the whole life of a page frame from now on. The run stays the same.
    pub fn watch(&self, pfn: Pfn) {
        self.machine.borrow_mut().watch(pfn);
    }

    /// How much of a unit there was so far.
    #[must_use]
    pub fn count(&self, unit: Unit) -> u64 {
        match unit {
            Unit::Event => self.events,
            Unit::Decision => self.machine.borrow().observed().trace.count(),
            Unit::Batch => self.machine.borrow().observed().trace.batches,
        }
    }

    /// Runs until there was so much of a unit: the number of events before the last one. `None` at the end of the run and
    /// after `max_events`.
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
    /// Sets the start of an entry of the workload so many milliseconds from now, give or take what a shell takes.
    fn start_later(&mut self, at: u32, ms: u64) {
        let start = self.now() + ms * 1_000_000 + self.random.phase(START_SPREAD);
        self.sched.set_event(start, Event::Start(at));
    }
}
