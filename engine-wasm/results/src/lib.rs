//! Compares published figures with computed ones.
//!
//! [`published`] defines the files in `public/published`, [`Plan`] lists the runs that their figures need,
//! [`measure`] extracts a figure from a run's report, and [`verdict`] is the rule that judges it. The command
//! line and the page share this crate. It contains neither the files nor the code that schedules the runs.
#![allow(
    clippy::float_arithmetic,
    reason = "means and ratios are for people to read; nothing here decides in the simulation"
)]

mod constants;
mod experiment;
mod judged;
pub mod measure;
mod names;
mod outline;
mod peaks;
mod plan;
pub mod published;
mod variants;
pub mod verdict;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use reclaim_engine::scenario::TypescriptModule;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use constants::{Constants, CpuConstant, DeviceConstants, LookedAt, constants};
pub use experiment::Experiment;
pub use judged::{ComputedLine, JudgedLine, VerdictLine};
pub use names::names;
pub use outline::{Outline, OutlineLine, OutlinePosting, OutlineRow, OutlineRun};
pub use plan::{Line, Options, Place, Plan, Refusal, RowRuns, Run};
pub use variants::{Variant, Variants};

/// Values of a run, by the name of the measure.
pub type Values = BTreeMap<String, f64>;

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RunResult {
    /// Digest of the machine's state at the end, 16 hexadecimal digits.
    pub digest: String,
    /// Values of the measures, without those for which there was nothing to measure.
    pub values: Values,
}

/// Adds the types that the page uses to a TypeScript module.
pub fn add_types(module: &mut TypescriptModule) {
    module.add::<Outline>();
    module.add::<JudgedLine>();
    module.add::<Constants>();
}
