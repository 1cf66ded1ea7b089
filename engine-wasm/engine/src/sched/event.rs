//! The queue of events by virtual time; events of one moment come in the order in which they were set.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::task::TaskId;

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// An event that is set. The greatest comes first.
#[derive(Clone, Copy, Debug)]
struct Entry {
    at: u64,
    sequence: u64,
    event: Event,
}

impl Entry {
    fn key(&self) -> u128 {
        u128::from(self.at) << 64 | u128::from(self.sequence)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

/// The queue.
#[derive(Clone, Debug, Default)]
pub struct Events {
    heap: BinaryHeap<Entry>,
    sequence: u64,
}

impl Events {
    /// Sets an event at a time, nanoseconds.
    pub fn push(&mut self, at: u64, event: Event) {
        self.sequence += 1;
        let sequence = self.sequence;
        self.heap.push(Entry {
            at,
            sequence,
            event,
        });
    }

    /// Time of the next event, nanoseconds.
    #[must_use]
    pub fn next_at(&self) -> Option<u64> {
        self.heap.peek().map(|entry| entry.at)
    }

    /// Takes the next event.
    pub fn pop(&mut self) -> Option<(u64, Event)> {
        self.heap.pop().map(|entry| (entry.at, entry.event))
    }

    /// Every event that is set, with its time, in no order.
    pub fn pending(&self) -> impl Iterator<Item = (u64, Event)> + '_ {
        self.heap.iter().map(|entry| (entry.at, entry.event))
    }

    /// Events that were ever set.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.sequence
    }
}
