//! The request that the elevator plans to serve next (cfqq->next_rq, block/cfq-iosched.c, 2.6.29 to 3.16).
//!
//! When a request is served, by position or by age, one of its two neighbours in block order becomes the next one. A
//! new request that is closer to the head replaces the planned one. So the head also moves back a little if the closest
//! request is behind it.

use super::sorted::{Entry, Sorted};

/// Maximum distance behind the head at which a request may be served before requests ahead, blocks of 4 KiB
/// (cfq_back_max, 16 MiB).
const BACK_MAX: u64 = 4_096;
/// Factor by which a distance behind the head counts more than one ahead (cfq_back_penalty).
const BACK_PENALTY: u64 = 2;

/// The next request of one CFQ queue, by its slot.
#[derive(Clone, Copy, Debug, Default)]
pub struct NextRequest(Option<u32>);

impl NextRequest {
    /// Returns its index in the list of its queue.
    pub fn index(self, list: &Sorted) -> Option<usize> {
        list.index_of(self.0?)
    }

    /// Called when a request arrives or is extended at its start (cfq_add_rq_rb). `position` is the end of the last
    /// request that was served.
    pub fn arrived(&mut self, list: &Sorted, arrived: Entry, position: u64) {
        let before = self.index(list).map(|at| list.entries()[at]);
        let next = before.map_or(arrived, |before| closer(before, arrived, position));
        self.0 = Some(next.slot);
    }

    /// Called when a request was joined to the one before it (cfq_merged_requests).
    pub fn joined(&mut self, kept: u32, gone: u32) {
        if self.0 == Some(gone) {
            self.0 = Some(kept);
        }
    }

    /// Called when the request at `index` in the list was served (cfq_dispatch_insert, cfq_find_next_rq).
    pub fn served(&mut self, list: &Sorted, index: usize, gone: Entry) {
        let entries = list.entries();
        let before = index.checked_sub(1).map(|at| entries[at]);
        let next = entries.get(index).or(entries.first()).copied();
        self.0 = match (next, before) {
            (Some(next), Some(before)) => Some(closer(next, before, gone.block).slot),
            (next, before) => next.or(before).map(|entry| entry.slot),
        };
    }
}

/// Returns which of two requests a head at `position` serves first (cfq_choose_req).
fn closer(one: Entry, other: Entry, position: u64) -> Entry {
    let first = match (way(one.block, position), way(other.block, position)) {
        (Some(way), Some(others)) if way != others => way < others,
        (Some(_), Some(_)) => one.block >= other.block,
        (None, None) => one.block <= other.block,
        (way, _) => way.is_some(),
    };
    if first { one } else { other }
}

/// Returns the distance from the head, blocks, with the penalty for a block behind it. `None`: so far behind that the
/// head restarts at the lowest block.
fn way(block: u64, position: u64) -> Option<u64> {
    match block.checked_sub(position) {
        Some(ahead) => Some(ahead),
        None => (position - block <= BACK_MAX).then(|| (position - block) * BACK_PENALTY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(block: u64) -> Entry {
        Entry {
            block,
            pages: 1,
            slot: block as u32,
        }
    }

    #[test]
    fn going_back_counts_twice_and_ends_after_16_mib() {
        let head = 10_000;
        for (one, other, first) in [
            (10_050, 10_040, 10_040),
            // 19 blocks back count as 38, and 20 as 40. So 20 blocks back and 40 blocks ahead are equal, and the higher
            // block goes first.
            (10_040, 9_981, 9_981),
            (10_040, 9_980, 10_040),
            // 4,096 blocks back count as 8,192.
            (18_193, 5_904, 5_904),
            (18_193, 5_903, 18_193),
            // Of two that are too far behind, the lower one goes first.
            (100, 5_000, 100),
        ] {
            assert_eq!(closer(at(one), at(other), head), at(first));
            assert_eq!(closer(at(other), at(one), head), at(first));
        }
    }

    #[test]
    fn the_next_request_is_a_neighbour_of_the_one_that_is_served() {
        let mut list = Sorted::new();
        let mut next = NextRequest::default();
        for block in [100, 200, 260] {
            list.insert(0, at(block));
            next.arrived(&list, at(block), 150);
        }
        assert_eq!(next.index(&list), Some(1), "50 ahead, and 50 back are 100");
        let gone = list.take(1);
        next.served(&list, 1, gone);
        assert_eq!(next.index(&list), Some(1), "60 ahead, and 100 back are 200");
        let gone = list.take(1);
        next.served(&list, 1, gone);
        assert_eq!(next.index(&list), Some(0), "the only one");
        let gone = list.take(0);
        next.served(&list, 0, gone);
        assert_eq!(next.index(&list), None);
    }

    #[test]
    fn a_request_that_is_served_for_its_age_takes_the_head_along() {
        let mut list = Sorted::new();
        let mut next = NextRequest::default();
        for block in [50, 90, 700] {
            list.insert(0, at(block));
            next.arrived(&list, at(block), 690);
        }
        assert_eq!(next.index(&list), Some(2));
        let gone = list.take(0);
        next.served(&list, 0, gone);
        assert_eq!(next.index(&list), Some(0));
        list.insert(0, at(60));
        next.arrived(&list, at(60), 51);
        assert_eq!(list.entries()[next.index(&list).unwrap()], at(60));
    }
}
