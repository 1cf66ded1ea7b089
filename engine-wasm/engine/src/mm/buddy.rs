//! The buddy allocator: free blocks of 2^order frames by migrate type (mm/page_alloc.c: __free_one_page, __rmqueue,
//! expand, move_freepages_block).

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::list::List;
use super::migratetype::Migratetype::{self, Movable, Reclaimable, Reserve, Unmovable};
use super::migratetype::{PAGEBLOCK_ORDER, PAGEBLOCK_PAGES, TYPES};
use super::page::{FREE, Frames, NO_PFN, Pfn, flag};

/// Largest order plus one (MAX_ORDER).
pub const ORDERS: usize = 11;
/// Number of low bits in the `index` of a block head that hold its order. The bits above hold the migrate type of its
/// list. The whole `index` is the number of this list.
const ORDER_BITS: u32 = 4;
/// Number of lists. Some are unused, because not every number has a valid order.
const LISTS: usize = TYPES << ORDER_BITS;

/// The free blocks of a zone by migrate type and order. Blocks and page blocks are aligned relative to the start of the
/// zone.
#[derive(Clone, Debug)]
pub struct Buddy {
    start: Pfn,
    present: u32,
    /// Types of the page blocks. The end of the zone may cut off the last page block.
    types: Vec<Migratetype>,
    /// Whether requests of different types are served from different lists.
    grouped: bool,
    /// Whether the remainder of a block that was stolen from another type stays with that type, unless the page block
    /// changes its type.
    rest_stays: bool,
    lists: [List; LISTS],
}

/// Returns the `index` of the head of a free block.
#[inline(always)]
fn head(order: u32, of: Migratetype) -> u32 {
    order | (of as u32) << ORDER_BITS
}

/// Returns the order of a free block from the `index` of its head.
#[inline(always)]
fn order_of(index: u32) -> usize {
    (index & ((1 << ORDER_BITS) - 1)) as usize
}

/// Returns the index of a type's first list in `lists`.
const fn first_list(of: Migratetype) -> usize {
    (of as usize) << ORDER_BITS
}

impl Buddy {
    /// Creates an allocator for `present` frames from `start`, none of them free. If `grouped`, all page blocks are
    /// movable. Otherwise all types share the lists of the unmovable type.
    #[must_use]
    pub fn new(start: Pfn, present: u32, grouped: bool, rest_stays: bool) -> Self {
        let first = if grouped { Movable } else { Unmovable };
        let blocks = present.div_ceil(PAGEBLOCK_PAGES) as usize;
        Self {
            start,
            present,
            types: vec![first; blocks],
            grouped,
            rest_stays,
            lists: [List::default(); LISTS],
        }
    }

    /// Returns the number of free blocks of an order (free_area.nr_free).
    #[must_use]
    pub fn nr_free(&self, order: usize) -> u64 {
        let of_order = self.lists.iter().skip(order).step_by(1 << ORDER_BITS);
        of_order.map(|list| u64::from(list.len)).sum()
    }

    /// Returns the list of free blocks of a type and an order.
    #[must_use]
    pub fn free_list(&self, of: Migratetype, order: usize) -> &List {
        &self.lists[first_list(of) + order]
    }

    /// Returns whether a block head with this `index` is on the list of this type and order.
    #[must_use]
    pub fn is_head_of(index: u32, of: Migratetype, order: usize) -> bool {
        index == head(order as u32, of)
    }

    /// Returns the type whose lists serve requests for `wanted` (allocflags_to_migratetype).
    #[inline(always)]
    #[must_use]
    pub fn serves(&self, wanted: Migratetype) -> Migratetype {
        if self.grouped { wanted } else { Unmovable }
    }

    /// Returns the type of a frame's page block (get_pageblock_migratetype).
    #[inline(always)]
    #[must_use]
    pub fn type_of(&self, pfn: Pfn) -> Migratetype {
        let block = (pfn - self.start) / PAGEBLOCK_PAGES;
        self.types[block as usize]
    }

    /// Returns how many of these frames of the zone, starting with the first, go to the same per-CPU list.
    #[inline(always)]
    #[must_use]
    pub fn alike(&self, pages: &[Pfn]) -> usize {
        let Some(&first) = pages.first() else {
            return 0;
        };
        let block = first_of_page_block(first - self.start) + self.start;
        // Usually all frames are in one page block. If any offset is at least the size of a page block, the OR of all
        // offsets is too.
        let beyond = pages
            .iter()
            .fold(0, |all, &pfn| all | pfn.wrapping_sub(block));
        if beyond < PAGEBLOCK_PAGES {
            return pages.len();
        }
        let of = self.type_of(first).per_cpu();
        let other = |&pfn: &Pfn| self.type_of(pfn).per_cpu() != of;
        pages.iter().position(other).unwrap_or(pages.len())
    }

    /// Frees a block to the list of its page block's type, merging it with its buddies.
    pub fn free(&mut self, frames: &mut Frames, pfn: Pfn, order: usize) {
        frames.mapping[pfn as usize..][..1 << order].fill(FREE);
        frames.flags[pfn as usize..][..1 << order].fill(flag::BUDDY);
        self.merge(frames, pfn - self.start, order, self.type_of(pfn));
    }

    /// Frees adjacent frames from a per-CPU list. The result is the same as freeing them one at a time from the last to
    /// the first, without building the intermediate blocks. Each frame goes to the list of the type that the frame had
    /// when it was added to the per-CPU list.
    pub fn free_downwards(&mut self, frames: &mut Frames, pages: Range<Pfn>, from: Migratetype) {
        let columns = pages.start as usize..pages.end as usize;
        frames.mapping[columns.clone()].fill(FREE);
        frames.flags[columns].fill(flag::BUDDY);
        let mut end = pages.end;
        while end > pages.start {
            let block = (end - 1 - self.start) / PAGEBLOCK_PAGES;
            let first = pages.start.max(self.start + block * PAGEBLOCK_PAGES);
            // The reserve has no per-CPU list; its frames are on the movable one.
            let to = match self.types[block as usize] {
                Reserve if from == Movable => Reserve,
                _ => from,
            };
            self.merge_downwards(frames, first - self.start..end - self.start, to);
            end = first;
        }
    }

    #[inline(always)]
    fn merge_downwards(&mut self, frames: &mut Frames, pages: Range<u32>, to: Migratetype) {
        let mut end = pages.end;
        while end > pages.start {
            let order = end.trailing_zeros().min((end - pages.start).ilog2());
            let order = order.min(ORDERS as u32 - 1) as usize;
            end -= 1 << order;
            let block = (self.start + end) as usize;
            stamp(&mut frames.index[block..][..1 << order], to);
            self.merge(frames, end, order, to);
        }
    }

    /// Merges a block with its free buddies, regardless of their types, and adds the result to a list of type `to`.
    #[inline(always)]
    fn merge(&mut self, frames: &mut Frames, mut at: u32, mut order: usize, to: Migratetype) {
        while order < ORDERS - 1 {
            let buddy = at ^ (1 << order);
            if buddy + (1 << order) > self.present {
                break;
            }
            let frame = self.start + buddy;
            if !is_head(frames, frame) {
                break;
            }
            if order_of(frames.index[frame as usize]) != order {
                break;
            }
            self.list_of(frames, frame).remove(frames, frame);
            frames.flags[frame as usize] = flag::BUDDY;
            at &= !(1 << order);
            order += 1;
        }
        self.insert(frames, self.start + at, order, to);
    }

    /// Allocates a block for a request of a type (__rmqueue): the smallest sufficient block of its own type, otherwise
    /// a block of another type, and as a last resort a block of the reserve.
    pub fn take(&mut self, frames: &mut Frames, order: usize, wanted: Migratetype) -> Option<Pfn> {
        let own = self.serves(wanted);
        let (pfn, from, rest) = match self.pop_smallest(frames, order, own) {
            Some((pfn, from)) => (pfn, from, own),
            None => self.steal(frames, order, own).or_else(|| {
                let (pfn, from) = self.pop_smallest(frames, order, Reserve)?;
                Some((pfn, from, Reserve))
            })?,
        };
        self.expand(frames, pfn, order, from, rest);
        Some(pfn)
    }

    /// Allocates up to `most` single pages from one block. The result is the same as taking them one at a time, without
    /// building the intermediate blocks. The caller must set the flags of the pages.
    pub fn take_upwards(
        &mut self,
        frames: &mut Frames,
        most: u32,
        wanted: Migratetype,
    ) -> Option<Range<Pfn>> {
        let own = self.serves(wanted);
        let (pfn, from, list) = match self.pop_smallest(frames, 0, own) {
            Some((pfn, from)) => (pfn, from, own),
            None => {
                if let Some((pfn, from, rest)) = self.steal(frames, 0, own) {
                    // The next page may come from the blocks that were moved along with this one.
                    self.expand(frames, pfn, 0, from, rest);
                    return Some(pfn..pfn + 1);
                }
                let (pfn, from) = self.pop_smallest(frames, 0, Reserve)?;
                (pfn, from, Reserve)
            }
        };
        let (taken, size) = (most.min(1 << from), 1 << from);
        stamp(&mut frames.index[pfn as usize..][..taken as usize], list);
        let mut at = taken;
        while at < size {
            let order = at.trailing_zeros();
            self.insert(frames, pfn + at, order as usize, list);
            at += 1 << order;
        }
        Some(pfn..pfn + taken)
    }

    /// Removes a free block of a type: the first of the smallest blocks that are large enough. Returns its first frame
    /// and its order (__rmqueue_smallest).
    fn pop_smallest(
        &mut self,
        frames: &mut Frames,
        order: usize,
        of: Migratetype,
    ) -> Option<(Pfn, usize)> {
        let lists = &mut self.lists[first_list(of)..][..ORDERS];
        let mut lists = lists.iter_mut().enumerate().skip(order);
        let (from, list) = lists.find(|(_, list)| list.head != NO_PFN)?;
        Some((list.pop_head(frames)?, from))
    }

    /// Removes the largest free block of another type. Returns its first frame, its order, and the type for its
    /// remainder (__rmqueue_fallback). If the block is large or the request is reclaimable, all free blocks of the page
    /// block move to the lists of `wanted`, and the page block changes its type if at least half of it was free.
    fn steal(
        &mut self,
        frames: &mut Frames,
        order: usize,
        wanted: Migratetype,
    ) -> Option<(Pfn, usize, Migratetype)> {
        let (from, lender) = (order..ORDERS).rev().find_map(|from| {
            let lenders = wanted.fallbacks().iter();
            let has = |&of: &Migratetype| self.free_list(of, from).head != NO_PFN;
            lenders.copied().find(has).map(|of| (from, of))
        })?;
        let pfn = self.free_list(lender, from).head;
        let mut rest = lender;
        if from >= PAGEBLOCK_ORDER / 2 || wanted == Reclaimable {
            let moved = self.move_free_pages(frames, pfn, wanted);
            let claims = moved >= PAGEBLOCK_PAGES / 2;
            if claims {
                self.set_type(pfn, 1, wanted);
            }
            if claims || !self.rest_stays {
                rest = wanted;
            }
        }
        if from >= PAGEBLOCK_ORDER {
            self.set_type(pfn, 1 << (from - PAGEBLOCK_ORDER), wanted);
            rest = wanted;
        }
        self.list_of(frames, pfn).remove(frames, pfn);
        Some((pfn, from, rest))
    }

    /// Moves the free blocks that begin in a frame's page block to the lists of type `to`. Returns the number of pages
    /// moved: 0 if the end of the zone cuts off the page block (move_freepages_block).
    fn move_free_pages(&mut self, frames: &mut Frames, pfn: Pfn, to: Migratetype) -> u32 {
        let first = first_of_page_block(pfn - self.start);
        let end = first + PAGEBLOCK_PAGES;
        if end > self.present {
            return 0;
        }
        let mut at = first;
        let mut moved = 0;
        while at < end {
            let frame = self.start + at;
            if !is_head(frames, frame) {
                at += 1;
                continue;
            }
            let order = order_of(frames.index[frame as usize]);
            self.list_of(frames, frame).remove(frames, frame);
            self.insert(frames, frame, order, to);
            moved += 1 << order;
            at += 1 << order;
        }
        moved
    }

    /// Sets the type of `blocks` page blocks, starting with the page block of a frame (change_pageblock_range).
    fn set_type(&mut self, pfn: Pfn, blocks: u32, to: Migratetype) {
        let first = (pfn - self.start) / PAGEBLOCK_PAGES;
        let of = self.types.iter_mut().skip(first as usize);
        of.take(blocks as usize).for_each(|of| *of = to);
    }

    /// Reserves the lowest `blocks` movable page blocks (setup_zone_migrate_reserve).
    pub fn keep_in_reserve(&mut self, frames: &mut Frames, blocks: u32) {
        let movable = (0..self.types.len()).filter(|&block| self.types[block] == Movable);
        let lowest: Vec<usize> = movable.take(blocks as usize).collect();
        for block in lowest {
            let pfn = self.start + block as u32 * PAGEBLOCK_PAGES;
            self.set_type(pfn, 1, Reserve);
            self.move_free_pages(frames, pfn, Reserve);
        }
    }

    /// Adds the remainder of a block of order `from` to the lists of type `rest` after its first 2^order pages were
    /// taken.
    fn expand(
        &mut self,
        frames: &mut Frames,
        pfn: Pfn,
        order: usize,
        from: usize,
        rest: Migratetype,
    ) {
        frames.flags[pfn as usize] = flag::BUDDY;
        for smaller in (order..from).rev() {
            self.insert(frames, pfn + (1 << smaller), smaller, rest);
        }
    }

    #[inline(always)]
    fn insert(&mut self, frames: &mut Frames, pfn: Pfn, order: usize, to: Migratetype) {
        frames.flags[pfn as usize] = flag::BUDDY_HEAD;
        frames.index[pfn as usize] = head(order as u32, to);
        self.list_of(frames, pfn).push_head(frames, pfn);
    }

    /// Returns the list that a free block is on, from the `index` of its head.
    #[inline(always)]
    fn list_of(&mut self, frames: &Frames, pfn: Pfn) -> &mut List {
        &mut self.lists[frames.index[pfn as usize] as usize % LISTS]
    }
}

/// Returns the first page of the page block that a page is in. Both are offsets from the start of the zone.
#[inline(always)]
const fn first_of_page_block(at: u32) -> u32 {
    at - at % PAGEBLOCK_PAGES
}

/// Returns whether a frame is the head of a free block.
#[inline(always)]
fn is_head(frames: &Frames, pfn: Pfn) -> bool {
    frames.flags[pfn as usize] == flag::BUDDY_HEAD && frames.mapping[pfn as usize] == FREE
}

/// Sets the `index` values that would remain if the pages of a block were handled one at a time. Each page except the
/// first would have been the head of a smaller free block for a moment.
#[inline(always)]
fn stamp(index: &mut [u32], of: Migratetype) {
    for (at, index) in (0u32..).zip(index).skip(1) {
        *index = head(at.trailing_zeros(), of);
    }
}
