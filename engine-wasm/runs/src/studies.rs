//! For the Studies page: the runs of a study, and its result, also while some runs have not ended yet.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{link, write};
use reclaim_results::{Run, RunResult};
use reclaim_study::{Plan, StudyResult, read, read_result};
use serde_json::json;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::{refusal, to_json};

/// A study, its runs, and their results so far.
#[wasm_bindgen]
pub struct Studies {
    plan: Plan,
    engine: String,
    runs: Vec<Option<RunResult>>,
}

#[wasm_bindgen]
impl Studies {
    /// Makes the plan of a study from its document.
    ///
    /// # Errors
    /// The problems of the document, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str) -> Result<Self, JsError> {
        let (study, base) =
            read(document, &catalogue::of_engine()).map_err(|problems| refusal(&problems))?;
        let plan = Plan::new(study, &base);
        Ok(Self {
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            runs: vec![None; plan.runs.len()],
            plan,
        })
    }

    /// Reads a result; uses only its study and the results of its runs.
    ///
    /// # Errors
    /// The problems of the text, as JSON.
    pub fn from_result(text: &str) -> Result<Self, JsError> {
        let read = read_result(text).map_err(|problems| refusal(&problems))?;
        Ok(Self {
            plan: read.plan,
            engine: read.engine,
            runs: read.runs,
        })
    }

    /// Returns the text of the document in the link to a study. Checks only that the link is complete.
    ///
    /// # Errors
    /// The problem of the link, as JSON.
    pub fn read_link(link: &str) -> Result<String, JsError> {
        link::decode_document(link).map_err(|problem| refusal(&[problem]))
    }

    /// Returns the link to the study, a part of the page's URL.
    ///
    /// # Errors
    /// A study that is too large for a link, as JSON.
    pub fn link(&self) -> Result<String, JsError> {
        link::encode_document(&json!(self.plan.study)).map_err(|problem| refusal(&[problem]))
    }

    /// Returns the study as a document.
    #[must_use]
    pub fn document(&self) -> String {
        to_json(&self.plan.study)
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn run_count(&self) -> usize {
        self.plan.runs.len()
    }

    /// Returns the link of a run, which identifies it in every study.
    #[must_use]
    pub fn run_key(&self, run: usize) -> Option<String> {
        self.plan.keys.get(run).cloned()
    }

    /// Returns the name of a run: the values of its factors, and its seed.
    #[must_use]
    pub fn run_name(&self, run: usize) -> Option<String> {
        Some(self.run(run)?.name.clone())
    }

    /// Returns the document of a run.
    #[must_use]
    pub fn run_document(&self, run: usize) -> Option<String> {
        Some(write(&self.run(run)?.scenario))
    }

    /// Returns the measures to take from a run.
    #[must_use]
    pub fn run_measures(&self, run: usize) -> Vec<String> {
        self.run(run)
            .map(|run| run.measures.clone())
            .unwrap_or_default()
    }

    /// Adds the result of a run, as JSON.
    ///
    /// # Errors
    /// A result that is not JSON, or a run that is not in the plan.
    pub fn take(&mut self, run: usize, result: &str) -> Result<(), JsError> {
        let result: RunResult =
            serde_json::from_str(result).map_err(|error| JsError::new(&error.to_string()))?;
        let place = self
            .runs
            .get_mut(run)
            .ok_or_else(|| JsError::new("There is no such run."))?;
        *place = Some(result);
        Ok(())
    }

    /// Returns the digest of a run that has ended.
    #[must_use]
    pub fn run_digest(&self, run: usize) -> Option<String> {
        Some(self.runs.get(run)?.as_ref()?.digest.clone())
    }

    /// Returns the result of a run that has ended, as JSON.
    #[must_use]
    pub fn run_result(&self, run: usize) -> Option<String> {
        Some(to_json(self.runs.get(run)?.as_ref()?))
    }

    /// Returns the result of the runs so far, as JSON on one line.
    #[must_use]
    pub fn outcome(&self) -> String {
        to_json(&self.so_far())
    }

    /// Returns the result of the runs so far as the text of a file, as `reclaim study --format json` writes it.
    #[must_use]
    pub fn result(&self) -> String {
        self.so_far().json()
    }

    /// Returns the combinations as a table, as `reclaim study --format csv` writes it.
    #[must_use]
    pub fn csv(&self) -> String {
        self.so_far().csv()
    }
}

impl Studies {
    fn so_far(&self) -> StudyResult {
        StudyResult::new(&self.plan, &self.engine, &self.runs)
    }

    fn run(&self, run: usize) -> Option<&Run> {
        self.plan.runs.get(run)
    }
}
