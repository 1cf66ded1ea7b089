//! The journal of ext3 and ext4 and the log of XFS: which tasks wait for a commit, and what a commit writes and where
//! (fs/jbd/commit.c and fs/jbd2/commit.c, fs/xfs/xfs_sync.c and xfs_log.c, 3.0 to 3.3).

pub mod commit;
mod delayed;
pub mod handles;

use crate::mm::page_cache::MappingId;
use crate::sched::task::TaskId;

/// The kind of a journal. It determines what a commit writes, and how often commits happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// ext3, data=ordered: all data that has blocks, then the log.
    Jbd,
    /// ext4, data=ordered: data that got its blocks in the transaction, then the log.
    Jbd2,
    /// XFS with delayed logging: the log, then the trees, the header and the inodes of each changed allocation group.
    Xfs,
}

/// The journal of a filesystem, with its running transaction.
#[derive(Clone, Debug)]
pub struct Journal {
    style: Style,
    /// Its first block, the number of its blocks, and the position of the next record.
    start: u64,
    len: u64,
    head: u64,
    /// First blocks of the groups in which blocks were allocated since the last commit.
    groups: Vec<u64>,
    /// First blocks of the groups of the transaction that is being committed.
    committing: Vec<u64>,
    /// Open handles of tasks that may sleep.
    handles: u32,
    /// Whether the transaction accepts no new handles (T_LOCKED).
    locked: bool,
    /// When the running transaction got its first change; `None` if nothing has changed since the last commit began.
    started: Option<u64>,
    /// Whether the blocks of the committing transaction are being written to the log and must not change (BJ_Shadow).
    shadow: bool,
    /// Metadata blocks that the device has not written yet, plus flushes that have not ended.
    pub in_flight: u32,
    /// Metadata blocks that the device has written.
    pub written: u64,
    task: Option<TaskId>,
    waiters: Vec<TaskId>,
    /// Files whose data is written before a commit. The vector is kept to reuse its memory.
    ordered: Vec<MappingId>,
}

impl Journal {
    /// Makes an empty journal of `len` blocks from `start` on.
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
            started: None,
            shadow: false,
            in_flight: 0,
            written: 0,
            task: None,
            waiters: Vec::new(),
            ordered: Vec::new(),
        }
    }

    /// Returns the name of the journal's kernel thread.
    #[must_use]
    pub fn thread_name(&self) -> &'static str {
        match self.style {
            Style::Jbd => "kjournald",
            Style::Jbd2 => "jbd2",
            Style::Xfs => "xfssyncd",
        }
    }

    /// Records that blocks of a group were allocated. The group's bitmaps or trees, and an inode, join the transaction.
    pub fn note_allocation(&mut self, group_start: u64) {
        if let Err(at) = self.groups.binary_search(&group_start) {
            self.groups.insert(at, group_start);
        }
    }

    /// Returns the position of the next `blocks` blocks of the log. A record that does not fit at the end of the log
    /// begins at its front.
    fn next_record(&mut self, blocks: u32) -> u64 {
        if self.head + u64::from(blocks) > self.len {
            self.head = 0;
        }
        let at = self.start + self.head;
        self.head += u64::from(blocks);
        at
    }

    /// Whether a task waits for this journal and will certainly be woken.
    #[must_use]
    pub fn holds(&self, id: TaskId) -> bool {
        let idles = self.style != Style::Xfs && self.started.is_none();
        self.task == Some(id) && (self.in_flight > 0 || self.handles > 0 || idles)
            || (self.locked || self.shadow) && self.waiters.contains(&id)
    }

    /// Whether blocks of the committing transaction must not change at the moment.
    pub(super) fn is_shadowing(&self) -> bool {
        self.shadow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_waits_for_open_handles_and_writers_wait_for_it() {
        let mut journal = Journal::new(Style::Jbd2, 100, 10);
        (journal.task, journal.started) = (Some(3), Some(0));
        journal.waiters.push(5);
        assert!(!journal.holds(3) && !journal.holds(5));
        (journal.locked, journal.handles) = (true, 1);
        assert!(journal.holds(3), "for the handle");
        assert!(journal.holds(5), "for the transaction");
        assert!(!journal.holds(6));
        (journal.locked, journal.handles, journal.shadow) = (false, 0, true);
        assert!(journal.holds(5), "for the log");
        journal.started = None;
        assert!(journal.holds(3), "until something changes");
    }

    #[test]
    fn the_log_begins_again_at_its_front() {
        let mut journal = Journal::new(Style::Xfs, 100, 10);
        let records = [4, 4, 4, 6, 1].map(|blocks| journal.next_record(blocks));
        assert_eq!(records, [100, 104, 100, 104, 100]);
    }
}
