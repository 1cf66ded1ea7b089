//! Waiting for a page's lock or the end of its writeback (mm/filemap.c: wait_on_page_bit, unlock_page).

use super::page::Pfn;
use crate::machine::Machine;
use crate::sched::context::Cx;
use crate::sched::task::{Activity, TaskId};

/// Waits while any flag of `mask` (`LOCKED`, `WRITEBACK`) is set on a page.
pub async fn wait_on_page(cx: &Cx, pfn: Pfn, mask: u16) {
    while cx.m().memory.frames.any(pfn, mask) {
        cx.prepare_to_wait();
        cx.m().await_page(pfn, cx.id);
        cx.schedule(None, Activity::WaitingForIo).await;
    }
}

impl Machine {
    /// Wakes the tasks that wait for a page.
    #[inline]
    pub fn wake_page(&mut self, pfn: Pfn) {
        if self.waits.any_for_page() {
            self.wake_waiters_of_page(pfn);
        }
    }

    #[inline(never)]
    fn wake_waiters_of_page(&mut self, pfn: Pfn) {
        while let Some(task) = self.waits.pop_of_page(pfn) {
            self.wake(task);
        }
    }

    /// Adds a task to the end of the wait queue of a page.
    pub fn await_page(&mut self, pfn: Pfn, task: TaskId) {
        self.waits.add_to_page(pfn, task);
    }
}
