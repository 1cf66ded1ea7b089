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

/// An anonymous address space: one entry a virtual page.
#[derive(Clone, Debug)]
pub struct AnonSpace {
    entries: Vec<u32>,
}

impl AnonSpace {
    /// A space of `pages` untouched pages.
    #[must_use]
    pub fn new(pages: u32) -> Self {
        Self {
            entries: vec![0; pages as usize],
        }
    }

    /// Number of virtual pages.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Whether it has no page.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// An entry.
    #[inline]
    #[must_use]
    pub fn pte(&self, vpn: u32) -> Pte {
        match self.entries[vpn as usize] {
            0 => Pte::None,
            entry if entry & SWAPPED != 0 => Pte::Swapped(entry & !SWAPPED),
            entry => Pte::Present(entry - 1),
        }
    }

    /// Maps a frame.
    pub fn set_present(&mut self, vpn: u32, pfn: Pfn) {
        self.entries[vpn as usize] = pfn + 1;
    }

    /// Refers to a slot.
    pub fn set_swapped(&mut self, vpn: u32, slot: u32) {
        self.entries[vpn as usize] = slot | SWAPPED;
    }

    /// Forgets an entry.
    pub fn clear(&mut self, vpn: u32) {
        self.entries[vpn as usize] = 0;
    }
}
