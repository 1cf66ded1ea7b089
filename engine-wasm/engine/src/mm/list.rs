//! A doubly linked list through the columns of the frames.

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
