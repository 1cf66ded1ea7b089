//! A mounted filesystem and how it lays files out on the device.

use crate::machine::Machine;
use crate::mm::page_cache::{Extent, MappingId};
use crate::scenario::FilesystemKind;

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
    /// Next free block of each allocation group.
    cursors: Vec<u64>,
    /// Blocks of a group.
    group_blocks: u64,
}

impl Filesystem {
    /// A filesystem over `blocks` blocks of 4 KiB.
    #[must_use]
    pub fn new(kind: FilesystemKind, device: u32, bdi: u8, blocks: u64, striped: bool) -> Self {
        // mkfs.xfs makes 4 groups on a plain disk and more on a striped one; block groups of ext act alike here.
        let groups = match (kind, striped) {
            // An NTFS volume is one data zone.
            (FilesystemKind::FuseNtfs | FilesystemKind::BlockDevice, _) => 1,
            (_, true) => 16,
            (_, false) => 4,
        };
        let group_blocks = (blocks / groups).max(1);
        // The first blocks of a group hold its headers and inodes.
        let header = 1024.min(group_blocks / 8);
        let cursors = (0..groups)
            .map(|group| group * group_blocks + header)
            .collect();
        Self {
            kind,
            device,
            bdi,
            block_mapping: None,
            fuse: None,
            cursors,
            group_blocks,
        }
    }

    /// Longest run of blocks that it gives a file at once, pages.
    #[must_use]
    pub fn longest_run(&self) -> u32 {
        match self.kind {
            FilesystemKind::Ext2 | FilesystemKind::Ext3 => 8,
            FilesystemKind::FuseNtfs => 256,
            FilesystemKind::Ext4
            | FilesystemKind::Xfs
            | FilesystemKind::Btrfs
            | FilesystemKind::BlockDevice => 32_768,
        }
    }

    /// Whether blocks are chosen at writeback instead of at write().
    #[must_use]
    pub fn delays_allocation(&self) -> bool {
        matches!(
            self.kind,
            FilesystemKind::Ext4 | FilesystemKind::Xfs | FilesystemKind::Btrfs
        )
    }

    /// Whether written pages carry buffer heads.
    #[must_use]
    pub fn has_buffers(&self) -> bool {
        !matches!(self.kind, FilesystemKind::Btrfs)
    }

    /// Takes `len` consecutive blocks in a group, or in the next one that has room; when all are full, they start
    /// over where files were unlinked.
    pub fn allocate(&mut self, group: u32, len: u32) -> u64 {
        let groups = self.cursors.len();
        let first = group as usize % groups;
        let room =
            |at: usize| self.cursors[at] + u64::from(len) <= (at as u64 + 1) * self.group_blocks;
        let at = (first..first + groups)
            .map(|at| at % groups)
            .find(|&at| room(at))
            .unwrap_or_else(|| {
                let header = 1024.min(self.group_blocks / 8);
                for (at, cursor) in self.cursors.iter_mut().enumerate() {
                    *cursor = at as u64 * self.group_blocks + header;
                }
                first
            });
        let block = self.cursors[at];
        self.cursors[at] += u64::from(len);
        block
    }
}

impl Machine {
    /// The block of a page of a file, chosen now if it has none; `wanted` pages from there would be good to have.
    pub fn map_block(&mut self, id: MappingId, index: u32, wanted: u32) -> u64 {
        if let Some(block) = self.cache.block(id, index) {
            return block;
        }
        let mapping = self.cache.get(id);
        let group = mapping.group;
        let filesystem = &mut self.filesystems[mapping.filesystem as usize];
        let run = match filesystem.kind {
            FilesystemKind::Ext2 | FilesystemKind::Ext3 | FilesystemKind::FuseNtfs => {
                filesystem.longest_run()
            }
            _ => wanted.clamp(16, filesystem.longest_run()),
        };
        // A run must not reach into an extent that lies further on in the file.
        let extents = &mapping.extents;
        let after = extents.partition_point(|e| e.index <= index);
        let run = extents
            .get(after)
            .map_or(run, |next| run.min(next.index - index));
        let block = filesystem.allocate(group, run);
        let mapping = self.cache.get_mut(id);
        let extends = after
            .checked_sub(1)
            .map(|last| &mut mapping.extents[last])
            .filter(|last| {
                last.index + last.len == index && last.block + u64::from(last.len) == block
            });
        match extends {
            Some(last) => last.len += run,
            None => mapping.extents.insert(
                after,
                Extent {
                    index,
                    block,
                    len: run,
                },
            ),
        }
        block
    }
}
