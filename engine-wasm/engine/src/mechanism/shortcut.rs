//! Shortcuts: the engine handles several pages in one batch, or a page without testing every rule.
//!
//! As long as pages are not traced, a shortcut gives the same state as handling them one at a time with every rule.
//! With some mechanisms on, the state would differ. Each mechanism must therefore declare which shortcuts its decisions
//! allow. A mechanism that declares none makes the engine slower, but never wrong.

use super::{CATALOGUE, MechanismSet};
use crate::machine::Machine;

/// A way to handle pages in one batch, or with fewer tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Shortcut {
    /// New pages come from the first zone above its low watermark, and are added to their file in one batch
    /// (`mm/page_alloc.rs`, `mm/new_pages.rs`).
    AddNewPages,
    /// Reclaim skips rows 1 to 10 of its decision table if the page has none of the flags that these rows test
    /// (`mm/vmscan/judge.rs`).
    JudgeClean,
    /// Adjacent pages of a file are evicted in one batch if `JudgeClean` applies to each of them
    /// (`mm/vmscan/neighbours.rs`).
    EvictNeighbours,
    /// The writeback of several pages ends in one batch, except pages that reclaim waits for (PG_reclaim;
    /// `mm/page_io.rs`).
    EndWriteback,
    /// Runs of adjacent free pages move between CPUs' lists and the buddy allocator together
    /// (`mm/page_alloc/per_cpu.rs`).
    MoveFreePages,
    /// Pages that read() finds unreferenced are copied and marked referenced in one batch (`mm/readahead.rs`).
    MarkReferenced,
}

impl Shortcut {
    /// All shortcuts. A mechanism allows all of them if its decisions never concern the pages that shortcuts handle.
    pub const ALL: &[Shortcut] = &[
        Self::AddNewPages,
        Self::JudgeClean,
        Self::EvictNeighbours,
        Self::EndWriteback,
        Self::MoveFreePages,
        Self::MarkReferenced,
    ];
}

/// For each shortcut, the bits of the mechanisms that do not allow it.
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
    /// Returns whether every mechanism in the set allows a shortcut.
    #[inline]
    #[must_use]
    pub fn allows(self, shortcut: Shortcut) -> bool {
        self.bits() & LONG_WAY[shortcut as usize] == 0
    }
}

impl Machine {
    /// Returns whether the engine uses a shortcut. It does if pages are not traced, and if every mechanism that is on
    /// or open allows the shortcut.
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
