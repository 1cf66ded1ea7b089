//! Whether the device is kept for a task that is likely to read on soon (cfq_update_idle_window,
//! cfq_update_io_thinktime, cfq_update_io_seektime).

use std::collections::VecDeque;

use super::MS;

/// How long the device is kept, nanoseconds.
pub const KEPT: u64 = 8 * MS;

/// How long it takes from the end of a request until the next one arrives. Decaying sums of the times and of their weights:
/// each request weighs 256 and loses an eighth at each new one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thought {
    ended: u64,
    sum: u64,
    weight: u64,
}

impl Thought {
    /// A request has arrived.
    pub fn arrives(&mut self, now: u64) {
        let thought = (now - self.ended).min(2 * KEPT);
        self.sum = (self.sum * 7 + thought * 256) / 8;
        self.weight = (self.weight * 7 + 256) / 8;
    }

    /// A request has ended.
    pub fn ends(&mut self, now: u64) {
        self.ended = now;
    }

    /// Whether the next request comes within a time, nanoseconds; `None` if too few requests have arrived.
    pub fn within(&self, ns: u64) -> Option<bool> {
        (self.weight > 80).then(|| self.sum / self.weight <= ns)
    }
}

/// The sync requests of one task so far.
#[derive(Clone, Debug)]
pub struct Habit {
    /// Whether the device is kept for it.
    pub kept: bool,
    thought: Thought,
    /// Where its last request ends on the device.
    place: Option<u64>,
    /// Of its last 32 requests, oldest first: whether each was more than 100 blocks from the one before.
    far: VecDeque<bool>,
}

impl Habit {
    /// A task without requests. The device is kept for it until it is known better.
    pub fn new(sync: bool) -> Self {
        Self {
            kept: sync,
            thought: Thought::default(),
            place: None,
            far: VecDeque::new(),
        }
    }

    /// A sync request that extends no other one has arrived.
    pub fn arrives(&mut self, now: u64, block: u64, pages: u32, read: bool) {
        let far = self
            .place
            .is_some_and(|place| place > 0 && block.abs_diff(place) > 100);
        if self.far.len() == 32 {
            self.far.pop_front();
        }
        self.far.push_back(far);
        self.place = Some(block + u64::from(pages));
        self.thought.arrives(now);
        let strays = self.far.iter().filter(|&&far| far).count();
        self.kept = match (read && strays <= 4, self.thought.within(KEPT)) {
            (false, _) => false,
            (true, Some(soon)) => soon,
            (true, None) => self.kept,
        };
    }

    /// One of its requests has ended.
    pub fn ends(&mut self, now: u64) {
        self.thought.ends(now);
    }

    /// Whether its next request comes within a time, nanoseconds, as far as that is known.
    pub fn returns_within(&self, ns: u64) -> bool {
        self.thought.within(ns) != Some(false)
    }
}
