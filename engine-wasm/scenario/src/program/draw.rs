//! Random knobs of a program for trials.

use super::super::machine::FilesystemKind;
use super::Knobs;

/// A source of random numbers, and the limits within which it draws the knobs of a program.
pub struct Draw<'a> {
    /// Draws a number from its first argument to its second argument, both included.
    pub dice: &'a mut dyn FnMut(u32, u32) -> u32,
    /// The filesystem for its files.
    pub filesystem: String,
    /// Kind of that filesystem.
    pub kind: FilesystemKind,
    /// Pages that it can read or write.
    pub pages: u32,
    /// Pages of anonymous memory that it can allocate.
    pub room: u32,
    /// Size of its calls, kB.
    pub call_kb: u32,
    /// Number of its tasks.
    pub tasks: u32,
    /// Data that it can read or write in total, kB.
    pub data_kb: u64,
    /// The same per task, kB; not always whole pages.
    pub file_kb: u64,
}

impl Draw<'_> {
    /// Draws a number from `least` to `most`, both included.
    pub fn within(&mut self, least: u32, most: u32) -> u32 {
        (self.dice)(least, most)
    }

    /// Returns true with a probability of `chance` percent.
    pub(super) fn percent(&mut self, chance: u32) -> bool {
        self.within(0, 99) < chance
    }

    /// Draws one of the choices, each with the same probability.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.within(0, of.len() as u32 - 1) as usize]
    }

    /// Returns whether a fuse daemon serves the filesystem.
    pub(super) fn behind_daemon(&self) -> bool {
        self.kind == FilesystemKind::FuseNtfs
    }

    /// Draws a size of anonymous memory, kB.
    pub(super) fn anon_kb(&mut self) -> u64 {
        let most = self.room.min(self.pages);
        4 * u64::from(self.within(1, most))
    }

    /// Draws the name of the files: none, or one that other programs may share.
    pub(super) fn file_name(&mut self) -> Option<String> {
        self.percent(20).then(|| "shared".to_owned())
    }

    /// Draws a running time, milliseconds.
    pub(super) fn run_ms(&mut self) -> u64 {
        self.pick(&[30, 400, 3_000])
    }

    /// Returns the weight of a kind of program on this filesystem.
    pub(super) fn odds_of<K: Knobs>(&self) -> u32 {
        if K::BEHIND_DAEMON || !self.behind_daemon() {
            K::ODDS
        } else {
            0
        }
    }
}
