//! `write_file`: dd to a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::amounts::product;
use super::super::check::ProgramReport;
use super::super::defaults::{is_no, is_zero, one};
use super::super::limits;
use super::super::scale::Ratio;
use super::{Draw, Knobs};

/// `tasks` writers, each filling a file of its own with write() calls (dd).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WriteFile {
    /// Filesystem name.
    pub filesystem: String,
    /// Concurrent writers.
    #[serde(default = "one")]
    pub tasks: u32,
    /// Size of each file, kB (1,024 bytes).
    pub file_kb: u64,
    /// Size of each write() call, kB.
    pub call_kb: u32,
    /// Passes over the file.
    #[serde(default = "one")]
    pub passes: u32,
    /// An fsync() after so much, and at the end of each pass, kB; 0: none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fsync_kb: u64,
    /// The calls of a pass come in a random order, each once, instead of from front to back.
    #[serde(default, skip_serializing_if = "is_no")]
    pub random: bool,
}

impl Knobs for WriteFile {
    const ODDS: u32 = 20;

    fn tasks(&self) -> u64 {
        self.tasks.into()
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((
            &self.filesystem,
            product(&[self.tasks.into(), self.file_kb]),
        ))
    }

    fn pages(&self) -> Option<u64> {
        Some(product(&[
            self.tasks.into(),
            self.passes.into(),
            self.file_kb.div_ceil(4),
        ]))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        if self.fsync_kb > 0 {
            report.without_daemon("fsync_kb", &self.filesystem);
        }
        let sound = report.within(limits::TASKS, "tasks", self.tasks.into())
            & report.within(limits::FILE_KB, "file_kb", self.file_kb)
            & report.within(limits::CALL_KB, "call_kb", self.call_kb.into())
            & report.within(limits::PASSES, "passes", self.passes.into());
        if sound {
            report.total_kb(&[self.tasks.into(), self.file_kb, self.passes.into()]);
        }
    }

    fn scale(&mut self, ratio: Ratio) {
        ratio.change(&mut self.file_kb, 4);
    }

    fn halve(&mut self) {
        self.file_kb = (self.file_kb / 2).max(4);
    }

    fn simplify(&mut self) {
        self.tasks = 1;
        self.random = false;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        Self {
            filesystem: draw.filesystem.clone(),
            tasks: draw.tasks,
            file_kb: draw.file_kb,
            call_kb: draw.call_kb,
            passes: draw.within(1, 2),
            fsync_kb: if draw.behind_daemon() {
                0
            } else {
                draw.pick(&[0, 0, 0, 4, 1_000])
            },
            random: draw.percent(20),
        }
    }
}
