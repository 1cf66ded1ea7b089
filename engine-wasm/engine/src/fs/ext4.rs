//! Where ext4 puts files: extents for the dirty pages that a flusher found together (fs/ext4/mballoc.c, inode.c).

use super::ext2::{GROUP, GROUP_HEADER};
use super::space::FreeSpace;
use crate::machine::Machine;
use crate::mm::page::Pfn;
use crate::mm::page_cache::MappingId;

/// Block groups whose bitmaps and inode tables lie together in the first (flex_bg, mke2fs.conf).
const FLEX: u64 = 16;
/// Blocks that an allocation takes at least, and keeps for the file.
pub const MIN_RUN: u32 = 16;
/// Blocks of an extent at most (EXT_INIT_MAX_LEN).
pub const MAX_RUN: u32 = 32_768;

/// The free space of a new filesystem.
#[must_use]
pub fn mkfs(blocks: u64) -> FreeSpace {
    let groups = (blocks / GROUP).clamp(1, FLEX);
    FreeSpace::new(blocks, GROUP, groups * GROUP_HEADER, FLEX)
}

impl Machine {
    /// Notes that a flusher holds `len` dirty pages from `first` on locked: write_cache_pages_da locks all that an extent
    /// is for, and a page is unlocked when it is sent. Those that are sent are under writeback and not dirty.
    pub(super) fn lock_until_sent(&mut self, id: MappingId, first: u32, len: u32) {
        self.cache.get_mut(id).placement.locked = (first, first + len);
    }

    /// Whether a page belongs to the extent that a flusher sends.
    pub(super) fn waits_for_extent(&self, id: MappingId, index: u32) -> bool {
        let (first, end) = self.cache.get(id).placement.locked;
        (first..end).contains(&index)
    }

    /// Whether a flusher holds this dirty page locked.
    #[must_use]
    pub fn waits_to_be_sent(&self, pfn: Pfn) -> bool {
        self.file_page(pfn)
            .is_some_and(|(id, index)| self.waits_for_extent(id, index))
    }
}
