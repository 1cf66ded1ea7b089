//! tree_lock: the spinlock of a mapping that is held to add or remove pages. It is modelled as a resource with hold
//! times: a task that finds it held spins until it is free.
//!
//! A task's own clock runs ahead of the machine's by the CPU time that was charged to the task. Holds are intervals on
//! the tasks' clocks. A new hold of a mapping takes the first gap that is long enough.

mod hold;

use std::collections::VecDeque;

use crate::sched::task::TaskId;

/// Number of holds kept per CPU. A CPU cannot add more in the time by which a task's clock runs ahead.
const HOLDS_PER_CPU: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Hold {
    mapping: u16,
    task: TaskId,
    start: u64,
    end: u64,
}

/// The locks of all mappings.
#[derive(Clone, Debug, Default)]
pub struct TreeLocks {
    holds: VecDeque<Hold>,
    /// The task whose hold ends last, and when it ends. `others_until` is a time after which no other task holds a
    /// lock.
    last: (TaskId, u64),
    others_until: u64,
}

impl TreeLocks {
    /// Returns the time at which a task gets the lock, if it wants to hold the lock for `ns` nanoseconds from `at` on.
    fn first_gap(&self, mapping: u16, task: TaskId, at: u64, ns: u64) -> u64 {
        let (holder, until) = self.last;
        let until = if holder == task {
            self.others_until
        } else {
            until
        };
        // Usually all holds are over.
        if at >= until {
            return at;
        }
        self.search_gap(mapping, task, at, ns)
    }

    fn search_gap(&self, mapping: u16, task: TaskId, at: u64, ns: u64) -> u64 {
        let mut from = at;
        loop {
            let in_the_way = |hold: &&Hold| {
                hold.mapping == mapping
                    && hold.task != task
                    && hold.start < from + ns
                    && from < hold.end
            };
            match self.holds.iter().find(in_the_way) {
                Some(hold) => from = hold.end,
                None => return from,
            }
        }
    }

    /// Adds a hold, and drops the oldest one if there are `most` already.
    fn keep(&mut self, hold: Hold, most: usize) {
        if self.holds.len() >= most {
            self.holds.pop_front();
        }
        self.holds.push_back(hold);
        let (holder, until) = self.last;
        let later = hold.end >= until;
        if hold.task != holder {
            self.others_until = self.others_until.max(hold.end.min(until));
        }
        if later {
            self.last = (hold.task, hold.end);
        }
    }
}

/// Pages of one mapping in shrink_page_list that are removed in one batch, or would be with `batch_remove_mapping`.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Mapping of the pages.
    pub mapping: Option<u16>,
    /// Number of pages.
    pub len: usize,
}

impl Run {
    /// Adds pages of a mapping that were removed, or would be removed, in the batch.
    #[inline]
    pub fn add(&mut self, mapping: u16, pages: usize) {
        self.mapping = Some(mapping);
        self.len += pages;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_lock_is_had_in_the_first_gap_that_is_long_enough() {
        let mut locks = TreeLocks::default();
        for (mapping, task, start, end) in [(1, 7, 100, 400), (1, 7, 600, 900), (2, 7, 0, 9_000)] {
            let hold = Hold {
                mapping,
                task,
                start,
                end,
            };
            locks.keep(hold, 3);
        }
        for (at, ns, got) in [
            (0, 100, 0),
            (0, 101, 400),
            (150, 200, 400),
            (150, 201, 900),
            (400, 200, 400),
            (899, 1, 900),
            (2_000, 300, 2_000),
        ] {
            assert_eq!(locks.first_gap(1, 8, at, ns), got, "{at} {ns}");
            assert_eq!(locks.first_gap(1, 7, at, ns), at, "its own holds");
        }
    }

    #[test]
    fn who_need_not_search_would_have_found_the_same() {
        let mut random = Random::new(7);
        let mut locks = TreeLocks::default();
        let mut idle = 0;
        for round in 0..20_000 {
            let task = random.below(4);
            let at = round * 20 + u64::from(random.below(400));
            let ns = 1 + u64::from(random.below(150));
            let start = locks.search_gap(1, task, at, ns);
            assert_eq!(locks.first_gap(1, task, at, ns), start, "{round}");
            idle += u32::from(start == at);
            let end = start + ns;
            let hold = Hold {
                mapping: 1 + random.below(2) as u16,
                task,
                start,
                end,
            };
            locks.keep(hold, 1 + random.below(64) as usize);
        }
        assert!((2_000..18_000).contains(&idle), "{idle}");
    }
}
