//! Block placement of XFS: all blocks of a delayed extent are allocated at once (fs/xfs/xfs_iomap.c, 2.6.32 to 3.3).

use super::space::FreeSpace;
use crate::mm::page_cache::{MappingId, PageCache};

/// Longest extent, blocks (MAXEXTLEN).
const MAX_EXTENT: u32 = (1 << 21) - 1;
/// Minimum number of blocks that are allocated at a time to a growing file (m_writeio_blocks, 64 kB).
const WRITE_IO: u32 = 16;
/// Blocks of an allocation group's headers, the roots of its trees, and its first inodes.
const HEADER: u64 = 12;
/// Blocks of 4 KiB per MiB.
const MIB: u64 = 256;

/// Returns the free space of a new filesystem. Source: mkfs.xfs, calc_default_ag_geometry: four groups on a plain disk,
/// more on a striped one.
#[must_use]
pub fn mkfs(blocks: u64, striped: bool) -> FreeSpace {
    let groups = match (striped, blocks / MIB) {
        (true, 524_289..) => 32,
        (true, 8_193..) => 16,
        (true, 128..) => 8,
        (false, 128..) => 4,
        _ => 1,
    };
    FreeSpace::new(blocks, blocks / groups, HEADER, 1)
}

/// Returns the end of the last delayed extent of a file of `pages` pages that was written from front to back. A growing
/// file of n blocks reserves n more blocks (xfs_iomap_prealloc_size, 2.6.38 on). Before 2.6.38, it reserved blocks up
/// to the next multiple of 64 kB.
#[must_use]
pub fn reserved_end(pages: u32, doubles: bool) -> u32 {
    if doubles && pages < MAX_EXTENT {
        pages.next_power_of_two().max(WRITE_IO)
    } else {
        pages.next_multiple_of(WRITE_IO)
    }
}

/// Returns the delayed extent around a page without a block: its first page, and the page after its last. Pages without
/// blocks are dirty, so the extent is the run of dirty pages between two extents. While the file is open for writing,
/// the extent includes the blocks reserved behind the file's end (xfs_iomap_write_allocate converts from br_startoff
/// on).
pub fn delayed_extent(cache: &PageCache, id: MappingId, index: u32, doubles: bool) -> (u32, u32) {
    let mapping = cache.get(id);
    let after = mapping.extents.partition_point(|e| e.index <= index);
    let from = after.checked_sub(1).map_or(0, |last| {
        mapping.extents[last].index + mapping.extents[last].len
    });
    let next = mapping.extents.get(after).map(|extent| extent.index);
    let start = index - cache.dirty_run_before(id, index, from);
    let most = next.unwrap_or(u32::MAX) - index - 1;
    let mut end = index + 1 + cache.dirty_run(id, index + 1, most.min(MAX_EXTENT));
    let grows = next.is_none() && !mapping.placement.closed;
    if grows && cache.lookup(id, end).is_none() {
        end = reserved_end(end, doubles).max(end);
    }
    (start, end.min(start.saturating_add(MAX_EXTENT)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_those_of_mkfs() {
        for (mib, striped, groups) in [
            (100, false, 1),
            (128, false, 4),
            (16_000, false, 4),
            (1_000_000, false, 4),
            (4_000, true, 8),
            (100_000, true, 16),
            (1_000_000, true, 32),
        ] {
            assert_eq!(mkfs(mib * MIB, striped).groups(), groups, "{mib} {striped}");
        }
    }

    #[test]
    fn a_file_that_grows_reserves_as_much_again_as_it_has() {
        for (pages, doubled, fixed) in [(1, 16, 16), (16, 16, 16), (17, 32, 32), (700, 1_024, 704)]
        {
            assert_eq!(reserved_end(pages, true), doubled);
            assert_eq!(reserved_end(pages, false), fixed);
        }
    }
}
