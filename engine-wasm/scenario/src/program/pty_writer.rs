//! `pty_writer`: a terminal that prints.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::limits;
use super::super::report::ProgramReport;
use super::{Draw, Knobs};

/// A program that prints to a terminal: each write() needs buffers that are allocated without sleeping (GFP_ATOMIC).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PtyWriter {
    /// write() calls per second.
    #[schemars(transform = limits::WRITES_PER_S.range(), example = 20)]
    pub writes_per_s: u32,
    /// Size of each write() call, bytes.
    #[schemars(transform = limits::PTY_BYTES.range(), example = 512)]
    pub write_bytes: u32,
    /// Running time, milliseconds.
    #[schemars(transform = limits::UNTIL_MS.range(), example = 60_000)]
    pub run_ms: u64,
}

impl Knobs for PtyWriter {
    fn files(&self) -> u64 {
        0
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        let writes = self.writes_per_s.into();
        report.within(limits::WRITES_PER_S, "writes_per_s", writes);
        report.within(limits::PTY_BYTES, "write_bytes", self.write_bytes.into());
        report.within(limits::UNTIL_MS, "run_ms", self.run_ms);
    }

    fn halve(&mut self) {
        self.run_ms = (self.run_ms / 2).max(1);
    }

    fn simplify(&mut self) {
        self.write_bytes = 1;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        Self {
            writes_per_s: draw.pick(&[2, 100, 1_000]),
            write_bytes: draw.pick(&[1, 1_792, 2_048, 8_192]),
            run_ms: draw.run_ms(),
        }
    }
}
