//! Simulation of Linux page reclaim: no I/O, no wall clock, no global state.

pub mod block;
pub mod build;
pub mod catalogue;
pub mod check;
pub mod digest;
pub mod divergence;
pub mod fs;
pub mod kernel;
pub mod machine;
pub mod mechanism;
pub mod mm;
pub mod observe;
pub mod observer;
pub mod random;
pub mod report;
pub mod ring;
pub mod sched;
pub mod simulation;
pub mod workload;

pub use reclaim_scenario as scenario;
