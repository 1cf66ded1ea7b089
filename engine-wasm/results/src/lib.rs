//! What was published beside what the engine computes.
//!
//! [`published`] has the shape of the files in `public/published`, [`Plan`] says which runs their figures need,
//! [`measure`] takes a figure from a run's report, and [`verdict`] is the one rule by which it is judged. The command
//! line and the page share all of it; neither the files nor the running of anything is here.
#![allow(
    clippy::float_arithmetic,
    reason = "means and ratios are for people to read; nothing here decides in the simulation"
)]

mod constants;
mod experiment;
mod judged;
pub mod measure;
mod outline;
mod peaks;
mod plan;
pub mod published;
pub mod verdict;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use reclaim_engine::scenario::TypescriptModule;

pub use constants::{Constants, CpuConstant, DeviceConstants, LookedAt, constants};
pub use experiment::Experiment;
pub use judged::{ComputedLine, JudgedLine, VerdictLine};
pub use outline::{Outline, OutlineLine, OutlinePosting, OutlineRow, OutlineRun};
pub use plan::{Line, Options, Place, Plan, Refusal, RowRuns, Run};

/// What a run came to, by the names of the measures.
pub type Values = BTreeMap<String, f64>;

/// Adds the types that the page shares.
pub fn add_types(module: &mut TypescriptModule) {
    module.add::<Outline>();
    module.add::<JudgedLine>();
    module.add::<Constants>();
}
