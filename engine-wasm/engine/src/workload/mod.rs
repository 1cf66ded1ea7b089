//! The programs that run on the machine, each in a file with its name in scenarios, and what they share.

pub mod anon_hog;
pub mod barrier;
pub mod desktop;
pub mod ext2_metadata;
pub mod files;
pub mod fs_mark;
pub mod fuse;
pub mod iozone;
pub mod kernel_build;
pub mod lap;
pub mod mmap_stream;
pub mod named;
pub mod pty_writer;
pub mod read_file;
pub mod read_round_robin;
pub mod read_zipf;
pub mod shared;
pub mod shuffle;
pub mod simple_writeback;
pub mod take_blocks;
pub mod userland;
pub mod write_file;
pub mod zipf;

use crate::scenario::Program;
pub use crate::simulation::Launcher;

/// How a program starts its tasks.
pub trait Launch {
    /// Adds the tasks of the program.
    fn launch(&self, on: &mut Launcher<'_>);
}

/// Returns the code that starts a program.
fn table(run: &Program) -> &dyn Launch {
    match run {
        Program::WriteFile(it) => it,
        Program::ReadFile(it) => it,
        Program::ReadZipf(it) => it,
        Program::ReadRoundRobin(it) => it,
        Program::AnonHog(it) => it,
        Program::FsMark(it) => it,
        Program::SimpleWriteback(it) => it,
        Program::MmapStream(it) => it,
        Program::Iozone(it) => it,
        Program::Desktop(it) => it,
        Program::KernelBuild(it) => it,
        Program::PtyWriter(it) => it,
        Program::TakeBlocks(it) => it,
        Program::Userland(it) => it,
    }
}

/// Adds the tasks of a program.
pub fn launch(run: &Program, on: &mut Launcher<'_>) {
    table(run).launch(on);
}
