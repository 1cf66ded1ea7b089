//! Virtual time, tasks and CPUs.
//!
//! A task is an async function that reads like the kernel path it models, and suspends where the kernel sleeps. It runs
//! only while it holds a CPU. The CPU time charged to a task passes before the task sleeps, or when the charged time
//! reaches `CHARGE_LIMIT`.

pub mod context;
pub mod cost;
pub mod event;
pub mod fair;
mod interrupt;
pub mod queue;
pub mod run_queue;
pub mod scheduler;
pub mod task;
pub mod timeline;
pub mod wait_queue;
pub mod waits;
