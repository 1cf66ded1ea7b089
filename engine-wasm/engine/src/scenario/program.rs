//! What runs on the machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::defaults::{is_yes, is_zero, one, yes};

/// Something that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Name of its tasks, such as `dd`.
    pub name: String,
    /// Virtual time at which it starts, milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start_ms: u64,
    /// Whether the run goes on until this is done; false for background noise.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub awaited: bool,
    /// What it does.
    pub run: Program,
}

/// The programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "program", rename_all = "snake_case", deny_unknown_fields)]
pub enum Program {
    /// `tasks` writers, each filling a file of its own sequentially with write() calls (dd).
    WriteFile {
        /// Filesystem name.
        filesystem: String,
        /// Concurrent writers.
        #[serde(default = "one")]
        tasks: u32,
        /// Size of each file, kB (1,024 bytes).
        file_kb: u64,
        /// Size of each write() call, kB.
        call_kb: u32,
        /// Passes over the file.
        #[serde(default = "one")]
        passes: u32,
    },
    /// `tasks` readers, each reading a file of its own sequentially with read() calls.
    ReadFile {
        /// Filesystem name.
        filesystem: String,
        /// Concurrent readers.
        #[serde(default = "one")]
        tasks: u32,
        /// Size of each file, kB.
        file_kb: u64,
        /// Size of each read() call, kB.
        call_kb: u32,
        /// Passes over the file.
        #[serde(default = "one")]
        passes: u32,
    },
    /// One process that touches one byte in every page of anonymous memory, over and over.
    AnonHog {
        /// Memory, kB.
        size_kb: u64,
        /// Pause after each pass, milliseconds.
        pause_ms: u32,
        /// How long, milliseconds.
        run_ms: u64,
    },
    /// fs_mark: per loop, `threads` tasks write `files_per_thread` files each, then all files are
    /// unlinked.
    FsMark {
        /// Filesystem name.
        filesystem: String,
        /// Threads, each in a directory of its own.
        threads: u32,
        /// Files that each thread writes per loop.
        files_per_thread: u32,
        /// Size of a file, kB.
        file_kb: u64,
        /// Size of a write() call, kB.
        call_kb: u32,
        /// Loops.
        loops: u32,
    },
    /// simple-wb: for 1, 2, 4 … times `first_jobs` jobs, parallel dd of `total_kb` in all, then
    /// the files are removed.
    SimpleWriteback {
        /// Filesystem name.
        filesystem: String,
        /// Jobs of the first step.
        first_jobs: u32,
        /// Steps; each doubles the jobs.
        steps: u32,
        /// Data of a step over all jobs, kB.
        total_kb: u64,
        /// Size of a write() call, kB.
        call_kb: u32,
    },
}
