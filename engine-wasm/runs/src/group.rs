//! Runs that differ only in mechanisms, on one machine: where a mechanism matters that the runs do not agree on, the machine
//! goes on for those that have it off. A driver that has copied the module's memory before puts it back, and follows the
//! others from there.

use std::cell::RefCell;
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
    /// All runs.
    all: Variants,
    now: Rc<RefCell<Now>>,
}

/// The runs that the machine stands for at the moment.
struct Now {
    variants: Variants,
    /// Mechanisms that have mattered, and that [`PlannedGroup::asked`] has not returned yet.
    asked: Vec<Mechanism>,
}

#[wasm_bindgen]
impl PlannedGroup {
    /// The machine at time 0, for runs with these documents. A mechanism can matter already: see [`PlannedGroup::asked`].
    ///
    /// # Errors
    /// The problems of the scenarios, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(documents: Vec<String>) -> Result<Self, JsError> {
        let (first, all) = read(&documents).map_err(|problems| refusal(&problems))?;
        let now = Rc::new(RefCell::new(Now {
            variants: all.clone(),
            asked: Vec::new(),
        }));
        let at_ask = Rc::clone(&now);
        let settle = Box::new(move |mechanism| at_ask.borrow_mut().leave_off(mechanism));
        let switches = Switches::open(all.settled(), settle);
        let experiment =
            Experiment::with_mechanisms(&first, switches).map_err(|problems| refusal(&problems))?;
        Ok(Self {
            experiment,
            all,
            now,
        })
    }

    /// Runs for a number of events; returns true when the run has ended.
    pub fn run(&mut self, max_events: u32) -> bool {
        self.experiment.run(u64::from(max_events))
    }

    /// The numbers of the mechanisms that have mattered since this was called last, and that the runs did not agree on, in
    /// that order. The machine has gone on for the runs in which they are off.
    #[must_use]
    pub fn asked(&self) -> Vec<u8> {
        let asked = std::mem::take(&mut self.now.borrow_mut().asked);
        asked.iter().map(|&mechanism| mechanism as u8).collect()
    }

    /// Whether every mechanism is settled: nothing will be asked for.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.now.borrow().variants.len() <= 1
    }

    /// Positions of the documents, of all, in which some mechanisms are off and one is on.
    #[must_use]
    pub fn runs_with(&self, off: &[u8], on: u8) -> Vec<u32> {
        let off = off.iter().fold(self.all.clone(), |variants, &mechanism| {
            side(&variants, mechanism, false)
        });
        numbers(&side(&off, on, true))
    }

    /// Carries out only the runs in which a mechanism is on, or off. It must not have mattered yet.
    pub fn keep(&mut self, mechanism: u8, on: bool) {
        let mut now = self.now.borrow_mut();
        now.variants = side(&now.variants, mechanism, on);
        self.experiment.settle(now.variants.settled());
    }

    /// Positions of the documents whose runs are carried out.
    #[must_use]
    pub fn runs(&self) -> Vec<u32> {
        numbers(&self.now.borrow().variants)
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
        let now = self.now.borrow();
        let mut variants = now.variants.iter();
        let variant = variants.find(|variant| variant.run == run as usize)?;
        let measures: Vec<String> = serde_json::from_str(measures).ok()?;
        let result = self.experiment.result_with(variant.on, &measures);
        Some(serde_json::to_string(&result).unwrap_or_default())
    }
}

impl Now {
    fn leave_off(&mut self, mechanism: Mechanism) -> Settled {
        self.asked.push(mechanism);
        self.variants = self.variants.with(mechanism, false);
        self.variants.settled()
    }
}

fn side(variants: &Variants, mechanism: u8, on: bool) -> Variants {
    (CATALOGUE.get(usize::from(mechanism)))
        .map(|info| variants.with(info.mechanism, on))
        .unwrap_or_default()
}

fn numbers(variants: &Variants) -> Vec<u32> {
    variants.iter().map(|variant| variant.run as u32).collect()
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
