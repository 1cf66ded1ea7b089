//! Handles of tasks on the running transaction (fs/jbd/transaction.c: start_this_handle, journal_stop).

use super::{Journal, Style};
use crate::machine::Machine;
use crate::sched::context::Cx;
use crate::sched::task::{Activity, TaskId};

/// The condition for which a task waits before it changes metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The running transaction accepts handles (start_this_handle).
    Unlocked,
    /// The blocks of the committing transaction may change again (do_get_write_access: BH_Unshadow).
    Logged,
}

/// Waits for a journal.
pub async fn wait_for_journal(cx: &Cx, filesystem: u8, until: Until) {
    while cx.with(|m| m.joins_waiters(filesystem, cx.id, until)) {
        cx.prepare_to_wait();
        cx.schedule(None, Activity::WaitingForIo).await;
    }
}

impl Machine {
    pub(super) fn journal(&mut self, filesystem: u8) -> Option<&mut Journal> {
        self.io.filesystems[filesystem as usize].journal.as_mut()
    }

    /// Adds a task to those that wait for a journal, and returns true, unless it need not wait.
    fn joins_waiters(&mut self, filesystem: u8, id: TaskId, until: Until) -> bool {
        let Some(journal) = self.journal(filesystem) else {
            return false;
        };
        let waits = match until {
            Until::Unlocked => journal.locked,
            Until::Logged => journal.shadow,
        };
        if waits {
            journal.waiters.push(id);
        }
        waits
    }

    /// Whether the running transaction accepts no new handles now.
    #[inline]
    #[must_use]
    pub fn transaction_is_locked(&self, filesystem: u8) -> bool {
        (self.io.filesystems[filesystem as usize].journal.as_ref())
            .is_some_and(|journal| journal.locked)
    }

    /// Starts the running transaction with its first change; the journal's thread commits it when it is old enough
    /// (jbd2_get_transaction).
    pub(in crate::fs) fn start_transaction(&mut self, filesystem: u8) {
        let now = self.now();
        if let Some(journal) = self.journal(filesystem)
            && journal.started.is_none()
            && journal.style != Style::Xfs
        {
            journal.started = Some(now);
            if let Some(task) = journal.task {
                self.wake(task);
            }
        }
    }

    /// Wakes the tasks that wait for the journal.
    pub(super) fn wake_journal_waiters(&mut self, filesystem: u8) {
        let Some(journal) = self.journal(filesystem) else {
            return;
        };
        let mut waiters = std::mem::take(&mut journal.waiters);
        for &id in &waiters {
            self.wake(id);
        }
        waiters.clear();
        if let Some(journal) = self.journal(filesystem) {
            journal.waiters = waiters;
        }
    }

    /// Opens a handle, for a task that may sleep before it closes it.
    pub fn open_handle(&mut self, filesystem: u8) {
        if let Some(journal) = self.journal(filesystem) {
            journal.handles += 1;
        }
    }

    /// Closes a handle. When the last one is closed, a waiting commit continues.
    pub fn close_handle(&mut self, filesystem: u8) {
        if let Some(journal) = self.journal(filesystem) {
            journal.handles -= 1;
            if journal.handles == 0
                && journal.locked
                && let Some(task) = journal.task
            {
                self.wake(task);
            }
        }
    }
}
