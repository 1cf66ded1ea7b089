//! Carries out the same run in different ways: tracing, slices and manual switches must not change it.

use reclaim_engine::scenario::{Intervention, Scenario};
use reclaim_engine::simulation::{RunStatus, Simulation, Unit};

use super::fault::{Fault, Kind};
use super::trial::{Outcome, Patience};
use super::watch::{Watched, without_end};

/// Lengths of slices for runs that are interrupted, nanoseconds of virtual time.
const SLICES: [u64; 3] = [7_000_003, 250_000_000, 1_000_000_001];

/// Compares a run that was carried out and checked in slices with an uninterrupted run that traces everything. Then
/// compares an uninterrupted run of the scenario with a run in one of these ways: slices of time, single steps, manual
/// switches.
pub fn compare(
    scenario: &Scenario,
    watched: &Watched,
    patience: Patience,
) -> Result<Outcome, Fault> {
    let mut traced = simulation(&without_end(scenario))?;
    traced.set_tracing(true);
    traced.note_everything(1_000);
    let frames = traced.machine().memory.frames.len() as u64;
    traced.watch((scenario.seed % frames) as u32);
    traced.run(u64::MAX, watched.counted);
    if watched.finished {
        traced.run(u64::MAX, 1);
    }
    same(
        "watched in slices, and traced in one go",
        watched.digest,
        &traced,
    )?;
    let mut outcome = Outcome {
        runs: 1,
        events: traced.count(Unit::Event),
        ..Outcome::default()
    };
    let budget = patience.most_events / 4;
    let mut straight = simulation(scenario)?;
    straight.run(u64::MAX, budget);
    let events = straight.count(Unit::Event);
    let (way, other) = if !scenario.interventions.is_empty() && one_by_one(scenario) {
        let now = straight.now();
        straight.run(now, u64::MAX);
        (
            "switched by interventions, and by hand",
            by_hand(scenario, now)?,
        )
    } else if scenario.seed.is_multiple_of(2) {
        let until = if straight.finished() {
            u64::MAX
        } else {
            events
        };
        ("in one go, and by steps", by_steps(scenario, until)?)
    } else {
        let slice = SLICES[scenario.seed as usize / 2 % SLICES.len()];
        let other = in_slices(scenario, slice, budget)?;
        ("in one go, and in slices of time", other)
    };
    same(way, straight.digest(), &other)?;
    outcome.runs += 2;
    outcome.events += 2 * events;
    Ok(outcome)
}

fn simulation(scenario: &Scenario) -> Result<Simulation, Fault> {
    Simulation::new(scenario).map_err(|problems| Fault::refused(&problems))
}

fn same(way: &str, expected: u64, found: &Simulation) -> Result<(), Fault> {
    let digest = found.digest();
    if digest == expected {
        return Ok(());
    }
    Err(Fault::new(
        Kind::Digest,
        format!(
            "{way}: digests {expected:016x} and {digest:016x} differ, event {}, {} ns",
            found.count(Unit::Event),
            found.now()
        ),
    ))
}

fn in_slices(scenario: &Scenario, slice: u64, budget: u64) -> Result<Simulation, Fault> {
    let mut sliced = simulation(scenario)?;
    let mut at = 0;
    loop {
        let left = budget - sliced.count(Unit::Event);
        at += slice;
        if sliced.run(at, left) != RunStatus::ReachedTime {
            return Ok(sliced);
        }
    }
}

fn by_steps(scenario: &Scenario, events: u64) -> Result<Simulation, Fault> {
    let mut stepped = simulation(scenario)?;
    while stepped.count(Unit::Event) < events && stepped.step() {}
    Ok(stepped)
}

/// Whether the interventions can be done manually. Manual switches come one after the other, so the first of several at
/// one time can violate the rules between mechanisms; and none can come before the start.
fn one_by_one(scenario: &Scenario) -> bool {
    let moments = in_order(scenario);
    moments.iter().all(|it| it.at_ns > 0)
        && moments.windows(2).all(|pair| pair[0].at_ns < pair[1].at_ns)
}

fn in_order(scenario: &Scenario) -> Vec<Intervention> {
    let mut interventions = scenario.interventions.clone();
    interventions.sort_by_key(|it| it.at_ns);
    interventions
}

/// Runs with manual switches. Each is made one nanosecond before its time, because the engine records it for the next
/// nanosecond.
fn by_hand(scenario: &Scenario, until: u64) -> Result<Simulation, Fault> {
    let mut silent = scenario.clone();
    silent.interventions.clear();
    let mut other = simulation(&silent)?;
    for it in in_order(scenario) {
        if it.at_ns > until {
            break;
        }
        other.run(it.at_ns - 1, u64::MAX);
        if other.finished() {
            break;
        }
        other
            .set_mechanism(&it.mechanism, it.on)
            .map_err(|problems| Fault::refused(&problems))?;
    }
    other.run(until, u64::MAX);
    Ok(other)
}
