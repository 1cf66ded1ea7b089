//! `read_round_robin`: reads many files in turn, one page at a time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::defaults::{is_yes, one, yes};
use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::product;
use super::{Draw, Knobs};

/// One process that reads the first page of each of `files` files in turn, then the second page of each, and so on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadRoundRobin {
    /// Filesystem name.
    pub filesystem: String,
    /// Number of files.
    #[schemars(transform = limits::FILES.from_one(), example = 8)]
    pub files: u32,
    /// Size of each file, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 131_072)]
    pub file_kb: u64,
    /// How many times each file is read.
    #[serde(default = "one")]
    #[schemars(transform = limits::PASSES.range())]
    pub passes: u32,
    /// Whether the kernel reads ahead; false: as after posix_fadvise(POSIX_FADV_RANDOM).
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(extend("default" = true))]
    pub readahead: bool,
}

impl Knobs for ReadRoundRobin {
    const ODDS: u32 = 7;

    fn files(&self) -> u64 {
        self.files.into()
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((
            &self.filesystem,
            product(&[self.files.into(), self.file_kb]),
        ))
    }

    fn pages(&self) -> Option<u64> {
        Some(product(&[
            self.files.into(),
            self.passes.into(),
            self.file_kb.div_ceil(4),
        ]))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        let sound = report.at_least_one("files", self.files.into())
            & report.within(limits::FILE_KB, "file_kb", self.file_kb)
            & report.within(limits::PASSES, "passes", self.passes.into());
        if sound {
            report.total_kb(&[self.files.into(), self.file_kb, self.passes.into()]);
        }
    }

    fn size_kb(&mut self) -> Option<&mut u64> {
        Some(&mut self.file_kb)
    }

    fn simplify(&mut self) {
        self.files = (self.files / 2).max(1);
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let files = draw.within(1, 40);
        Self {
            filesystem: draw.filesystem.clone(),
            files,
            file_kb: (draw.data_kb / u64::from(files)).max(4),
            passes: draw.within(1, 2),
            readahead: draw.percent(50),
        }
    }
}
