//! Runs a scenario and looks at the machine on the way.

use reclaim_engine::block::{Class, Origin};
use reclaim_engine::machine::Machine;
use reclaim_engine::mechanism::Mechanism;
use reclaim_engine::mm::page::flag;
use reclaim_engine::scenario::{Program, Scenario, Workload};
use reclaim_engine::sched::task::{Doing, Standing, Task, TaskKind};
use reclaim_engine::simulation::{RunStatus, Simulation};
use reclaim_engine::vmstat::Counter;

const SECOND: u64 = 1_000_000_000;
/// Virtual time in which a machine with living tasks has to get something done, nanoseconds.
const PATIENCE: u64 = 300 * SECOND;
/// Virtual time in which all I/O ends once nobody asks for more, nanoseconds.
const DRAIN: u64 = 200 * SECOND;

/// How closely to look.
#[derive(Clone, Copy, Debug)]
pub struct Closeness {
    /// The invariants are looked at after each of the first so many events.
    pub each_of: u64,
    /// And then after every so many.
    pub stride: u64,
    /// After so many events the run is left.
    pub most_events: u64,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Events.
    pub events: u64,
    /// Tasks killed for want of memory.
    pub killed: u64,
    /// The event limit came before the end.
    pub cut: bool,
}

struct Watch<'a> {
    scenario: &'a Scenario,
    simulation: Simulation,
    used_at_start: Vec<u64>,
    now: u64,
    done: u64,
    done_at: u64,
    events: u64,
}

/// Runs a scenario until every program has ended and every device is at rest.
///
/// # Errors
/// What does not hold, and at which event and moment.
pub fn watch(scenario: &Scenario, closeness: Closeness) -> Result<Outcome, String> {
    let mut endless = scenario.clone();
    // The run goes on after the last program so that devices come to rest.
    endless.until_ms = Some(86_400_000);
    for entry in &mut endless.workload {
        entry.awaited = false;
    }
    let simulation = Simulation::new(&endless).map_err(|problems| format!("{problems:?}"))?;
    let used_at_start = used_pages(&simulation.machine());
    let mut watch = Watch {
        scenario,
        simulation,
        used_at_start,
        now: 0,
        done: 0,
        done_at: 0,
        events: 0,
    };
    let outcome = watch.run(closeness);
    outcome.map_err(|what| format!("event {}, {} ns: {what}", watch.events, watch.now))
}

/// Allocated pages by zone.
fn used_pages(m: &Machine) -> Vec<u64> {
    m.zones
        .iter()
        .map(|zone| zone.present - zone.free - zone.pcp)
        .collect()
}

fn all_ended(m: &Machine) -> bool {
    m.tasks
        .iter()
        .filter(|task| task.kind == TaskKind::User)
        .all(|task| task.standing == Standing::Dead)
}

impl Watch<'_> {
    fn run(&mut self, closeness: Closeness) -> Result<Outcome, String> {
        self.look()?;
        let last_start = self
            .scenario
            .workload
            .iter()
            .map(|entry| entry.start_ms)
            .max();
        let started = last_start.unwrap_or(0) * 1_000_000;
        while self.now <= started || !all_ended(&self.simulation.machine()) {
            if self.go(u64::MAX, closeness)? == RunStatus::Finished {
                break;
            }
            self.look_for_progress()?;
            if self.events >= closeness.most_events {
                return Ok(self.outcome(true));
            }
        }
        // The day passes at once where no event is pending any more.
        if !all_ended(&self.simulation.machine()) {
            return Err(format!("nobody will wake {:?}", self.living()));
        }
        self.look_at_what_was_done()?;
        let rest = self.now + DRAIN;
        while self.go(rest, closeness)? == RunStatus::UsedBudget {
            if self.events >= closeness.most_events {
                return Ok(self.outcome(true));
            }
        }
        self.look_at_rest()?;
        Ok(self.outcome(false))
    }

    fn outcome(&self, cut: bool) -> Outcome {
        Outcome {
            events: self.events,
            killed: self.simulation.machine().vmstat.total(Counter::OomKill),
            cut,
        }
    }

    fn go(&mut self, until: u64, closeness: Closeness) -> Result<RunStatus, String> {
        let budget = if self.events < closeness.each_of {
            1
        } else {
            closeness.stride
        };
        let status = self.simulation.run(until, budget);
        self.events += budget;
        let now = self.simulation.now();
        if now < self.now {
            return Err(format!("time went back to {now}"));
        }
        self.now = now;
        self.look()?;
        Ok(status)
    }

    fn look(&self) -> Result<(), String> {
        let m = self.simulation.machine();
        m.check()?;
        let used = used_pages(&m);
        for (z, &now) in used.iter().enumerate() {
            let of = |counter| m.vmstat.of_zone(z, counter);
            let held = self.used_at_start[z] + of(Counter::PgAlloc) - of(Counter::PgFree);
            if held != now {
                return Err(format!("zone {z}: {held} pages allocated, {now} in use"));
            }
        }
        let direct = self.submitted(&m, &[Origin::DirectReclaim]);
        if direct > 0 && self.always_on(Mechanism::NoDirectFsWriteback) {
            return Err(format!("direct reclaim wrote {direct} file pages"));
        }
        Ok(())
    }

    /// Blocks handed in by these.
    fn submitted(&self, m: &Machine, origins: &[Origin]) -> u64 {
        (0..m.block.queue_count())
            .map(|queue| m.block.stats(queue).blocks_by_origin)
            .map(|blocks| origins.iter().map(|o| blocks[o.index()]).sum::<u64>())
            .sum()
    }

    fn always_on(&self, mechanism: Mechanism) -> bool {
        let id = mechanism.info().id;
        let switched = |i: &reclaim_engine::scenario::Intervention| i.mechanism == id;
        self.simulation.machine().on.has(mechanism)
            && !self.scenario.interventions.iter().any(switched)
    }

    /// Living tasks get something done, or some of them are killed.
    fn look_for_progress(&mut self) -> Result<(), String> {
        let m = self.simulation.machine();
        let bytes: u64 = m.tasks.iter().map(|task| task.bytes_done).sum();
        let dead = m.tasks.iter().filter(|t| t.standing == Standing::Dead);
        let done = bytes + dead.count() as u64 + m.vmstat.total(Counter::OomKill);
        if done != self.done {
            (self.done, self.done_at) = (done, self.now);
        } else if self.now > self.done_at + PATIENCE {
            return Err(format!("{:?} get nothing done", self.living()));
        }
        Ok(())
    }

    fn living(&self) -> Vec<(String, Doing)> {
        let m = self.simulation.machine();
        let living = m.tasks.iter().filter(|t| t.standing != Standing::Dead);
        living.map(|t| (t.name.clone(), t.doing)).collect()
    }

    /// Without a kill every byte of the workload was read or written.
    fn look_at_what_was_done(&self) -> Result<(), String> {
        let m = self.simulation.machine();
        if m.vmstat.total(Counter::OomKill) > 0 {
            return Ok(());
        }
        for (at, entry) in self.scenario.workload.iter().enumerate() {
            let tasks = || {
                let of_entry = |task: &&Task| task.workload == Some(at as u32);
                m.tasks.iter().filter(of_entry)
            };
            let Some(pages) = pages_of(&entry.run) else {
                self.look_at_hog(entry, tasks().map(|task| task.since).max())?;
                continue;
            };
            let done: u64 = tasks().map(|task| task.bytes_done).sum();
            if done != pages * 4_096 {
                return Err(format!("{} did {done} bytes of {pages} pages", entry.name));
            }
        }
        Ok(())
    }

    /// A hog that nobody kills runs its time.
    fn look_at_hog(&self, entry: &Workload, ended: Option<u64>) -> Result<(), String> {
        let Program::AnonHog { run_ms, .. } = entry.run else {
            return Ok(());
        };
        let least = (entry.start_ms + run_ms) * 1_000_000;
        match ended {
            Some(at) if at < least => Err(format!("{} ended early, at {at} ns", entry.name)),
            _ => Ok(()),
        }
    }

    fn look_at_rest(&self) -> Result<(), String> {
        let m = self.simulation.machine();
        let locked = (0..m.frames.len() as u32)
            .filter(|&pfn| m.frames.mapping[pfn as usize] < reclaim_engine::mm::page::FREE)
            .filter(|&pfn| m.frames.has(pfn, flag::LOCKED));
        let requests: u32 = (0..m.block.queue_count())
            .flat_map(|queue| Class::ALL.map(|class| m.block.count(queue, class)))
            .sum();
        let waiting: usize = m.request_waiters.iter().flatten().map(Vec::len).sum();
        let naps: usize = m.congestion_waiters.iter().map(Vec::len).sum();
        let flushed = m.knobs.dirty_writeback > 0 && m.knobs.dirty_writeback < 30 * SECOND;
        let left = [
            ("pages under writeback", m.nr_writeback()),
            ("locked pages", locked.count() as u64),
            ("requests", u64::from(requests)),
            ("tasks that wait for a page", m.page_waiters.len() as u64),
            ("tasks that wait for an inode", m.inode_waiters.len() as u64),
            ("tasks that wait for a request", waiting as u64),
            ("tasks that wait for congestion", naps as u64),
            ("dirty pages", if flushed { m.nr_dirty() } else { 0 }),
        ];
        if let Some((what, n)) = left.iter().find(|(_, n)| *n > 0) {
            return Err(format!("{n} {what} are left at rest"));
        }
        let written = self.submitted(&m, &[Origin::SwapOut]);
        if written > m.vmstat.total(Counter::NrVmscanWrite) {
            return Err(format!(
                "nr_vmscan_write is less than {written} pages to swap"
            ));
        }
        Ok(())
    }
}

/// Pages that a program reads or writes; a hog has no fixed number.
fn pages_of(run: &Program) -> Option<u64> {
    match *run {
        Program::WriteFile {
            tasks,
            file_kb,
            passes,
            ..
        }
        | Program::ReadFile {
            tasks,
            file_kb,
            passes,
            ..
        } => Some(u64::from(tasks * passes) * file_kb.div_ceil(4)),
        Program::AnonHog { .. }
        | Program::Desktop { .. }
        | Program::KernelBuild { .. }
        | Program::TakeBlocks { .. }
        | Program::PtyWriter { .. } => None,
        Program::ReadZipf { requests, .. } => Some(requests),
        Program::MmapStream {
            threads,
            stream_kb,
            mixed_kb,
            ..
        } => {
            let threads = u64::from(threads);
            let anon_kb = mixed_kb / 100 * 30;
            let of_file = 10 * ((mixed_kb - anon_kb) / threads / 4);
            let of_anon = 5 * (anon_kb / threads / 4);
            Some(threads * (stream_kb.div_ceil(4) / threads + of_file + of_anon))
        }
        Program::Iozone {
            steps, total_kb, ..
        } => Some(
            (0..steps)
                .map(|step| 4 * ((total_kb.div_ceil(4) >> step) << step))
                .sum(),
        ),
        Program::ReadRoundRobin {
            files,
            file_kb,
            passes,
            ..
        } => Some(u64::from(files * passes) * file_kb.div_ceil(4)),
        Program::FsMark {
            threads,
            files_per_thread,
            file_kb,
            loops,
            ..
        } => Some(u64::from(threads * files_per_thread * loops) * file_kb.div_ceil(4)),
        Program::SimpleWriteback {
            first_jobs,
            steps,
            total_kb,
            ..
        } => Some(
            (0..steps)
                .map(|step| u64::from(first_jobs << step))
                .map(|jobs| total_kb / 4 / jobs * jobs)
                .sum(),
        ),
    }
}
