//! What a program that trials draw is made of.

use super::super::machine::FilesystemKind;
use super::Knobs;

/// Draws the knobs of a program that moves about twice the memory of a small machine.
pub struct Draw<'a> {
    /// Draws a number from the first to the second.
    pub dice: &'a mut dyn FnMut(u32, u32) -> u32,
    /// The filesystem for its files.
    pub filesystem: String,
    /// Kind of that.
    pub kind: FilesystemKind,
    /// Pages that it may move.
    pub pages: u32,
    /// Pages of anonymous memory that it may take.
    pub room: u32,
    /// Size of its calls, kB.
    pub call_kb: u32,
    /// Its tasks.
    pub tasks: u32,
    /// What it may move in all, kB.
    pub data_kb: u64,
    /// The same for each of its tasks; not always whole pages.
    pub file_kb: u64,
}

impl Draw<'_> {
    /// From `least` to `most`.
    pub fn within(&mut self, least: u32, most: u32) -> u32 {
        (self.dice)(least, most)
    }

    /// Whether something of so many percent happens.
    pub(super) fn percent(&mut self, chance: u32) -> bool {
        self.within(0, 99) < chance
    }

    /// One of these.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.within(0, of.len() as u32 - 1) as usize]
    }

    /// Whether its files lie behind a daemon.
    pub(super) fn behind_daemon(&self) -> bool {
        self.kind == FilesystemKind::FuseNtfs
    }

    /// Anonymous memory, kB.
    pub(super) fn anon_kb(&mut self) -> u64 {
        let most = self.room.min(self.pages);
        4 * u64::from(self.within(1, most))
    }

    /// The name of its files, which other programs may share.
    pub(super) fn file_name(&mut self) -> Option<String> {
        self.percent(20).then(|| "shared".to_owned())
    }

    /// How long something runs, milliseconds.
    pub(super) fn run_ms(&mut self) -> u64 {
        self.pick(&[30, 400, 3_000])
    }

    /// How often a kind of program is drawn here.
    pub(super) fn odds_of<K: Knobs>(&self) -> u32 {
        if K::BEHIND_DAEMON || !self.behind_daemon() {
            K::ODDS
        } else {
            0
        }
    }
}
