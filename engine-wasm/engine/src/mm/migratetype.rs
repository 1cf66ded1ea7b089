//! Migrate types: pages that can be moved or reclaimed are kept apart from those that cannot, so that large blocks come
//! free again (include/linux/mmzone.h; mm/page_alloc.c: fallbacks, allocflags_to_migratetype; 2.6.29 to 3.16).

/// log2 of the pages of a page block, which has one type: a huge page of x86-64 (pageblock_order).
pub const PAGEBLOCK_ORDER: usize = 9;
/// Pages of a page block (pageblock_nr_pages).
pub const PAGEBLOCK_PAGES: u32 = 1 << PAGEBLOCK_ORDER;
/// Types that have lists of free pages. MIGRATE_ISOLATE has none that is used here.
pub const TYPES: usize = 4;
/// The first of them, which have per-CPU lists as well (MIGRATE_PCPTYPES).
pub const PCPTYPES: usize = 3;
/// Types that the kernel counts (MIGRATE_TYPES): MIGRATE_ISOLATE too.
const MIGRATE_TYPES: u64 = 5;

/// Migrate type of a page block, a free block, or a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Migratetype {
    /// The kernel's own pages, and the page cache of a block device (GFP_USER).
    Unmovable = 0,
    /// Slab caches that can be shrunk.
    Reclaimable = 1,
    /// Page cache of files, and anonymous memory (GFP_HIGHUSER_MOVABLE).
    Movable = 2,
    /// Kept for requests that no other list can serve.
    Reserve = 3,
}

use Migratetype::{Movable, Reclaimable, Reserve, Unmovable};

impl Migratetype {
    /// All of them, by number.
    pub const ALL: [Migratetype; TYPES] = [Unmovable, Reclaimable, Movable, Reserve];

    /// The type of a number, which may have higher bits that do not count.
    #[inline(always)]
    #[must_use]
    pub fn of(number: u32) -> Migratetype {
        Self::ALL[number as usize % TYPES]
    }

    /// The types whose free blocks a request takes when its own has none, but for the reserve, which comes last.
    #[must_use]
    pub fn fallbacks(self) -> &'static [Migratetype] {
        match self {
            Unmovable => &[Reclaimable, Movable],
            Reclaimable => &[Unmovable, Movable],
            Movable => &[Reclaimable, Unmovable],
            Reserve => &[],
        }
    }

    /// The per-CPU list of a page that is freed in a block of this type: those of the reserve go among the movable ones.
    #[inline(always)]
    #[must_use]
    pub fn per_cpu(self) -> Migratetype {
        match self {
            Reserve => Movable,
            other => other,
        }
    }
}

/// Whether pages are grouped by type at all: not on a machine that has fewer than a page block of each
/// (page_group_by_mobility_disabled).
#[must_use]
pub fn groups_by_mobility(present: u64) -> bool {
    present >= u64::from(PAGEBLOCK_PAGES) * MIGRATE_TYPES
}

/// Page blocks that a zone with this min watermark keeps in reserve (setup_zone_migrate_reserve).
#[must_use]
pub fn reserve_blocks(min: u64) -> u32 {
    min.div_ceil(u64::from(PAGEBLOCK_PAGES)).min(2) as u32
}
