//! Pages that refault soon after their eviction start active: `workingset` (commits 449dd6984d0e and a528910e12ec,
//! 3.15).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    // `EvictNeighbours` is not allowed, because each evicted page leaves its own shadow. `AddNewPages` is allowed,
    // because it does not treat a slot with a shadow as free.
    shortcuts: &[
        Shortcut::AddNewPages,
        Shortcut::JudgeClean,
        Shortcut::EndWriteback,
        Shortcut::MoveFreePages,
        Shortcut::MarkReferenced,
    ],
    ..Info::new(Mechanism::Workingset, "workingset")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Refault detection (workingset)",
    explanation: "An evicted file page leaves a shadow entry. If its refault distance is shorter than the active list, the page starts on the active list.",
    source: "commits 449dd6984d0e and a528910e12ec, 3.15",
    posting: "context",
    kernel: "3.15",
    assumed: false,
};

/// Number of low bits of the zone's age that a shadow keeps.
const AGE_BITS: u32 = 27;
const AGE_MASK: u32 = (1 << AGE_BITS) - 1;

/// What an evicted page leaves in its slot of the page cache: its zone, and the zone's age after the eviction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shadow(u32);

impl Shadow {
    /// Creates the shadow of a page that was evicted from a zone at an age. There are at most eight zones.
    #[must_use]
    pub fn new(zone: usize, age: u64) -> Self {
        Self((zone as u32 & 7) << AGE_BITS | age as u32 & AGE_MASK)
    }

    /// Returns the bits to store in a slot.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Creates a shadow from the bits stored in a slot.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Returns the zone that the page was evicted from.
    #[must_use]
    pub fn zone(self) -> usize {
        (self.0 >> AGE_BITS) as usize
    }

    /// Returns how many pages have left the zone's inactive list since the eviction.
    #[must_use]
    pub fn distance(self, age: u64) -> u64 {
        u64::from((age as u32).wrapping_sub(self.0) & AGE_MASK)
    }
}

/// Decision point where reclaim removes a file page from its mapping: whether the page leaves a shadow.
#[must_use]
pub fn leaves_shadow(on: bool, file: bool) -> bool {
    on && file
}

/// Decision point where a page is added to the cache in the slot of a shadow: whether the page starts active.
#[must_use]
pub fn starts_active(distance: u64, active_file: u64) -> bool {
    distance <= active_file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shadow_keeps_zone_and_distance() {
        for zone in 0..8 {
            let shadow = Shadow::from_bits(Shadow::new(zone, (1 << AGE_BITS) + 101).bits());
            assert_eq!(shadow.zone(), zone);
            assert_eq!(shadow.distance((1 << AGE_BITS) + 300), 199);
        }
        // The age wraps around.
        assert_eq!(
            Shadow::new(1, AGE_MASK.into()).distance(u64::from(AGE_MASK) + 5),
            5
        );
    }
}
