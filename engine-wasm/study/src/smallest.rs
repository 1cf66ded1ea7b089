//! Searches for the smallest machine that shows an effect: reduces a scenario step by step while a condition holds for
//! several seeds.

use std::collections::BTreeSet;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::smaller::{Purpose, smaller};
use reclaim_engine::scenario::{Problem, Scenario, limits, prepare, scaled, validate, write};
use reclaim_results::{Experiment, Values};
use serde::Serialize;
use ts_rs::TS;

use crate::apply::{MeasureLane, lane_a, lane_b};
use crate::condition::Condition;

/// Largest number of seeds for which the condition must hold.
pub const MOST_SEEDS: u32 = 100;
/// Largest number of scenarios that a search tries.
pub const MOST_TRIES: u32 = 100_000;

/// Events that a machine runs in one step of the search.
const EVENTS_OF_STEP: u64 = 20_000;
/// The search abandons a candidate whose runs need more than this many times the steps of the first scenario's runs.
const LONGER: u64 = 2;
/// Steps that every candidate may take in addition to `LONGER` times the steps of the first scenario's runs.
const LEAST_STEPS: u64 = 100;

/// The state of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SearchState {
    /// The first scenario is running, to check whether the condition holds.
    Checking,
    /// Smaller scenarios are being tried.
    Searching,
    /// The condition does not hold for the first scenario.
    Refused,
    /// No step leads to a smaller scenario in which the condition holds, or all tries are used up.
    Done,
}

/// The progress of a search, and the size of the smallest scenario so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SearchProgress {
    /// State of the search.
    pub state: SearchState,
    /// Number of scenarios tried so far.
    pub tries: u32,
    /// Largest number of scenarios to try.
    pub tries_most: u32,
    /// Page frames in all zones.
    pub pages: u64,
    /// Number of entries in the workload.
    pub programs: usize,
    /// Virtual time of the longest run of the smallest scenario, milliseconds.
    pub longest_ms: u64,
    /// Why the condition does not hold for the first scenario.
    pub problem: Option<String>,
}

/// The runs of one candidate, one after the other.
struct Trial {
    scenario: Scenario,
    seed: u32,
    /// Values of lane A, once it has run with the current seed.
    a: Option<Values>,
    running: Option<Experiment>,
    /// Steps of all runs so far.
    steps: u64,
    most_steps: u64,
    longest_ms: u64,
}

/// Result of one step of a trial.
enum Step {
    Continues,
    Holds,
    Fails(String),
}

/// A search. It uses neither a clock nor random numbers, so the same arguments give the same scenario.
pub struct Smallest {
    condition: Condition,
    seeds: u32,
    base: Scenario,
    found: Scenario,
    trial: Option<Trial>,
    most_steps: u64,
    candidates: Vec<Scenario>,
    /// Number of the next candidate.
    at: usize,
    /// Candidates that failed since the last successful one.
    failed: usize,
    known: BTreeSet<String>,
    progress: SearchProgress,
}

impl Smallest {
    /// Starts a search from a scenario. The condition must hold for `seeds` consecutive seeds, starting with the
    /// scenario's own seed.
    ///
    /// # Errors
    /// The problems of the scenario, the condition or the numbers.
    pub fn new(
        base: Scenario,
        condition: &str,
        seeds: u32,
        tries_most: u32,
    ) -> Result<Self, Vec<Problem>> {
        let catalogue = catalogue::of_engine();
        prepare(&base, &catalogue)?;
        let condition = Condition::read(condition, &base)?;
        for (name, number, most) in [
            ("seeds", seeds, MOST_SEEDS),
            ("tries", tries_most, MOST_TRIES),
        ] {
            if !(1..=most).contains(&number) {
                let problem = format!("The number of {name} is {number}.");
                return Err(vec![Problem::new(
                    name,
                    problem,
                    format!("Use 1 to {most}."),
                )]);
            }
        }
        let found = scaled(base.clone())?;
        Ok(Self {
            progress: SearchProgress {
                state: SearchState::Checking,
                tries: 0,
                tries_most,
                pages: found.machine.present_pages(),
                programs: found.workload.len(),
                longest_ms: 0,
                problem: None,
            },
            condition,
            seeds,
            base,
            trial: Some(Trial::new(found.clone(), u64::MAX)),
            found,
            most_steps: 0,
            candidates: Vec::new(),
            at: 0,
            failed: 0,
            known: BTreeSet::new(),
        })
    }

    /// Does a small part of the work, which takes some milliseconds on current computers.
    pub fn step(&mut self) -> &SearchProgress {
        let Some(mut trial) = self.trial.take().or_else(|| self.next_trial()) else {
            return &self.progress;
        };
        match trial.step(&self.condition, self.seeds) {
            Step::Continues => self.trial = Some(trial),
            Step::Fails(why) if self.progress.state == SearchState::Checking => {
                self.progress.state = SearchState::Refused;
                self.progress.problem = Some(why);
            }
            Step::Fails(_) => {
                self.failed += 1;
                self.at += 1;
            }
            Step::Holds => self.take(trial),
        }
        &self.progress
    }

    /// Returns the progress after the last step.
    #[must_use]
    pub fn progress(&self) -> &SearchProgress {
        &self.progress
    }

    /// Returns the smallest scenario so far, with a title and a description that say how it was found.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        let cut = |text: String, most: u64| text.chars().take(most as usize).collect();
        let condition = &self.condition;
        let (first, last) = (
            self.base.seed,
            self.base.seed.saturating_add(self.seeds.into()) - 1,
        );
        let seeds = if first == last {
            format!("with seed {first}")
        } else {
            format!("with each seed from {first} to {last}")
        };
        let from = &self.base.title;
        Scenario {
            title: cut(
                format!("Smallest machine: {condition}"),
                limits::TITLE_CHARS.most,
            ),
            description: cut(
                format!(
                    "The smallest scenario found in which {condition} holds {seeds}. It was reduced from \u{201c}{from}\u{201d}: \
                     from {} to {} pages of RAM.",
                    scaled(self.base.clone()).map_or(0, |base| base.machine.present_pages()),
                    self.found.machine.present_pages(),
                ),
                limits::DESCRIPTION_CHARS.most,
            ),
            ..self.found.clone()
        }
    }

    /// Accepts a trial whose condition holds: its scenario is now the smallest so far.
    fn take(&mut self, trial: Trial) {
        if self.progress.state == SearchState::Checking {
            self.progress.state = SearchState::Searching;
            self.most_steps = trial.steps * LONGER + LEAST_STEPS;
        }
        self.progress.longest_ms = trial.longest_ms;
        self.found = trial.scenario;
        self.progress.pages = self.found.machine.present_pages();
        self.progress.programs = self.found.workload.len();
        let purpose = if self.condition.measures_of(MeasureLane::B).is_empty() {
            Purpose::Effect
        } else {
            Purpose::Difference
        };
        self.candidates = smaller(&self.found, purpose, &catalogue::of_engine());
        self.failed = 0;
    }

    /// Returns the next candidate that can run and was not tried yet. After a success, the search continues with the
    /// same kind of step: a quantity that could be halved can often be halved again.
    fn next_trial(&mut self) -> Option<Trial> {
        if self.progress.state != SearchState::Searching {
            return None;
        }
        let catalogue = catalogue::of_engine();
        while self.failed < self.candidates.len() && self.progress.tries < self.progress.tries_most
        {
            self.at %= self.candidates.len();
            let candidate = &self.candidates[self.at];
            let runs = validate(candidate, &catalogue).is_ok()
                && lane_b(candidate).is_none_or(|b| validate(&b, &catalogue).is_ok());
            if *candidate != self.found && runs && self.known.insert(write(candidate)) {
                self.progress.tries += 1;
                return Some(Trial::new(candidate.clone(), self.most_steps));
            }
            self.failed += 1;
            self.at += 1;
        }
        self.progress.state = SearchState::Done;
        None
    }
}

impl Trial {
    fn new(scenario: Scenario, most_steps: u64) -> Self {
        Self {
            scenario,
            seed: 0,
            a: None,
            running: None,
            steps: 0,
            most_steps,
            longest_ms: 0,
        }
    }

    fn step(&mut self, condition: &Condition, seeds: u32) -> Step {
        let of_a = condition.measures_of(MeasureLane::A);
        let of_b = condition.measures_of(MeasureLane::B);
        let runs_a = !of_a.is_empty() && self.a.is_none();
        let mut running = match self.running.take() {
            Some(running) => running,
            None => match self.begin(runs_a) {
                Ok(running) => running,
                Err(problems) => return Step::Fails(sentences(&problems)),
            },
        };
        let ended = running.run(EVENTS_OF_STEP);
        self.steps += 1;
        if !ended {
            if self.steps > self.most_steps {
                return Step::Fails(String::from("it takes too long"));
            }
            self.running = Some(running);
            return Step::Continues;
        }
        self.longest_ms = self.longest_ms.max(running.now() / 1_000_000);
        let (a, b) = if runs_a {
            (Some(running.result(&of_a).values), None)
        } else {
            (self.a.take(), Some(running.result(&of_b).values))
        };
        let seed = self.scenario.seed + u64::from(self.seed);
        if let Some(why) = condition.fails(a.as_ref(), b.as_ref()) {
            return Step::Fails(format!("{why} (seed {seed})"));
        }
        if runs_a && !of_b.is_empty() {
            self.a = a;
            return Step::Continues;
        }
        self.seed += 1;
        if self.seed < seeds {
            Step::Continues
        } else {
            Step::Holds
        }
    }

    /// Makes the machine of the next run.
    fn begin(&self, runs_a: bool) -> Result<Experiment, Vec<Problem>> {
        let mut lane = if runs_a {
            lane_a(&self.scenario)
        } else {
            lane_b(&self.scenario).unwrap_or_else(|| self.scenario.clone())
        };
        lane.seed = lane.seed.saturating_add(self.seed.into());
        Experiment::new(&lane)
    }
}

fn sentences(problems: &[Problem]) -> String {
    let sentences: Vec<String> = problems.iter().map(ToString::to_string).collect();
    sentences.join(" ")
}
