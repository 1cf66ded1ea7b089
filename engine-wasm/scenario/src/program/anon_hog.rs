//! `anon_hog`: a process that uses much anonymous memory.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::defaults::is_no;
use super::super::limits;
use super::super::report::ProgramReport;
use super::{Draw, Knobs};

/// One process that touches one byte in every page of anonymous memory, over and over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnonHog {
    /// Memory, kB.
    #[schemars(transform = limits::ANON_KB.range(), example = 262_144)]
    pub size_kb: u64,
    /// Pause after each pass, milliseconds.
    #[schemars(transform = limits::MOMENT_MS.range(), example = 100)]
    pub pause_ms: u32,
    /// Running time, milliseconds.
    #[schemars(transform = limits::UNTIL_MS.range(), example = 60_000)]
    pub run_ms: u64,
    /// Whether it reads each byte before it writes it, as `byte++` does. Reading an unmapped page then takes an
    /// additional page fault, which maps the zero page, or the page from swap read-only.
    #[serde(default, skip_serializing_if = "is_no")]
    pub reads_first: bool,
}

impl Knobs for AnonHog {
    fn files(&self) -> u64 {
        0
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.within(limits::ANON_KB, "size_kb", self.size_kb);
        report.within(limits::MOMENT_MS, "pause_ms", self.pause_ms.into());
        report.within(limits::UNTIL_MS, "run_ms", self.run_ms);
        report.fits_memory("size_kb", self.size_kb);
    }

    fn size_kb(&mut self) -> Option<&mut u64> {
        Some(&mut self.size_kb)
    }

    fn simplify(&mut self) {
        self.pause_ms = 0;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let most = draw.room.min(2 * draw.pages);
        Self {
            size_kb: 4 * u64::from(draw.within(1, most)),
            pause_ms: draw.pick(&[0, 1, 50, 700]),
            run_ms: draw.pick(&[1, 30, 400, 3_000]),
            reads_first: draw.pick(&[false, true]),
        }
    }
}
