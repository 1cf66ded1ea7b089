//! Runs that differ only in mechanisms, on one machine: a driver copies the module's memory before each slice, puts it back
//! when a mechanism matters in the slice, and follows both answers from there.

use std::cell::Cell;
use std::rc::Rc;

use reclaim_engine::mechanism::{CATALOGUE, Mechanism, Settled, Switches};
use reclaim_engine::scenario::{Problem, Scenario, read_written};
use reclaim_results::{Experiment, Variants};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::refusal;

/// A machine that carries several runs out as long as they are the same.
#[wasm_bindgen]
pub struct PlannedGroup {
    experiment: Experiment,
    variants: Variants,
    asked: Rc<Cell<Option<Mechanism>>>,
}

#[wasm_bindgen]
impl PlannedGroup {
    /// The machine at time 0, for runs with these documents. A mechanism can matter already: see [`PlannedGroup::asked`].
    ///
    /// # Errors
    /// The problems of the scenarios, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(documents: Vec<String>) -> Result<Self, JsError> {
        let (first, variants) = read(&documents).map_err(|problems| refusal(&problems))?;
        let asked = Rc::new(Cell::new(None));
        let note = Rc::clone(&asked);
        let settle = Box::new(move |mechanism| {
            // What comes of this slice is not used: nothing else has to be asked for in it.
            note.set(Some(mechanism));
            Settled::default()
        });
        let switches = Switches::open(variants.settled(), settle);
        let experiment =
            Experiment::with_mechanisms(&first, switches).map_err(|problems| refusal(&problems))?;
        Ok(Self {
            experiment,
            variants,
            asked,
        })
    }

    /// Runs for a number of events; returns true when the run has ended.
    pub fn run(&mut self, max_events: u32) -> bool {
        self.experiment.run(u64::from(max_events))
    }

    /// The number of the mechanism that has mattered and that the runs do not agree on. The machine is of no use any more:
    /// put back the memory from before it was made or ran.
    #[must_use]
    pub fn asked(&self) -> Option<u8> {
        self.asked.get().map(|mechanism| mechanism as u8)
    }

    /// Whether every mechanism is settled: nothing will be asked for.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.variants.len() <= 1
    }

    /// Positions of the documents whose runs are carried out in which a mechanism is on, or off.
    #[must_use]
    pub fn runs_with(&self, mechanism: u8, on: bool) -> Vec<u32> {
        let side = self.side(mechanism, on);
        side.iter().map(|variant| variant.run as u32).collect()
    }

    /// Carries out only the runs in which a mechanism is on, or off.
    pub fn keep(&mut self, mechanism: u8, on: bool) {
        self.variants = self.side(mechanism, on);
        self.experiment.settle(self.variants.settled());
    }

    /// Positions of the documents whose runs are carried out.
    #[must_use]
    pub fn runs(&self) -> Vec<u32> {
        let runs = self.variants.iter();
        runs.map(|variant| variant.run as u32).collect()
    }

    /// Virtual time, nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> f64 {
        self.experiment.now() as f64
    }

    /// The digest of one of the runs, by the position of its document, and the values of measures, as JSON. The names of the
    /// measures are a JSON array: where memory is put back, no value of JavaScript may be held.
    #[must_use]
    pub fn result(&self, run: u32, measures: &str) -> Option<String> {
        let mut variants = self.variants.iter();
        let variant = variants.find(|variant| variant.run == run as usize)?;
        let measures: Vec<String> = serde_json::from_str(measures).ok()?;
        let result = self.experiment.result_with(variant.on, &measures);
        Some(serde_json::to_string(&result).unwrap_or_default())
    }
}

impl PlannedGroup {
    fn side(&self, mechanism: u8, on: bool) -> Variants {
        (CATALOGUE.get(usize::from(mechanism)))
            .map(|info| self.variants.with(info.mechanism, on))
            .unwrap_or_default()
    }
}

fn read(documents: &[String]) -> Result<(Scenario, Variants), Vec<Problem>> {
    let mut variants = Variants::default();
    let mut first: Option<Scenario> = None;
    for (run, document) in documents.iter().enumerate() {
        let scenario = read_written(document)?;
        variants.add(run, &scenario);
        let first = first.get_or_insert_with(|| scenario.clone());
        let same = Scenario {
            mechanisms: first.mechanisms.clone(),
            ..scenario
        };
        if same != *first {
            return Err(vec![Problem::new(
                format!("documents[{run}]"),
                "The scenario differs in more than mechanisms from the first one.",
                "Carry it out in another group.",
            )]);
        }
    }
    first.map(|first| (first, variants)).ok_or_else(|| {
        vec![Problem::new(
            "documents",
            "There is none.",
            "Name at least one run.",
        )]
    })
}
