//! More memory and a faster disk never make a streaming copy slower.

use reclaim_engine::mechanism::Mechanism;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{Hardware, Program, Scenario};
use reclaim_engine::sched::task::{Doing, Task, TaskKind};
use reclaim_engine::simulation::{RunStatus, Simulation, Unit};

use super::fault::{Fault, Kind};
use super::trial::{Outcome, Patience};

/// Whether it is a streaming copy whose time can be compared: one task, one pass over one file, a device without chance,
/// and a kernel that nobody switches on the way.
#[must_use]
pub fn applies(scenario: &Scenario) -> bool {
    let [entry] = scenario.workload.as_slice() else {
        return false;
    };
    let streams = match &entry.run {
        Program::WriteFile(it) => it.tasks == 1 && it.passes == 1,
        Program::ReadFile(it) => it.tasks == 1 && it.passes == 1,
        _ => false,
    };
    let steady = scenario
        .devices
        .iter()
        .all(|device| match &device.hardware {
            Hardware::Figures(figures) => {
                figures.jitter_percent == 0 && figures.stall_per_mille == 0
            }
            Hardware::Model(_) => false,
        });
    streams
        && steady
        && entry.start_ms == 0
        && scenario.swap.is_none()
        && scenario.interventions.is_empty()
        && scenario.until_ms.is_none()
        && scenario.scale == 1
}

/// What a copy takes.
#[derive(Clone, Copy, Debug)]
struct Time {
    /// From its start to its end, nanoseconds.
    whole: u64,
    /// Its naps in congestion_wait among that, nanoseconds. They last up to 100 ms by the clock with nothing congested,
    /// in kernels without wait_iff_congested, and how many there are hangs on which pass of reclaim finds how much: that
    /// more memory can bring more of them is what that patch was written against.
    naps: u64,
    /// At most so long of that it paused in balance_dirty_pages while its disk had nothing to do, nanoseconds. Before 3.2 a writer over
    /// the limit pauses by the clock, each time twice as long, whether or not what it waits for is written by then; with
    /// more memory more is written at once, and the pauses after it are longer.
    idle_pauses: u64,
    /// In which the disk moved its arm and turned, nanoseconds. A disk that transfers faster has its queue empty sooner and is
    /// asked for less at a time: its arm goes back and forth between a file and its bitmaps more often.
    positioning: u64,
    /// How much longer it may take without being slower, nanoseconds.
    leeway: u64,
}

impl Time {
    /// What is left of it without the pauses, and without the positioning that `before` did not need.
    fn least(self, before: Self) -> u64 {
        let further = self.positioning.saturating_sub(before.positioning);
        (self.whole).saturating_sub(self.naps + self.idle_pauses + further)
    }
}

/// The longest pause of balance_dirty_pages, nanoseconds: a copy ends in one more of them or one less (MAX_PAUSE, HZ/5).
const LONGEST_PAUSE: u64 = 200_000_000;

fn is_of_copy(task: &Task) -> bool {
    matches!(task.kind, TaskKind::User | TaskKind::Daemon)
}

fn time(
    scenario: &Scenario,
    patience: Patience,
    outcome: &mut Outcome,
) -> Result<Option<Time>, Fault> {
    let mut simulation = Simulation::new(scenario).map_err(|problems| Fault::refused(&problems))?;
    let status = simulation.run(u64::MAX, patience.most_events);
    outcome.runs += 1;
    outcome.events += simulation.count(Unit::Event);
    let m = simulation.machine();
    let Some(end) = simulation.ended_at() else {
        return Ok(None);
    };
    let writes = matches!(
        scenario.workload.first().map(|entry| &entry.run),
        Some(Program::WriteFile(_))
    );
    // A daemon's are its writer's as well, which waits for it meanwhile.
    let spent = |doing: Doing| -> u64 {
        let tasks = m.sched.tasks().iter().zip(&m.observed().tasks);
        let of_copy = tasks.filter(|(task, _)| is_of_copy(task));
        of_copy.map(|(_, times)| times.spent[doing as usize]).sum()
    };
    let disks = 0..scenario.devices.len() as u32;
    let busy = disks
        .clone()
        .map(|disk| m.io.block.stats(disk).busy_ns)
        .max();
    let positioning = disks
        .map(|disk| m.io.block.stats(disk).positioning_ns)
        .sum();
    let by_the_clock = !m.on.has(Mechanism::IolessDirtyBalance);
    let idle_pauses = if by_the_clock {
        spent(Doing::Throttled).min(end.saturating_sub(busy.unwrap_or_default()))
    } else {
        0
    };
    // A hundredth for arms that move in another order; a reader's sleeps end with its pages, to a tick.
    let leeway = end / 100
        + if writes {
            LONGEST_PAUSE
        } else {
            m.sched.jiffy()
        };
    let ended = status == RunStatus::Finished && m.observed().vmstat.total(Counter::OomKill) == 0;
    Ok(ended.then_some(Time {
        whole: end,
        naps: spent(Doing::CongestionWait),
        idle_pauses,
        positioning,
        leeway,
    }))
}

/// Compares the time that a copy takes with that of the same on twice the memory, and on a disk that is twice as fast.
pub fn compare(scenario: &Scenario, patience: Patience) -> Result<Outcome, Fault> {
    let mut outcome = Outcome::default();
    let Some(before) = time(scenario, patience, &mut outcome)? else {
        return Ok(outcome);
    };
    outcome.copies = 1;
    for (what, other) in [
        ("twice the memory", more_memory(scenario)),
        ("a disk twice as fast", faster_disk(scenario)),
    ] {
        let Some(after) = time(&other, patience, &mut outcome)? else {
            continue;
        };
        if after.least(before) > before.whole + before.leeway {
            return Err(Fault::new(
                Kind::Monotone,
                format!(
                    "with {what} it takes {} ns instead of {}, waits by the clock and further seeks not counted",
                    after.least(before),
                    before.whole
                ),
            ));
        }
    }
    Ok(outcome)
}

fn more_memory(scenario: &Scenario) -> Scenario {
    let mut other = scenario.clone();
    for zone in &mut other.machine.zones {
        zone.present_pages *= 2;
    }
    other
}

fn faster_disk(scenario: &Scenario) -> Scenario {
    let mut other = scenario.clone();
    for device in &mut other.devices {
        if let Hardware::Figures(figures) = &mut device.hardware {
            figures.read_kb_per_s *= 2;
            figures.write_kb_per_s *= 2;
        }
    }
    other
}
