//! `iozone`: write, rewrite, read and re-read by more and more processes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::Ratio;
use super::{Draw, Knobs};

/// iozone on ext2: 1, 2, 4 … processes write, rewrite, read and re-read files of `total_kb` in total, then the files
/// are removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Iozone {
    /// Filesystem name.
    pub filesystem: String,
    /// Steps; each doubles the processes.
    #[schemars(transform = limits::STEPS.range(), example = 3)]
    pub steps: u32,
    /// Data of a step, all processes together, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 262_144)]
    pub total_kb: u64,
    /// Size of a record, kB.
    #[schemars(transform = limits::CALL_KB.range(), example = 64)]
    pub record_kb: u32,
    /// Data that mkfs writes through the block device first, kB; 0: no mkfs.
    #[serde(default)]
    #[schemars(transform = limits::METADATA_KB.range())]
    pub mkfs_kb: u64,
    /// Metadata pages of earlier files, on the active list at the start.
    #[serde(default)]
    #[schemars(transform = limits::METADATA.range())]
    pub meta_pages: u32,
    /// Memory that iozone fills when a step starts, kB: 16,384 in version 3.288 (2007) and later, for tests of
    /// deduplication. Each process also has a record buffer. 0: neither is simulated.
    #[serde(default)]
    #[schemars(transform = limits::METADATA_KB.range())]
    pub buffer_kb: u64,
}

impl Knobs for Iozone {
    const BEHIND_DAEMON: bool = false;

    fn tasks(&self) -> u64 {
        1 << self.steps.saturating_sub(1).min(32)
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        Some((&self.filesystem, self.total_kb))
    }

    fn pages(&self) -> Option<u64> {
        // Each step writes, rewrites, reads and reads again.
        let files = (0..self.steps).map(|step| (self.total_kb.div_ceil(4) >> step) << step);
        Some(files.map(|pages| 4 * pages).sum())
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        report.without_daemon("filesystem", &self.filesystem);
        let sound = report.within(limits::STEPS, "steps", self.steps.into())
            & report.within(limits::FILE_KB, "total_kb", self.total_kb)
            & report.within(limits::CALL_KB, "record_kb", self.record_kb.into())
            & report.within(limits::METADATA_KB, "mkfs_kb", self.mkfs_kb)
            & report.within(limits::METADATA_KB, "buffer_kb", self.buffer_kb)
            & report.within(limits::METADATA, "meta_pages", self.meta_pages.into());
        if sound {
            report.page_each("total_kb", self.total_kb, self.tasks());
            report.total_kb(&[self.total_kb, self.steps.into(), 4]);
        }
    }

    fn scale(&mut self, ratio: Ratio) {
        self.mkfs_kb = limits::METADATA_KB.nearest(ratio.of(self.mkfs_kb));
        self.buffer_kb = limits::METADATA_KB.nearest(ratio.of(self.buffer_kb));
        self.meta_pages = limits::METADATA.nearest(ratio.of(self.meta_pages.into())) as u32;
        let least = 4 << self.steps.saturating_sub(1).min(16);
        ratio.change(&mut self.total_kb, least);
    }

    fn halve(&mut self) {
        self.steps = (self.steps - 1).max(1);
    }

    fn simplify(&mut self) {
        self.meta_pages = 0;
        self.buffer_kb = 0;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        Self {
            filesystem: draw.filesystem.clone(),
            steps: draw.within(1, 3),
            total_kb: draw.data_kb.max(128),
            record_kb: draw.call_kb,
            mkfs_kb: draw.pick(&[0, 0, 3_000]),
            meta_pages: draw.pick(&[0, 10, draw.pages / 4]),
            buffer_kb: draw.pick(&[0, 0, 256]),
        }
    }
}
