//! The Results page: the plan of runs, and verdicts on published figures.

use reclaim_engine::scenario::{link, write};
use reclaim_results::published::posting;
use reclaim_results::{JudgedLine, Line, Options, Plan, RunResult, Values};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::text::json;

/// Returns the free constants of the model, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn constants() -> String {
    json(&reclaim_results::constants())
}

/// The published figures, the runs that they need, and the results so far.
#[wasm_bindgen]
pub struct Results {
    plan: Plan,
    values: Vec<Option<Values>>,
}

#[wasm_bindgen]
impl Results {
    /// Makes the plan from the texts of the postings' files.
    ///
    /// # Errors
    /// An error message about a file or a row.
    #[wasm_bindgen(constructor)]
    pub fn new(postings: Vec<String>, seeds: u32, quick: bool) -> Result<Self, JsError> {
        let postings: Result<Vec<_>, String> = postings.iter().map(|text| posting(text)).collect();
        let postings = postings.map_err(|sentence| JsError::new(&sentence))?;
        let options = Options {
            seeds: u64::from(seeds.max(1)),
            quick,
        };
        let plan = Plan::new(postings, options)
            .map_err(|refusal| JsError::new(&refusal.sentences.join(" ")))?;
        let values = vec![None; plan.runs.len()];
        Ok(Self { plan, values })
    }

    /// Returns the plan without its scenarios, as JSON.
    #[must_use]
    pub fn outline(&self) -> String {
        json(&self.plan.outline())
    }

    /// Returns the document of a run. The same run has the same text in every plan.
    #[must_use]
    pub fn run_document(&self, run: usize) -> Option<String> {
        Some(write(&self.plan.runs.get(run)?.scenario))
    }

    /// Returns the document of a row: the old kernel compared with the new kernel, at full size.
    #[must_use]
    pub fn row_document(&self, row: usize) -> Option<String> {
        let scenario = self.plan.places.get(row)?.scenario.as_ref()?;
        Some(write(scenario))
    }

    /// Returns the share link to a row: the text after the `#` of the URL.
    #[must_use]
    pub fn row_link(&self, row: usize) -> Option<String> {
        let scenario = self.plan.places.get(row)?.scenario.as_ref()?;
        Some(link::encode(scenario))
    }

    /// Adds the result of a run, as JSON. Returns the verdicts on the lines that this run completes, as JSON.
    ///
    /// # Errors
    /// A result that is not JSON, or a run that is not in the plan.
    pub fn take(&mut self, run: usize, result: &str) -> Result<String, JsError> {
        let RunResult { values, .. } =
            serde_json::from_str(result).map_err(|error| JsError::new(&error.to_string()))?;
        let place = self
            .values
            .get_mut(run)
            .ok_or_else(|| JsError::new("There is no such run."))?;
        *place = Some(values);
        let complete = |line: &Line| {
            line.runs.as_ref().is_some_and(|runs| {
                let mut all = runs.old.iter().chain(&runs.new);
                all.clone().any(|&other| other == run)
                    && all.all(|&other| self.values[other].is_some())
            })
        };
        let value = |run: usize, name: &str| self.values[run].as_ref()?.get(name).copied();
        let judged: Vec<JudgedLine> = self
            .plan
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| complete(line))
            .map(|(number, line)| JudgedLine {
                line: number,
                judged: self.plan.judge(line, value),
            })
            .collect();
        Ok(json(&judged))
    }
}
