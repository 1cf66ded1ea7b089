//! The buddy allocator: free blocks of 2^order frames (mm/page_alloc.c: __free_one_page, __rmqueue_smallest, expand).

use super::list::List;
use super::page::{FREE, Frames, NO_PFN, Pfn, flag};

/// Largest order plus one (MAX_ORDER).
pub const ORDERS: usize = 11;

/// Free blocks of a zone by order. Blocks are aligned to the start of the zone.
#[derive(Clone, Debug, Default)]
pub struct Buddy {
    start: Pfn,
    present: u32,
    lists: [List; ORDERS],
}

impl Buddy {
    /// An allocator for `present` frames from `start`, with none of them free.
    #[must_use]
    pub fn new(start: Pfn, present: u32) -> Self {
        Self {
            start,
            present,
            lists: [List::default(); ORDERS],
        }
    }

    /// Free blocks of an order (free_area.nr_free).
    #[must_use]
    pub fn nr_free(&self, order: usize) -> u64 {
        u64::from(self.lists[order].len)
    }

    /// Frees a block, merging it with its buddies.
    pub fn free(&mut self, frames: &mut Frames, pfn: Pfn, order: usize) {
        let mut at = pfn - self.start;
        if order == 0 {
            frames.mapping[pfn as usize] = FREE;
            frames.flags[pfn as usize] = flag::BUDDY;
        } else {
            frames.mapping[pfn as usize..][..1 << order].fill(FREE);
            frames.flags[pfn as usize..][..1 << order].fill(flag::BUDDY);
        }
        let mut order = order;
        while order < ORDERS - 1 {
            let buddy = at ^ (1 << order);
            if buddy + (1 << order) > self.present {
                break;
            }
            let frame = self.start + buddy;
            let is_free_block = frames.flags[frame as usize] == flag::BUDDY_HEAD
                && frames.mapping[frame as usize] == FREE
                && frames.index[frame as usize] == order as u32;
            if !is_free_block {
                break;
            }
            self.lists[order].remove(frames, frame);
            frames.flags[frame as usize] = flag::BUDDY;
            at &= !(1 << order);
            order += 1;
        }
        self.insert(frames, self.start + at, order);
    }

    /// Takes a block, splitting a larger one if need be.
    pub fn take(&mut self, frames: &mut Frames, order: usize) -> Option<Pfn> {
        let (from, list) = self
            .lists
            .iter_mut()
            .enumerate()
            .skip(order)
            .find(|(_, list)| list.head != NO_PFN)?;
        let pfn = list.pop_head(frames)?;
        frames.flags[pfn as usize] = flag::BUDDY;
        for smaller in (order..from).rev() {
            self.insert(frames, pfn + (1 << smaller), smaller);
        }
        Some(pfn)
    }

    #[inline(always)]
    fn insert(&mut self, frames: &mut Frames, pfn: Pfn, order: usize) {
        frames.flags[pfn as usize] = flag::BUDDY_HEAD;
        frames.index[pfn as usize] = order as u32;
        self.lists[order].push_head(frames, pfn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frees_merge_back_to_the_largest_blocks() {
        let mut frames = Frames::new(3000);
        let mut buddy = Buddy::new(0, 3000);
        for pfn in 0..3000 {
            buddy.free(&mut frames, pfn, 0);
        }
        assert_eq!(buddy.nr_free(10), 2);
        let free: u64 = (0..ORDERS).map(|o| buddy.nr_free(o) << o).sum();
        assert_eq!(free, 3000);
        let mut taken: Vec<_> = std::iter::from_fn(|| buddy.take(&mut frames, 0)).collect();
        assert_eq!(taken.len(), 3000);
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), 3000);
    }

    #[test]
    fn a_split_leaves_the_upper_halves() {
        let mut frames = Frames::new(16);
        let mut buddy = Buddy::new(0, 16);
        buddy.free(&mut frames, 0, 4);
        assert_eq!(buddy.take(&mut frames, 0), Some(0));
        assert_eq!([0, 1, 2, 3, 4].map(|o| buddy.nr_free(o)), [1, 1, 1, 1, 0]);
    }
}
