//! A mounted filesystem and how it lays files out on the device. What one kind does otherwise than another is asked here.

mod blocks;

use super::ext::Window;
use super::journal::{Journal, Style};
use super::metadata::{self, Layout, Metadata};
use super::space::FreeSpace;
use super::{ext, xfs};
use crate::kernel::rules::Rules;
use crate::mm::page_cache::MappingId;
use crate::scenario::FilesystemKind::{self, BlockDevice, Btrfs, Ext2, Ext3, Ext4, FuseNtfs, Xfs};

/// A filesystem.
#[derive(Clone, Debug)]
pub struct Filesystem {
    /// Kind.
    pub kind: FilesystemKind,
    /// Block device.
    pub device: u32,
    /// Backing device of its files.
    pub bdi: u8,
    /// Mapping of the block device itself, where data goes through it.
    pub block_mapping: Option<MappingId>,
    /// fuse connection, if the filesystem lives in a daemon.
    pub fuse: Option<u32>,
    /// Journal or log, if it has one.
    pub journal: Option<Journal>,
    /// Bitmaps, inodes and indirect blocks, where they are page cache of the block device.
    pub metadata: Option<Metadata>,
    /// Free blocks.
    space: FreeSpace,
    /// Blocks of the device.
    blocks: u64,
    striped: bool,
}

impl Filesystem {
    /// A filesystem over `blocks` blocks of 4 KiB.
    #[must_use]
    pub fn new(kind: FilesystemKind, device: u32, bdi: u8, blocks: u64, striped: bool) -> Self {
        let mut space = Self::mkfs(kind, blocks, striped);
        let journal = Self::journal_in(kind, blocks, &mut space);
        Self {
            kind,
            device,
            bdi,
            block_mapping: None,
            fuse: None,
            journal,
            metadata: None,
            space,
            blocks,
            striped,
        }
    }

    fn mkfs(kind: FilesystemKind, blocks: u64, striped: bool) -> FreeSpace {
        match kind {
            Ext2 | Ext3 => ext::mkfs(blocks),
            Ext4 => ext::mkfs_flex(blocks),
            Xfs => xfs::mkfs(blocks, striped),
            // btrfs has its data in chunks of 1 GiB and more; each writer of a device has a place of its own.
            Btrfs | BlockDevice => FreeSpace::new(blocks, blocks / 4, 1024, 1),
            // An NTFS volume is one data zone.
            FuseNtfs => FreeSpace::new(blocks, blocks, 1024, 1),
        }
    }

    /// The journal of a new filesystem, in the middle of the device. Source: mkfs.xfs puts the log behind the headers of
    /// the middle group, a 2,048th of the device and 10 MiB at least; mke2fs (ext2fs_default_journal_size) gives 4 to
    /// 128 MiB by size.
    fn journal_in(kind: FilesystemKind, blocks: u64, space: &mut FreeSpace) -> Option<Journal> {
        let (style, want) = match kind {
            Ext3 | Ext4 => {
                let want = match blocks {
                    ..32_768 => 1_024,
                    32_768..262_144 => 4_096,
                    262_144..524_288 => 8_192,
                    524_288..1_048_576 => 16_384,
                    _ => 32_768,
                };
                let style = if kind == Ext3 {
                    Style::Jbd
                } else {
                    Style::Jbd2
                };
                (style, want)
            }
            Xfs => (Style::Xfs, (blocks / 2_048).clamp(2_560, 524_288)),
            _ => return None,
        };
        let middle = space.group_start(space.groups() / 2);
        let (start, len) = space.take_after(middle, want.min(blocks / 8).max(8))?;
        Some(Journal::new(style, start, len))
    }

    /// Whether blocks are chosen at writeback instead of at write().
    #[must_use]
    pub fn delays_allocation(&self) -> bool {
        matches!(self.kind, Ext4 | Xfs | Btrfs)
    }

    /// Whether written pages carry buffer heads.
    #[must_use]
    pub fn has_buffers(&self) -> bool {
        !matches!(self.kind, Btrfs | FuseNtfs)
    }

    /// Whether a flusher sends each page in a bio of its own (block_write_full_page) instead of many in one.
    #[must_use]
    pub fn writes_pages_singly(&self, rules: &Rules) -> bool {
        match self.kind {
            Ext3 | BlockDevice => true,
            Ext4 => !rules.ext4_multi_page_bios,
            Ext2 | Xfs | Btrfs | FuseNtfs => false,
        }
    }

    /// Whether ->writepage takes the dirty pages along that follow in the file (xfs_cluster_write).
    #[must_use]
    pub fn clusters(&self) -> bool {
        self.kind == Xfs
    }

    /// Whether ->writepage of reclaim leaves a page alone; `mapped`: the page has its block. Source: ext2, ext3, ext4, xfs
    /// and btrfs ->writepage, 3.0 to 3.3.
    #[must_use]
    pub fn refuses_reclaim(&self, rules: &Rules, mapped: bool, kswapd: bool) -> bool {
        match self.kind {
            Ext4 => !mapped,
            Xfs => !kswapd && rules.xfs_refuses_direct,
            Btrfs => true,
            Ext2 | Ext3 | BlockDevice | FuseNtfs => false,
        }
    }

    /// Whether reclaim for a page of a write() may not call into filesystems.
    #[must_use]
    pub fn writes_nofs(&self, rules: &Rules) -> bool {
        match self.kind {
            Ext4 => rules.ext4_writes_nofs,
            Xfs => rules.xfs_writes_nofs,
            Ext2 | Ext3 | Btrfs | BlockDevice | FuseNtfs => false,
        }
    }

    /// Whether a flusher locks the pages of an extent that it gives blocks, until all of them are sent
    /// (mpage_da_map_and_submit).
    #[must_use]
    pub fn locks_extents(&self) -> bool {
        self.kind == Ext4
    }

    /// By how much it lengthens the chunk of a flusher's pass.
    #[must_use]
    pub fn chunk_multiple(&self, rules: &Rules) -> u32 {
        match self.kind {
            Ext4 => rules.ext4_chunk_multiple,
            Xfs => rules.xfs_chunk_multiple,
            _ => 1,
        }
    }

    /// Name of its ->writepage.
    #[must_use]
    pub fn writepage_name(&self) -> &'static str {
        match self.kind {
            BlockDevice | FuseNtfs => "blkdev_writepage",
            Ext2 => "ext2_writepage",
            Ext3 => "ext3_ordered_writepage",
            Ext4 => "ext4_writepage",
            Xfs => "xfs_vm_writepage",
            Btrfs => "btrfs_writepage",
        }
    }

    /// First block of a directory's group. Directories of the first level are spread over the device: one by one on XFS
    /// (xfs_ialloc_next_ag), as by lot on ext2 to ext4 (find_group_orlov).
    pub(super) fn group_start(&self, directory: u32) -> u64 {
        let groups = self.space.groups();
        let group = match self.kind {
            Ext2 | Ext3 | Ext4 => (u64::from(directory.wrapping_mul(0x9E37_79B1)) * groups) >> 32,
            _ => u64::from(directory) % groups,
        };
        self.space.group_start(group)
    }

    /// Takes up to `want` consecutive blocks near `goal`. When all are taken, it starts over.
    fn take(&mut self, goal: u64, want: u32) -> (u64, u32) {
        let want = u64::from(want);
        let taken = self.space.take(goal, want).or_else(|| {
            self.space = Self::mkfs(self.kind, self.blocks, self.striped);
            self.space.take(goal, want)
        });
        let (start, len) = taken.unwrap_or((goal, 1));
        self.note_allocation(start);
        (start, len as u32)
    }

    /// Where the metadata of the group lies that a block is in.
    pub(super) fn layout_of(&self, block: u64) -> Layout {
        metadata::layout(
            self.kind,
            self.space.group_of(block),
            self.space.group_blocks(),
        )
    }

    /// Takes a block back.
    pub(super) fn give(&mut self, block: u64) {
        self.space.give(block, 1);
    }

    fn note_allocation(&mut self, block: u64) {
        if let Some(journal) = &mut self.journal {
            journal.note_allocation(self.space.group_of(block));
        }
    }

    /// Takes the next block of an inode's window.
    fn take_from_window(&mut self, window: &mut Window, goal: u64) -> u64 {
        let taken = window.take(&mut self.space, goal).or_else(|| {
            self.space = Self::mkfs(self.kind, self.blocks, self.striped);
            window.take(&mut self.space, goal)
        });
        let block = taken.unwrap_or(goal);
        self.note_allocation(block);
        block
    }
}
