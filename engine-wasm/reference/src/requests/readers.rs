//! Keeps the device for a task that is likely to read on soon (cfq_arm_slice_timer, cfq_update_io_thinktime,
//! cfq_update_io_seektime).

use std::collections::{BTreeMap, VecDeque};

use super::MS;

/// How long the device is kept, nanoseconds.
const KEPT: u64 = 8 * MS;

/// The sync requests of one task so far.
#[derive(Clone, Debug, Default)]
struct Habit {
    /// When its last sync request ended.
    ended: u64,
    /// Where its last sync request ended on the device.
    place: Option<u64>,
    /// Of its last 32 sync requests, oldest first: whether each was more than 100 blocks from the one before.
    far: VecDeque<bool>,
    /// Decaying sums of think times and of their weights; each request weighs 256 and loses an eighth at each new one.
    thought: u64,
    weight: u64,
}

/// The habits of all tasks, and how long the device is kept.
#[derive(Clone, Debug, Default)]
pub struct Readers {
    /// Time until which no async request is served, nanoseconds.
    pub kept_until: u64,
    habits: BTreeMap<u32, Habit>,
}

impl Readers {
    /// A sync request that extends no other one has arrived.
    pub fn arrives(&mut self, now: u64, task: u32, block: u64, pages: u32) {
        self.kept_until = 0;
        let habit = self.habits.entry(task).or_default();
        let far = habit
            .place
            .is_some_and(|place| place > 0 && block.abs_diff(place) > 100);
        if habit.far.len() == 32 {
            habit.far.pop_front();
        }
        habit.far.push_back(far);
        habit.place = Some(block + u64::from(pages));
        let thought = (now - habit.ended).min(2 * KEPT);
        habit.thought = (habit.thought * 7 + thought * 256) / 8;
        habit.weight = (habit.weight * 7 + 256) / 8;
    }

    /// A read has ended. `left`: the rest of the slice of sync requests, nanoseconds; 0 if another sync request waits.
    pub fn ends(&mut self, now: u64, task: u32, left: u64) {
        let habit = self.habits.entry(task).or_default();
        habit.ended = now;
        let left = left.min(KEPT);
        let strays = habit.far.iter().filter(|&&far| far).count();
        let known = habit.weight > 80;
        if left > 0 && strays <= 4 && !(known && habit.thought / habit.weight > left) {
            self.kept_until = now + KEPT;
        }
    }
}
