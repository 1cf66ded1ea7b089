//! `simple_writeback`: parallel dd, with more jobs in each step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::limits;
use super::super::problem::grouped;
use super::super::report::ProgramReport;
use super::super::sizes::Ratio;
use super::{Draw, Knobs};

/// simple-wb: 1, 2, 4 … times `first_jobs` parallel dd jobs write `total_kb` in total, then the files are removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SimpleWriteback {
    /// Filesystem name.
    pub filesystem: String,
    /// Jobs in the first step.
    #[schemars(transform = limits::TASKS.range(), example = 1)]
    pub first_jobs: u32,
    /// Number of steps; each doubles the jobs.
    #[schemars(transform = limits::STEPS.range(), example = 3)]
    pub steps: u32,
    /// Data of a step, all jobs together, kB.
    #[schemars(transform = limits::TOTAL_KB.range(), example = 524_288)]
    pub total_kb: u64,
    /// Size of a write() call, kB.
    #[schemars(transform = limits::CALL_KB.range(), example = 64)]
    pub call_kb: u32,
}

impl Knobs for SimpleWriteback {
    fn tasks(&self) -> u64 {
        let doublings = self.steps.saturating_sub(1).min(32);
        u64::from(self.first_jobs) << doublings
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((&self.filesystem, self.total_kb))
    }

    fn pages(&self) -> Option<u64> {
        let jobs = (0..self.steps).map(|step| u64::from(self.first_jobs) << step);
        Some(jobs.map(|jobs| self.total_kb / 4 / jobs * jobs).sum())
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        let sound = report.within(limits::TASKS, "first_jobs", self.first_jobs.into())
            & report.within(limits::STEPS, "steps", self.steps.into())
            & report.within(limits::TOTAL_KB, "total_kb", self.total_kb)
            & report.within(limits::CALL_KB, "call_kb", self.call_kb.into());
        if sound {
            let jobs = self.tasks();
            if report.within(limits::TASKS, "steps", jobs) && self.total_kb / jobs < 4 {
                report.add(
                    "total_kb",
                    format!(
                        "This is less than one page for each of {} jobs.",
                        grouped(jobs)
                    ),
                    format!("Use at least {}.", grouped(jobs * 4)),
                );
            }
            report.total_kb(&[self.total_kb, self.steps.into()]);
        }
    }

    fn scale(&mut self, ratio: Ratio) {
        // Every job of the last step still writes a page.
        let jobs = u64::from(self.first_jobs) << self.steps.saturating_sub(1).min(16);
        ratio.change(&mut self.total_kb, jobs * 4);
    }

    fn halve(&mut self) {
        self.steps = (self.steps - 1).max(1);
    }

    fn simplify(&mut self) {
        self.first_jobs = 1;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let steps = draw.within(1, 3);
        Self {
            filesystem: draw.filesystem.clone(),
            first_jobs: draw.tasks,
            steps,
            total_kb: draw.data_kb / u64::from(steps) + 64 * 4,
            call_kb: draw.call_kb,
        }
    }
}
