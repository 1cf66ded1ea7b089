//! A doubly linked list through the columns of the frames.

use std::ops::Range;

use super::page::{Frames, Links, NO_PFN, Pfn};

/// Head, tail and length; the links are in the frames.
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

impl List {
    /// Adds a frame at the head.
    #[inline]
    pub fn push_head(&mut self, frames: &mut Frames, pfn: Pfn) {
        let links = &mut frames.links[..];
        links[pfn as usize] = Links {
            next: self.head,
            prev: NO_PFN,
        };
        match self.head {
            NO_PFN => self.tail = pfn,
            head => links[head as usize].prev = pfn,
        }
        self.head = pfn;
        self.len += 1;
    }

    /// Adds a frame at the tail.
    #[inline]
    pub fn push_tail(&mut self, frames: &mut Frames, pfn: Pfn) {
        let links = &mut frames.links[..];
        links[pfn as usize] = Links {
            next: NO_PFN,
            prev: self.tail,
        };
        match self.tail {
            NO_PFN => self.head = pfn,
            tail => links[tail as usize].next = pfn,
        }
        self.tail = pfn;
        self.len += 1;
    }

    /// Adds frames at the tail, one by one.
    #[inline]
    pub fn append(&mut self, frames: &mut Frames, pages: &[Pfn]) {
        let Some((&first, rest)) = pages.split_first() else {
            return;
        };
        self.push_tail(frames, first);
        let links = &mut frames.links[..];
        let mut tail = first;
        for &pfn in rest {
            links[tail as usize].next = pfn;
            links[pfn as usize].prev = tail;
            tail = pfn;
        }
        links[tail as usize].next = NO_PFN;
        self.tail = tail;
        self.len += rest.len() as u32;
    }

    /// Adds neighbours at the tail, one by one.
    #[inline]
    pub fn append_neighbours(&mut self, frames: &mut Frames, pages: Range<Pfn>) {
        if pages.is_empty() {
            return;
        }
        let links = &mut frames.links[..];
        for (links, pfn) in links[pages.start as usize..pages.end as usize]
            .iter_mut()
            .zip(pages.clone())
        {
            *links = Links {
                next: pfn + 1,
                prev: pfn.wrapping_sub(1),
            };
        }
        links[pages.start as usize].prev = self.tail;
        links[pages.end as usize - 1].next = NO_PFN;
        match self.tail {
            NO_PFN => self.head = pages.start,
            tail => links[tail as usize].next = pages.start,
        }
        self.tail = pages.end - 1;
        self.len += pages.len() as u32;
    }

    /// Adds frames at the head, one by one.
    #[inline]
    pub fn prepend(&mut self, frames: &mut Frames, pages: &[Pfn]) {
        let Some((&first, rest)) = pages.split_first() else {
            return;
        };
        self.push_head(frames, first);
        let links = &mut frames.links[..];
        let mut head = first;
        for &pfn in rest {
            links[head as usize].prev = pfn;
            links[pfn as usize].next = head;
            head = pfn;
        }
        links[head as usize].prev = NO_PFN;
        self.head = head;
        self.len += rest.len() as u32;
    }

    /// Takes up to `most` frames at the tail, the last of them first, and adds them to `pages`.
    #[inline]
    pub fn pop_tails(&mut self, frames: &mut Frames, most: u32, pages: &mut Vec<Pfn>) {
        let links = &mut frames.links[..];
        let taken = most.min(self.len);
        let mut tail = self.tail;
        pages.extend((0..taken).map(|_| {
            let pfn = tail;
            tail = links[pfn as usize].prev;
            pfn
        }));
        self.tail = tail;
        match tail {
            NO_PFN => self.head = NO_PFN,
            tail => links[tail as usize].next = NO_PFN,
        }
        self.len -= taken;
    }

    /// Takes frames from the tail for as long as each is the neighbour below the one before, up to `most`.
    #[inline]
    pub fn pop_neighbours(&mut self, frames: &mut Frames, most: u32) -> Option<Range<Pfn>> {
        let last = self.tail;
        if last == NO_PFN || most == 0 {
            return None;
        }
        let links = &mut frames.links[..];
        let mut first = last;
        let mut before = links[first as usize].prev;
        while last - first + 1 < most && before.checked_add(1) == Some(first) {
            first = before;
            before = links[first as usize].prev;
        }
        self.tail = before;
        match before {
            NO_PFN => self.head = NO_PFN,
            tail => links[tail as usize].next = NO_PFN,
        }
        self.len -= last - first + 1;
        Some(first..last + 1)
    }

    /// Takes a frame off the list.
    #[inline]
    pub fn remove(&mut self, frames: &mut Frames, pfn: Pfn) {
        let links = &mut frames.links[..];
        let Links { next, prev } = links[pfn as usize];
        match prev {
            NO_PFN => self.head = next,
            prev => links[prev as usize].next = next,
        }
        match next {
            NO_PFN => self.tail = prev,
            next => links[next as usize].prev = prev,
        }
        self.len -= 1;
    }

    /// Takes the frame at the head.
    #[inline]
    pub fn pop_head(&mut self, frames: &mut Frames) -> Option<Pfn> {
        let pfn = self.head;
        if pfn == NO_PFN {
            return None;
        }
        let links = &mut frames.links[..];
        self.head = links[pfn as usize].next;
        match self.head {
            NO_PFN => self.tail = NO_PFN,
            head => links[head as usize].prev = NO_PFN,
        }
        self.len -= 1;
        Some(pfn)
    }

    /// Takes frames at the head until `pages` is full or the list is empty: how many.
    #[inline]
    pub fn pop_heads(&mut self, frames: &mut Frames, pages: &mut [Pfn]) -> usize {
        let links = &mut frames.links[..];
        let taken = pages.len().min(self.len as usize);
        let mut head = self.head;
        for pfn in &mut pages[..taken] {
            *pfn = head;
            head = links[head as usize].next;
        }
        self.head = head;
        match head {
            NO_PFN => self.tail = NO_PFN,
            head => links[head as usize].prev = NO_PFN,
        }
        self.len -= taken as u32;
        taken
    }

    /// Takes the frame at the tail.
    #[inline]
    pub fn pop_tail(&mut self, frames: &mut Frames) -> Option<Pfn> {
        let pfn = self.tail;
        if pfn == NO_PFN {
            return None;
        }
        let links = &mut frames.links[..];
        self.tail = links[pfn as usize].prev;
        match self.tail {
            NO_PFN => self.head = NO_PFN,
            tail => links[tail as usize].next = NO_PFN,
        }
        self.len -= 1;
        Some(pfn)
    }

    /// The frames from the tail to the head.
    pub fn from_tail<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = Pfn> + use<'a> {
        let first = self.tail;
        std::iter::successors((first != NO_PFN).then_some(first), move |&pfn| {
            let prev = frames.links[pfn as usize].prev;
            (prev != NO_PFN).then_some(prev)
        })
    }

    /// The frames from the head to the tail.
    pub fn from_head<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = Pfn> + use<'a> {
        let first = self.head;
        std::iter::successors((first != NO_PFN).then_some(first), move |&pfn| {
            let next = frames.links[pfn as usize].next;
            (next != NO_PFN).then_some(next)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_leave_the_tail_together_down_to_frame_zero() {
        let mut frames = Frames::new(20);
        let mut list = List::default();
        list.append(&mut frames, &[9]);
        list.append_neighbours(&mut frames, 0..4);
        list.append(&mut frames, &[7]);
        assert_eq!((list.head, list.tail, list.len), (9, 7, 6));
        assert_eq!(list.pop_neighbours(&mut frames, 0), None);
        assert_eq!(list.pop_neighbours(&mut frames, 5), Some(7..8));
        assert_eq!(list.pop_neighbours(&mut frames, 2), Some(2..4));
        list.append_neighbours(&mut frames, 2..3);
        assert_eq!(list.from_head(&frames).collect::<Vec<_>>(), [9, 0, 1, 2]);
        assert_eq!(list.pop_neighbours(&mut frames, 9), Some(0..3));
        list.append(&mut frames, &[]);
        list.append_neighbours(&mut frames, 4..4);
        assert_eq!(list.pop_neighbours(&mut frames, 9), Some(9..10));
        assert_eq!(list.pop_neighbours(&mut frames, 9), None);
        list.append_neighbours(&mut frames, 0..1);
        list.append(&mut frames, &[5]);
        assert_eq!(list.pop_neighbours(&mut frames, 9), Some(5..6));
        assert_eq!(list.pop_neighbours(&mut frames, 9), Some(0..1));
        assert_eq!((list.head, list.tail, list.len), (NO_PFN, NO_PFN, 0));
    }

    #[test]
    fn many_frames_come_and_go_as_one_by_one() {
        let mut frames = [(); 2].map(|()| Frames::new(12));
        let mut lists = [List::default(); 2];
        let [one, all] = &mut lists;
        let [frames_one, frames_all] = &mut frames;
        let pages = [4, 0, 7, 2, 9];
        for turn in 0..3 {
            for &pfn in &pages {
                one.push_head(frames_one, pfn);
            }
            all.prepend(frames_all, &pages);
            for &pfn in &[5, 1] {
                one.push_tail(frames_one, pfn);
            }
            all.append(frames_all, &[5, 1]);
            assert!(one.from_tail(frames_one).eq(all.from_tail(frames_all)));
            assert!(one.from_head(frames_one).eq(all.from_head(frames_all)));
            let mut heads = [NO_PFN; 3];
            assert_eq!(all.pop_heads(frames_all, &mut heads), 3);
            assert!(
                heads
                    .iter()
                    .all(|&pfn| one.pop_head(frames_one) == Some(pfn))
            );
            // Some, the rest to the last, and more than there are.
            let mut tails = vec![11];
            all.pop_tails(frames_all, [2, 4, 9][turn], &mut tails);
            assert!(
                tails[1..]
                    .iter()
                    .all(|&pfn| one.pop_tail(frames_one) == Some(pfn))
            );
            assert_eq!((one.head, one.tail, one.len), (all.head, all.tail, all.len));
            while let Some(pfn) = one.pop_head(frames_one) {
                assert_eq!(all.pop_head(frames_all), Some(pfn));
            }
            assert_eq!(all.len, 0);
        }
    }
}
