//! Block placement of ext2, ext3 and ext4. ext2 and ext3 allocate block by block, from a window reserved for the inode
//! (fs/ext2/balloc.c, fs/ext3/balloc.c). ext4 allocates extents for the dirty pages that a flusher found together
//! (fs/ext4/mballoc.c, inode.c).

use super::space::FreeSpace;

/// Blocks of the first window (EXT3_DEFAULT_RESERVE_BLOCKS).
const FIRST_WINDOW: u64 = 8;
/// Blocks of the largest window (EXT3_MAX_RESERVE_BLOCKS).
const MAX_WINDOW: u64 = 1_027;
/// Number of blocks in a block group. One bitmap block covers exactly one group.
pub const GROUP: u64 = 32_768;
/// Blocks of a group's two bitmaps and of its inode table, with an inode of 256 bytes per 16 kB.
pub const GROUP_HEADER: u64 = 514;
/// Block groups of ext4 whose bitmaps and inode tables are together in the first of them (flex_bg, mke2fs.conf).
const FLEX: u64 = 16;
/// Minimum number of blocks that ext4 allocates at a time and keeps for the file.
pub const MIN_EXTENT: u32 = 16;
/// Maximum number of blocks in an extent of ext4 (EXT_INIT_MAX_LEN).
pub const MAX_EXTENT: u32 = 32_768;
/// Number of places in a group at which files of one directory start; the writer's number selects one (ext3_find_near).
const COLOURS: u64 = 16;

/// Returns the free space of a new ext4 filesystem.
#[must_use]
pub fn mkfs_flex(blocks: u64) -> FreeSpace {
    let groups = (blocks / GROUP).clamp(1, FLEX);
    FreeSpace::new(blocks, GROUP, groups * GROUP_HEADER, FLEX)
}

/// Returns the free space of a new ext2 or ext3 filesystem.
#[must_use]
pub fn mkfs(blocks: u64) -> FreeSpace {
    FreeSpace::new(blocks, GROUP, GROUP_HEADER, 1)
}

/// Returns the block at which a new file of a directory begins, in the group that starts at `group`.
#[must_use]
pub fn first_goal(group: u64, task: u32) -> u64 {
    group + u64::from(task) % COLOURS * (GROUP / COLOURS)
}

/// A reservation window (struct ext3_reserve_window_node): blocks reserved for one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    next: u64,
    end: u64,
    size: u64,
}

impl Window {
    /// Takes the next block. If this window is used up, first reserves a new one at `goal` or after it. The new window
    /// is twice as large, because all blocks of the old one were hits (alloc_new_reservation). `None`: the device is
    /// full.
    pub fn take(&mut self, space: &mut FreeSpace, goal: u64) -> Option<u64> {
        if self.next == self.end {
            self.size = (self.size * 2).clamp(FIRST_WINDOW, MAX_WINDOW);
            let (start, len) = space.take_after(goal, self.size)?;
            (self.next, self.end) = (start, start + len);
        }
        self.next += 1;
        Some(self.next - 1)
    }

    /// Frees the unused rest of the window when the last writer closes the file (ext3_discard_reservation).
    pub fn discard(&mut self, space: &mut FreeSpace) {
        space.give(self.next, self.end - self.next);
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_in_turn_get_windows_that_double() {
        let mut space = mkfs(4 * GROUP);
        let (mut one, mut other) = (Window::default(), Window::default());
        let mut last = [0, 0];
        let mut runs = Vec::new();
        for _ in 0..64 {
            for (at, window) in [&mut one, &mut other].into_iter().enumerate() {
                let block = window.take(&mut space, last[at] + 1).unwrap();
                if at == 0 && block != last[at] + 1 {
                    runs.push(block);
                }
                last[at] = block;
            }
        }
        // After the group's own 514 blocks, the windows of the two files alternate: 8 and 8, 16 and 16, 32 and 32
        // blocks, and so on.
        assert_eq!(runs, [514, 514 + 16, 514 + 48, 514 + 112]);
        one.discard(&mut space);
        other.discard(&mut space);
        assert_eq!(
            space.take_after(0, 5_000).map(|(start, _)| start),
            Some(514 + 120)
        );
    }

    #[test]
    fn no_window_is_larger_than_the_kernel_lets_it_be() {
        let mut space = mkfs(8 * GROUP);
        let mut window = Window::default();
        let mut goal = 0;
        for _ in 0..5_000 {
            goal = window.take(&mut space, goal).unwrap() + 1;
        }
        assert_eq!(window.size, MAX_WINDOW);
    }
}
