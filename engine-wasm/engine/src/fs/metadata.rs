//! Metadata of ext2, ext3 and ext4 in the page cache of the block device: bitmaps, blocks of inode tables, indirect
//! blocks and leaves of extent trees, one block of 4 KiB per page (fs/buffer.c: __getblk, grow_dev_page,
//! mark_buffer_dirty; fs/ext2/inode.c and balloc.c, fs/ext3/inode.c, fs/jbd/transaction.c and commit.c; 2.6.29 to
//! 3.16).
//!
//! A block allocation notes the metadata that it uses. The allocating task settles these notes before it continues: it
//! accesses and dirties each metadata page. It must first read a page that is not in memory.

pub mod settle;

use super::ext::{GROUP, GROUP_HEADER};
use crate::mm::page_cache::MappingId;
use crate::scenario::FilesystemKind::{self, Ext2, Ext3, Ext4};

/// Inodes per block of an inode table: 256 bytes each.
const INODES: u64 = 16;
/// Groups of ext4 whose bitmaps and tables are together (flex_bg).
const FLEX: u64 = 16;

/// How a metadata block is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// A task looks something up in the block.
    Read,
    /// A task changes the block.
    Change,
    /// The block is new, so it need not be read (sb_getblk).
    New,
}

/// Metadata of a mounted filesystem.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// The block device's mapping.
    pub id: MappingId,
    /// Whether a program accesses the metadata by itself. If so, no more uses are noted, but pages that a transaction
    /// holds are still released.
    pub left_to_program: bool,
    /// Groups that were used, sorted by number, each with the index of its blocks in the mapping. Indexes are assigned
    /// in the order of first use, so that the size of the mapping depends on the groups used and not on the device.
    groups: Vec<(u64, u32)>,
    /// Bitmaps of ext4 that have been used, by block.
    bitmaps: Vec<u64>,
    /// First block of each inode table, with the number of inodes that were allocated from the table.
    inodes: Vec<(u64, u64)>,
    /// Uses of blocks that were noted but not settled yet, in order.
    due: Vec<(u64, Use)>,
    /// Pages of the running transaction, sorted by index. The transaction holds their buffers, which are dirty only for
    /// the journal.
    running: Vec<u32>,
    /// Pages of the transaction that is being committed, sorted by index.
    committing: Vec<u32>,
}

impl Metadata {
    /// Creates the metadata of a filesystem, none of it used yet.
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

    /// Notes a change of a bitmap. The descriptor of an ext4 group records whether the group was ever used. If it was
    /// not, ext4 generates its bitmaps instead of reading them (EXT4_BG_BLOCK_UNINIT).
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

    /// Returns the block of a new inode in the table of `blocks` blocks that begins at `table`. With a journal, the
    /// block need not be read for its first inode (ext3_get_inode_loc); on ext2, it must be read.
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

    fn is_committing(&self, index: u32) -> bool {
        self.committing.binary_search(&index).is_ok()
    }

    /// Returns the pages that the running transaction and the committing one hold.
    #[must_use]
    pub fn held(&self) -> [&[u32]; 2] {
        [&self.running, &self.committing]
    }

    /// Whether noted uses are still to be settled.
    #[inline]
    #[must_use]
    pub fn is_due(&self) -> bool {
        !self.due.is_empty()
    }
}

/// Where the metadata of a group is: its bitmaps, and its inode table with the table's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    block_bitmap: u64,
    inode_bitmap: u64,
    table: u64,
    table_blocks: u64,
}

/// Returns the layout of the group that starts at `group`. The table is the rest of the group's header, after the
/// bitmaps. Of the tables of sixteen ext4 groups, only the table of the first group is used.
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

/// Whether a filesystem of this kind and size has its metadata in the block device's page cache. XFS has its own
/// buffers (xfs_buf), and btrfs has an inode for metadata. On a volume too small for an inode table, metadata is not
/// modelled.
#[must_use]
pub fn is_cached(kind: FilesystemKind, blocks: u64) -> bool {
    matches!(kind, Ext2 | Ext3 | Ext4) && blocks >= 16 * 2 * FLEX
}
