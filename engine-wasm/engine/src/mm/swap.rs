//! The swap area and its slots (mm/swapfile.c).

use std::ops::RangeInclusive;

use super::page::{NO_PFN, Pfn};
use super::swap_readahead::HitReadahead;

/// Slots that are taken one after the other before a new place is looked for (SWAPFILE_CLUSTER).
const CLUSTER: usize = 256;
/// Slots of a word of the map.
const WORD: usize = u64::BITS as usize;

/// A slot.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// A page table entry refers to it.
    pub needed: bool,
    /// The address space whose page it holds.
    pub space: u16,
    /// Virtual page number there.
    pub vpn: u32,
    /// The page in the swap cache.
    pub pfn: Pfn,
    /// It was read ahead, and nobody has asked for it yet (PG_readahead).
    pub readahead: bool,
}

const EMPTY: Slot = Slot {
    needed: false,
    space: 0,
    vpn: 0,
    pfn: NO_PFN,
    readahead: false,
};

/// A stretch of time in which a CPU holds the area's lock (swap_info_struct.lock).
#[derive(Clone, Copy, Debug, Default)]
pub struct LockHold {
    /// The CPU.
    pub cpu: u8,
    /// From, nanoseconds.
    pub start: u64,
    /// To, nanoseconds.
    pub end: u64,
}

/// The swap area.
#[derive(Clone, Debug)]
pub struct SwapArea {
    /// The device it lies on.
    pub device: u32,
    /// Free slots.
    pub free: u64,
    /// The last time that somebody held its lock. Nobody waits for it here; `instant_free` goes away where it is held.
    pub lock: LockHold,
    pub(super) readahead: HitReadahead,
    slots: Vec<Slot>,
    /// A bit for each slot that holds a page or is kept by a page table or the swap cache (swap_map), and for each place
    /// behind the last one.
    used: Vec<u64>,
    /// No slot before it is free (lowest_bit).
    lowest: usize,
    /// Where the next search begins (cluster_next).
    next: usize,
    left_in_cluster: usize,
}

impl SwapArea {
    /// An empty area of `pages` slots.
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
            used,
            lowest: 0,
            next: 0,
            left_in_cluster: 0,
        }
    }

    /// A slot.
    #[must_use]
    pub fn slot(&self, at: u32) -> &Slot {
        &self.slots[at as usize]
    }

    /// A slot, to change.
    pub fn slot_mut(&mut self, at: u32) -> &mut Slot {
        &mut self.slots[at as usize]
    }

    /// Whether a slot holds a page or is kept for one.
    #[must_use]
    pub fn is_used(&self, at: u32) -> bool {
        self.used[at as usize / WORD] & bit(at as usize) != 0
    }

    /// Number of slots.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Whether there is no slot at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Takes the next slot. After 256 it looks for as many free ones in a row, from the start of the area, as seeks are
    /// expensive; without such a row it goes on at the first that is free (scan_swap_map, 2.6.29 to 3.11).
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

    /// The first free slot from one on.
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

    /// The start of the first row of free slots that is a cluster long.
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

    /// The first used slot from one on, or what stands for the end of the area.
    fn used_from(&self, at: usize) -> Option<usize> {
        let mut word = at / WORD;
        let mut used = *self.used.get(word)? & !(bit(at) - 1);
        while used == 0 {
            word += 1;
            used = *self.used.get(word)?;
        }
        Some(word * WORD + used.trailing_zeros() as usize)
    }

    /// The page of a slot that is in the swap cache.
    #[must_use]
    pub fn cached(&self, at: u32) -> Option<Pfn> {
        Some(self.slot(at).pfn).filter(|&pfn| pfn != NO_PFN)
    }

    /// The aligned cluster of so many slots around one; `pages` is a power of two.
    pub(super) fn cluster(&self, slot: u32, pages: u32) -> RangeInclusive<u32> {
        let first = slot & !(pages - 1);
        first..=(first + pages - 1).min(self.len() as u32 - 1)
    }

    /// Gives a slot back.
    pub fn release(&mut self, at: u32) {
        let at = at as usize;
        self.slots[at] = EMPTY;
        self.used[at / WORD] &= !bit(at);
        self.lowest = self.lowest.min(at);
        self.free += 1;
    }
}

/// A slot's bit in its word.
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
        // The row that was begun goes on, whatever becomes free behind it.
        for at in 10..300 {
            area.release(at);
        }
        assert_eq!(taken(&mut area, 112), (400..512).collect::<Vec<_>>());
        // The next one is the first that is long enough.
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
        // All of it is used, and no slot twice.
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
        // The present cluster is used up before a new search.
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
}
