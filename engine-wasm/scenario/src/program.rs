//! The table of programs that can run on the machine. A program's file in this folder has its knobs and the facts that
//! follow from them. The file of the same name in the engine's `workload` has its behaviour. The engine has a table of
//! its own with the same programs.

mod anon_hog;
mod desktop;
mod draw;
mod fs_mark;
mod iozone;
mod kernel_build;
mod mmap_stream;
mod pty_writer;
mod read_file;
mod read_round_robin;
mod read_zipf;
mod simple_writeback;
mod take_blocks;
mod userland;
mod write_file;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::defaults::{is_yes, is_zero, yes};
use super::field_names::fields_of;
use super::limits;
use super::report::ProgramReport;
use super::sizes::{Ratio, product, round};
use super::tagged;

pub use anon_hog::AnonHog;
pub use desktop::Desktop;
pub use draw::Draw;
pub use fs_mark::FsMark;
pub use iozone::Iozone;
pub use kernel_build::KernelBuild;
pub use mmap_stream::MmapStream;
pub use pty_writer::PtyWriter;
pub use read_file::ReadFile;
pub use read_round_robin::ReadRoundRobin;
pub use read_zipf::ReadZipf;
pub use simple_writeback::SimpleWriteback;
pub use take_blocks::TakeBlocks;
pub use userland::Userland;
pub use write_file::WriteFile;

/// An entry of the workload: a program, and when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Name of its tasks, such as `dd`.
    pub name: String,
    /// Virtual time at which it starts, milliseconds; with `after`, the delay after the end of that entry.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(transform = limits::MOMENT_MS.range())]
    pub start_ms: u64,
    /// Name of another entry: this entry starts when all tasks of every entry with that name have ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Whether the run waits for this entry to end; false for background load. A program that never ends by itself,
    /// such as `userland`, is never awaited.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(extend("default" = true))]
    pub awaited: bool,
    /// The program and its knobs.
    pub run: Program,
}

impl Workload {
    /// Returns whether the run waits for this entry to end.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.awaited && self.run.ends()
    }
}

/// Returns the total size of one file per task, kB.
fn kb_of_files(tasks: u32, file_kb: u64) -> u64 {
    product(&[tasks.into(), file_kb])
}

/// Returns the number of pages that tasks with one file each read or write in all passes.
fn pages_of_files(tasks: u32, file_kb: u64, passes: u32) -> u64 {
    product(&[tasks.into(), passes.into(), file_kb.div_ceil(4)])
}

/// Facts that follow from a program's knobs: its tasks, files, sizes and checks.
pub(crate) trait Knobs: Sized {
    /// Weight of this program when random trials choose one.
    const ODDS: u32 = 10;
    /// Whether it uses files only with read() and write(), which the daemon of a fuse filesystem can serve.
    const BEHIND_DAEMON: bool = true;
    /// Whether it ends by itself.
    const ENDS: bool = true;

    /// Returns the maximum number of its tasks that exist at the same time.
    fn tasks(&self) -> u64 {
        1
    }

    /// Returns the number of its files that exist at the same time.
    fn files(&self) -> u64 {
        self.tasks()
    }

    /// Returns the filesystem of its files, and their largest total size, kB.
    fn on_device(&self) -> Option<(&str, u64)> {
        None
    }

    /// Returns the name of its files, if other programs can share them.
    fn named(&self) -> Option<&str> {
        None
    }

    /// Returns the pages that it reads or writes until it ends, if nothing stops it; `None` if it runs for a fixed time
    /// or without a fixed amount.
    fn pages(&self) -> Option<u64> {
        None
    }

    /// Checks its values and reports problems.
    fn check(&self, report: &mut ProgramReport<'_>);

    /// Returns the knob with the size of its data, kB, if exactly one knob has it.
    fn size_kb(&mut self) -> Option<&mut u64> {
        None
    }

    /// Multiplies its sizes by the ratio.
    fn scale(&mut self, ratio: Ratio) {
        if let Some(kb) = self.size_kb() {
            ratio.change(kb, 4);
        }
    }

    /// Reduces the size of its data to a round number.
    fn round_size(&mut self) {
        if let Some(kb) = self.size_kb() {
            *kb = round(*kb).max(4);
        }
    }

    /// Halves its data or its running time; used to shrink a failing trial.
    fn halve(&mut self) {
        if let Some(kb) = self.size_kb() {
            *kb = (*kb / 2).max(4);
        }
    }

    /// Reduces tasks, files and passes; used to shrink a failing trial.
    fn simplify(&mut self);

    /// Draws random knobs for a trial.
    fn draw(draw: &mut Draw<'_>) -> Self;
}

macro_rules! programs {
    ($($name:ident,)*) => {
        tagged! {
            tag = "program", called = "Program";
            /// A program and its knobs, by the program's name.
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
            pub enum Program { $(#[allow(missing_docs)] $name($name),)* }
        }

        impl Program {
            /// Returns the names of the fields of each program, in the order of the table.
            pub(crate) fn fields_in_order() -> Vec<&'static [&'static str]> {
                vec![$(fields_of::<$name>(),)*]
            }

            /// Returns the maximum number of its tasks that exist at the same time.
            #[must_use]
            pub fn tasks(&self) -> u64 {
                match self { $(Self::$name(it) => it.tasks(),)* }
            }

            /// Returns the number of its files that exist at the same time.
            #[must_use]
            pub fn files(&self) -> u64 {
                match self { $(Self::$name(it) => it.files(),)* }
            }

            /// Returns the filesystem of its files, and their largest total size, kB.
            #[must_use]
            pub fn on_device(&self) -> Option<(&str, u64)> {
                match self { $(Self::$name(it) => it.on_device(),)* }
            }

            /// Returns the name of its files, if other programs can share them.
            #[must_use]
            pub fn named(&self) -> Option<&str> {
                match self { $(Self::$name(it) => it.named(),)* }
            }

            /// Returns the pages that it reads or writes until it ends, if nothing stops it; `None` if it runs for a
            /// fixed time or without a fixed amount.
            #[must_use]
            pub fn pages(&self) -> Option<u64> {
                match self { $(Self::$name(it) => it.pages(),)* }
            }

            /// Returns whether it ends by itself.
            #[must_use]
            pub fn ends(&self) -> bool {
                match self { $(Self::$name(_) => <$name as Knobs>::ENDS,)* }
            }

            pub(crate) fn check(&self, report: &mut ProgramReport<'_>) {
                match self { $(Self::$name(it) => it.check(report),)* }
            }

            pub(crate) fn scale(&mut self, ratio: Ratio) {
                match self { $(Self::$name(it) => it.scale(ratio),)* }
            }

            pub(crate) fn round_size(&mut self) {
                match self { $(Self::$name(it) => it.round_size(),)* }
            }

            /// Halves its data or its running time; used to shrink a failing trial.
            pub fn halve(&mut self) {
                match self { $(Self::$name(it) => it.halve(),)* }
            }

            /// Reduces tasks, files and passes; used to shrink a failing trial.
            pub fn simplify(&mut self) {
                match self { $(Self::$name(it) => it.simplify(),)* }
            }

            /// Draws a random program with random knobs for a trial.
            pub fn draw(draw: &mut Draw<'_>) -> Self {
                let odds = [$(draw.odds_of::<$name>(),)*];
                let mut at = draw.within(1, odds.iter().sum());
                let mut odds = odds.into_iter();
                $(
                    let these = odds.next().unwrap_or(0);
                    if at <= these {
                        return Self::$name($name::draw(draw));
                    }
                    at -= these;
                )*
                let _ = at;
                Self::WriteFile(WriteFile::draw(draw))
            }
        }
    };
}

programs! {
    WriteFile,
    ReadFile,
    ReadZipf,
    ReadRoundRobin,
    AnonHog,
    FsMark,
    SimpleWriteback,
    MmapStream,
    Iozone,
    Desktop,
    KernelBuild,
    PtyWriter,
    TakeBlocks,
    Userland,
}
