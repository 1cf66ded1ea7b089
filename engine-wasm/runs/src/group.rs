//! Runs that differ only in mechanisms, on one machine. When a decision depends on a mechanism that is on in only some
//! of the runs, the machine continues for the runs that have the mechanism off. A caller that copied the module's
//! memory earlier can restore the copy and carry out the other runs from there.

use std::cell::RefCell;
use std::rc::Rc;

use reclaim_engine::mechanism::{CATALOGUE, Mechanism, Settled, Switches};
use reclaim_engine::scenario::{Problem, Scenario, read_written};
use reclaim_results::{Experiment, Variants};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::refusal;

/// A machine that carries out several runs, as long as they are identical.
#[wasm_bindgen]
pub struct PlannedGroup {
    experiment: Experiment,
    /// All runs.
    all: Variants,
    now: Rc<RefCell<Now>>,
}

/// The runs that the machine carries out at the moment.
struct Now {
    variants: Variants,
    /// Mechanisms on which decisions have depended, and that [`PlannedGroup::asked`] has not returned yet.
    asked: Vec<Mechanism>,
}

#[wasm_bindgen]
impl PlannedGroup {
    /// Makes the machine at time 0, for runs with these documents. Decisions can already depend on mechanisms: see
    /// [`PlannedGroup::asked`].
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

    /// Returns the numbers of the mechanisms on which a decision has depended since the last call, in the order of
    /// these decisions, if they are on in only some of the runs. The machine has continued with the runs in which these
    /// mechanisms are off.
    #[must_use]
    pub fn asked(&self) -> Vec<u8> {
        let asked = std::mem::take(&mut self.now.borrow_mut().asked);
        asked.iter().map(|&mechanism| mechanism as u8).collect()
    }

    /// Returns whether all mechanisms are settled, so that [`PlannedGroup::asked`] will return no more of them.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.now.borrow().variants.len() <= 1
    }

    /// Returns the indices, among all documents, of those in which the mechanisms `off` are off and `on` is on.
    #[must_use]
    pub fn runs_with(&self, off: &[u8], on: u8) -> Vec<u32> {
        let off = off.iter().fold(self.all.clone(), |variants, &mechanism| {
            side(&variants, mechanism, false)
        });
        numbers(&side(&off, on, true))
    }

    /// Continues only with the runs in which a mechanism is on, or off. No decision may have depended on it yet.
    pub fn keep(&mut self, mechanism: u8, on: bool) {
        let mut now = self.now.borrow_mut();
        now.variants = side(&now.variants, mechanism, on);
        self.experiment.settle(now.variants.settled());
    }

    /// Returns the indices of the documents whose runs the machine still carries out.
    #[must_use]
    pub fn runs(&self) -> Vec<u32> {
        numbers(&self.now.borrow().variants)
    }

    /// Returns the virtual time, nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> f64 {
        self.experiment.now() as f64
    }

    /// Returns the digest and the values of measures of one run, as JSON. `run` is the index of its document. The names
    /// of the measures are a JSON array, because a module whose memory is restored must not hold JavaScript values.
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
                "The scenario differs from the first one in more than mechanisms.",
                "Carry it out in another group.",
            )]);
        }
    }
    first.map(|first| (first, variants)).ok_or_else(|| {
        vec![Problem::new(
            "documents",
            "The list of runs is empty.",
            "Add at least one run.",
        )]
    })
}
