//! One run of a plan, in steps, so that callers can show its progress.

use reclaim_engine::catalogue;
use reclaim_engine::mechanism::{MechanismSet, Settled, Switches};
use reclaim_engine::scenario::{Problem, Scenario, prepare};
use reclaim_engine::simulation::{RunStatus, Simulation};

use crate::peaks::{EVERY_NS, Peaks};
use crate::{RunResult, measure};

/// A machine that runs a scenario to its end, and records peaks for measures.
pub struct Experiment {
    simulation: Simulation,
    end_ns: u64,
    peaks: Peaks,
    look_ns: u64,
}

impl Experiment {
    /// Makes the machine at time 0.
    ///
    /// # Errors
    /// The problems of the scenario.
    pub fn new(scenario: &Scenario) -> Result<Self, Vec<Problem>> {
        Self::of(scenario, Simulation::new)
    }

    /// Makes the machine at time 0 with these switches in place of the scenario's mechanisms. Mechanisms may still be
    /// open (see [`Switches`]).
    ///
    /// # Errors
    /// The problems of the scenario.
    pub fn with_mechanisms(scenario: &Scenario, on: Switches) -> Result<Self, Vec<Problem>> {
        Self::of(scenario, |scenario| {
            Simulation::with_mechanisms(scenario, on)
        })
    }

    fn of(
        scenario: &Scenario,
        make: impl FnOnce(&Scenario) -> Result<Simulation, Vec<Problem>>,
    ) -> Result<Self, Vec<Problem>> {
        let scenario = prepare(scenario, &catalogue::of_engine())?;
        let milliseconds = |ms: u64| ms.saturating_mul(1_000_000);
        Ok(Self {
            end_ns: scenario.until_ms.map_or(u64::MAX, milliseconds),
            simulation: make(&scenario)?,
            peaks: Peaks::default(),
            look_ns: EVERY_NS,
        })
    }

    /// Runs for a number of events, or until the next sample of the zones. Returns true when the run has ended.
    pub fn run(&mut self, max_events: u64) -> bool {
        let until = self.look_ns.min(self.end_ns);
        let status = self.simulation.run(until, max_events);
        if status == RunStatus::UsedBudget {
            return false;
        }
        self.peaks.look(&self.simulation);
        self.look_ns = until.saturating_add(EVERY_NS);
        status == RunStatus::Finished || until == self.end_ns
    }

    /// Returns the virtual time, nanoseconds.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.simulation.now()
    }

    /// Settles open mechanisms before a decision depends on them.
    pub fn settle(&self, settled: Settled) {
        self.simulation.machine().on.settle(settled);
    }

    /// Returns the result of one of the runs that have shared this machine to the end: the run with these mechanisms.
    /// It is the same as [`Experiment::result`] on a machine of its own.
    #[must_use]
    pub fn result_with(&self, on: MechanismSet, measures: &[String]) -> RunResult {
        let digest = self.simulation.machine().digest_of(on);
        RunResult {
            digest: format!("{digest:016x}"),
            ..self.result(measures)
        }
    }

    /// Returns the digest and the values of these measures.
    #[must_use]
    pub fn result(&self, measures: &[String]) -> RunResult {
        let report = self.simulation.report();
        let mut values = measure::values(&report, measures);
        self.peaks.add(&self.simulation, measures, &mut values);
        RunResult {
            digest: report.digest,
            values,
        }
    }
}
