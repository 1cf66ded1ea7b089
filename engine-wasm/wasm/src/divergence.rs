//! The search for the first decision in which two lanes differ.

use reclaim_engine::divergence::{Divergence, Search};
use reclaim_engine::scenario::{Problem, read_written};
use serde::Serialize;
use ts_rs::TS;

use crate::pages::{Decision, decision};

/// State of the search.
#[derive(Serialize, TS)]
#[serde(tag = "status", rename_all = "snake_case")]
#[ts(rename = "DivergenceState")]
pub enum State {
    /// No difference so far.
    Searching {
        /// Virtual time that both lanes have reached, nanoseconds.
        now_ns: u64,
    },
    /// The first difference. A lane that ended before it has no decision.
    Found {
        /// Number of identical decisions and events before it.
        same: u64,
        /// Decision of lane A.
        a: Option<Box<Decision>>,
        /// Decision of lane B.
        b: Option<Box<Decision>>,
    },
    /// Both lanes ended without a difference.
    None,
}

/// Starts a search with two documents.
pub fn search(a: &str, b: &str) -> Result<Search, Vec<Problem>> {
    Search::new(read_written(a)?, read_written(b)?)
}

/// Continues the search for `slices` slices, and returns its state.
pub fn go_on(search: &mut Search, slices: u32) -> State {
    match search.run(slices) {
        Divergence::Searching(now_ns) => State::Searching { now_ns },
        Divergence::None => State::None,
        Divergence::Found([a, b]) => {
            let [of_a, of_b] = search.simulations();
            State::Found {
                same: search.compared(),
                a: a.map(|noted| Box::new(decision(&of_a.machine(), noted))),
                b: b.map(|noted| Box::new(decision(&of_b.machine(), noted))),
            }
        }
    }
}
