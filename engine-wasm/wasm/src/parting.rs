//! The search for the first decision in which two lanes differ.

use reclaim_engine::parting::{Parting, Search};
use reclaim_engine::scenario::{Problem, read_written};
use serde::Serialize;
use ts_rs::TS;

use crate::pages::{Decision, decision};

/// Where it stands.
#[derive(Serialize, TS)]
#[serde(tag = "status", rename_all = "snake_case")]
#[ts(rename = "PartingStanding")]
pub enum Standing {
    /// No difference so far.
    Searching {
        /// Virtual time that both lanes have reached, nanoseconds.
        now_ns: u64,
    },
    /// The first difference; a lane that was done has no decision there.
    Found {
        /// Decisions and events that were the same before.
        same: u64,
        /// Lane A's.
        a: Option<Box<Decision>>,
        /// Lane B's.
        b: Option<Box<Decision>>,
    },
    /// There is none.
    None,
}

/// A search from two documents.
pub fn search(a: &str, b: &str) -> Result<Search, Vec<Problem>> {
    Search::new(read_written(a)?, read_written(b)?)
}

/// Goes on, and tells where it stands.
pub fn go_on(search: &mut Search, slices: u32) -> Standing {
    match search.run(slices) {
        Parting::Searching(now_ns) => Standing::Searching { now_ns },
        Parting::None => Standing::None,
        Parting::Found([a, b]) => {
            let [of_a, of_b] = search.simulations();
            Standing::Found {
                same: search.compared(),
                a: a.map(|noted| Box::new(decision(&of_a.machine(), noted))),
                b: b.map(|noted| Box::new(decision(&of_b.machine(), noted))),
            }
        }
    }
}
