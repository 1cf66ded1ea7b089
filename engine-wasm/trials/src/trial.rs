//! One trial: runs a scenario in several ways, and checks everything that must hold.

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

/// How often to check, and how long to run.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Number of first events of a run: the invariants are checked after each of them.
    pub each_of: u64,
    /// Number of events between later checks.
    pub stride: u64,
    /// Number of events after which a run is cut short.
    pub most_events: u64,
    /// Largest number of runs to reduce a failing scenario.
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
    /// The default for a seed: every eighth seed can run long. Many short runs find more faults than a few long ones,
    /// because most faults need an unusual machine, not a long run.
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

/// Totals over trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Number of scenarios.
    pub scenarios: u64,
    /// Lanes that were run: one or two per scenario.
    pub lanes: u64,
    /// Runs, including those that are only compared.
    pub runs: u64,
    /// Events of all runs.
    pub events: u64,
    /// Lanes in which the OOM killer ran.
    pub with_kills: u64,
    /// Tasks that the OOM killer killed.
    pub kills: u64,
    /// Lanes that reached the limit of events before their end.
    pub cut: u64,
    /// Lanes that never end because of a livelock in the simulated kernel.
    pub livelocks: u64,
    /// Streaming copies that were compared with more memory and a faster disk.
    pub copies: u64,
}

impl Outcome {
    /// Adds the totals of other trials.
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
    /// The fault.
    pub fault: Fault,
    /// The reduced scenario, which has a fault of the same kind.
    pub smallest: Scenario,
    /// The fault of the reduced scenario.
    pub smallest_fault: Fault,
}

/// Runs the scenario of a seed, and reduces it if it fails.
///
/// # Errors
/// The fault found.
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

/// Runs both lanes of a scenario.
///
/// # Errors
/// The first fault found.
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

/// Checks that a document is unchanged after being written and read, as text and as a link.
fn comes_back(scenario: &Scenario) -> Result<(), Fault> {
    let catalogue = catalogue::of_engine();
    let read = parse(&write(scenario), &catalogue).map_err(|problems| Fault::refused(&problems))?;
    let linked = link::decode(&link::encode(scenario), &catalogue)
        .map_err(|problems| Fault::refused(&problems).at("as a link"))?;
    for (form, other) in [("text", read), ("link", linked)] {
        if other != *scenario {
            return Err(Fault::new(
                Kind::Document,
                format!(
                    "its {form} decodes to a different scenario: {}",
                    write(&other)
                ),
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
