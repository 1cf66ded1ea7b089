//! The event queue, ordered by virtual time. Events with the same time keep the order in which they were set.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::task::TaskId;

/// An event of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The CPU time that a task was charged has passed.
    Burned(TaskId, u32),
    /// The timeout of a sleeping task has expired.
    Timeout(TaskId, u32),
    /// A request is served: queue, slot.
    Served(u32, u32),
    /// A queue that idled on purpose checks again whether to dispatch.
    Kick(u32),
    /// An entry of the workload starts: its index.
    Start(u32),
}

/// A pending event. Its order is reversed for the max-heap: the greatest entry is the earliest event.
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

/// The event queue.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// The next event, if it is not in the heap. This avoids the cost of the heap in the usual case: charged CPU time
    /// ends before all other events.
    next: Option<Entry>,
    heap: BinaryHeap<Entry>,
    sequence: u64,
}

impl Events {
    /// Adds an event at a time, nanoseconds.
    pub fn push(&mut self, at: u64, event: Event) {
        self.sequence += 1;
        let entry = Entry {
            at,
            sequence: self.sequence,
            event,
        };
        // If two events have the same time, the one that was set first comes first.
        let comes_next = match self.next.as_ref().or_else(|| self.heap.peek()) {
            Some(first) => at < first.at,
            None => true,
        };
        if !comes_next {
            self.heap.push(entry);
        } else if let Some(after) = self.next.replace(entry) {
            self.heap.push(after);
        }
    }

    /// Returns the time of the next event, nanoseconds.
    #[must_use]
    pub fn next_at(&self) -> Option<u64> {
        let next = self.next.as_ref().or_else(|| self.heap.peek());
        next.map(|entry| entry.at)
    }

    /// Removes and returns the next event.
    pub fn pop(&mut self) -> Option<(u64, Event)> {
        let next = self.next.take().or_else(|| self.heap.pop());
        next.map(|entry| (entry.at, entry.event))
    }

    /// Returns every pending event with its time, in no particular order.
    pub fn pending(&self) -> impl Iterator<Item = (u64, Event)> + '_ {
        let all = self.next.iter().chain(&self.heap);
        all.map(|entry| (entry.at, entry.event))
    }

    /// Returns how many events were ever set.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.sequence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn events_come_by_time_and_those_of_one_moment_as_they_were_set() {
        let mut random = Random::new(7);
        let mut events = Events::default();
        let mut expected: Vec<(u64, u32)> = Vec::new();
        let mut now = 0;
        for number in 0..10_000 {
            let at = now + u64::from(random.below(20));
            events.push(at, Event::Start(number));
            let place = expected.partition_point(|&(other, _)| other <= at);
            expected.insert(place, (at, number));
            assert_eq!(events.pending().count(), expected.len());
            while random.below(3) > 0 && !expected.is_empty() {
                let (at, number) = expected.remove(0);
                assert_eq!(events.next_at(), Some(at));
                assert_eq!(events.pop(), Some((at, Event::Start(number))));
                now = at;
            }
        }
        assert_eq!(events.count(), 10_000);
    }
}
