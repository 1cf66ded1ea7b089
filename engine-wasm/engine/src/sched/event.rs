//! The queue of events by virtual time; events of one moment come in the order in which they were set.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::task::TaskId;

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// The CPU time that a task was charged has passed.
    Burned(TaskId, u32),
    /// A sleeping task's timeout.
    Timeout(TaskId, u32),
    /// A request is served: queue, slot.
    Served(u32, u32),
    /// A queue that idled on purpose looks again.
    Kick(u32),
    /// A workload starts, by position.
    Start(u32),
}

/// The queue.
#[derive(Clone, Debug, Default)]
pub struct Events {
    heap: BinaryHeap<Reverse<(u64, u64, Event)>>,
    sequence: u64,
}

impl Events {
    /// Sets an event at a time, nanoseconds.
    pub fn push(&mut self, at: u64, event: Event) {
        self.sequence += 1;
        self.heap.push(Reverse((at, self.sequence, event)));
    }

    /// Time of the next event, nanoseconds.
    #[must_use]
    pub fn next_at(&self) -> Option<u64> {
        self.heap.peek().map(|Reverse((at, ..))| *at)
    }

    /// Takes the next event.
    pub fn pop(&mut self) -> Option<(u64, Event)> {
        self.heap.pop().map(|Reverse((at, _, event))| (at, event))
    }

    /// Every event that is set, with its time, in no order.
    pub fn pending(&self) -> impl Iterator<Item = (u64, Event)> + '_ {
        self.heap
            .iter()
            .map(|Reverse((at, _, event))| (*at, *event))
    }

    /// Events that were ever set.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.sequence
    }
}
