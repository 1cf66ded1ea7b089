//! Waiting for a page's lock or the end of its writeback (mm/filemap.c: wait_on_page_bit, unlock_page).

use super::page::Pfn;
use crate::machine::Machine;
use crate::sched::context::Cx;
use crate::sched::task::{Doing, TaskId};

/// Waits while any flag of `mask` (Locked, Writeback) is set on a page.
pub async fn wait_on_page(cx: &Cx, pfn: Pfn, mask: u16) {
    while cx.with(|m| m.frames.any(pfn, mask)) {
        cx.prepare_to_wait();
        cx.with(|m| m.await_page(pfn, cx.id));
        cx.schedule(None, Doing::WaitingForIo).await;
    }
}

impl Machine {
    /// Wakes the tasks that wait for a page.
    #[inline]
    pub fn wake_page(&mut self, pfn: Pfn) {
        let first = self.page_waiters.partition_point(|&(of, _)| of < pfn);
        if self
            .page_waiters
            .get(first)
            .is_some_and(|&(of, _)| of == pfn)
        {
            self.wake_from(first, pfn);
        }
    }

    #[inline(never)]
    fn wake_from(&mut self, first: usize, pfn: Pfn) {
        let behind = self.page_waiters.partition_point(|&(of, _)| of <= pfn);
        for _ in first..behind {
            let (_, task) = self.page_waiters.remove(first);
            self.wake(task);
        }
    }

    /// Adds a task to those that wait for a page, behind those that came before.
    pub fn await_page(&mut self, pfn: Pfn, task: TaskId) {
        let behind = self.page_waiters.partition_point(|&(page, _)| page <= pfn);
        self.page_waiters.insert(behind, (pfn, task));
    }
}
