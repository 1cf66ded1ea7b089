//! The parameters of a page allocation (include/linux/gfp.h, ALLOC_* of mm/page_alloc.c).

use super::migratetype::Migratetype;
use super::zone::Mark;

/// An allocation request, with flags as in include/linux/gfp.h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gfp {
    /// log2 of the pages wanted.
    pub order: u8,
    /// __GFP_WAIT: may sleep and reclaim.
    pub wait: bool,
    /// __GFP_HIGH: may use the emergency pools (ALLOC_HIGH).
    pub high: bool,
    /// __GFP_IO: reclaim may start I/O.
    pub io: bool,
    /// __GFP_FS: reclaim may call into filesystems.
    pub fs: bool,
    /// __GFP_NORETRY: gives up after one direct reclaim.
    pub noretry: bool,
    /// The page is for write() and will be dirtied. Sets __GFP_WRITE if the mechanism `gfp_write` is on.
    pub write: bool,
    /// __GFP_HIGHMEM: the page may come from memory that is not permanently mapped by the kernel.
    pub highmem: bool,
    /// Migrate type, from __GFP_MOVABLE and __GFP_RECLAIMABLE.
    pub migratetype: Migratetype,
}

impl Gfp {
    /// GFP_HIGHUSER_MOVABLE, for the page cache of files and for anonymous memory.
    pub const USER: Gfp = Gfp {
        order: 0,
        wait: true,
        high: false,
        io: true,
        fs: true,
        noretry: false,
        write: false,
        highmem: true,
        migratetype: Migratetype::Movable,
    };
    /// GFP_KERNEL, and GFP_USER, which the page cache of a block device uses.
    pub const KERNEL: Gfp = Gfp {
        highmem: false,
        migratetype: Migratetype::Unmovable,
        ..Gfp::USER
    };
    /// GFP_NOFS, from inside a filesystem's write path.
    pub const NOFS: Gfp = Gfp {
        order: 0,
        wait: true,
        high: false,
        io: true,
        fs: false,
        noretry: false,
        write: false,
        highmem: false,
        migratetype: Migratetype::Movable,
    };
    /// GFP_ATOMIC.
    pub const ATOMIC: Gfp = Gfp {
        order: 0,
        wait: false,
        high: true,
        io: false,
        fs: false,
        noretry: false,
        write: false,
        highmem: false,
        migratetype: Migratetype::Unmovable,
    };
}

/// How deep into the reserves an attempt may go (ALLOC_*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocFlags {
    /// The watermark to stay above.
    pub mark: Mark,
    /// ALLOC_HARDER.
    pub harder: bool,
    /// ALLOC_HIGH.
    pub high: bool,
}

impl AllocFlags {
    /// Returns the flags of an attempt at a watermark, without ALLOC_HARDER and ALLOC_HIGH.
    #[must_use]
    pub fn at(mark: Mark) -> Self {
        Self {
            mark,
            harder: false,
            high: false,
        }
    }
}
