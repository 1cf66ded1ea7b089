//! `read_file`: dd from a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::defaults::one;
use super::super::limits;
use super::super::report::ProgramReport;
use super::{Draw, Knobs, kb_of_files, pages_of_files};

/// `tasks` readers, each reading its own file sequentially with read() calls (dd).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadFile {
    /// Filesystem name.
    pub filesystem: String,
    /// Name of the files. Programs on the same filesystem that use the same name share the files; the n-th task of each
    /// uses the n-th file. A file that is read before any program writes it existed before the run. Without a name,
    /// each task has its own file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Concurrent readers.
    #[serde(default = "one")]
    #[schemars(transform = limits::TASKS.range())]
    pub tasks: u32,
    /// Size of each file, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 1_048_576)]
    pub file_kb: u64,
    /// Size of each read() call, kB.
    #[schemars(transform = limits::CALL_KB.range(), example = 64)]
    pub call_kb: u32,
    /// Times that each file is read.
    #[serde(default = "one")]
    #[schemars(transform = limits::PASSES.range())]
    pub passes: u32,
}

impl Knobs for ReadFile {
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
        let sound = report.within(limits::TASKS, "tasks", self.tasks.into())
            & report.within(limits::FILE_KB, "file_kb", self.file_kb)
            & report.within(limits::CALL_KB, "call_kb", self.call_kb.into())
            & report.within(limits::PASSES, "passes", self.passes.into());
        if sound {
            report.total_kb(&[self.tasks.into(), self.file_kb, self.passes.into()]);
        }
    }

    fn size_kb(&mut self) -> Option<&mut u64> {
        Some(&mut self.file_kb)
    }

    fn simplify(&mut self) {
        self.tasks = 1;
        self.file = None;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        Self {
            filesystem: draw.filesystem.clone(),
            file: draw.file_name(),
            tasks: draw.tasks,
            file_kb: draw.file_kb,
            call_kb: draw.call_kb,
            passes: draw.within(1, 3),
        }
    }
}
