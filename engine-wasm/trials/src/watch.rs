//! Runs a scenario and checks the machine during the run.

mod done;
mod rest;

use reclaim_engine::block::Origin;
use reclaim_engine::kernel::rules::{BalanceDirty, Rebalance, ReclaimEnd};
use reclaim_engine::machine::Machine;
use reclaim_engine::mechanism::Mechanism;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{Scenario, limits};
use reclaim_engine::sched::task::{Activity, TaskKind, TaskState};
use reclaim_engine::simulation::{RunStatus, Simulation, Unit};

use super::fault::{Fault, Kind};
use super::trial::Patience;

const SECOND: u64 = 1_000_000_000;
/// Virtual time within which a machine with living tasks must make progress, nanoseconds.
const WITHOUT_PROGRESS: u64 = 300 * SECOND;
/// Virtual time within which a device with pending I/O must complete a request, nanoseconds.
const DRAIN: u64 = 200 * SECOND;

/// Results of a run.
#[derive(Clone, Copy, Debug)]
pub struct Watched {
    /// Events of the whole run.
    pub events: u64,
    /// Tasks that the OOM killer killed.
    pub killed: u64,
    /// Whether the run reached the limit of events before its end.
    pub cut: bool,
    /// Whether the simulated kernel is in a livelock.
    pub livelock: bool,
    /// Events until the last program ended.
    pub counted: u64,
    /// Whether the run had reached its end, after a day of virtual time, when the last program ended.
    pub finished: bool,
    /// The digest when the last program ended.
    pub digest: u64,
}

struct Watch {
    simulation: Simulation,
    used_at_start: Vec<u64>,
    anonymous_at_start: u64,
    now: u64,
    done: u64,
    done_at: u64,
    /// Direct reclaims until `done_at`.
    stalls: u64,
}

/// The scenario, extended beyond its last program so that devices can finish.
pub fn without_end(scenario: &Scenario) -> Scenario {
    let mut endless = scenario.clone();
    endless.until_ms = Some(limits::UNTIL_MS.most);
    for entry in &mut endless.workload {
        entry.awaited = false;
    }
    endless
}

/// Runs a scenario until every program has ended and every device is idle.
///
/// # Errors
/// The fault, with the number of the event and its virtual time.
pub fn watch(scenario: &Scenario, patience: Patience) -> Result<Watched, Fault> {
    let simulation =
        Simulation::new(&without_end(scenario)).map_err(|problems| Fault::refused(&problems))?;
    let used_at_start = used_pages(&simulation.machine());
    let anonymous_at_start = rest::anonymous(&simulation.machine());
    let mut watch = Watch {
        simulation,
        anonymous_at_start,
        used_at_start,
        now: 0,
        done: 0,
        done_at: 0,
        stalls: 0,
    };
    let outcome = watch.run(patience);
    outcome.map_err(|fault| fault.at(format!("event {}, {} ns", watch.events(), watch.now)))
}

/// Allocated pages by zone.
fn used_pages(m: &Machine) -> Vec<u64> {
    m.memory
        .zones
        .iter()
        .map(|zone| zone.present - zone.free - zone.pcp)
        .collect()
}

/// Blocks that were submitted to devices.
fn submitted(m: &Machine, origin: Origin) -> u64 {
    (0..m.io.block.queue_count())
        .map(|queue| m.io.block.stats(queue).blocks_by_origin[origin.index()])
        .sum()
}

/// Requests that devices have completed.
fn requests_ended(m: &Machine) -> u64 {
    (0..m.io.block.queue_count())
        .map(|queue| m.io.block.stats(queue).requests())
        .sum()
}

impl Watch {
    fn events(&self) -> u64 {
        self.simulation.count(Unit::Event)
    }

    fn run(&mut self, patience: Patience) -> Result<Watched, Fault> {
        self.look()?;
        while self.simulation.has_programs() {
            if self.go(u64::MAX, patience)? == RunStatus::Finished {
                break;
            }
            // The last program may have ended in these events; then no task has to make progress.
            if self.simulation.has_programs() && !self.gets_on() {
                return self.without_progress();
            }
            if self.events() >= patience.most_events {
                return Ok(self.watched(true));
            }
        }
        // Without pending events, the clock jumps to the end of the run, after a day.
        if self.simulation.has_programs() {
            let what = format!("nothing will wake {:?}", self.living());
            return Err(Fault::new(Kind::Stuck, what));
        }
        done::check(&self.simulation.machine(), self.simulation.scenario())?;
        let ended = self.watched(false);
        let entries = &self.simulation.scenario().workload;
        if entries.iter().any(|entry| !entry.run.ends()) {
            // A machine with a program that never ends does not become idle.
            return Ok(ended);
        }
        let mut at_rest = self.now + DRAIN;
        loop {
            let served = requests_ended(&self.simulation.machine());
            while self.go(at_rest, patience)? == RunStatus::UsedBudget {
                if self.events() >= ended.counted + patience.most_events {
                    return Ok(Watched { cut: true, ..ended });
                }
            }
            // A stick that copies an allocation unit for each request can take hours for its queue.
            if requests_ended(&self.simulation.machine()) == served {
                break;
            }
            at_rest += DRAIN;
        }
        if self.allocates_for_ever() {
            return Ok(Watched {
                livelock: true,
                ..ended
            });
        }
        rest::check(&self.simulation.machine(), self.anonymous_at_start)?;
        Ok(Watched {
            events: self.events(),
            ..ended
        })
    }

    fn watched(&self, cut: bool) -> Watched {
        Watched {
            events: self.events(),
            killed: self
                .simulation
                .machine()
                .observed()
                .vmstat
                .total(Counter::OomKill),
            cut,
            livelock: false,
            counted: self.events(),
            finished: self.simulation.finished(),
            digest: self.simulation.digest(),
        }
    }

    fn go(&mut self, until: u64, patience: Patience) -> Result<RunStatus, Fault> {
        let budget = if self.events() < patience.each_of {
            1
        } else {
            patience.stride
        };
        let status = self.simulation.run(until, budget);
        let now = self.simulation.now();
        if now < self.now {
            return Err(Fault::invariant(format!("time went back to {now}")));
        }
        self.now = now;
        self.look()?;
        Ok(status)
    }

    fn look(&self) -> Result<(), Fault> {
        let m = self.simulation.machine();
        m.check().map_err(Fault::invariant)?;
        let used = used_pages(&m);
        for (z, &now) in used.iter().enumerate() {
            let of = |counter| m.observed().vmstat.of_zone(z, counter);
            let held = self.used_at_start[z] + of(Counter::PgAlloc) - of(Counter::PgFree);
            if held != now {
                return Err(Fault::invariant(format!(
                    "zone {z}: {held} pages allocated, {now} in use"
                )));
            }
        }
        let direct = submitted(&m, Origin::DirectReclaim);
        if direct > 0 && self.always_on(Mechanism::NoDirectFsWriteback) {
            return Err(Fault::invariant(format!(
                "direct reclaim wrote {direct} file pages"
            )));
        }
        Ok(())
    }

    fn always_on(&self, mechanism: Mechanism) -> bool {
        let id = mechanism.info().id;
        let interventions = &self.simulation.scenario().interventions;
        self.simulation.machine().on.has(mechanism)
            && !interventions.iter().any(|it| it.mechanism == id)
    }

    /// Checks that living tasks make progress, or that some are killed.
    fn gets_on(&mut self) -> bool {
        let m = self.simulation.machine();
        let bytes: u64 = m.sched.tasks().iter().map(|task| task.bytes_done).sum();
        let dead = m
            .sched
            .tasks()
            .iter()
            .filter(|t| t.state == TaskState::Dead);
        // Completed requests count as progress: a call of 1 MB can be hundreds of requests on a stick that takes
        // seconds for each.
        let done = bytes
            + dead.count() as u64
            + m.observed().vmstat.total(Counter::OomKill)
            + requests_ended(&m);
        let stalls = m.observed().vmstat.total(Counter::AllocStall);
        drop(m);
        if done != self.done {
            (self.done, self.done_at, self.stalls) = (done, self.now, stalls);
        }
        self.now <= self.done_at + WITHOUT_PROGRESS
    }

    /// Reports a fault, except for the known bugs of the simulated kernels.
    fn without_progress(&self) -> Result<Watched, Fault> {
        // A task in such a loop may be waiting for a CPU at this moment; then only the number of its reclaims shows the
        // loop.
        let allocates = self.allocates_for_ever() || self.goes_round();
        if self.reclaims_for_ever() || self.throttles_for_ever() || allocates {
            return Ok(Watched {
                livelock: true,
                ..self.watched(false)
            });
        }
        let what = format!("{:?} make no progress", self.living());
        Err(Fault::new(Kind::Stuck, what))
    }

    /// Up to 3.11, direct reclaim continues as long as one zone is not flagged all_unreclaimable. Only kswapd sets the
    /// flag, and it sleeps ("mm: vmscan: fix do_try_to_free_pages() livelock", 3.12).
    fn reclaims_for_ever(&self) -> bool {
        let m = self.simulation.machine();
        let kswapd = m.memory.kswapd.task().map(|id| m.task(id).activity);
        m.rules.reclaim_end == ReclaimEnd::HopeByFlag
            && m.observed().vmstat.total(Counter::AllocStall) > self.stalls
            && kswapd == Some(Activity::Idle)
    }

    /// 2.6.36 throttles writers as soon as dirty memory equals the limit. With a limit of 0, it throttles them even
    /// without dirty pages (4cbec4c8b9, 2.6.37).
    fn throttles_for_ever(&self) -> bool {
        let m = self.simulation.machine();
        m.rules.balance_dirty == BalanceDirty::AtLimit && m.global_dirty_limits(false).dirty == 0
    }

    /// Up to 2.6.38, the slow path looks at the free lists again only after reclaim has freed something. An allocation
    /// without __GFP_FS neither fails nor invokes the OOM killer. If nothing is left to free, the allocation loops
    /// forever, even if other tasks free pages ("mm/page_alloc.c: prevent unending loop in __alloc_pages_slowpath()",
    /// 3.0).
    fn allocates_for_ever(&self) -> bool {
        let m = self.simulation.machine();
        let naps = (m.sched.tasks().iter()).any(|task| {
            let napping = matches!(
                task.activity,
                Activity::CongestionWait | Activity::Reclaiming
            );
            napping && task.kind != TaskKind::Kswapd
        });
        m.rules.rebalance != Rebalance::FreelistFirst && naps
    }

    /// Whether a task reclaims again and again without progress, for the same reason.
    fn goes_round(&self) -> bool {
        let m = self.simulation.machine();
        m.rules.rebalance != Rebalance::FreelistFirst
            && m.observed().vmstat.total(Counter::AllocStall) > self.stalls
    }

    fn living(&self) -> Vec<(String, Activity)> {
        let m = self.simulation.machine();
        let living = m
            .sched
            .tasks()
            .iter()
            .filter(|t| t.state != TaskState::Dead);
        living.map(|t| (t.name.clone(), t.activity)).collect()
    }
}
