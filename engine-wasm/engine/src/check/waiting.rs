//! Each waiting task and request waits for an event that will happen: no task sleeps forever, and no request is lost.

use super::expect;
use crate::block::Class;
use crate::machine::Machine;
use crate::mm::page::flag;
use crate::sched::event::Event;
use crate::sched::task::{Task, TaskId, TaskKind, TaskState};
use crate::sched::waits::WaitFor;

impl Machine {
    /// Checks sleeping tasks against what wakes them, and requests against the events of their devices.
    pub(super) fn check_waiting(&self) -> Result<(), String> {
        for (id, task) in self.sched.tasks().iter().enumerate() {
            match task.state {
                TaskState::Blocked if !self.is_woken(id as TaskId, task) => {
                    return Err(format!(
                        "nothing will wake {}, which is {:?}",
                        task.name, task.activity
                    ));
                }
                TaskState::OnCpu(_) if self.burns_until(id as TaskId, task.token).is_none() => {
                    return Err(format!("{} holds a CPU for ever", task.name));
                }
                _ => {}
            }
        }
        (0..self.io.block.queue_count()).try_for_each(|queue| self.check_queue_is_served(queue))
    }

    /// Returns when a task will have used up the CPU time that was last charged to it, nanoseconds.
    pub(super) fn burns_until(&self, id: TaskId, token: u32) -> Option<u64> {
        self.sched
            .pending_events()
            .find(|&(_, event)| event == Event::Burned(id, token))
            .map(|(at, _)| at)
    }

    /// Whether something will end a task's sleep.
    fn is_woken(&self, id: TaskId, task: &Task) -> bool {
        let timeout = Event::Timeout(id, task.token);
        let by_page = || {
            self.waits.for_pages().iter().any(|&(pfn, waiter)| {
                waiter == id && self.memory.frames.any(pfn, flag::LOCKED | flag::WRITEBACK)
            })
        };
        // Each completed request wakes one of the tasks that wait for a request, and this task then tries again. After
        // the last request, the woken task may still wait for a CPU. So the check accepts any task that can run.
        let goes_on = || {
            let runs =
                |task: &Task| matches!(task.state, TaskState::OnCpu(_) | TaskState::Runnable);
            self.sched.tasks().iter().any(runs)
        };
        let by_request = || {
            (0..self.io.block.queue_count()).any(|queue| {
                let waits = |class| {
                    let mut tasks = self.waits.tasks(WaitFor::Request(queue, class));
                    tasks.any(|task| task == id)
                };
                Class::ALL.into_iter().any(waits)
                    && (self.io.block.requests(queue).next().is_some() || goes_on())
            })
        };
        let by_flusher = || {
            self.waits.for_inodes().contains(&id)
                && self.io.cache.live().any(|(_, mapping)| mapping.syncing)
        };
        let by_journal = || {
            (self.io.filesystems().iter())
                .filter_map(|filesystem| filesystem.journal.as_ref())
                .any(|journal| journal.holds(id))
        };
        // kswapd wakes these tasks before it sleeps (prepare_kswapd_sleep).
        let by_kswapd = || {
            self.waits.tasks(WaitFor::Reserves).any(|task| task == id)
                && !self.memory.kswapd.waits()
        };
        let by_peer = || self.programs.awaits_peer(id);
        // These tasks sleep until there is work for them.
        let has_no_work = || match task.kind {
            TaskKind::Kswapd => true,
            TaskKind::Flusher => self
                .io
                .bdis()
                .iter()
                .any(|bdi| bdi.flusher == Some(id) && bdi.work.is_empty()),
            TaskKind::Daemon => self.programs.daemon_idles(id),
            TaskKind::User => false,
        };
        self.sched
            .pending_events()
            .any(|(_, event)| event == timeout)
            || by_page()
            || by_request()
            || by_flusher()
            || by_journal()
            || by_kswapd()
            || by_peer()
            || has_no_work()
    }

    /// Checks that each request in a device completes once, that a queue with waiting requests is dispatched again, and
    /// that every submitted block was served or is still in a request.
    fn check_queue_is_served(&self, queue: u32) -> Result<(), String> {
        let (mut blocks, mut waiting) = (0, 0);
        for request in self.io.block.requests(queue) {
            // A flush has no blocks: its one page represents the task that waits for the flush.
            blocks += u64::from(request.pages) * u64::from(!request.flush);
            if !request.in_device {
                waiting += 1;
                continue;
            }
            let end = Event::Served(queue, request.slot);
            let ends = self
                .sched
                .pending_events()
                .filter(|&(_, event)| event == end);
            let one = u64::from(!request.held_by_drive);
            expect(one, ends.count() as u64, || {
                format!(
                    "queue {queue}: completion events of the request in slot {}",
                    request.slot
                )
            })?;
        }
        let ends = |event| matches!(event, Event::Served(of, _) if of == queue);
        let served = self
            .sched
            .pending_events()
            .filter(|&(_, event)| ends(event));
        let in_device = u64::from(self.io.block.in_device(queue));
        let held = (self.io.block.requests(queue)).filter(|request| request.held_by_drive);
        expect(
            in_device - held.count() as u64,
            served.count() as u64,
            || format!("queue {queue}: requests with a completion event"),
        )?;
        if in_device > 0 && !self.sched.pending_events().any(|(_, event)| ends(event)) {
            return Err(format!(
                "queue {queue}: the device has {in_device} requests, and serves none"
            ));
        }
        let kicks = |event| matches!(event, Event::Kick(of) if of == queue);
        let is_kicked = self.sched.pending_events().any(|(_, event)| kicks(event));
        if waiting > 0 && in_device == 0 && !is_kicked {
            return Err(format!(
                "queue {queue}: {waiting} requests wait, but no dispatch is scheduled"
            ));
        }
        let stats = self.io.block.stats(queue);
        let submitted: u64 = stats.blocks_by_origin.iter().sum();
        let completed = stats.blocks_read + stats.blocks_written;
        expect(submitted, completed + blocks, || {
            format!("queue {queue}: blocks submitted")
        })?;
        if stats.busy_ns > self.now() {
            return Err(format!(
                "queue {queue}: busy for {} ns in {} ns",
                stats.busy_ns,
                self.now()
            ));
        }
        Ok(())
    }
}
