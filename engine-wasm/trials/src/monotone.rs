//! Checks that more memory or a faster disk never makes a streaming copy slower.

use reclaim_engine::mechanism::Mechanism;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{FilesystemKind, Hardware, Program, Scenario};
use reclaim_engine::sched::task::{Activity, Task, TaskKind};
use reclaim_engine::simulation::{RunStatus, Simulation, Unit};

use super::fault::{Fault, Kind};
use super::trial::{Outcome, Patience};

/// Whether the scenario is a streaming copy whose time can be compared: one task, one pass over one file, a device
/// without randomness, and no interventions.
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

/// Times of a copy.
#[derive(Clone, Copy, Debug)]
struct Time {
    /// From its start to its end, nanoseconds.
    whole: u64,
    /// Its sleeps in congestion_wait, part of the duration, nanoseconds. In kernels without wait_iff_congested, a sleep
    /// lasts up to 100 ms even if nothing is congested. The number of sleeps depends on how many pages each pass of
    /// reclaim finds, so more memory can cause more sleeps. wait_iff_congested was written because of this.
    naps: u64,
    /// Upper bound of its pauses in balance_dirty_pages while the disk was idle, nanoseconds. Before 3.2, a writer over
    /// the limit pauses for a time that doubles with each pause, even if writeback finishes earlier. With more memory,
    /// more pages are written at once, and the next pauses are longer.
    idle_pauses: u64,
    /// Time of the disk's seeks and rotation, nanoseconds. A disk that transfers faster empties its queue sooner and
    /// gets smaller requests, so its head moves between a file and its bitmaps more often.
    positioning: u64,
    /// Time of the disk's transfers of a writer before 3.2, otherwise 0, nanoseconds. Such a writer waits for bursts of
    /// up to half the dirty limit. If a copy ends just after a burst was submitted, the burst is not part of its time;
    /// with other memory or another disk, the same copy can end just after a burst was written.
    transfer: u64,
    /// Tolerance of the comparison, nanoseconds.
    leeway: u64,
}

impl Time {
    /// The duration without the sleeps and pauses, and without the positioning and transfer time that exceeds that of
    /// `before`, nanoseconds.
    fn least(self, before: Self) -> u64 {
        let further = self.positioning.saturating_sub(before.positioning)
            + self.transfer.saturating_sub(before.transfer);
        (self.whole).saturating_sub(self.naps + self.idle_pauses + further)
    }
}

/// The longest pause of balance_dirty_pages, nanoseconds (MAX_PAUSE, HZ/5). A copy can have one more or one less of
/// these pauses at its end.
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
    // A daemon's pauses also delay the writer that waits for the daemon.
    let spent = |activity: Activity| -> u64 {
        let tasks = m.sched.tasks().iter().zip(&m.observed().tasks);
        let of_copy = tasks.filter(|(task, _)| is_of_copy(task));
        of_copy
            .map(|(_, times)| times.spent[activity as usize])
            .sum()
    };
    let disks = 0..scenario.devices.len() as u32;
    let busy = disks
        .clone()
        .map(|disk| m.io.block.stats(disk).busy_ns)
        .max();
    let positioning = disks
        .clone()
        .map(|disk| m.io.block.stats(disk).positioning_ns)
        .sum();
    let by_the_clock = !m.on.has(Mechanism::IolessDirtyBalance);
    let transfer = if by_the_clock && writes {
        disks.map(|disk| m.io.block.stats(disk).transfer_ns).sum()
    } else {
        0
    };
    let idle_pauses = if by_the_clock {
        spent(Activity::Throttled).min(end.saturating_sub(busy.unwrap_or_default()))
    } else {
        0
    };
    // Allow 1 %, because the head can move in another order. Also allow a writer one pause, and a reader one tick,
    // because its sleeps end at a tick after its pages arrive.
    let leeway = end / 100
        + if writes {
            LONGEST_PAUSE
        } else {
            m.sched.jiffy()
        };
    let ended = status == RunStatus::Finished && m.observed().vmstat.total(Counter::OomKill) == 0;
    // At a commit, a writer on ext4 waits for all pages under writeback, and a larger machine has more of them.
    let waits_for_commits = writes
        && m.rules.shadow_until_data
        && (scenario.filesystems.iter()).any(|it| it.kind == FilesystemKind::Ext4);
    Ok((ended && !waits_for_commits).then_some(Time {
        whole: end,
        naps: spent(Activity::CongestionWait),
        idle_pauses,
        positioning,
        transfer,
        leeway,
    }))
}

/// Compares the time of a copy with that of the same copy on twice the memory, and on a disk twice as fast.
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
                    "with {what} it takes {} ns instead of {}, not counting timed waits and additional seeks",
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
