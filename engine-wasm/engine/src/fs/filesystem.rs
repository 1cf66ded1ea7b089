//! A mounted filesystem and how it lays files out on the device. What one kind does otherwise than another is asked here.

use super::ext2::Window;
use super::journal::{Journal, Style};
use super::metadata::{self, Layout, Metadata};
use super::space::FreeSpace;
use super::{branch, ext2, ext4, xfs};
use crate::kernel::rules::Rules;
use crate::machine::Machine;
use crate::mm::page_cache::{Extent, MappingId};
use crate::scenario::FilesystemKind::{self, BlockDevice, Btrfs, Ext2, Ext3, Ext4, FuseNtfs, Xfs};

/// Blocks of a file that follow each other are noted for their metadata once for so many pages: every look marks the same
/// two pages accessed and dirty, and reclaim comes by less often.
const NOTED_TOGETHER: u32 = 32;

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

/// Where an inode's next blocks come from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement {
    /// Nobody has it open to write to any more: it does not grow.
    pub closed: bool,
    /// ext2, ext3: its reservation window.
    window: Window,
    /// Block of its inode, once it has blocks.
    pub inode: Option<u64>,
    /// ext2: it has grown since its inode was written.
    pub grown: bool,
    /// ext4: pages that a flusher holds locked until all of them are sent: the first, and the one after the last.
    pub locked: (u32, u32),
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
            Ext2 | Ext3 => ext2::mkfs(blocks),
            Ext4 => ext4::mkfs(blocks),
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
        self.kind != Btrfs
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

impl Machine {
    /// The block of a page of a file that was there before; if it has none, it and `wanted` pages from there lie together.
    pub fn map_block(&mut self, id: MappingId, index: u32, wanted: u32) -> u64 {
        self.block_within(id, index, index, wanted.clamp(16, ext4::MAX_RUN))
    }

    /// The block of a page that is written, chosen now if it has none; `wanted` dirty pages follow from there.
    pub fn allocate_block(&mut self, id: MappingId, index: u32, wanted: u32) -> u64 {
        if let Some(block) = self.cache.block(id, index) {
            return block;
        }
        match self.filesystems[self.cache.get(id).filesystem as usize].kind {
            Ext2 | Ext3 => {
                while let Some(place) = self.missing_branch(id, index) {
                    let block = self.take_from_window(id, index);
                    self.cache.get_mut(id).branch.set(place, block);
                    self.note_new_branch(id, block);
                }
                let block = self.take_from_window(id, index);
                // Blocks that follow each other are looked at together, some at a time: bitmap and indirect block are the
                // same.
                let follows = self.add_extent(id, index, block, 1);
                if !follows || index.is_multiple_of(NOTED_TOGETHER) {
                    self.note_new_block(id, index, block);
                }
                block
            }
            Xfs => {
                let (start, end) = self.delayed_extent(id, index);
                self.block_within(id, index, start, end - start)
            }
            FuseNtfs => self.block_within(id, index, index, 256),
            Ext4 => {
                let wanted = wanted.clamp(ext4::MIN_RUN, ext4::MAX_RUN);
                let block = self.block_within(id, index, index, wanted);
                while let Some(place) = self.missing_branch(id, index) {
                    let leaf = self.take_beside(id, index);
                    self.cache.get_mut(id).branch.set(place, leaf);
                    self.note_new_branch(id, leaf);
                }
                self.note_new_block(id, index, block);
                block
            }
            Btrfs | BlockDevice => {
                self.block_within(id, index, index, wanted.clamp(ext4::MIN_RUN, ext4::MAX_RUN))
            }
        }
    }

    /// The block of a page after `len` pages from `start` on, which it is one of, have got theirs as far as it takes.
    fn block_within(&mut self, id: MappingId, index: u32, mut start: u32, len: u32) -> u64 {
        let end = start.saturating_add(len);
        loop {
            if let Some(block) = self.cache.block(id, index) {
                return block;
            }
            // Files that were there before have their indirect blocks as well.
            let kind = self.filesystems[self.cache.get(id).filesystem as usize].kind;
            let mut end = end;
            if matches!(kind, Ext2 | Ext3) {
                while let Some(place) = self.missing_branch(id, start) {
                    let block = self.take_beside(id, start);
                    self.cache.get_mut(id).branch.set(place, block);
                }
                end = end.min(branch::end_of(kind, start));
            }
            let goal = self.goal(id, start);
            let mapping = self.cache.get(id);
            // A run must not reach into an extent that lies further on in the file.
            let after = mapping.extents.partition_point(|e| e.index <= start);
            let next = mapping.extents.get(after).map_or(end, |next| next.index);
            let filesystem = &mut self.filesystems[mapping.filesystem as usize];
            let (block, got) = filesystem.take(goal, next.min(end) - start);
            self.add_extent(id, start, block, got);
            start += got;
        }
    }

    /// The block that page `index` of a file hangs on and that the file has not got.
    #[inline]
    fn missing_branch(&self, id: MappingId, index: u32) -> Option<branch::Place> {
        let mapping = self.cache.get(id);
        let kind = self.filesystems[mapping.filesystem as usize].kind;
        (mapping.branch).missing(kind, index, mapping.extent_number(kind, index))
    }

    /// A block for a page or its branch from the inode's window.
    #[inline]
    fn take_from_window(&mut self, id: MappingId, index: u32) -> u64 {
        let goal = self.goal(id, index);
        let mapping = self.cache.get_mut(id);
        let filesystem = &mut self.filesystems[mapping.filesystem as usize];
        filesystem.take_from_window(&mut mapping.placement.window, goal)
    }

    /// A block for a branch close to where a page lies or will lie.
    fn take_beside(&mut self, id: MappingId, index: u32) -> u64 {
        let goal = self.goal(id, index);
        let of = self.cache.get(id).filesystem;
        self.filesystems[of as usize].take(goal, 1).0
    }

    /// Where a page would best lie: behind the page before it in the file, or where its directory is.
    fn goal(&self, id: MappingId, index: u32) -> u64 {
        let mapping = self.cache.get(id);
        let after = mapping.extents.partition_point(|e| e.index <= index);
        match after.checked_sub(1).map(|last| mapping.extents[last]) {
            Some(last) => last.block + u64::from(index - last.index),
            None => {
                let filesystem = &self.filesystems[mapping.filesystem as usize];
                let start = filesystem.group_start(mapping.group);
                match filesystem.kind {
                    Ext2 | Ext3 => ext2::first_goal(start, self.current),
                    _ => start,
                }
            }
        }
    }

    /// Notes that pages without blocks have got these; whether they follow others of the file.
    fn add_extent(&mut self, id: MappingId, index: u32, block: u64, len: u32) -> bool {
        let extents = &mut self.cache.get_mut(id).extents;
        let after = extents.partition_point(|e| e.index <= index);
        let last = after.checked_sub(1).map(|last| &mut extents[last]);
        match last.filter(|last| {
            last.index + last.len == index && last.block + u64::from(last.len) == block
        }) {
            Some(last) => {
                last.len += len;
                true
            }
            None => {
                extents.insert(after, Extent { index, block, len });
                false
            }
        }
    }

    /// The last writer closes a file of so many pages: what was reserved for its growth is free again (xfs_release,
    /// ext3_release_file).
    pub fn close_file(&mut self, id: MappingId, pages: u32) {
        let mapping = self.cache.get_mut(id);
        if mapping.block_device {
            return;
        }
        mapping.placement.closed = true;
        if pages == 0 {
            self.note_unlinked(id);
            self.free_branch(id);
        }
        let mapping = self.cache.get_mut(id);
        let space = &mut self.filesystems[mapping.filesystem as usize].space;
        mapping.placement.window.discard(space);
        while let Some(last) = mapping.extents.last_mut()
            && last.index + last.len > pages
        {
            let keep = pages.saturating_sub(last.index);
            space.give(last.block + u64::from(keep), u64::from(last.len - keep));
            last.len = keep;
            if keep > 0 {
                break;
            }
            mapping.extents.pop();
        }
    }

    /// The blocks of a file that is unlinked are free again.
    pub(crate) fn free_blocks(&mut self, id: MappingId) {
        self.close_file(id, 0);
    }
}
