//! Wait queues: tasks that sleep for the same thing, in order of arrival (kernel/wait.c).

use super::task::TaskId;
use crate::mm::list::List;
use crate::mm::page::{Links, NO_PFN};

/// Links of every task. A task is on at most one queue; a task on no queue is linked to itself.
#[derive(Clone, Debug, Default)]
pub struct WaitEntries(Vec<Links>);

/// A wait queue (wait_queue_head_t). Its links are in the [`WaitEntries`] that each call is given.
#[derive(Clone, Copy, Debug, Default)]
pub struct WaitQueue(List);

impl WaitEntries {
    /// Whether a task is on a queue.
    #[must_use]
    pub fn is_queued(&self, id: TaskId) -> bool {
        self.0
            .get(id as usize)
            .is_some_and(|links| links.next != id)
    }
}

fn linked_to_itself(id: TaskId) -> Links {
    Links { next: id, prev: id }
}

impl WaitQueue {
    /// Adds a task that is on no queue, at the end.
    #[inline(never)]
    pub fn add(&mut self, WaitEntries(links): &mut WaitEntries, id: TaskId) {
        while links.len() <= id as usize {
            links.push(linked_to_itself(links.len() as TaskId));
        }
        debug_assert_eq!(links[id as usize].next, id, "a task waits for one thing");
        self.0.append(links, &[id], |_| {});
    }

    /// Removes and returns the first task.
    #[inline(never)]
    pub fn pop(&mut self, entries: &mut WaitEntries) -> Option<TaskId> {
        let first = (self.0.head != NO_PFN).then_some(self.0.head)?;
        self.finish(entries, first);
        Some(first)
    }

    /// Removes a task, unless its waker has already removed it (finish_wait).
    #[inline(never)]
    pub fn finish(&mut self, entries: &mut WaitEntries, id: TaskId) {
        if entries.is_queued(id) {
            self.0.unlink(&mut entries.0, id);
            entries.0[id as usize] = linked_to_itself(id);
        }
    }

    /// Returns the number of waiting tasks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len as usize
    }

    /// Whether the queue is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// Returns the tasks in order of arrival.
    pub fn tasks<'a>(&self, entries: &'a WaitEntries) -> impl Iterator<Item = TaskId> + use<'a> {
        self.0.linked(&entries.0)
    }
}

/// The tasks that sleep until a zone is above its low watermark. A task that was woken too early returns to its old
/// place.
#[derive(Clone, Debug, Default)]
pub struct PressureQueue {
    came: u64,
    /// Each sleeping task with the number that it was given on arrival, sorted by this number.
    asleep: Vec<(u64, TaskId)>,
}

impl PressureQueue {
    /// Returns the number of sleeping tasks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.asleep.len()
    }

    /// Whether no task sleeps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.asleep.is_empty()
    }

    /// Returns the `at`-th of the sleeping tasks, in order of arrival.
    #[must_use]
    pub fn task(&self, at: usize) -> TaskId {
        self.asleep[at].1
    }

    /// Removes all tasks.
    pub fn clear(&mut self) {
        self.asleep.clear();
    }

    /// Returns the number for a task that arrives now.
    pub fn number(&mut self) -> u64 {
        self.came += 1;
        self.came
    }

    /// Adds a task with its number.
    pub fn add(&mut self, place: (u64, TaskId)) {
        let at = self.asleep.partition_point(|&other| other < place);
        self.asleep.insert(at, place);
    }

    /// Removes a task, unless its waker has already removed it (finish_wait).
    pub fn finish(&mut self, place: (u64, TaskId)) {
        if let Ok(at) = self.asleep.binary_search(&place) {
            self.asleep.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_woken_in_the_order_in_which_they_came() {
        let mut entries = WaitEntries::default();
        let (mut queue, mut other) = (WaitQueue::default(), WaitQueue::default());
        for id in [5, 0, 3, 2] {
            queue.add(&mut entries, id);
        }
        other.add(&mut entries, 4);
        assert!(queue.tasks(&entries).eq([5, 0, 3, 2]));
        assert!(entries.is_queued(3) && !entries.is_queued(1) && !entries.is_queued(9));
        queue.finish(&mut entries, 3);
        queue.finish(&mut entries, 3);
        assert_eq!(queue.pop(&mut entries), Some(5));
        queue.finish(&mut entries, 5);
        queue.add(&mut entries, 5);
        assert!(queue.tasks(&entries).eq([0, 2, 5]));
        for id in [0, 2, 5] {
            assert!(!queue.is_empty());
            assert_eq!(queue.pop(&mut entries), Some(id));
        }
        assert!(queue.is_empty());
        assert_eq!(queue.pop(&mut entries), None);
        assert_eq!(other.pop(&mut entries), Some(4));
    }
}
