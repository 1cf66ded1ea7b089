//! Random scenarios, and checks that every run must pass.
//!
//! [`draw::scenario`] makes a small machine from a seed, with a kernel, devices and programs. [`trial()`] runs and
//! checks it; [`of_seed`] does both, and reduces a failing scenario. Nothing here reads a clock: a seed gives the same
//! result everywhere.

pub mod draw;
mod fault;
mod monotone;
mod panics;
mod same;
mod shrink;
mod trial;
mod watch;

pub use fault::{Fault, Kind};
pub use monotone::applies as is_streaming_copy;
pub use panics::silence;
pub use shrink::shrink;
pub use trial::{Failure, Outcome, Patience, of_seed, trial};
