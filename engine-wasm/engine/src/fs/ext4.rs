//! Where ext4 puts files: extents for the dirty pages that a flusher found together (fs/ext4/mballoc.c, inode.c).

use super::ext2::{GROUP, GROUP_HEADER};
use super::space::FreeSpace;

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
