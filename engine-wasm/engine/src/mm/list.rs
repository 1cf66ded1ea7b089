//! A doubly linked list of frames or tasks. The links are in a column outside of the list, indexed by number.

use std::ops::Range;

use super::page::{Frames, Links, NO_PFN, Pfn};

/// Head, tail and length of a list. The links are in a column outside of it.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// First frame.
    pub head: Pfn,
    /// Last frame.
    pub tail: Pfn,
    /// Frames on the list.
    pub len: u32,
}

impl Default for List {
    fn default() -> Self {
        Self {
            head: NO_PFN,
            tail: NO_PFN,
            len: 0,
        }
    }
}

/// Returns the links of a frame, or `None` for [`NO_PFN`], which is beyond the end of every column.
#[inline(always)]
fn neighbour(links: &mut [Links], pfn: Pfn) -> Option<&mut Links> {
    links.get_mut(pfn as usize)
}

impl List {
    /// Adds a frame at the head.
    #[inline]
    pub fn push_head(&mut self, frames: &mut Frames, pfn: Pfn) {
        self.prepend(&mut frames.links, &[pfn], |_| {});
    }

    /// Adds a frame at the tail.
    #[inline]
    pub fn push_tail(&mut self, frames: &mut Frames, pfn: Pfn) {
        self.append(&mut frames.links, &[pfn], |_| {});
    }

    /// Adds frames at the head one at a time, and calls `added` for each.
    #[inline(always)]
    pub fn prepend(&mut self, links: &mut [Links], pages: &[Pfn], mut added: impl FnMut(Pfn)) {
        let mut head = self.head;
        for &pfn in pages {
            added(pfn);
            links[pfn as usize].next = head;
            match neighbour(links, head) {
                Some(links) => links.prev = pfn,
                None => self.tail = pfn,
            }
            head = pfn;
        }
        self.starts_with(links, head);
        self.len += pages.len() as u32;
    }

    /// Adds frames at the tail one at a time, and calls `added` for each.
    #[inline(always)]
    pub fn append(&mut self, links: &mut [Links], pages: &[Pfn], mut added: impl FnMut(Pfn)) {
        let mut tail = self.tail;
        for &pfn in pages {
            added(pfn);
            links[pfn as usize].prev = tail;
            match neighbour(links, tail) {
                Some(links) => links.next = pfn,
                None => self.head = pfn,
            }
            tail = pfn;
        }
        self.ends_with(links, tail);
        self.len += pages.len() as u32;
    }

    /// Adds a range of adjacent frames at the tail, in ascending order.
    #[inline]
    pub fn append_neighbours(&mut self, links: &mut [Links], pages: Range<Pfn>) {
        if pages.is_empty() {
            return;
        }
        let chain = &mut links[pages.start as usize..pages.end as usize];
        for (links, pfn) in chain.iter_mut().zip(pages.clone()) {
            *links = Links {
                next: pfn + 1,
                prev: pfn.wrapping_sub(1),
            };
        }
        links[pages.start as usize].prev = self.tail;
        match neighbour(links, self.tail) {
            Some(links) => links.next = pages.start,
            None => self.head = pages.start,
        }
        self.ends_with(links, pages.end - 1);
        self.len += pages.len() as u32;
    }

    /// Removes a frame from the list.
    #[inline]
    pub fn remove(&mut self, frames: &mut Frames, pfn: Pfn) {
        self.unlink(&mut frames.links, pfn);
    }

    /// Removes an entry from the list: a frame or a task, depending on what `links` belongs to.
    #[inline(always)]
    pub fn unlink(&mut self, links: &mut [Links], pfn: Pfn) {
        let Links { next, prev } = links[pfn as usize];
        match neighbour(links, prev) {
            Some(links) => links.next = next,
            None => self.head = next,
        }
        match neighbour(links, next) {
            Some(links) => links.prev = prev,
            None => self.tail = prev,
        }
        self.len -= 1;
    }

    /// Removes and returns the frame at the head.
    #[inline]
    pub fn pop_head(&mut self, frames: &mut Frames) -> Option<Pfn> {
        let mut taken = None;
        self.pop_heads(&mut frames.links, 1, |pfn| taken = Some(pfn));
        taken
    }

    /// Removes and returns the frame at the tail.
    #[inline]
    pub fn pop_tail(&mut self, frames: &mut Frames) -> Option<Pfn> {
        let mut taken = None;
        self.pop_tails(&mut frames.links, 1, |pfn| taken = Some(pfn));
        taken
    }

    /// Removes up to `most` frames from the head, and calls `taken` for each. Returns how many were removed.
    #[inline(always)]
    pub fn pop_heads(&mut self, links: &mut [Links], most: u32, mut taken: impl FnMut(Pfn)) -> u32 {
        let mut head = self.head;
        let mut pages = 0;
        while pages < most
            && let Some(&mut Links { next, .. }) = neighbour(links, head)
        {
            taken(head);
            head = next;
            pages += 1;
        }
        self.starts_with(links, head);
        self.len -= pages;
        pages
    }

    /// Removes up to `most` frames from the tail, last one first, and calls `taken` for each. Returns their number.
    #[inline(always)]
    pub fn pop_tails(&mut self, links: &mut [Links], most: u32, mut taken: impl FnMut(Pfn)) -> u32 {
        let mut tail = self.tail;
        let mut pages = 0;
        while pages < most
            && let Some(&mut Links { prev, .. }) = neighbour(links, tail)
        {
            taken(tail);
            tail = prev;
            pages += 1;
        }
        self.ends_with(links, tail);
        self.len -= pages;
        pages
    }

    /// Removes up to `most` frames from the tail, as long as their frame numbers descend by one. Returns them.
    #[inline]
    pub fn pop_neighbours(&mut self, links: &mut [Links], most: u32) -> Option<Range<Pfn>> {
        let last = self.tail;
        if last == NO_PFN || most == 0 {
            return None;
        }
        let mut first = last;
        let mut before = links[first as usize].prev;
        while last - first + 1 < most && before.checked_add(1) == Some(first) {
            first = before;
            before = links[first as usize].prev;
        }
        self.ends_with(links, before);
        self.len -= last - first + 1;
        Some(first..last + 1)
    }

    #[inline(always)]
    fn starts_with(&mut self, links: &mut [Links], head: Pfn) {
        self.head = head;
        match neighbour(links, head) {
            Some(links) => links.prev = NO_PFN,
            None => self.tail = NO_PFN,
        }
    }

    #[inline(always)]
    fn ends_with(&mut self, links: &mut [Links], tail: Pfn) {
        self.tail = tail;
        match neighbour(links, tail) {
            Some(links) => links.next = NO_PFN,
            None => self.head = NO_PFN,
        }
    }

    /// Iterates over the frames from tail to head.
    pub fn from_tail<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = Pfn> + use<'a> {
        let first = self.tail;
        std::iter::successors((first != NO_PFN).then_some(first), move |&pfn| {
            let prev = frames.links[pfn as usize].prev;
            (prev != NO_PFN).then_some(prev)
        })
    }

    /// Iterates over the frames from head to tail.
    pub fn from_head<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = Pfn> + use<'a> {
        self.linked(&frames.links)
    }

    /// Iterates over the entries from head to tail, using any column of links.
    pub fn linked<'a>(&self, links: &'a [Links]) -> impl Iterator<Item = Pfn> + use<'a> {
        let first = self.head;
        std::iter::successors((first != NO_PFN).then_some(first), move |&pfn| {
            let next = links[pfn as usize].next;
            (next != NO_PFN).then_some(next)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    #[test]
    fn neighbours_leave_the_tail_together_down_to_frame_zero() {
        let mut frames = Frames::new(20);
        let mut list = List::default();
        list.append(&mut frames.links, &[9], |_| {});
        list.append_neighbours(&mut frames.links, 0..4);
        list.append(&mut frames.links, &[7], |_| {});
        assert_eq!((list.head, list.tail, list.len), (9, 7, 6));
        assert_eq!(list.pop_neighbours(&mut frames.links, 0), None);
        assert_eq!(list.pop_neighbours(&mut frames.links, 5), Some(7..8));
        assert_eq!(list.pop_neighbours(&mut frames.links, 2), Some(2..4));
        list.append_neighbours(&mut frames.links, 2..3);
        assert_eq!(list.from_head(&frames).collect::<Vec<_>>(), [9, 0, 1, 2]);
        assert_eq!(list.pop_neighbours(&mut frames.links, 9), Some(0..3));
        list.append(&mut frames.links, &[], |_| {});
        list.append_neighbours(&mut frames.links, 4..4);
        assert_eq!(list.pop_neighbours(&mut frames.links, 9), Some(9..10));
        assert_eq!(list.pop_neighbours(&mut frames.links, 9), None);
        list.append_neighbours(&mut frames.links, 0..1);
        list.append(&mut frames.links, &[5], |_| {});
        assert_eq!(list.pop_neighbours(&mut frames.links, 9), Some(5..6));
        assert_eq!(list.pop_neighbours(&mut frames.links, 9), Some(0..1));
        assert_eq!((list.head, list.tail, list.len), (NO_PFN, NO_PFN, 0));
    }

    #[test]
    fn a_list_is_what_a_queue_with_two_ends_is() {
        let mut frames = Frames::new(12);
        let mut list = List::default();
        let mut queue = VecDeque::new();
        let mut seen = Vec::new();
        for most in [0, 1, 2, 5, 6, 7, 9] {
            list.prepend(&mut frames.links, &[4, 0, 7], |pfn| seen.push(pfn));
            list.push_tail(&mut frames, 5);
            list.append(&mut frames.links, &[1, 9], |pfn| seen.push(pfn));
            list.push_head(&mut frames, 2);
            queue.extend([2, 7, 0, 4, 5, 1, 9]);
            assert_eq!(std::mem::take(&mut seen), [4, 0, 7, 1, 9]);
            list.remove(&mut frames, 4);
            queue.retain(|&pfn| pfn != 4);
            assert!(list.from_head(&frames).eq(queue.iter().copied()));
            assert!(list.from_tail(&frames).eq(queue.iter().rev().copied()));
            let heads = list.pop_heads(&mut frames.links, most / 2, |pfn| seen.push(pfn));
            assert_eq!(heads, most / 2);
            let tails = list.pop_tails(&mut frames.links, most, |pfn| seen.push(pfn));
            assert_eq!(tails, most.min(6 - heads));
            for (nth, pfn) in seen.drain(..).enumerate() {
                let from_head = nth < heads as usize;
                let end = if from_head {
                    queue.pop_front()
                } else {
                    queue.pop_back()
                };
                assert_eq!(end, Some(pfn));
            }
            for at in 0.. {
                let from_head = at % 2 == 0;
                let end = if from_head {
                    queue.pop_front()
                } else {
                    queue.pop_back()
                };
                let popped = if from_head {
                    list.pop_head(&mut frames)
                } else {
                    list.pop_tail(&mut frames)
                };
                assert_eq!(popped, end);
                if end.is_none() {
                    break;
                }
            }
            assert_eq!((list.head, list.tail, list.len), (NO_PFN, NO_PFN, 0));
        }
    }
}
