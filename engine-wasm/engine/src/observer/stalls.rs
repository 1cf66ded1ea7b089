//! Records how many pages were allocated while a task reclaimed memory, got no page, and waited.

use crate::sched::task::TaskId;

/// Pages that were allocated during direct reclaims after which the task got no page, and during the waits after these
/// reclaims.
#[derive(Clone, Debug, Default)]
pub struct AllocatorStalls {
    /// Pages allocated from the start of the reclaim to the start of the wait.
    pub allocated_in_reclaim: u64,
    /// Pages allocated during the wait that followed (congestion_wait, wait_iff_congested).
    pub allocated_in_wait: u64,
    /// For each task: pages allocated on the machine before the start of its current reclaim, and before the start of
    /// its current wait.
    started: Vec<[u64; 2]>,
}

impl AllocatorStalls {
    /// Records the start of a direct reclaim. `allocated`: pages allocated on the machine so far.
    pub(super) fn reclaim_started(&mut self, task: TaskId, allocated: u64) {
        *self.of(task) = [allocated, allocated];
    }

    /// Records that the task starts to wait, because it got no page after its reclaim.
    pub(super) fn wait_started(&mut self, task: TaskId, allocated: u64) {
        let started = self.of(task);
        started[1] = allocated;
        let [reclaim, _] = *started;
        self.allocated_in_reclaim += allocated.saturating_sub(reclaim);
    }

    /// Records the end of the wait.
    pub(super) fn wait_ended(&mut self, task: TaskId, allocated: u64) {
        let [_, wait] = *self.of(task);
        self.allocated_in_wait += allocated.saturating_sub(wait);
    }

    fn of(&mut self, task: TaskId) -> &mut [u64; 2] {
        let task = task as usize;
        if task >= self.started.len() {
            self.started.resize(task + 1, [0; 2]);
        }
        &mut self.started[task]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_has_its_own_reclaim_and_its_own_wait() {
        let mut stalls = AllocatorStalls::default();
        stalls.reclaim_started(3, 100);
        stalls.reclaim_started(1, 110);
        stalls.wait_started(3, 132);
        stalls.wait_started(1, 140);
        stalls.wait_ended(3, 150);
        stalls.wait_ended(1, 141);
        assert_eq!(stalls.allocated_in_reclaim, 32 + 30);
        assert_eq!(stalls.allocated_in_wait, 18 + 1);
    }
}
