//! `userland`: daemons and a desktop that run in the background.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::defaults::one;
use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::Ratio;
use super::{Draw, Knobs};

/// Daemons and a desktop that wake up periodically, touch a part of their memory and sleep again. They never end by
/// themselves, and the run does not wait for them. If they start at time 0, their pages are already in memory;
/// otherwise the processes read them in when they start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Userland {
    /// Name of the filesystem with their executables and libraries.
    pub filesystem: String,
    /// Anonymous memory of all of them, kB; 0: none.
    #[schemars(transform = limits::ANON_KB.or_none(), example = 65_536)]
    pub anon_kb: u64,
    /// Executables and libraries that they map, all together, kB; 0: none.
    #[schemars(transform = limits::FILE_KB.or_none(), example = 65_536)]
    pub file_kb: u64,
    /// Processes; each has an equal part of the memory.
    #[serde(default = "one")]
    #[schemars(transform = limits::TASKS.range())]
    pub tasks: u32,
    /// Time from one round of a process to its next, milliseconds.
    #[schemars(transform = limits::PERIOD_MS.range(), example = 1_000)]
    pub every_ms: u32,
    /// Part of its pages that a process touches in a round, percent. Three quarters of these are its working set, the
    /// same pages in every round; the rest are chosen at random in each round. 0: it never touches a page again.
    #[schemars(transform = limits::PERCENT.range(), example = 10)]
    pub touched_percent: u32,
}

impl Knobs for Userland {
    const ODDS: u32 = 5;
    const BEHIND_DAEMON: bool = false;
    const ENDS: bool = false;

    fn tasks(&self) -> u64 {
        self.tasks.into()
    }

    fn files(&self) -> u64 {
        if self.file_kb > 0 { self.tasks() } else { 0 }
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        // Each file is rounded up to whole pages.
        let rounded = self.file_kb.saturating_add(4 * self.files());
        Some((&self.filesystem, rounded))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        report.without_daemon("filesystem", &self.filesystem);
        report.within(limits::TASKS, "tasks", self.tasks.into());
        report.within(limits::PERIOD_MS, "every_ms", self.every_ms.into());
        report.within(
            limits::PERCENT,
            "touched_percent",
            self.touched_percent.into(),
        );
        if self.anon_kb == 0 && self.file_kb == 0 {
            report.add(
                "anon_kb",
                "The processes have neither anonymous memory nor files.".into(),
                "Set `anon_kb` or `file_kb` to a size above 0.".into(),
            );
        }
        for (name, kb, limit) in [
            ("anon_kb", self.anon_kb, limits::ANON_KB),
            ("file_kb", self.file_kb, limits::FILE_KB),
        ] {
            if kb > 0 && report.within(limit, name, kb) {
                report.page_each(name, kb, self.tasks.into());
            }
        }
        report.fits_memory("anon_kb", self.anon_kb);
    }

    fn scale(&mut self, ratio: Ratio) {
        let least = 4 * u64::from(self.tasks);
        for kb in [&mut self.anon_kb, &mut self.file_kb] {
            if *kb > 0 {
                ratio.change(kb, least);
            }
        }
    }

    fn halve(&mut self) {
        let least = 4 * u64::from(self.tasks);
        for kb in [&mut self.anon_kb, &mut self.file_kb] {
            if *kb > 0 {
                *kb = (*kb / 2).max(least);
            }
        }
    }

    fn simplify(&mut self) {
        self.tasks = 1;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let tasks = draw.tasks;
        let pages = draw.room.min(draw.pages);
        let anon = u64::from(draw.within(0, pages / tasks));
        let with_files = anon == 0 || draw.percent(70);
        Self {
            filesystem: draw.filesystem.clone(),
            anon_kb: 4 * anon * u64::from(tasks),
            file_kb: if with_files {
                draw.file_kb.max(4) * u64::from(tasks)
            } else {
                0
            },
            tasks,
            every_ms: draw.pick(&[20, 100, 1_000]),
            touched_percent: draw.pick(&[0, 3, 20, 100]),
        }
    }
}
