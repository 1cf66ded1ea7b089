//! Anonymous address spaces: a page table entry for each virtual page.

use super::page::Pfn;

const SWAPPED: u32 = 1 << 31;

/// A page table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pte {
    /// Never touched.
    None,
    /// Maps a frame.
    Present(Pfn),
    /// Refers to a swap slot.
    Swapped(u32),
}

/// An anonymous address space: one entry per virtual page.
#[derive(Clone, Debug)]
pub struct AnonSpace {
    entries: Vec<u32>,
}

impl AnonSpace {
    /// Creates a space of `pages` untouched pages.
    #[must_use]
    pub fn new(pages: u32) -> Self {
        Self {
            entries: vec![0; pages as usize],
        }
    }

    /// Returns the number of virtual pages.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Returns whether the space has no pages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the page table entry of virtual page `vpn`.
    #[inline]
    #[must_use]
    pub fn pte(&self, vpn: u32) -> Pte {
        match self.entries[vpn as usize] {
            0 => Pte::None,
            entry if entry & SWAPPED != 0 => Pte::Swapped(entry & !SWAPPED),
            entry => Pte::Present(entry - 1),
        }
    }

    /// Makes the entry of `vpn` map a frame.
    pub fn set_present(&mut self, vpn: u32, pfn: Pfn) {
        self.entries[vpn as usize] = pfn + 1;
    }

    /// Makes the entry of `vpn` refer to a swap slot.
    pub fn set_swapped(&mut self, vpn: u32, slot: u32) {
        self.entries[vpn as usize] = slot | SWAPPED;
    }

    /// Resets the entry of `vpn` to [`Pte::None`].
    pub fn clear(&mut self, vpn: u32) {
        self.entries[vpn as usize] = 0;
    }
}
