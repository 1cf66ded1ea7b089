//! What runs on the machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::defaults::{is_yes, is_zero, one, yes};
use super::tagged;

/// Share of the mixture of `mmap_strm` that is anonymous, percent (the micro benchmark of mmtests, 2011).
pub const MMAP_STREAM_ANON_PERCENT: u64 = 30;

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

tagged! {
    tag = "program", called = "Program";
    /// The programs.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
    #[serde(deny_unknown_fields)]
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
            /// An fsync() after so much, and at the end of each pass, kB; 0: none.
            #[serde(default, skip_serializing_if = "is_zero")]
            fsync_kb: u64,
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
        /// One process that reads single pages of a file at random, popular ones more often: page k of it is asked for in
        /// proportion to 1/k (Zipf's law with exponent 1). No page is read ahead.
        ReadZipf {
            /// Filesystem name.
            filesystem: String,
            /// Size of the file, kB.
            file_kb: u64,
            /// Pages that are asked for.
            requests: u64,
        },
        /// One process that reads one page of each of `files` files in turn, then the next page of each, and so on.
        ReadRoundRobin {
            /// Filesystem name.
            filesystem: String,
            /// Files.
            files: u32,
            /// Size of each file, kB.
            file_kb: u64,
            /// Passes over the files.
            #[serde(default = "one")]
            passes: u32,
            /// Whether the kernel reads ahead; false: the process has said that it reads at random.
            #[serde(default = "yes", skip_serializing_if = "is_yes")]
            readahead: bool,
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
        /// mmap-strm: `threads` tasks write through shared mappings of sparse files, then again beside
        /// as many that write to anonymous memory.
        MmapStream {
            /// Filesystem name.
            filesystem: String,
            /// Threads that write to files; in the mixture as many write to anonymous memory.
            threads: u32,
            /// Data of the stream over all threads, kB.
            stream_kb: u64,
            /// Data of the mixture, kB: 30 % anonymous, written 5 times, the rest files, written 10
            /// times.
            mixed_kb: u64,
        },
        /// iozone on ext2: 1, 2, 4 … processes write, rewrite, read and re-read files of `total_kb`
        /// in all, then the files are removed.
        Iozone {
            /// Filesystem name.
            filesystem: String,
            /// Steps; each doubles the processes.
            steps: u32,
            /// Data of a step over all processes, kB.
            total_kb: u64,
            /// Size of a record, kB.
            record_kb: u32,
            /// What mkfs writes through the block device before, kB; 0: the filesystem is there.
            #[serde(default)]
            mkfs_kb: u64,
            /// Metadata pages of earlier files that are active at the start.
            #[serde(default)]
            meta_pages: u32,
        },
        /// A desktop: a program starts every so often, reads its files through a mapping, takes
        /// memory, stays a while and exits.
        Desktop {
            /// Filesystem name.
            filesystem: String,
            /// Files of the program, kB.
            file_kb: u64,
            /// Anonymous memory of the program, kB.
            anon_kb: u64,
            /// From one launch to the next, milliseconds.
            every_ms: u32,
            /// How long it stays once it is up, milliseconds.
            hold_ms: u32,
            /// Launches.
            launches: u32,
        },
        /// make: `slots` compilations at a time share the compiler's text and the headers; a link and `make clean` end
        /// each build.
        KernelBuild {
            /// Filesystem name.
            filesystem: String,
            /// Compilations at a time (make -j).
            slots: u32,
            /// Compilations of a build.
            jobs: u32,
            /// Builds, one after the other.
            builds: u32,
            /// Text of the compiler, kB.
            text_kb: u64,
            /// All headers, kB.
            headers_kb: u64,
            /// Source and headers that a compilation reads, kB.
            read_kb: u64,
            /// Median of a compilation's anonymous memory, kB.
            anon_kb: u64,
            /// Median of its CPU time, milliseconds.
            cpu_ms: u32,
            /// Mean size of the object that it writes, kB.
            object_kb: u64,
            /// Anonymous memory of the linker, kB.
            link_anon_kb: u64,
            /// Size of the image that it writes, kB.
            image_kb: u64,
        },
        /// A terminal that prints: each write() goes through buffers allocated without sleeping.
        PtyWriter {
            /// write() calls a second.
            writes_per_s: u32,
            /// Size of each, bytes.
            write_bytes: u32,
            /// How long, milliseconds.
            run_ms: u64,
        },
        /// A task of the kernel's that asks for blocks of 2^`order` pages and may reclaim for them (GFP_KERNEL): 1 is a
        /// kernel stack.
        TakeBlocks {
            /// log2 of the pages of a block.
            order: u8,
            /// Blocks kept; the oldest goes back when one more is taken.
            held: u32,
            /// Requests a second.
            requests_per_s: u32,
            /// How long, milliseconds.
            run_ms: u64,
        },
    }
}
