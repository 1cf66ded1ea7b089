//! The WebAssembly module of the Results and Studies pages: the engine with the measures, and the plan of a study. The
//! Lab does not need this module.

mod smallest;
mod studies;

mod group;

use reclaim_engine::scenario::{Problem, read_written};
use reclaim_heap as _;
use reclaim_results::Experiment;
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// One run of a plan.
#[wasm_bindgen]
pub struct PlannedRun {
    experiment: Experiment,
}

#[wasm_bindgen]
impl PlannedRun {
    /// Makes the machine at time 0.
    ///
    /// # Errors
    /// The problems of the scenario, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str) -> Result<Self, JsError> {
        let scenario = read_written(document).map_err(|problems| refusal(&problems))?;
        let experiment = Experiment::new(&scenario).map_err(|problems| refusal(&problems))?;
        Ok(Self { experiment })
    }

    /// Runs for a number of events; returns true when the run has ended.
    pub fn run(&mut self, max_events: u32) -> bool {
        self.experiment.run(u64::from(max_events))
    }

    /// Returns the virtual time, nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> f64 {
        self.experiment.now() as f64
    }

    /// Returns the digest and the values of these measures, as JSON.
    #[must_use]
    pub fn result(&self, measures: Vec<String>) -> String {
        serde_json::to_string(&self.experiment.result(&measures)).unwrap_or_default()
    }
}

pub(crate) fn refusal(problems: &[Problem]) -> JsError {
    JsError::new(&serde_json::to_string(problems).unwrap_or_default())
}

/// Serializes a value as JSON. It cannot fail: all map keys are strings.
pub(crate) fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
