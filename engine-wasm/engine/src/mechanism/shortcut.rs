//! Short ways: what the engine does to several pages at once, or to one without asking every rule.
//!
//! A short way leaves what the long way would have left, as long as the pages are not observed in between. A mechanism
//! that does not is on it page by page: it has to say which short ways its decisions allow. One that says nothing makes
//! the engine slower, but never wrong.

use super::{CATALOGUE, MechanismSet};
use crate::machine::Machine;

/// A short way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Shortcut {
    /// New pages come from the first zone above its low watermark, and are added to their file together
    /// (`mm/page_alloc.rs`, `mm/new_pages.rs`).
    AddNewPages,
    /// A page without a flag that rows 1 to 10 of reclaim's decision table ask about goes on at row 11
    /// (`mm/vmscan/judge.rs`).
    JudgeClean,
    /// Such pages, if they are neighbours in a file, are evicted together (`mm/vmscan/neighbours.rs`).
    EvictNeighbours,
    /// Writeback of pages ends together, unless reclaim waits for one of them (PG_reclaim; `mm/page_io.rs`).
    EndWriteback,
    /// Free pages move between CPUs' lists and the buddy allocator in runs (`mm/page_alloc/per_cpu.rs`).
    MoveFreePages,
    /// Pages of a read that nobody has referenced yet are copied and marked together (`mm/readahead.rs`).
    MarkReferenced,
}

impl Shortcut {
    /// Every short way: for a mechanism that decides about no page on any of them.
    pub const ALL: &[Shortcut] = &[
        Self::AddNewPages,
        Self::JudgeClean,
        Self::EvictNeighbours,
        Self::EndWriteback,
        Self::MoveFreePages,
        Self::MarkReferenced,
    ];
}

/// By short way: the bits of the mechanisms that do not allow it.
const LONG_WAY: [u64; Shortcut::ALL.len()] = {
    let mut bits = [0; Shortcut::ALL.len()];
    let mut m = 0;
    while m < CATALOGUE.len() {
        let mut allows = [false; Shortcut::ALL.len()];
        let mut at = 0;
        while at < CATALOGUE[m].shortcuts.len() {
            allows[CATALOGUE[m].shortcuts[at] as usize] = true;
            at += 1;
        }
        let mut shortcut = 0;
        while shortcut < bits.len() {
            if !allows[shortcut] {
                bits[shortcut] |= 1 << m;
            }
            shortcut += 1;
        }
        m += 1;
    }
    bits
};

impl MechanismSet {
    /// Whether every mechanism that is on allows a short way.
    #[inline]
    #[must_use]
    pub fn allows(self, shortcut: Shortcut) -> bool {
        self.bits() & LONG_WAY[shortcut as usize] == 0
    }
}

impl Machine {
    /// Whether the engine takes a short way: pages are not traced, and every mechanism that is on or open allows it.
    #[inline]
    #[must_use]
    pub fn takes(&self, shortcut: Shortcut) -> bool {
        !self.notes_pages() && self.on.allows(shortcut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Info, Mechanism};

    #[test]
    fn a_mechanism_that_says_nothing_goes_page_by_page() {
        assert!(
            Info::new(Mechanism::EvictOnce, "evict_once")
                .shortcuts
                .is_empty()
        );
    }

    #[test]
    fn one_mechanism_is_enough_for_the_long_way() {
        let both = MechanismSet::of(&[Mechanism::EvictOnce, Mechanism::Workingset]);
        assert!(!both.allows(Shortcut::EvictNeighbours) && both.allows(Shortcut::JudgeClean));
        let without = both.with(Mechanism::Workingset, false);
        assert!(without.allows(Shortcut::EvictNeighbours));
    }
}
