//! Tasks that wait for a CPU, the one with the lowest vruntime first (the red-black tree of kernel/sched_fair.c).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::task::TaskId;

/// A waiting task. Its vruntime does not change while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    vruntime: u64,
    /// If two tasks have the same vruntime, the one that was added first comes first.
    sequence: u64,
    id: TaskId,
}

/// The run queue, which all CPUs share.
#[derive(Clone, Debug, Default)]
pub struct RunQueue {
    heap: BinaryHeap<Reverse<Waiting>>,
    sequence: u64,
}

impl RunQueue {
    /// Adds a task with its vruntime, nanoseconds.
    pub fn push(&mut self, vruntime: u64, id: TaskId) {
        self.sequence += 1;
        self.heap.push(Reverse(Waiting {
            vruntime,
            sequence: self.sequence,
            id,
        }));
    }

    /// Returns the waiting task with the lowest vruntime, and this vruntime.
    #[must_use]
    pub fn first(&self) -> Option<(u64, TaskId)> {
        let Reverse(waiting) = self.heap.peek()?;
        Some((waiting.vruntime, waiting.id))
    }

    /// Removes and returns the waiting task with the lowest vruntime.
    pub fn pop(&mut self) -> Option<TaskId> {
        self.heap.pop().map(|Reverse(waiting)| waiting.id)
    }

    /// Returns the number of waiting tasks.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether the queue is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Returns every waiting task, in no particular order.
    pub fn tasks(&self) -> impl Iterator<Item = TaskId> + '_ {
        self.heap.iter().map(|Reverse(waiting)| waiting.id)
    }
}

#[cfg(test)]
mod tests {
    use super::RunQueue;

    #[test]
    fn the_furthest_behind_comes_first_and_of_two_alike_who_came_first() {
        let mut queue = RunQueue::default();
        for (vruntime, id) in [(30, 1), (10, 9), (20, 3), (10, 2), (10, 4)] {
            queue.push(vruntime, id);
        }
        assert_eq!(queue.first(), Some((10, 9)));
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [9, 2, 4, 3, 1]);
        assert!(queue.is_empty());
    }
}
