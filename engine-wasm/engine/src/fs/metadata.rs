//! Metadata of ext2, ext3 and ext4 as page cache of the block device: bitmaps, blocks of inode tables, indirect blocks and
//! the leaves of extent trees, one block of 4 KiB a page (fs/buffer.c: __getblk, grow_dev_page, mark_buffer_dirty;
//! fs/ext2/inode.c and balloc.c, fs/ext3/inode.c, fs/jbd/transaction.c and commit.c; 2.6.29 to 3.16).
//!
//! What an allocation of blocks needs is noted when it happens, and settled by the task that made it before it goes on:
//! pages that are there are accessed and dirtied at once, others are read first.

pub mod settle;

use super::ext::{GROUP, GROUP_HEADER};
use crate::mm::page_cache::MappingId;
use crate::scenario::FilesystemKind::{self, Ext2, Ext3, Ext4};

/// Inodes of a block of an inode table: 256 bytes each.
const INODES: u64 = 16;
/// Groups of ext4 whose bitmaps and tables lie together (flex_bg).
const FLEX: u64 = 16;

/// What is done with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Something is looked up in it.
    Read,
    /// It is changed.
    Change,
    /// It is new, and needs no read (sb_getblk).
    New,
}

/// Metadata of a mounted filesystem.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// The block device's mapping.
    pub id: MappingId,
    /// A program looks its metadata up by itself: nothing is noted any more. What a transaction holds, it still lets go.
    pub left_to_program: bool,
    /// Groups that were used, by number, each with the place of its blocks among the mapping's pages: in the order of
    /// their first use, so that the mapping is as large as what was used and not as the device.
    groups: Vec<(u64, u32)>,
    /// Bitmaps of ext4 that have been in use, by block.
    bitmaps: Vec<u64>,
    /// Inodes that were given out, by the block that their table begins at.
    inodes: Vec<(u64, u64)>,
    /// Blocks that were used and are still to be accounted for, in order.
    due: Vec<(u64, Use)>,
    /// Pages of the running transaction by index, ascending. Its buffers are dirty for the journal alone, and held.
    running: Vec<u32>,
    /// The same of the one that is being committed.
    committing: Vec<u32>,
}

impl Metadata {
    /// None used so far.
    #[must_use]
    pub fn new(id: MappingId) -> Self {
        Self {
            id,
            left_to_program: false,
            groups: Vec::new(),
            bitmaps: Vec::new(),
            inodes: Vec::new(),
            due: Vec::new(),
            running: Vec::new(),
            committing: Vec::new(),
        }
    }

    fn note(&mut self, block: u64, how: Use) {
        if self.left_to_program {
            return;
        }
        match self.due.iter_mut().find(|(noted, _)| *noted == block) {
            Some((_, noted)) if *noted == Use::Read => *noted = how,
            Some(_) => {}
            None => self.due.push((block, how)),
        }
    }

    /// Notes a change of a bitmap. A group of ext4 that was never used says so in its descriptor, and its bitmaps are made
    /// up (EXT4_BG_BLOCK_UNINIT).
    fn note_bitmap(&mut self, kind: FilesystemKind, block: u64) {
        let how = match (kind, self.bitmaps.binary_search(&block)) {
            (Ext4, Err(at)) => {
                self.bitmaps.insert(at, block);
                Use::New
            }
            _ => Use::Change,
        };
        self.note(block, how);
    }

    /// The block of a new inode in the table of so many blocks that begins at `table`. With a journal the first inode of
    /// a block needs no read of it (ext3_get_inode_loc), on ext2 it does.
    fn new_inode(&mut self, kind: FilesystemKind, table: u64, blocks: u64) -> u64 {
        let at = match self.inodes.binary_search_by_key(&table, |&(of, _)| of) {
            Ok(at) => at,
            Err(at) => {
                self.inodes.insert(at, (table, 0));
                at
            }
        };
        let number = self.inodes[at].1;
        self.inodes[at].1 += 1;
        let block = table + number / INODES % blocks.max(1);
        if kind != Ext2 {
            let first = number.is_multiple_of(INODES) && number / INODES < blocks;
            self.note(block, if first { Use::New } else { Use::Change });
        }
        block
    }

    fn is_held(&self, index: u32) -> bool {
        self.running.binary_search(&index).is_ok() || self.committing.binary_search(&index).is_ok()
    }

    /// Pages that a transaction holds.
    #[must_use]
    pub fn held(&self) -> [&[u32]; 2] {
        [&self.running, &self.committing]
    }

    /// Whether a task has still to wait for something.
    #[inline]
    #[must_use]
    pub fn is_due(&self) -> bool {
        !self.due.is_empty()
    }
}

/// Where a group's blocks lie: its bitmaps, and the inode table with its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    block_bitmap: u64,
    inode_bitmap: u64,
    table: u64,
    table_blocks: u64,
}

/// That of the group that starts at `group`. The table is what the group's header has beside the bitmaps; of sixteen
/// groups of ext4 one is used, that of the first.
#[must_use]
pub fn layout(kind: FilesystemKind, group: u64, group_blocks: u64) -> Layout {
    let room = group_blocks / 8;
    if kind == Ext4 {
        let number = group / GROUP;
        let (first, at) = (number / FLEX * FLEX * GROUP, number % FLEX);
        return Layout {
            block_bitmap: first + at,
            inode_bitmap: first + FLEX + at,
            table: first + 2 * FLEX,
            table_blocks: (GROUP_HEADER - 2).min(room.saturating_sub(2 * FLEX)),
        };
    }
    Layout {
        block_bitmap: group,
        inode_bitmap: group + 1,
        table: group + 2,
        table_blocks: GROUP_HEADER.min(room).saturating_sub(2),
    }
}

/// Whether a filesystem of this kind and size has its metadata in the block device's page cache. XFS has buffers of its
/// own (xfs_buf), btrfs an inode of its own; a volume too small for an inode table has none here.
#[must_use]
pub fn is_cached(kind: FilesystemKind, blocks: u64) -> bool {
    matches!(kind, Ext2 | Ext3 | Ext4) && blocks >= 16 * 2 * FLEX
}
