//! `mmap_stream`: writes through shared mappings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::defaults::is_no;
use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::Ratio;
use super::{Draw, Knobs};

/// Share of anonymous memory in the mixture, percent (the micro benchmark of mmtests, 2011).
const ANON_PERCENT: u64 = 30;

/// mmap-strm: `threads` tasks write through shared mappings of sparse files (the stream). Then they do so again while
/// as many other tasks write to anonymous memory (the mixture).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MmapStream {
    /// Filesystem name.
    pub filesystem: String,
    /// Threads that write to files; in the mixture, as many additional threads write to anonymous memory.
    #[schemars(transform = limits::TASKS.range(), example = 4)]
    pub threads: u32,
    /// Data of the stream, all threads together, kB.
    #[schemars(transform = limits::TOTAL_KB.range(), example = 524_288)]
    pub stream_kb: u64,
    /// Data of the mixture, kB: 30 % is anonymous memory, written 5 times; the rest is files, written 10 times.
    #[schemars(transform = limits::TOTAL_KB.range(), example = 262_144)]
    pub mixed_kb: u64,
    /// Whether the files stay on the device. Otherwise each file is deleted once it is written, and the deletion waits
    /// for the I/O on its pages.
    #[serde(default, skip_serializing_if = "is_no")]
    pub keep_files: bool,
}

impl MmapStream {
    /// Returns the anonymous memory of the mixture, all threads together, kB.
    #[must_use]
    pub fn anon_kb(&self) -> u64 {
        self.mixed_kb / 100 * ANON_PERCENT
    }
}

impl Knobs for MmapStream {
    const BEHIND_DAEMON: bool = false;

    fn tasks(&self) -> u64 {
        u64::from(self.threads) * 2
    }

    fn files(&self) -> u64 {
        u64::from(self.threads) * if self.keep_files { 2 } else { 1 }
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        let kb = if self.keep_files {
            self.stream_kb.saturating_add(self.mixed_kb)
        } else {
            self.stream_kb.max(self.mixed_kb)
        };
        Some((&self.filesystem, kb))
    }

    fn pages(&self) -> Option<u64> {
        // Files are written ten times and anonymous memory five times.
        let threads = u64::from(self.threads);
        let of_file = 10 * ((self.mixed_kb - self.anon_kb()) / threads / 4);
        let of_anon = 5 * (self.anon_kb() / threads / 4);
        Some(threads * (self.stream_kb.div_ceil(4) / threads + of_file + of_anon))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        report.without_daemon("filesystem", &self.filesystem);
        report.within(limits::TASKS, "threads", self.tasks());
        report.at_least_one("threads", self.threads.into());
        report.fits_memory("mixed_kb", self.anon_kb());
        for (name, kb) in [("stream_kb", self.stream_kb), ("mixed_kb", self.mixed_kb)] {
            if report.within(limits::TOTAL_KB, name, kb) {
                // Four pages for each thread, because the mixture divides them into file pages and anonymous pages.
                report.page_each(name, kb, u64::from(self.threads) * 4);
            }
        }
    }

    fn scale(&mut self, ratio: Ratio) {
        let least = u64::from(self.threads) * 16;
        ratio.change(&mut self.mixed_kb, least);
        ratio.change(&mut self.stream_kb, least);
    }

    fn halve(&mut self) {
        self.stream_kb = (self.stream_kb / 2).max(1_024);
    }

    fn simplify(&mut self) {
        self.threads = 1;
        self.keep_files = false;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        Self {
            filesystem: draw.filesystem.clone(),
            threads: draw.tasks,
            stream_kb: draw.data_kb.max(128),
            mixed_kb: (4 * u64::from(draw.room.min(draw.pages))).max(128),
            keep_files: draw.percent(50),
        }
    }
}
