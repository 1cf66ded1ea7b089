//! The number of swap slots that a swap-in reads, if the kernel counts readahead hits (mm/swap_state.c:
//! swapin_nr_pages, 3.14 on).

/// The state of the algorithm: hits and the last read.
#[derive(Clone, Copy, Debug)]
pub struct HitReadahead {
    /// Pages that were read ahead and then used (swapin_readahead_hits).
    pub(super) hits: u32,
    /// The slot of the last read without hits (prev_offset).
    last_slot: u32,
    /// Slots of the last read (last_readahead_pages).
    last_pages: u32,
}

impl Default for HitReadahead {
    fn default() -> Self {
        Self {
            hits: 4,
            last_slot: 0,
            last_pages: 0,
        }
    }
}

impl HitReadahead {
    /// Returns how many slots to read for a fault on one slot: a power of two, at most `most`.
    pub(super) fn pages(&mut self, slot: u32, most: u32) -> u32 {
        if most <= 1 {
            return 1;
        }
        let hits = std::mem::take(&mut self.hits);
        let wanted = if hits > 0 {
            (hits + 2).next_power_of_two().max(4)
        } else {
            let next = slot.abs_diff(self.last_slot) == 1;
            self.last_slot = slot;
            if next { 2 } else { 1 }
        };
        // The number shrinks by no more than half at a time.
        self.last_pages = wanted.min(most).max(self.last_pages / 2);
        self.last_pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_grow_with_hits_and_shrink_by_halves() {
        let mut readahead = HitReadahead::default();
        // Initially, four hits are assumed. They give eight slots, the maximum.
        assert_eq!(readahead.pages(100, 8), 8);
        let apart = [300, 500, 700].map(|slot| readahead.pages(slot, 8));
        assert_eq!(apart, [4, 2, 1]);
        assert_eq!(readahead.pages(701, 8), 2, "the next slot");
        assert_eq!(readahead.pages(900, 8), 1);
        readahead.hits = 1;
        assert_eq!(readahead.pages(1, 8), 4);
        readahead.hits = 3;
        assert_eq!(readahead.pages(1, 8), 8);
        readahead.hits = 30;
        assert_eq!(readahead.pages(1, 8), 8);
        assert_eq!(readahead.pages(1, 1), 1, "page-cluster 0");
    }
}
