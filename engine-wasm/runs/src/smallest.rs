//! The search for the smallest machine that shows an effect, in short steps, so that a worker can answer messages in
//! between.

use reclaim_engine::scenario::{read_written, write};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::{refusal, to_json};

/// A search for the smallest scenario in which a condition holds.
#[wasm_bindgen]
pub struct Smallest {
    search: reclaim_study::Smallest,
}

#[wasm_bindgen]
impl Smallest {
    /// Starts a search from a scenario's document. The condition must hold for `seeds` seeds; at most `tries` scenarios
    /// are tried.
    ///
    /// # Errors
    /// The problems of the document or the condition, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &str, condition: &str, seeds: u32, tries: u32) -> Result<Self, JsError> {
        let base = read_written(document).map_err(|problems| refusal(&problems))?;
        let search = reclaim_study::Smallest::new(base, condition, seeds, tries)
            .map_err(|problems| refusal(&problems))?;
        Ok(Self { search })
    }

    /// Searches for some milliseconds, and returns the progress as JSON (`SearchProgress`).
    pub fn step(&mut self) -> String {
        to_json(self.search.step())
    }

    /// Returns the document of the smallest scenario so far.
    #[must_use]
    pub fn document(&self) -> String {
        write(&self.search.scenario())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reclaim_engine::scenario::gallery_scenario;
    use serde_json::Value;

    #[test]
    fn a_search_goes_on_in_steps_until_it_is_done() {
        let base = gallery_scenario("teaching-machine").expect("a scenario");
        let condition = "a:counter:pgscan_kswapd >= 100";
        let mut search = Smallest::new(&write(&base), condition, 1, 30).expect("a search");
        let mut steps = 0;
        let last: Value = loop {
            let progress: Value = serde_json::from_str(&search.step()).expect("JSON");
            steps += 1;
            if progress["state"] == "done" {
                break progress;
            }
            assert!(steps < 100_000, "{progress}");
        };
        let found = read_written(&search.document()).expect("a scenario");
        assert!(found.machine.present_pages() < base.machine.present_pages());
        assert_eq!(last["pages"], found.machine.present_pages());
        assert!(last["tries"].as_u64().is_some_and(|tries| tries <= 30));
    }
}
