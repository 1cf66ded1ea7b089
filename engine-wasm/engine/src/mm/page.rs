//! Page frames, stored as columns (one array for each field): 16 bytes per frame.
//!
//! A frame is identified by its position in the columns. Zones are ranges of positions.

/// Position of a page frame in the columns.
pub type Pfn = u32;

/// No frame.
pub const NO_PFN: Pfn = u32::MAX;

/// Owner of a frame that the kernel itself uses.
pub const KERNEL: u16 = u16::MAX;
/// Owner of a free frame.
pub const FREE: u16 = u16::MAX - 1;
/// Owner of a page in the swap cache; its index is the slot.
pub const SWAP_CACHE: u16 = u16::MAX - 2;
/// Owner of a page that was truncated while a reference to it was still held.
pub const ORPHAN: u16 = u16::MAX - 3;
/// Owners from this value up are not mappings.
pub const MAPPING_LIMIT: u16 = u16::MAX - 8;

/// Page flags, after include/linux/page-flags.h. The three PTE bits represent the page tables that map the page.
pub mod flag {
    /// PG_locked.
    pub const LOCKED: u16 = 1 << 0;
    /// PG_dirty.
    pub const DIRTY: u16 = 1 << 1;
    /// PG_writeback.
    pub const WRITEBACK: u16 = 1 << 2;
    /// PG_reclaim.
    pub const RECLAIM: u16 = 1 << 3;
    /// PG_referenced.
    pub const REFERENCED: u16 = 1 << 4;
    /// PG_active.
    pub const ACTIVE: u16 = 1 << 5;
    /// PG_swapcache.
    pub const SWAPCACHE: u16 = 1 << 6;
    /// PG_swapbacked.
    pub const SWAPBACKED: u16 = 1 << 7;
    /// PG_lru.
    pub const LRU: u16 = 1 << 8;
    /// PG_private: the page has buffer heads, which hold a reference.
    pub const PRIVATE: u16 = 1 << 9;
    /// PG_unevictable.
    pub const UNEVICTABLE: u16 = 1 << 10;
    /// Some page table maps the page.
    pub const MAPPED: u16 = 1 << 11;
    /// A PTE that maps the page is young. Without MAPPED: the frame is free in the buddy allocator.
    pub const YOUNG: u16 = 1 << 12;
    /// A PTE that maps the page is dirty. Without MAPPED: the frame is free on a per-CPU list.
    pub const PTE_DIRTY: u16 = 1 << 13;
    /// One reference held by a pagevec: the lowest bit of a two-bit count that saturates at 3.
    pub const PAGEVEC: u16 = 1 << 14;
    /// Both bits of the count of pagevec references.
    pub const PAGEVEC_MASK: u16 = 3 << 14;
    /// A frame inside a free block of the buddy allocator.
    pub const BUDDY: u16 = YOUNG;
    /// The first frame of a free block. Its `index` holds the order and the migrate type.
    pub const BUDDY_HEAD: u16 = YOUNG | PTE_DIRTY;
    /// A frame on a per-CPU list.
    pub const PCP: u16 = PTE_DIRTY;
}

/// Value at which the count of pagevec references saturates.
pub const PAGEVEC_MOST: u16 = flag::PAGEVEC_MASK / flag::PAGEVEC;

/// Neighbours of a frame on its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// Towards the tail.
    pub next: Pfn,
    /// Towards the head.
    pub prev: Pfn,
}

impl Links {
    /// Links of a frame that is on no list.
    pub const NONE: Links = Links {
        next: NO_PFN,
        prev: NO_PFN,
    };
}

/// Returns the flags after a pagevec has dropped its reference. If the count is saturated, `others` counts the pagevecs
/// that still hold the page.
#[inline]
#[must_use]
pub fn without_pagevec(flags: u16, others: impl FnOnce() -> u16) -> u16 {
    let left = match flags >> 14 {
        PAGEVEC_MOST => others().min(PAGEVEC_MOST),
        counted => counted.saturating_sub(1),
    };
    (flags & !flag::PAGEVEC_MASK) | (left * flag::PAGEVEC)
}

/// All page frames of a machine, as columns.
#[derive(Clone, Debug)]
pub struct Frames {
    /// Page flags.
    pub flags: Vec<u16>,
    /// Owner: a mapping, an anonymous address space, or a constant such as [`KERNEL`].
    pub mapping: Vec<u16>,
    /// Page index in the mapping, virtual page number, swap slot, or order and migrate type of a free block.
    pub index: Vec<u32>,
    /// Neighbours on the frame's list.
    pub links: Vec<Links>,
}

/// The columns of [`Frames`] as slices of equal length, so that one bounds check of a frame number covers all columns.
pub struct Columns<'a> {
    /// Page flags.
    pub flags: &'a mut [u16],
    /// Owners.
    pub mapping: &'a mut [u16],
    /// Page indices.
    pub index: &'a mut [u32],
    /// Links to list neighbours.
    pub links: &'a mut [Links],
}

impl Frames {
    /// Returns all columns, for loops that use several of them.
    #[inline(always)]
    pub fn columns(&mut self) -> Columns<'_> {
        let count = self.flags.len();
        Columns {
            flags: &mut self.flags[..count],
            mapping: &mut self.mapping[..count],
            index: &mut self.index[..count],
            links: &mut self.links[..count],
        }
    }

    /// Creates columns of `count` frames that the kernel owns.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self {
            flags: vec![flag::UNEVICTABLE; count],
            mapping: vec![KERNEL; count],
            index: vec![0; count],
            links: vec![Links::NONE; count],
        }
    }

    /// Returns the number of frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.flags.len()
    }

    /// Returns whether there are no frames.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.flags.is_empty()
    }

    /// Returns whether every flag of `mask` is set.
    #[inline]
    #[must_use]
    pub fn has(&self, pfn: Pfn, mask: u16) -> bool {
        self.flags[pfn as usize] & mask == mask
    }

    /// Returns whether any flag of `mask` is set.
    #[inline]
    #[must_use]
    pub fn any(&self, pfn: Pfn, mask: u16) -> bool {
        self.flags[pfn as usize] & mask != 0
    }

    /// Sets the flags of `mask`.
    #[inline]
    pub fn set(&mut self, pfn: Pfn, mask: u16) {
        self.flags[pfn as usize] |= mask;
    }

    /// Clears the flags of `mask`.
    #[inline]
    pub fn clear(&mut self, pfn: Pfn, mask: u16) {
        self.flags[pfn as usize] &= !mask;
    }

    /// Clears the flags of `mask`, and returns whether any of them was set.
    #[inline]
    pub fn test_and_clear(&mut self, pfn: Pfn, mask: u16) -> bool {
        let flags = &mut self.flags[pfn as usize];
        let had = *flags & mask != 0;
        *flags &= !mask;
        had
    }

    /// Returns the number of references that pagevecs hold; 3 means three or more.
    #[inline]
    #[must_use]
    pub fn pagevec_references(&self, pfn: Pfn) -> u16 {
        self.flags[pfn as usize] >> 14
    }

    /// Takes a reference for a pagevec.
    #[inline]
    pub fn get_for_pagevec(&mut self, pfn: Pfn) {
        let flags = &mut self.flags[pfn as usize];
        if *flags >> 14 < PAGEVEC_MOST {
            *flags += flag::PAGEVEC;
        }
    }

    /// Drops the reference of a pagevec (see [`without_pagevec`]).
    #[inline]
    pub fn put_from_pagevec(&mut self, pfn: Pfn, others: impl FnOnce() -> u16) {
        let flags = &mut self.flags[pfn as usize];
        *flags = without_pagevec(*flags, others);
    }

    /// Returns whether the page is file cache (page_is_file_cache).
    #[inline]
    #[must_use]
    pub fn is_file(&self, pfn: Pfn) -> bool {
        !self.any(pfn, flag::SWAPBACKED)
    }
}
