//! `desktop`: programs that are started while the workload runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::Ratio;
use super::{Draw, Knobs};

/// A desktop: a program starts at regular intervals, reads its files through a mapping, allocates memory, runs for a
/// while and exits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Desktop {
    /// Filesystem name.
    pub filesystem: String,
    /// Files of the program, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 51_200)]
    pub file_kb: u64,
    /// Anonymous memory of the program, kB.
    #[schemars(transform = limits::ANON_KB.range(), example = 51_200)]
    pub anon_kb: u64,
    /// Time between launches, milliseconds.
    #[schemars(transform = limits::MOMENT_MS.range(), example = 10_000)]
    pub every_ms: u32,
    /// Time that a program keeps running once it has started, milliseconds.
    #[schemars(transform = limits::MOMENT_MS.range(), example = 5_000)]
    pub hold_ms: u32,
    /// Number of launches.
    #[schemars(transform = limits::LOOPS.range(), example = 6)]
    pub launches: u32,
}

impl Knobs for Desktop {
    const BEHIND_DAEMON: bool = false;

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((&self.filesystem, self.file_kb))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        report.without_daemon("filesystem", &self.filesystem);
        report.within(limits::FILE_KB, "file_kb", self.file_kb);
        report.within(limits::ANON_KB, "anon_kb", self.anon_kb);
        report.within(limits::MOMENT_MS, "every_ms", self.every_ms.into());
        report.within(limits::MOMENT_MS, "hold_ms", self.hold_ms.into());
        report.within(limits::LOOPS, "launches", self.launches.into());
        report.fits_memory("anon_kb", self.anon_kb);
    }

    fn scale(&mut self, ratio: Ratio) {
        ratio.change(&mut self.anon_kb, 4);
        ratio.change(&mut self.file_kb, 4);
    }

    fn halve(&mut self) {
        self.file_kb = (self.file_kb / 2).max(4);
    }

    fn simplify(&mut self) {
        self.launches = 1;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        Self {
            filesystem: draw.filesystem.clone(),
            file_kb: draw.file_kb,
            anon_kb: draw.anon_kb(),
            every_ms: draw.pick(&[0, 100, 2_000]),
            hold_ms: draw.pick(&[0, 50, 3_000]),
            launches: draw.within(1, 3),
        }
    }
}
