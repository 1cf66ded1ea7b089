//! Studies: many runs of a varied scenario. They show which mechanism matters, on which machine and by how much, and
//! whether the effect is more than chance.
//!
//! A [`Study`] is a versioned document: a base scenario, factors that vary it, a design that chooses combinations,
//! measures and a number of seeds. [`Plan`] lists the runs that a study needs, each once, and the impossible
//! combinations, each with its reason. [`Outcome`] summarizes the results of the runs, but runs nothing. [`Smallest`]
//! does run machines: it searches for the smallest scenario that still shows an effect.
#![allow(
    clippy::float_arithmetic,
    reason = "medians and shares are for people to read; nothing here decides in the simulation"
)]

mod ablation;
mod apply;
mod check;
mod condition;
pub mod csv;
mod design;
mod document;
mod groups;
mod outcome;
mod plan;
mod ram;
mod result;
mod smallest;
mod spread;
mod text;

#[cfg(test)]
mod smallest_tests;
#[cfg(test)]
mod tests;

use reclaim_engine::scenario::TypescriptModule;

pub use ablation::{Ablation, Pair, Share};
pub use check::read;
pub use document::{Base, Design, Factor, LaneName, Study, json_schema};
pub use groups::Group;
pub use outcome::{Outcome, PointOutcome};
pub use plan::{LeftOut, Plan, Point};
pub use result::{Impossible, PointResult, ReadResult, StudyResult, read_result};
pub use smallest::{MOST_SEEDS, MOST_TRIES, SearchProgress, SearchState, Smallest};
pub use spread::{Spread, lower_in};

/// Adds the types that the page uses to its TypeScript.
pub fn add_types(module: &mut TypescriptModule) {
    module.add::<StudyResult>();
    module.add::<SearchProgress>();
}

/// The version of the document that this program reads and writes.
pub const STUDY_VERSION: u32 = 1;
