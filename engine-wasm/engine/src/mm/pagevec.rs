//! Per-CPU pagevecs in front of the LRU lists (include/linux/pagevec.h, mm/swap.c).

mod lru;
mod rotate;

use super::page::{NO_PFN, Pfn};

/// Maximum number of pages in a pagevec (PAGEVEC_SIZE).
pub const PAGEVEC_SIZE: usize = 14;

/// A pagevec: a few pages that wait to be moved to or between LRU lists together.
#[derive(Clone, Copy, Debug)]
pub struct Pagevec {
    pages: [Pfn; PAGEVEC_SIZE],
    len: u8,
}

impl Default for Pagevec {
    fn default() -> Self {
        Self {
            pages: [NO_PFN; PAGEVEC_SIZE],
            len: 0,
        }
    }
}

impl Pagevec {
    /// Adds a page. Returns true if the pagevec is full afterwards.
    fn push(&mut self, pfn: Pfn) -> bool {
        self.pages[self.len as usize] = pfn;
        self.grow(1)
    }

    /// Returns the free slots. After filling them from the first on, call [`Pagevec::grow`] with the number of new
    /// pages.
    #[inline(always)]
    pub fn room(&mut self) -> &mut [Pfn] {
        &mut self.pages[self.len as usize..]
    }

    /// Counts pages that were put into [`Pagevec::room`]. Returns true if the pagevec is full afterwards.
    #[inline(always)]
    pub fn grow(&mut self, pages: u32) -> bool {
        self.len += pages as u8;
        self.is_full()
    }

    /// Returns whether there is no free slot.
    #[must_use]
    fn is_full(&self) -> bool {
        self.len as usize == PAGEVEC_SIZE
    }

    /// Iterates over the pages without duplicates. A page that is accessed repeatedly may be in a pagevec more than
    /// once.
    pub fn each_once(&self) -> impl Iterator<Item = Pfn> + '_ {
        let pages = self.pages();
        let first = |at: usize| !pages[..at].contains(&pages[at]);
        (0..pages.len())
            .filter(move |&at| first(at))
            .map(|at| pages[at])
    }

    /// Returns the pages, with duplicates.
    #[must_use]
    pub fn pages(&self) -> &[Pfn] {
        &self.pages[..self.len as usize]
    }
}

/// The pagevecs of a CPU.
#[derive(Clone, Debug, Default)]
pub struct Pagevecs {
    /// lru_add_pvecs, by list.
    pub add: [Pagevec; 5],
    /// lru_rotate_pvecs.
    pub rotate: Pagevec,
    /// activate_page_pvecs.
    pub activate: Pagevec,
}

impl Pagevecs {
    /// Iterates over all pagevecs of the CPU.
    pub fn all(&self) -> impl Iterator<Item = &Pagevec> {
        self.add.iter().chain([&self.rotate, &self.activate])
    }
}
