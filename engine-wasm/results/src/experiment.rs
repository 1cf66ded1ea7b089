//! One run of the plan, carried out in pieces, so that whoever waits for it can be told how far it is.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Problem, Scenario, prepare};
use reclaim_engine::simulation::{RunStatus, Simulation};

use crate::{Values, measure};

/// A machine that runs a scenario to its end.
pub struct Experiment {
    simulation: Simulation,
    end_ns: u64,
}

impl Experiment {
    /// The machine at time 0.
    ///
    /// # Errors
    /// The problems of the scenario.
    pub fn new(scenario: &Scenario) -> Result<Self, Vec<Problem>> {
        let scenario = prepare(scenario, &catalogue::of_engine())?;
        let milliseconds = |ms: u64| ms.saturating_mul(1_000_000);
        Ok(Self {
            end_ns: scenario.until_ms.map_or(u64::MAX, milliseconds),
            simulation: Simulation::new(&scenario)?,
        })
    }

    /// Runs for a number of events; true when it is over.
    pub fn run(&mut self, max_events: u64) -> bool {
        self.simulation.run(self.end_ns, max_events) != RunStatus::UsedBudget
    }

    /// Virtual time, nanoseconds.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.simulation.now()
    }

    /// What it came to, by the names of the measures.
    #[must_use]
    pub fn values(&self, names: &[String]) -> Values {
        measure::values(&self.simulation.report(), names)
    }
}
