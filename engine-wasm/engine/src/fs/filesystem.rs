//! A mounted filesystem, and how it places files on the device. Most differences between kinds of filesystems are here.

mod blocks;

use super::ext::Window;
use super::journal::{Journal, Style};
use super::metadata::{self, Layout, Metadata};
use super::space::FreeSpace;
use super::{ext, xfs};
use crate::kernel::rules::{Rules, XfsRefuses};
use crate::mm::page_cache::MappingId;
use crate::scenario::FilesystemKind::{self, BlockDevice, Btrfs, Ext2, Ext3, Ext4, FuseNtfs, Xfs};

/// A mounted filesystem.
#[derive(Clone, Debug)]
pub struct Filesystem {
    /// What kind of filesystem it is.
    pub kind: FilesystemKind,
    /// Number of its block device.
    pub device: u32,
    /// Number of the backing device of its files.
    pub bdi: u8,
    /// Mapping of the block device itself, if data goes through it.
    pub block_mapping: Option<MappingId>,
    /// Number of the fuse connection, if the filesystem is in a daemon.
    pub fuse: Option<u32>,
    /// Journal or log, if it has one.
    pub journal: Option<Journal>,
    /// Bitmaps, inodes and indirect blocks, if they are in the page cache of the block device.
    pub metadata: Option<Metadata>,
    /// ext4: the end of the last blocks that were allocated for data (s_mb_last_group, s_mb_last_start), if any were.
    last_stream: Option<u64>,
    /// Free blocks.
    space: FreeSpace,
    /// Number of blocks of the device.
    blocks: u64,
    striped: bool,
}

impl Filesystem {
    /// Makes a filesystem over `blocks` blocks of 4 KiB.
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
            last_stream: None,
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
            // btrfs keeps its data in chunks of 1 GiB and more. A block device has four groups; a task's number selects
            // the one for its files.
            Btrfs | BlockDevice => FreeSpace::new(blocks, blocks / 4, 1024, 1),
            // An NTFS volume is one data zone.
            FuseNtfs => FreeSpace::new(blocks, blocks, 1024, 1),
        }
    }

    /// Returns the journal of a new filesystem, in the middle of the device. Source: mkfs.xfs puts the log behind the
    /// headers of the middle group, with 1/2,048 of the device and at least 10 MiB; mke2fs
    /// (ext2fs_default_journal_size) uses 4 to 128 MiB, depending on the size.
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

    /// Whether the filesystem chooses blocks at writeback instead of at write().
    #[must_use]
    pub fn delays_allocation(&self) -> bool {
        matches!(self.kind, Ext4 | Xfs | Btrfs)
    }

    /// Whether written pages carry buffer heads.
    #[must_use]
    pub fn has_buffers(&self) -> bool {
        !matches!(self.kind, Btrfs | FuseNtfs)
    }

    /// Whether a flusher submits each page in a separate bio (block_write_full_page) instead of many in one.
    #[must_use]
    pub fn writes_pages_singly(&self, rules: &Rules) -> bool {
        match self.kind {
            Ext3 | BlockDevice => true,
            Ext4 => !rules.ext4_multi_page_bios,
            Ext2 | Xfs | Btrfs | FuseNtfs => false,
        }
    }

    /// Whether ->writepage also writes the dirty pages that follow in the file (xfs_cluster_write).
    #[must_use]
    pub fn clusters(&self) -> bool {
        self.kind == Xfs
    }

    /// Whether ->writepage refuses a page that reclaim wants to write. `mapped`: the page has its block. Source:
    /// ->writepage of ext2, ext3, ext4, xfs and btrfs, 3.0 to 3.3.
    #[must_use]
    pub fn refuses_reclaim(&self, rules: &Rules, mapped: bool, kswapd: bool) -> bool {
        match self.kind {
            Ext4 => !mapped,
            Xfs => match rules.xfs_refuses {
                XfsRefuses::Nobody => false,
                XfsRefuses::Direct => !kswapd,
                XfsRefuses::Everybody => true,
            },
            Btrfs => true,
            Ext2 | Ext3 | BlockDevice | FuseNtfs => false,
        }
    }

    /// Whether reclaim must not call into filesystems when a write() allocates a page (GFP_NOFS).
    #[must_use]
    pub fn writes_nofs(&self, rules: &Rules) -> bool {
        match self.kind {
            Ext4 => rules.ext4_writes_nofs,
            Xfs => rules.xfs_writes_nofs,
            Ext2 | Ext3 | Btrfs | BlockDevice | FuseNtfs => false,
        }
    }

    /// Whether a flusher locks the pages of an extent when it allocates their blocks, and keeps them locked until all
    /// of them are submitted (mpage_da_map_and_submit).
    #[must_use]
    pub fn locks_extents(&self) -> bool {
        self.kind == Ext4
    }

    /// Returns the factor by which the filesystem enlarges the chunk of a flusher's pass.
    #[must_use]
    pub fn chunk_multiple(&self, rules: &Rules) -> u32 {
        match self.kind {
            Xfs => rules.xfs_chunk_multiple,
            _ => 1,
        }
    }

    /// Returns the name of its ->writepage.
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

    /// Returns the first block of a directory's group. First-level directories are spread over the device: in turn on
    /// XFS (xfs_ialloc_next_ag), pseudo-randomly on ext2 to ext4 (find_group_orlov).
    pub(super) fn group_start(&self, directory: u32) -> u64 {
        let groups = self.space.groups();
        let group = match self.kind {
            Ext2 | Ext3 | Ext4 => (u64::from(directory.wrapping_mul(0x9E37_79B1)) * groups) >> 32,
            _ => u64::from(directory) % groups,
        };
        self.space.group_start(group)
    }

    /// Allocates up to `want` consecutive blocks near `goal`. If the device is full, first marks all of its space as
    /// free again.
    fn take(&mut self, goal: u64, want: u32) -> (u64, u32) {
        let want = u64::from(want);
        let taken = self.space.take(goal, want).or_else(|| {
            self.space = Self::mkfs(self.kind, self.blocks, self.striped);
            self.space.take(goal, want)
        });
        let (start, len) = taken.unwrap_or((goal, 1));
        (start, len as u32)
    }

    /// Returns where the metadata of a block's group is.
    pub(super) fn layout_of(&self, block: u64) -> Layout {
        metadata::layout(
            self.kind,
            self.space.group_of(block),
            self.space.group_blocks(),
        )
    }

    /// Frees a block.
    pub(super) fn give(&mut self, block: u64) {
        self.space.give(block, 1);
    }

    /// Allocates the next block of an inode's window.
    fn take_from_window(&mut self, window: &mut Window, goal: u64) -> u64 {
        let taken = window.take(&mut self.space, goal).or_else(|| {
            self.space = Self::mkfs(self.kind, self.blocks, self.striped);
            window.take(&mut self.space, goal)
        });
        taken.unwrap_or(goal)
    }
}
