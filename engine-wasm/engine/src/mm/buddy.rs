//! The buddy allocator: free blocks of 2^order frames (mm/page_alloc.c: __free_one_page, __rmqueue_smallest, expand).

use std::ops::Range;

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
        frames.mapping[pfn as usize..][..1 << order].fill(FREE);
        frames.flags[pfn as usize..][..1 << order].fill(flag::BUDDY);
        self.merge(frames, pfn - self.start, order);
    }

    /// Frees neighbours one by one, the last of them first: what that leaves, without the blocks that grow on the way.
    pub fn free_downwards(&mut self, frames: &mut Frames, pages: Range<Pfn>) {
        let columns = pages.start as usize..pages.end as usize;
        frames.mapping[columns.clone()].fill(FREE);
        frames.flags[columns].fill(flag::BUDDY);
        let first = pages.start - self.start;
        let mut end = pages.end - self.start;
        while end > first {
            let order = end.trailing_zeros().min((end - first).ilog2());
            let order = order.min(ORDERS as u32 - 1) as usize;
            end -= 1 << order;
            let block = (self.start + end) as usize;
            stamp(&mut frames.index[block..][..1 << order]);
            self.merge(frames, end, order);
        }
    }

    /// Puts a block on its list, or a larger one in which it merges with its buddies.
    #[inline(always)]
    fn merge(&mut self, frames: &mut Frames, mut at: u32, mut order: usize) {
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
        let (pfn, from) = self.pop_block(frames, order)?;
        frames.flags[pfn as usize] = flag::BUDDY;
        for smaller in (order..from).rev() {
            self.insert(frames, pfn + (1 << smaller), smaller);
        }
        Some(pfn)
    }

    /// Takes pages one by one, up to `most`, for as long as they come from one block: what that leaves, without the
    /// blocks that are split on the way. The caller says by their flags where the pages are from now on.
    pub fn take_upwards(&mut self, frames: &mut Frames, most: u32) -> Option<Range<Pfn>> {
        let (pfn, from) = self.pop_block(frames, 0)?;
        let (taken, size) = (most.min(1 << from), 1 << from);
        stamp(&mut frames.index[pfn as usize..][..taken as usize]);
        let mut at = taken;
        while at < size {
            let order = at.trailing_zeros();
            self.insert(frames, pfn + at, order as usize);
            at += 1 << order;
        }
        Some(pfn..pfn + taken)
    }

    /// The first of the smallest free blocks that are large enough, and its order.
    fn pop_block(&mut self, frames: &mut Frames, order: usize) -> Option<(Pfn, usize)> {
        let mut lists = self.lists.iter_mut().enumerate().skip(order);
        let (from, list) = lists.find(|(_, list)| list.head != NO_PFN)?;
        Some((list.pop_head(frames)?, from))
    }

    #[inline(always)]
    fn insert(&mut self, frames: &mut Frames, pfn: Pfn, order: usize) {
        frames.flags[pfn as usize] = flag::BUDDY_HEAD;
        frames.index[pfn as usize] = order as u32;
        self.lists[order].push_head(frames, pfn);
    }
}

/// Leaves the orders of the blocks that the pages of a block have headed for a moment, all but its first.
#[inline(always)]
fn stamp(index: &mut [u32]) {
    for (at, index) in (0u32..).zip(index).skip(1) {
        *index = at.trailing_zeros();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

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

    /// Everything that a digest or a later decision can see.
    fn seen(buddy: &Buddy, frames: &Frames) -> impl PartialEq + std::fmt::Debug {
        let lists = buddy.lists.map(|list| {
            assert_eq!(list.from_head(frames).count(), list.len as usize);
            list.from_head(frames).collect::<Vec<_>>()
        });
        let columns = (frames.flags.clone(), frames.mapping.clone());
        (lists, columns, frames.index.clone())
    }

    #[test]
    fn neighbours_together_leave_what_they_leave_one_by_one() {
        const START: Pfn = 37;
        const PRESENT: u32 = 2_500;
        let mut random = Random::new(11);
        let mut frames = [(); 2].map(|()| Frames::new((START + PRESENT) as usize));
        let mut buddy = [(); 2].map(|()| Buddy::new(START, PRESENT));
        let mut held: Vec<Pfn> = (START..START + PRESENT).collect();
        let mut long = [0; 2];
        for round in 0..4_000 {
            let [one, all] = &mut buddy;
            let [frames_one, frames_all] = &mut frames;
            if random.below(2) == 0 && !held.is_empty() {
                let at = random.below(held.len() as u32) as usize;
                let wanted = 1 + random.below(60) as usize;
                let ascends = held[at..].windows(2).take_while(|w| w[1] == w[0] + 1);
                let len = (1 + ascends.count()).min(wanted);
                let pages: Vec<Pfn> = held.drain(at..at + len).collect();
                long[0] += u32::from(len > 16);
                for &pfn in &pages {
                    // What a page has been before must not matter.
                    frames_one.index[pfn as usize] = round;
                    frames_all.index[pfn as usize] = round;
                }
                for &pfn in pages.iter().rev() {
                    one.free(frames_one, pfn, 0);
                }
                all.free_downwards(frames_all, pages[0]..pages[0] + len as u32);
            } else if let Some(pages) = all.take_upwards(frames_all, 1 + random.below(60)) {
                long[1] += u32::from(pages.len() > 16);
                for pfn in pages {
                    assert_eq!(one.take(frames_one, 0), Some(pfn));
                    frames_one.flags[pfn as usize] = flag::PCP;
                    frames_all.flags[pfn as usize] = flag::PCP;
                    held.push(pfn);
                }
                held.sort_unstable();
            }
            if round % 16 == 0 {
                assert!(seen(one, frames_one) == seen(all, frames_all), "{round}");
            }
        }
        assert!(long.iter().all(|&runs| runs > 100), "{long:?}");
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
