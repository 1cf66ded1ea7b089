//! Tasks that wait for a CPU, the one with the lowest vruntime first (the red-black tree of kernel/sched_fair.c).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::fair::{Entity, Sharing};
use super::task::TaskId;

/// A waiting task. Its vruntime does not change while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    vruntime: u64,
    /// If two tasks have the same vruntime, the one that was added first comes first.
    sequence: u64,
    id: TaskId,
    weight: u64,
}

/// The run queue, which all CPUs share.
#[derive(Clone, Debug, Default)]
pub struct RunQueue {
    heap: BinaryHeap<Reverse<Waiting>>,
    sequence: u64,
    /// Sum of the weights of the waiting tasks.
    load: u64,
}

impl RunQueue {
    /// Adds a task.
    pub fn push(&mut self, entity: Entity, id: TaskId) {
        let Entity { vruntime, weight } = entity;
        self.sequence += 1;
        self.load += weight;
        self.heap.push(Reverse(Waiting {
            vruntime,
            sequence: self.sequence,
            id,
            weight,
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
        let Reverse(waiting) = self.heap.pop()?;
        self.load -= waiting.weight;
        Some(waiting.id)
    }

    /// Returns the tasks that share a CPU with a running one of `weight`, and this one, if the waiting tasks are spread
    /// evenly over `cpus` CPUs.
    #[must_use]
    pub fn sharing(&self, weight: u64, cpus: usize) -> Sharing {
        let others = self.heap.len().div_ceil(cpus) as u64;
        let each = self.load / (self.heap.len() as u64).max(1);
        Sharing {
            tasks: 1 + others,
            weight: weight + others * each,
        }
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
    use super::super::fair::{NICE_0_LOAD, NICE_MINUS_5_LOAD};
    use super::{Entity, RunQueue};

    fn nice_0(vruntime: u64) -> Entity {
        Entity {
            vruntime,
            weight: NICE_0_LOAD,
        }
    }

    #[test]
    fn the_furthest_behind_comes_first_and_of_two_alike_who_came_first() {
        let mut queue = RunQueue::default();
        for (vruntime, id) in [(30, 1), (10, 9), (20, 3), (10, 2), (10, 4)] {
            queue.push(nice_0(vruntime), id);
        }
        assert_eq!(queue.first(), Some((10, 9)));
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [9, 2, 4, 3, 1]);
        assert!(queue.is_empty());
    }

    #[test]
    fn a_cpu_is_shared_with_an_even_part_of_the_waiting_tasks() {
        let mut queue = RunQueue::default();
        for id in 0..4 {
            queue.push(nice_0(0), id);
        }
        let sharing = queue.sharing(NICE_0_LOAD, 2);
        assert_eq!((sharing.tasks, sharing.weight), (3, 3 * NICE_0_LOAD));
        let kswapd = Entity {
            vruntime: 0,
            weight: NICE_MINUS_5_LOAD,
        };
        queue.push(kswapd, 4);
        let sharing = queue.sharing(NICE_0_LOAD, 5);
        // The five tasks have 4 x 1,024 and 3,121: 1,443 on average.
        assert_eq!((sharing.tasks, sharing.weight), (2, NICE_0_LOAD + 1_443));
        while queue.pop().is_some() {}
        assert_eq!(queue.sharing(NICE_0_LOAD, 5).weight, NICE_0_LOAD);
    }
}
