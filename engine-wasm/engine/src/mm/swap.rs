//! The swap area and its slots (mm/swapfile.c).

use std::ops::RangeInclusive;

use super::page::{NO_PFN, Pfn};
use super::swap_readahead::HitReadahead;

/// Slots that are allocated one after the other before the next search for a free cluster (SWAPFILE_CLUSTER).
const CLUSTER: usize = 256;
/// Slots of a node of the swap cache's radix tree (RADIX_TREE_MAP_SIZE).
const NODE: usize = 64;
/// Slots per word of the bitmap of used slots.
const WORD: usize = u64::BITS as usize;

/// A swap slot.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Whether a page table entry refers to the slot.
    pub needed: bool,
    /// The address space of the page that the slot holds.
    pub space: u16,
    /// Virtual page number in this address space.
    pub vpn: u32,
    /// The slot's page in the swap cache, or [`NO_PFN`].
    pub pfn: Pfn,
    /// Whether the page was read ahead and has not been used yet (PG_readahead).
    pub readahead: bool,
}

const EMPTY: Slot = Slot {
    needed: false,
    space: 0,
    vpn: 0,
    pfn: NO_PFN,
    readahead: false,
};

/// An interval in which a CPU holds the lock of the swap area (swap_info_struct.lock).
#[derive(Clone, Copy, Debug, Default)]
pub struct LockHold {
    /// The CPU that holds the lock.
    pub cpu: u8,
    /// Start, nanoseconds.
    pub start: u64,
    /// End, nanoseconds.
    pub end: u64,
}

/// A swap area (struct swap_info_struct).
#[derive(Clone, Debug)]
pub struct SwapArea {
    /// The device that the area is on.
    pub device: u32,
    /// Free slots.
    pub free: u64,
    /// The last interval in which its lock was held. No task waits for the lock here, but `instant_free` does not free
    /// a page of swap while another CPU holds the lock.
    pub lock: LockHold,
    pub(super) readahead: HitReadahead,
    slots: Vec<Slot>,
    /// For each node of the swap cache's radix tree, how many of its slots have a page in the swap cache.
    nodes: Vec<u8>,
    nodes_in_use: u64,
    /// One bit per slot, set if the slot is in use by a page table or the swap cache (swap_map). The bits after the
    /// last slot are set too.
    used: Vec<u64>,
    /// All slots before this one are in use (lowest_bit).
    lowest: usize,
    /// Where the next search starts (cluster_next).
    next: usize,
    left_in_cluster: usize,
}

impl SwapArea {
    /// Creates an empty area of `pages` slots.
    #[must_use]
    pub fn new(device: u32, pages: u64) -> Self {
        let pages = pages as usize;
        let mut used = vec![0; pages.div_ceil(WORD)];
        if let Some(last) = used.last_mut()
            && !pages.is_multiple_of(WORD)
        {
            *last = u64::MAX << (pages % WORD);
        }
        Self {
            device,
            free: pages as u64,
            lock: LockHold::default(),
            readahead: HitReadahead::default(),
            slots: vec![EMPTY; pages],
            nodes: vec![0; pages.div_ceil(NODE)],
            nodes_in_use: 0,
            used,
            lowest: 0,
            next: 0,
            left_in_cluster: 0,
        }
    }

    /// Returns a slot.
    #[must_use]
    pub fn slot(&self, at: u32) -> &Slot {
        &self.slots[at as usize]
    }

    /// Returns a mutable reference to a slot.
    pub fn slot_mut(&mut self, at: u32) -> &mut Slot {
        &mut self.slots[at as usize]
    }

    /// Returns whether a slot is in use.
    #[must_use]
    pub fn is_used(&self, at: u32) -> bool {
        self.used[at as usize / WORD] & bit(at as usize) != 0
    }

    /// Returns the number of slots.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Returns whether the area has no slots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Allocates the next slot. After every 256 slots, searches from the start of the area for 256 contiguous free
    /// slots, because seeks are expensive. If there are none, continues at the first free slot (scan_swap_map, 2.6.29
    /// to 3.11).
    pub(super) fn take(&mut self) -> Option<u32> {
        if self.free == 0 {
            return None;
        }
        if self.left_in_cluster == 0 {
            self.left_in_cluster = CLUSTER;
            if self.free >= CLUSTER as u64 {
                self.next = self.free_row().unwrap_or(self.lowest);
            }
        }
        self.left_in_cluster -= 1;
        let at = self
            .free_from(self.next)
            .or_else(|| self.free_from(self.lowest))?;
        self.next = at + 1;
        self.used[at / WORD] |= bit(at);
        if at == self.lowest {
            self.lowest += 1;
        }
        self.free -= 1;
        Some(at as u32)
    }

    /// Returns the first free slot from `at` on.
    fn free_from(&self, at: usize) -> Option<usize> {
        let mut word = at / WORD;
        let before = bit(at) - 1;
        let mut used = *self.used.get(word)? | before;
        while used == u64::MAX {
            word += 1;
            used = *self.used.get(word)?;
        }
        Some(word * WORD + used.trailing_ones() as usize)
    }

    /// Returns the start of the first run of free slots that is at least as long as a cluster.
    fn free_row(&self) -> Option<usize> {
        let mut start = self.free_from(self.lowest)?;
        loop {
            match self.used_from(start) {
                Some(end) if end - start < CLUSTER => start = self.free_from(end)?,
                Some(_) => return Some(start),
                None => return (self.slots.len() - start >= CLUSTER).then_some(start),
            }
        }
    }

    /// Returns the first used slot from `at` on. A position after the last slot means the end of the area.
    fn used_from(&self, at: usize) -> Option<usize> {
        let mut word = at / WORD;
        let mut used = *self.used.get(word)? & !(bit(at) - 1);
        while used == 0 {
            word += 1;
            used = *self.used.get(word)?;
        }
        Some(word * WORD + used.trailing_zeros() as usize)
    }

    /// Returns the page of a slot if it is in the swap cache.
    #[must_use]
    pub fn cached(&self, at: u32) -> Option<Pfn> {
        Some(self.slot(at).pfn).filter(|&pfn| pfn != NO_PFN)
    }

    /// Notes that a page is in the swap cache now, at its slot.
    pub(super) fn enter_cache(&mut self, at: u32, pfn: Pfn) {
        self.slots[at as usize].pfn = pfn;
        let node = &mut self.nodes[at as usize / NODE];
        *node += 1;
        self.nodes_in_use += u64::from(*node == 1);
    }

    /// Notes that the page of a slot leaves the swap cache.
    pub(super) fn leave_cache(&mut self, at: u32) {
        self.slots[at as usize].pfn = NO_PFN;
        let node = &mut self.nodes[at as usize / NODE];
        *node -= 1;
        self.nodes_in_use -= u64::from(*node == 0);
    }

    /// Returns the number of nodes that the radix tree of the swap cache has. As for files, only the lowest level counts.
    #[must_use]
    pub fn nodes_in_use(&self) -> u64 {
        self.nodes_in_use
    }

    /// Returns the aligned cluster of `pages` slots that a slot is in. `pages` must be a power of two.
    pub(super) fn cluster(&self, slot: u32, pages: u32) -> RangeInclusive<u32> {
        let first = slot & !(pages - 1);
        first..=(first + pages - 1).min(self.len() as u32 - 1)
    }

    /// Frees a slot.
    pub fn release(&mut self, at: u32) {
        let at = at as usize;
        self.slots[at] = EMPTY;
        self.used[at / WORD] &= !bit(at);
        self.lowest = self.lowest.min(at);
        self.free += 1;
    }
}

/// Returns the bit of a slot in its word.
fn bit(at: usize) -> u64 {
    1 << (at % WORD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(area: &mut SwapArea, n: usize) -> Vec<u32> {
        (0..n).map_while(|_| area.take()).collect()
    }

    #[test]
    fn slots_go_out_in_rows_that_may_begin_anywhere() {
        let mut area = SwapArea::new(0, 1_000);
        assert_eq!(taken(&mut area, 400), (0..400).collect::<Vec<_>>());
        // The current cluster continues, even if slots before it become free.
        for at in 10..300 {
            area.release(at);
        }
        assert_eq!(taken(&mut area, 112), (400..512).collect::<Vec<_>>());
        // The next cluster is the first run of free slots that is long enough.
        assert_eq!(taken(&mut area, 256), (10..266).collect::<Vec<_>>());
        assert_eq!(taken(&mut area, 2), [512, 513]);
    }

    #[test]
    fn without_a_row_the_first_free_slots_are_taken() {
        let mut area = SwapArea::new(0, 512);
        assert_eq!(taken(&mut area, 512).len(), 512);
        for at in (0..512).rev().filter(|at| at % 3 > 0) {
            area.release(at);
        }
        assert_eq!(taken(&mut area, 4), [1, 2, 4, 5]);
        // All free slots are allocated, and none twice.
        let rest = taken(&mut area, 1_000);
        assert_eq!((rest.len(), area.free), (337, 0));
        assert!(rest.is_sorted() && rest.iter().all(|at| at % 3 > 0));
    }

    #[test]
    fn a_row_may_end_with_the_area() {
        let mut area = SwapArea::new(0, 300);
        assert_eq!(taken(&mut area, 300).len(), 300);
        for at in 44..300 {
            area.release(at);
        }
        area.release(3);
        // The current cluster is used up before a new search starts.
        assert_eq!(area.take(), Some(3));
        assert_eq!(taken(&mut area, 211).first(), Some(&44));
        assert!((3..300).all(|at| at >= 44 + 211 || area.is_used(at)));
    }

    #[test]
    fn a_cluster_is_aligned_and_ends_with_the_area() {
        let area = SwapArea::new(0, 21);
        assert_eq!(area.cluster(13, 8), 8..=15);
        assert_eq!(area.cluster(17, 8), 16..=20);
        assert_eq!(area.cluster(17, 1), 17..=17);
    }

    #[test]
    fn the_swap_cache_has_a_node_for_each_64_slots_with_a_page() {
        let mut area = SwapArea::new(0, 1_000);
        for at in [0, 63, 64, 999] {
            area.enter_cache(at, 7);
        }
        assert_eq!(area.nodes_in_use(), 3);
        area.leave_cache(63);
        assert_eq!(area.nodes_in_use(), 3);
        area.leave_cache(0);
        assert_eq!((area.nodes_in_use(), area.cached(0)), (2, None));
    }
}
