//! Who watches a run.

pub mod noting;
pub mod recording;
