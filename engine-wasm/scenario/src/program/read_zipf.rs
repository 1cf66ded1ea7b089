//! `read_zipf`: reads random pages of a file, popular ones more often.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::limits;
use super::super::report::ProgramReport;
use super::{Draw, Knobs};

/// One process that reads single pages of a file at random, popular ones more often: the probability of page k is
/// proportional to 1/k (Zipf's law with exponent 1). No page is read ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadZipf {
    /// Filesystem name.
    pub filesystem: String,
    /// Size of the file, kB.
    #[schemars(transform = limits::ZIPF_KB.range(), example = 1_048_576)]
    pub file_kb: u64,
    /// Number of reads, one page each.
    #[schemars(transform = limits::PAGE_REQUESTS.range(), example = 500_000)]
    pub requests: u64,
}

impl Knobs for ReadZipf {
    const ODDS: u32 = 3;

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((&self.filesystem, self.file_kb))
    }

    fn pages(&self) -> Option<u64> {
        Some(self.requests)
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        report.within(limits::ZIPF_KB, "file_kb", self.file_kb);
        report.within(limits::PAGE_REQUESTS, "requests", self.requests);
    }

    fn size_kb(&mut self) -> Option<&mut u64> {
        Some(&mut self.file_kb)
    }

    fn simplify(&mut self) {
        self.requests = (self.requests / 2).max(1);
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let most = 2 * draw.pages;
        Self {
            filesystem: draw.filesystem.clone(),
            file_kb: draw.file_kb,
            requests: draw.within(1, most).into(),
        }
    }
}
