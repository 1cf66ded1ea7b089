//! The journal of ext3 and ext4 and the log of XFS: who waits for a commit, and what it writes and where
//! (fs/jbd/commit.c and fs/jbd2/commit.c, fs/xfs/xfs_sync.c and xfs_log.c, 3.0 to 3.3).

pub mod commit;
pub mod handles;

use crate::mm::page_cache::MappingId;
use crate::sched::task::TaskId;

/// What a filesystem with a journal writes at a commit, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// ext3, data=ordered: all data that has blocks, then the log.
    Jbd,
    /// ext4, data=ordered: what got its blocks in the transaction, then the log.
    Jbd2,
    /// XFS with delayed logging: the log, then each changed allocation group's trees, header and inodes.
    Xfs,
}

/// A journal.
#[derive(Clone, Debug)]
pub struct Journal {
    style: Style,
    /// Its blocks: the first, how many, and where the next record goes.
    start: u64,
    len: u64,
    head: u64,
    /// Groups in which blocks were taken since the last commit, and the one of the last.
    groups: Vec<u64>,
    /// Those of the transaction that is being committed.
    committing: Vec<u64>,
    /// Open handles of tasks that may sleep.
    handles: u32,
    /// The transaction takes no new handles (T_LOCKED).
    locked: bool,
    /// Metadata blocks that the device has not written yet, and flushes that have not ended.
    pub in_flight: u32,
    /// Those that it has written.
    pub written: u64,
    task: Option<TaskId>,
    waiters: Vec<TaskId>,
    /// Files whose data is written before a commit; kept for its room.
    ordered: Vec<MappingId>,
}

impl Journal {
    /// An empty journal in these blocks.
    #[must_use]
    pub fn new(style: Style, start: u64, len: u64) -> Self {
        Self {
            style,
            start,
            len,
            head: 0,
            groups: Vec::new(),
            committing: Vec::new(),
            handles: 0,
            locked: false,
            in_flight: 0,
            written: 0,
            task: None,
            waiters: Vec::new(),
            ordered: Vec::new(),
        }
    }

    /// Its thread, by the kernel's name.
    #[must_use]
    pub fn thread_name(&self) -> &'static str {
        match self.style {
            Style::Jbd => "kjournald",
            Style::Jbd2 => "jbd2",
            Style::Xfs => "xfssyncd",
        }
    }

    /// Blocks were taken in a group: its bitmaps or trees, and an inode, belong to the transaction.
    pub fn note_allocation(&mut self, group_start: u64) {
        if let Err(at) = self.groups.binary_search(&group_start) {
            self.groups.insert(at, group_start);
        }
    }

    /// The next `blocks` of the log; a record that does not fit at its end begins at its front.
    fn next_record(&mut self, blocks: u32) -> u64 {
        if self.head + u64::from(blocks) > self.len {
            self.head = 0;
        }
        let at = self.start + self.head;
        self.head += u64::from(blocks);
        at
    }

    /// Whether a task waits here for something that will come.
    #[must_use]
    pub fn holds(&self, id: TaskId) -> bool {
        self.task == Some(id) && (self.in_flight > 0 || self.handles > 0)
            || self.locked && self.waiters.contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_waits_for_open_handles_and_writers_wait_for_it() {
        let mut journal = Journal::new(Style::Jbd2, 100, 10);
        journal.task = Some(3);
        journal.waiters.push(5);
        assert!(!journal.holds(3) && !journal.holds(5));
        (journal.locked, journal.handles) = (true, 1);
        assert!(journal.holds(3), "for the handle");
        assert!(journal.holds(5), "for the transaction");
        assert!(!journal.holds(6));
    }

    #[test]
    fn the_log_begins_again_at_its_front() {
        let mut journal = Journal::new(Style::Xfs, 100, 10);
        let records = [4, 4, 4, 6, 1].map(|blocks| journal.next_record(blocks));
        assert_eq!(records, [100, 104, 100, 104, 100]);
    }
}
