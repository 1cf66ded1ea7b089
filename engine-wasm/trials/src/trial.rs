//! One trial: a scenario is run in several ways, and all that has to hold is looked at.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Scenario, link, parse, prepare, write};
use serde::Serialize;

use super::draw;
use super::fault::{Fault, Kind};
use super::monotone;
use super::panics::caught;
use super::same;
use super::shrink::shrink;
use super::watch::watch;

/// How closely to look, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The invariants are looked at after each of the first so many events.
    pub each_of: u64,
    /// And then after every so many.
    pub stride: u64,
    /// After so many events a run is left.
    pub most_events: u64,
    /// Runs that making a failing scenario smaller may take.
    pub tries: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            each_of: 40,
            stride: 1_000,
            most_events: 20_000,
            tries: 300,
        }
    }
}

impl Patience {
    /// The usual for a seed: each eighth may run long. Many short runs find more than few long ones, as most of what can
    /// go wrong needs an unusual machine and not a late hour.
    #[must_use]
    pub fn of_seed(seed: u64) -> Self {
        let usual = Self::default();
        let long = seed.is_multiple_of(8);
        Self {
            most_events: if long { usual.most_events } else { 3_500 },
            ..usual
        }
    }
}

/// What trials came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Scenarios.
    pub scenarios: u64,
    /// Kernels that were run: one or two of each scenario.
    pub lanes: u64,
    /// Runs, with those that are only compared.
    pub runs: u64,
    /// Events of all runs.
    pub events: u64,
    /// Lanes in which tasks were killed for want of memory.
    pub with_kills: u64,
    /// Tasks that were killed.
    pub kills: u64,
    /// Lanes in which the limit of events came before the end.
    pub cut: u64,
    /// Lanes that do not come to an end because their kernel does not.
    pub livelocks: u64,
    /// Streaming copies, compared with themselves on more memory and on a faster disk.
    pub copies: u64,
}

impl Outcome {
    /// Both together.
    pub fn add(&mut self, other: Self) {
        self.scenarios += other.scenarios;
        self.lanes += other.lanes;
        self.runs += other.runs;
        self.events += other.events;
        self.with_kills += other.with_kills;
        self.kills += other.kills;
        self.cut += other.cut;
        self.livelocks += other.livelocks;
        self.copies += other.copies;
    }
}

/// A seed whose scenario fails.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What does not hold of it.
    pub fault: Fault,
    /// A smaller scenario of which something of the kind does not hold either.
    pub smallest: Scenario,
    /// What does not hold of that one.
    pub smallest_fault: Fault,
}

/// Runs the scenario of a seed, and makes it small if it fails.
///
/// # Errors
/// What does not hold.
pub fn of_seed(seed: u64, patience: Patience) -> Result<Outcome, Box<Failure>> {
    let scenario = draw::scenario(seed);
    trial(&scenario, patience).map_err(|fault| {
        let fails = |smaller: &Scenario| {
            let sound = prepare(smaller, &catalogue::of_engine()).is_ok();
            let refusal = fault.kind == Kind::Document;
            (sound || refusal)
                && trial(smaller, patience).is_err_and(|other| other.kind == fault.kind)
        };
        let smallest = shrink(&scenario, patience.tries, fails);
        let smallest_fault = trial(&smallest, patience).err();
        Box::new(Failure {
            smallest_fault: smallest_fault.unwrap_or_else(|| fault.clone()),
            fault,
            smallest,
        })
    })
}

/// Runs a scenario, both lanes of it.
///
/// # Errors
/// The first thing that does not hold.
pub fn trial(scenario: &Scenario, patience: Patience) -> Result<Outcome, Fault> {
    let mut outcome = caught(|| {
        comes_back(scenario)?;
        lane(scenario, patience)
    })?;
    if let Some(against) = &scenario.against {
        let mut other = scenario.clone();
        other.kernel = against.kernel.clone();
        other.mechanisms = against.mechanisms.clone();
        other.interventions = against.interventions.clone();
        let other = caught(|| lane(&other, patience)).map_err(|fault| fault.at("lane B"))?;
        outcome.add(other);
    }
    outcome.scenarios = 1;
    Ok(outcome)
}

/// A document says the same after it was a text and after it was a link.
fn comes_back(scenario: &Scenario) -> Result<(), Fault> {
    let catalogue = catalogue::of_engine();
    let read = parse(&write(scenario), &catalogue).map_err(|problems| Fault::refused(&problems))?;
    let linked = link::decode(&link::encode(scenario), &catalogue)
        .map_err(|problems| Fault::refused(&problems).at("as a link"))?;
    for (form, other) in [("text", read), ("link", linked)] {
        if other != *scenario {
            return Err(Fault::new(
                Kind::Document,
                format!("its {form} is another scenario: {}", write(&other)),
            ));
        }
    }
    Ok(())
}

fn lane(scenario: &Scenario, patience: Patience) -> Result<Outcome, Fault> {
    let watched = watch(scenario, patience)?;
    let mut outcome = Outcome {
        lanes: 1,
        runs: 1,
        events: watched.events,
        with_kills: u64::from(watched.killed > 0),
        kills: watched.killed,
        cut: u64::from(watched.cut),
        livelocks: u64::from(watched.livelock),
        ..Outcome::default()
    };
    outcome.add(same::compare(scenario, &watched, patience)?);
    if monotone::applies(scenario) {
        outcome.add(monotone::compare(scenario, patience)?);
    }
    Ok(outcome)
}
