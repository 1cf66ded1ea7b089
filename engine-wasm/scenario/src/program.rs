//! What runs on the machine: the table of programs. A program's file here has its knobs and what follows from them; its
//! file of the same name in the engine's `workload` is what it does. Both are named in a table each, and nowhere else.

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

use super::check::ProgramReport;
use super::defaults::{is_yes, is_zero, yes};
use super::limits;
use super::schema::fields_of;
use super::sizes::Ratio;
use super::sizes::product;
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

/// Something that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Name of its tasks, such as `dd`.
    pub name: String,
    /// Virtual time at which it starts, milliseconds; with `after` the time from then on.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(transform = limits::MOMENT_MS.range())]
    pub start_ms: u64,
    /// Name of another entry: this one starts once all tasks of every entry of that name have ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Whether the run goes on until this is done; false for background noise. A program that runs for as long as the rest
    /// does, such as `userland`, is never awaited.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    #[schemars(extend("default" = true))]
    pub awaited: bool,
    /// What it does.
    pub run: Program,
}

impl Workload {
    /// Whether the run goes on until its end.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.awaited && self.run.ends()
    }
}

/// What the files of tasks with one each take on their device, kB.
fn kb_of_files(tasks: u32, file_kb: u64) -> u64 {
    product(&[tasks.into(), file_kb])
}

/// Pages that tasks with a file each read or write in so many passes.
fn pages_of_files(tasks: u32, file_kb: u64, passes: u32) -> u64 {
    product(&[tasks.into(), passes.into(), file_kb.div_ceil(4)])
}

/// What follows from a program's knobs.
pub(crate) trait Knobs: Sized {
    /// How often trials draw it, against the others.
    const ODDS: u32 = 10;
    /// Whether it reads and writes files by calls alone, which the daemon of a fuse filesystem can serve.
    const BEHIND_DAEMON: bool = true;
    /// Whether it comes to an end by itself.
    const ENDS: bool = true;

    /// Tasks at its busiest.
    fn tasks(&self) -> u64 {
        1
    }

    /// Files that exist at the same time.
    fn files(&self) -> u64 {
        self.tasks()
    }

    /// The filesystem that its files are on, and what they take on its device at their most, kB.
    fn on_device(&self) -> Option<(&str, u64)> {
        None
    }

    /// The name of its files, if they are there for others too.
    fn named(&self) -> Option<&str> {
        None
    }

    /// Pages that it reads or writes until its end, if nothing stops it; none of one that runs by the clock or asks for as
    /// much as there is.
    fn pages(&self) -> Option<u64> {
        None
    }

    /// Notes what is wrong with its values.
    fn check(&self, report: &mut ProgramReport<'_>);

    /// What it moves, kB, if that is one figure.
    fn size_kb(&mut self) -> Option<&mut u64> {
        None
    }

    /// Makes its sizes larger or smaller.
    fn scale(&mut self, ratio: Ratio) {
        if let Some(kb) = self.size_kb() {
            ratio.change(kb, 4);
        }
    }

    /// Half of what it moves, or of the time that it takes.
    fn halve(&mut self) {
        if let Some(kb) = self.size_kb() {
            *kb = (*kb / 2).max(4);
        }
    }

    /// Fewer tasks, files and turns.
    fn simplify(&mut self);

    /// One for a trial.
    fn draw(draw: &mut Draw<'_>) -> Self;
}

macro_rules! programs {
    ($($name:ident,)*) => {
        tagged! {
            tag = "program", called = "Program";
            /// The programs.
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
            pub enum Program { $(#[allow(missing_docs)] $name($name),)* }
        }

        impl Program {
            /// The fields of each program in their order, program by program in the order of the table.
            pub(crate) fn fields_in_order() -> Vec<&'static [&'static str]> {
                vec![$(fields_of::<$name>(),)*]
            }

            /// Tasks at its busiest.
            #[must_use]
            pub fn tasks(&self) -> u64 {
                match self { $(Self::$name(it) => it.tasks(),)* }
            }

            /// Files that exist at the same time.
            #[must_use]
            pub fn files(&self) -> u64 {
                match self { $(Self::$name(it) => it.files(),)* }
            }

            /// The filesystem that its files are on, and what they take on its device at their most, kB.
            #[must_use]
            pub fn on_device(&self) -> Option<(&str, u64)> {
                match self { $(Self::$name(it) => it.on_device(),)* }
            }

            /// The name of its files, if they are there for others too.
            #[must_use]
            pub fn named(&self) -> Option<&str> {
                match self { $(Self::$name(it) => it.named(),)* }
            }

            /// Pages that it reads or writes until its end, if nothing stops it; none of one that runs by the clock or
            /// asks for as much as there is.
            #[must_use]
            pub fn pages(&self) -> Option<u64> {
                match self { $(Self::$name(it) => it.pages(),)* }
            }

            /// Whether it comes to an end by itself.
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

            /// Half of what it moves, or of the time that it takes.
            pub fn halve(&mut self) {
                match self { $(Self::$name(it) => it.halve(),)* }
            }

            /// Fewer tasks, files and turns.
            pub fn simplify(&mut self) {
                match self { $(Self::$name(it) => it.simplify(),)* }
            }

            /// One for a trial.
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
