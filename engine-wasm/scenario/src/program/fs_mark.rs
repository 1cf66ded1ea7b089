//! `fs_mark`: many threads write files of the same size.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::defaults::is_no;
use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::product;
use super::{Draw, Knobs};

/// fs_mark: per loop, `threads` tasks write `files_per_thread` files each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FsMark {
    /// Filesystem name.
    pub filesystem: String,
    /// Threads, each with its own directory.
    #[schemars(transform = limits::TASKS.range(), example = 4)]
    pub threads: u32,
    /// Files that each thread writes per loop.
    #[schemars(transform = limits::FILES.from_one(), example = 16)]
    pub files_per_thread: u32,
    /// Size of a file, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 10_240)]
    pub file_kb: u64,
    /// Size of a write() call, kB.
    #[schemars(transform = limits::CALL_KB.range(), example = 64)]
    pub call_kb: u32,
    /// Number of loops.
    #[schemars(transform = limits::LOOPS.range(), example = 4)]
    pub loops: u32,
    /// Whether the files of a loop are kept, as with fs_mark -k; otherwise they are unlinked at the end of the loop.
    #[serde(default, skip_serializing_if = "is_no")]
    pub keep_files: bool,
}

impl FsMark {
    /// Returns the number of files that one loop writes.
    fn files_of_loop(&self) -> u64 {
        product(&[self.threads.into(), self.files_per_thread.into()])
    }

    /// Returns the number of loops whose files exist at the same time.
    fn loops_kept(&self) -> u64 {
        if self.keep_files {
            self.loops.into()
        } else {
            1
        }
    }
}

impl Knobs for FsMark {
    fn tasks(&self) -> u64 {
        self.threads.into()
    }

    fn files(&self) -> u64 {
        product(&[self.files_of_loop(), self.loops_kept()])
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((&self.filesystem, product(&[self.files(), self.file_kb])))
    }

    fn pages(&self) -> Option<u64> {
        Some(product(&[
            self.files_of_loop(),
            self.loops.into(),
            self.file_kb.div_ceil(4),
        ]))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        let sound = report.within(limits::TASKS, "threads", self.threads.into())
            & report.at_least_one("files_per_thread", self.files_per_thread.into())
            & report.within(limits::FILE_KB, "file_kb", self.file_kb)
            & report.within(limits::CALL_KB, "call_kb", self.call_kb.into())
            & report.within(limits::LOOPS, "loops", self.loops.into());
        if sound {
            report.total_kb(&[self.files_of_loop(), self.file_kb, self.loops.into()]);
        }
    }

    fn size_kb(&mut self) -> Option<&mut u64> {
        Some(&mut self.file_kb)
    }

    fn simplify(&mut self) {
        self.threads = 1;
        self.keep_files = false;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let files = draw.within(1, 12);
        let loops = draw.within(1, 3);
        Self {
            filesystem: draw.filesystem.clone(),
            threads: draw.tasks,
            files_per_thread: files,
            file_kb: (draw.file_kb / u64::from(files * loops)).max(4),
            call_kb: draw.call_kb,
            loops,
            keep_files: draw.percent(50),
        }
    }
}
