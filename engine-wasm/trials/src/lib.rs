//! Random scenarios, and what must hold of every one.
//!
//! [`draw::scenario`] makes a small machine of a seed, with a kernel, devices and programs. [`trial()`] runs it and looks
//! whether all holds that has to; [`of_seed`] does both and makes what fails small. Nothing here reads a clock: a seed
//! comes to the same everywhere.

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
