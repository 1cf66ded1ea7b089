//! `write_file`: dd to a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::defaults::{is_no, is_one, is_zero, one};
use super::super::limits;
use super::super::report::ProgramReport;
use super::{Draw, Knobs, kb_of_files, pages_of_files};

/// `tasks` writers, each writing its own file with write() calls (dd).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WriteFile {
    /// Filesystem name.
    pub filesystem: String,
    /// Name of the files. Programs on the same filesystem that use the same name share the files; the n-th task of each
    /// uses the n-th file. Without a name, each task has its own file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Concurrent writers.
    #[serde(default = "one")]
    #[schemars(transform = limits::TASKS.range())]
    pub tasks: u32,
    /// Size of each file, kB (1,024 bytes).
    #[schemars(transform = limits::FILE_KB.range(), example = 1_048_576)]
    pub file_kb: u64,
    /// Size of each write() call, kB.
    #[schemars(transform = limits::CALL_KB.range(), example = 64)]
    pub call_kb: u32,
    /// Times that each file is written.
    #[serde(default = "one")]
    #[schemars(transform = limits::PASSES.range())]
    pub passes: u32,
    /// Data written between two fsync() calls, kB; each pass also ends with an fsync(). 0: no fsync().
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fsync_kb: u64,
    /// Whether the calls of a pass are in random order, each once, instead of sequential.
    #[serde(default, skip_serializing_if = "is_no")]
    pub random: bool,
    /// Number of positions in a file that are written in turn, one call each; the writes continue sequentially from
    /// each position. The positions are spread evenly over the file, at most one per call.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(transform = limits::STREAMS.range(), extend("default" = 1))]
    pub streams: u32,
}

impl Knobs for WriteFile {
    const ODDS: u32 = 20;

    fn tasks(&self) -> u64 {
        self.tasks.into()
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((&self.filesystem, kb_of_files(self.tasks, self.file_kb)))
    }

    fn named(&self) -> Option<&str> {
        self.file.as_deref()
    }

    fn pages(&self) -> Option<u64> {
        Some(pages_of_files(self.tasks, self.file_kb, self.passes))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        report.file_name(self.file.as_deref());
        if self.random && self.streams > 1 {
            report.add(
                "streams",
                "Writes go either to random positions or to several streams, not both.".into(),
                "Remove `random` or `streams`.".into(),
            );
        }
        if self.fsync_kb > 0 {
            report.without_daemon("fsync_kb", &self.filesystem);
        }
        let sound = report.within(limits::TASKS, "tasks", self.tasks.into())
            & report.within(limits::FILE_KB, "file_kb", self.file_kb)
            & report.within(limits::CALL_KB, "call_kb", self.call_kb.into())
            & report.within(limits::PASSES, "passes", self.passes.into())
            & report.within(limits::STREAMS, "streams", self.streams.into());
        if sound {
            report.total_kb(&[self.tasks.into(), self.file_kb, self.passes.into()]);
        }
    }

    fn size_kb(&mut self) -> Option<&mut u64> {
        Some(&mut self.file_kb)
    }

    fn simplify(&mut self) {
        self.tasks = 1;
        self.random = false;
        self.streams = 1;
        self.file = None;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let random = draw.percent(20);
        Self {
            filesystem: draw.filesystem.clone(),
            file: draw.file_name(),
            tasks: draw.tasks,
            file_kb: draw.file_kb,
            call_kb: draw.call_kb,
            passes: draw.within(1, 2),
            fsync_kb: if draw.behind_daemon() {
                0
            } else {
                draw.pick(&[0, 0, 0, 4, 1_000])
            },
            random,
            streams: if random { 1 } else { draw.pick(&[1, 1, 1, 3]) },
        }
    }
}
