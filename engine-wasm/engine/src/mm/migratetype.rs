//! Migrate types: pages that can be moved or reclaimed are kept apart from pages that cannot, so that large blocks can
//! become free again (include/linux/mmzone.h; mm/page_alloc.c: fallbacks, allocflags_to_migratetype; 2.6.29 to 3.16).

/// log2 of the pages of a page block, the unit that has one migrate type: a huge page of x86-64 (pageblock_order).
pub const PAGEBLOCK_ORDER: usize = 9;
/// Pages of a page block (pageblock_nr_pages).
pub const PAGEBLOCK_PAGES: u32 = 1 << PAGEBLOCK_ORDER;
/// Number of types with lists of free pages. MIGRATE_ISOLATE is not modelled.
pub const TYPES: usize = 4;
/// Number of types with per-CPU lists (MIGRATE_PCPTYPES). They are the first types.
pub const PCPTYPES: usize = 3;
/// Number of types in the kernel, with MIGRATE_ISOLATE (MIGRATE_TYPES).
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
    /// All types, indexed by number.
    pub const ALL: [Migratetype; TYPES] = [Unmovable, Reclaimable, Movable, Reserve];

    /// Returns the type with a number. Only the lowest bits of `number` count.
    #[inline(always)]
    #[must_use]
    pub fn of(number: u32) -> Migratetype {
        Self::ALL[number as usize % TYPES]
    }

    /// Returns the types from which a request steals, in this order, if its own type has no free block. The reserve,
    /// which is the last resort, is not in the list.
    #[must_use]
    pub fn fallbacks(self) -> &'static [Migratetype] {
        match self {
            Unmovable => &[Reclaimable, Movable],
            Reclaimable => &[Unmovable, Movable],
            Movable => &[Reclaimable, Unmovable],
            Reserve => &[],
        }
    }

    /// Returns the type of the per-CPU list for a page that is freed in a page block of this type. Pages of the reserve
    /// go to the movable list.
    #[inline(always)]
    #[must_use]
    pub fn per_cpu(self) -> Migratetype {
        match self {
            Reserve => Movable,
            other => other,
        }
    }
}

/// Returns whether pages are grouped by type. They are not on a machine with less than one page block per type
/// (page_group_by_mobility_disabled).
#[must_use]
pub fn groups_by_mobility(present: u64) -> bool {
    present >= u64::from(PAGEBLOCK_PAGES) * MIGRATE_TYPES
}

/// Returns how many page blocks a zone with this min watermark keeps in reserve (setup_zone_migrate_reserve).
#[must_use]
pub fn reserve_blocks(min: u64) -> u32 {
    min.div_ceil(u64::from(PAGEBLOCK_PAGES)).min(2) as u32
}
