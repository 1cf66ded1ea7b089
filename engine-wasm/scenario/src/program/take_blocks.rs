//! `take_blocks`: kernel allocations of several pages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::product;
use super::{Draw, Knobs};

/// A kernel task that allocates blocks of 2^`order` pages with GFP_KERNEL, so it can reclaim; order 1 is a kernel
/// stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TakeBlocks {
    /// Order of a block: log2 of its pages.
    #[schemars(transform = limits::ORDER.range(), example = 3)]
    pub order: u8,
    /// Number of blocks that it keeps. For each additional block, it frees the oldest one.
    #[schemars(transform = limits::FRAMES.or_none(), example = 64)]
    pub held: u32,
    /// Allocations per second.
    #[schemars(transform = limits::REQUESTS_PER_S.range(), example = 20)]
    pub requests_per_s: u32,
    /// Running time, milliseconds.
    #[schemars(transform = limits::UNTIL_MS.range(), example = 60_000)]
    pub run_ms: u64,
}

impl Knobs for TakeBlocks {
    const ODDS: u32 = 5;

    fn files(&self) -> u64 {
        0
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        let requests = self.requests_per_s.into();
        report.within(limits::REQUESTS_PER_S, "requests_per_s", requests);
        report.within(limits::UNTIL_MS, "run_ms", self.run_ms);
        if report.within(limits::ORDER, "order", self.order.into()) {
            let held_kb = product(&[self.held.into(), 4 << self.order]);
            report.fits_memory("held", held_kb);
        }
    }

    fn halve(&mut self) {
        self.run_ms = (self.run_ms / 2).max(1);
    }

    fn simplify(&mut self) {
        self.held /= 2;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let order = draw.within(0, 6);
        let most = (draw.room / 4) >> order;
        Self {
            order: order as u8,
            held: draw.within(0, most),
            requests_per_s: draw.pick(&[3, 100, 1_000]),
            run_ms: draw.run_ms(),
        }
    }
}
