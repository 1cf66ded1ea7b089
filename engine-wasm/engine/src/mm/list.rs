//! A doubly linked list through the columns of the frames.

use super::page::{Frames, NO_PFN, Pfn};

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
        frames.prev[pfn as usize] = NO_PFN;
        frames.next[pfn as usize] = self.head;
        if self.head == NO_PFN {
            self.tail = pfn;
        } else {
            frames.prev[self.head as usize] = pfn;
        }
        self.head = pfn;
        self.len += 1;
    }

    /// Adds a frame at the tail.
    #[inline]
    pub fn push_tail(&mut self, frames: &mut Frames, pfn: Pfn) {
        frames.next[pfn as usize] = NO_PFN;
        frames.prev[pfn as usize] = self.tail;
        if self.tail == NO_PFN {
            self.head = pfn;
        } else {
            frames.next[self.tail as usize] = pfn;
        }
        self.tail = pfn;
        self.len += 1;
    }

    /// Takes a frame off the list.
    #[inline]
    pub fn remove(&mut self, frames: &mut Frames, pfn: Pfn) {
        let next = frames.next[pfn as usize];
        let prev = frames.prev[pfn as usize];
        if prev == NO_PFN {
            self.head = next;
        } else {
            frames.next[prev as usize] = next;
        }
        if next == NO_PFN {
            self.tail = prev;
        } else {
            frames.prev[next as usize] = prev;
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
        self.remove(frames, pfn);
        Some(pfn)
    }

    /// Takes the frame at the tail.
    #[inline]
    pub fn pop_tail(&mut self, frames: &mut Frames) -> Option<Pfn> {
        let pfn = self.tail;
        if pfn == NO_PFN {
            return None;
        }
        self.remove(frames, pfn);
        Some(pfn)
    }

    /// The frames from the tail to the head.
    pub fn from_tail<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = Pfn> + use<'a> {
        let first = self.tail;
        std::iter::successors((first != NO_PFN).then_some(first), move |&pfn| {
            let prev = frames.prev[pfn as usize];
            (prev != NO_PFN).then_some(prev)
        })
    }

    /// The frames from the head to the tail.
    pub fn from_head<'a>(&self, frames: &'a Frames) -> impl Iterator<Item = Pfn> + use<'a> {
        let first = self.head;
        std::iter::successors((first != NO_PFN).then_some(first), move |&pfn| {
            let next = frames.next[pfn as usize];
            (next != NO_PFN).then_some(next)
        })
    }
}
