//! Which blocks of the device the pages of a file get, and giving them back.

use super::super::{ext, inode, xfs};
use crate::machine::Machine;
use crate::mm::page_cache::{Extent, MappingId};
use crate::scenario::FilesystemKind::{BlockDevice, Btrfs, Ext2, Ext3, Ext4, FuseNtfs, Xfs};

/// Blocks of a file that follow each other are noted for their metadata once for so many pages: every look marks the same
/// two pages accessed and dirty, and reclaim comes by less often.
const NOTED_TOGETHER: u32 = 32;

impl Machine {
    /// The block of a page of a file that was there before; if it has none, it and `wanted` pages from there lie together.
    pub fn map_block(&mut self, id: MappingId, index: u32, wanted: u32) -> u64 {
        self.block_within(id, index, index, wanted.clamp(16, ext::MAX_EXTENT))
    }

    /// The block of a page that is written, chosen now if it has none; `wanted` dirty pages follow from there.
    pub fn allocate_block(&mut self, id: MappingId, index: u32, wanted: u32) -> u64 {
        if let Some(block) = self.io.cache.block(id, index) {
            return block;
        }
        match self.io.filesystems[self.io.cache.get(id).filesystem as usize].kind {
            Ext2 | Ext3 => {
                while let Some(place) = self.missing_branch(id, index) {
                    let block = self.take_from_window(id, index);
                    self.io.cache.get_mut(id).branch.set(place, block);
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
                let doubles = self.rules.xfs_prealloc_doubles;
                let (start, end) = xfs::delayed_extent(&self.io.cache, id, index, doubles);
                self.block_within(id, index, start, end - start)
            }
            FuseNtfs => self.block_within(id, index, index, 256),
            Ext4 => {
                let wanted = wanted.clamp(ext::MIN_EXTENT, ext::MAX_EXTENT);
                let block = self.block_within(id, index, index, wanted);
                while let Some(place) = self.missing_branch(id, index) {
                    let leaf = self.take_beside(id, index);
                    self.io.cache.get_mut(id).branch.set(place, leaf);
                    self.note_new_branch(id, leaf);
                }
                self.note_new_block(id, index, block);
                block
            }
            Btrfs | BlockDevice => self.block_within(
                id,
                index,
                index,
                wanted.clamp(ext::MIN_EXTENT, ext::MAX_EXTENT),
            ),
        }
    }

    /// The block of a page after `len` pages from `start` on, which it is one of, have got theirs as far as it takes.
    fn block_within(&mut self, id: MappingId, index: u32, mut start: u32, len: u32) -> u64 {
        let end = start.saturating_add(len);
        loop {
            if let Some(block) = self.io.cache.block(id, index) {
                return block;
            }
            // Files that were there before have their indirect blocks as well.
            let kind = self.io.filesystems[self.io.cache.get(id).filesystem as usize].kind;
            let mut end = end;
            if matches!(kind, Ext2 | Ext3) {
                while let Some(place) = self.missing_branch(id, start) {
                    let block = self.take_beside(id, start);
                    self.io.cache.get_mut(id).branch.set(place, block);
                }
                end = end.min(inode::end_of(kind, start));
            }
            let goal = self.goal(id, start);
            let mapping = self.io.cache.get(id);
            // A run must not reach into an extent that lies further on in the file.
            let after = mapping.extents.partition_point(|e| e.index <= start);
            let next = mapping.extents.get(after).map_or(end, |next| next.index);
            let filesystem = &mut self.io.filesystems[mapping.filesystem as usize];
            let (block, got) = filesystem.take(goal, next.min(end) - start);
            self.add_extent(id, start, block, got);
            start += got;
        }
    }

    /// The block that page `index` of a file hangs on and that the file has not got.
    #[inline]
    fn missing_branch(&self, id: MappingId, index: u32) -> Option<inode::Place> {
        let mapping = self.io.cache.get(id);
        let kind = self.io.filesystems[mapping.filesystem as usize].kind;
        (mapping.branch).missing(kind, index, mapping.extent_number(kind, index))
    }

    /// A block for a page or its branch from the inode's window.
    #[inline]
    fn take_from_window(&mut self, id: MappingId, index: u32) -> u64 {
        let goal = self.goal(id, index);
        let mapping = self.io.cache.get_mut(id);
        let filesystem = &mut self.io.filesystems[mapping.filesystem as usize];
        filesystem.take_from_window(&mut mapping.placement.window, goal)
    }

    /// A block for a branch close to where a page lies or will lie.
    fn take_beside(&mut self, id: MappingId, index: u32) -> u64 {
        let goal = self.goal(id, index);
        let of = self.io.cache.get(id).filesystem;
        self.io.filesystems[of as usize].take(goal, 1).0
    }

    /// Where a page would best lie: behind the page before it in the file, or where its directory is.
    fn goal(&self, id: MappingId, index: u32) -> u64 {
        let mapping = self.io.cache.get(id);
        let after = mapping.extents.partition_point(|e| e.index <= index);
        match after.checked_sub(1).map(|last| mapping.extents[last]) {
            Some(last) => last.block + u64::from(index - last.index),
            None => {
                let filesystem = &self.io.filesystems[mapping.filesystem as usize];
                let start = filesystem.group_start(mapping.group);
                match filesystem.kind {
                    Ext2 | Ext3 => ext::first_goal(start, self.sched.current()),
                    _ => start,
                }
            }
        }
    }

    /// Notes that pages without blocks have got these; whether they follow others of the file.
    fn add_extent(&mut self, id: MappingId, index: u32, block: u64, len: u32) -> bool {
        let extents = &mut self.io.cache.get_mut(id).extents;
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
        let mapping = self.io.cache.get_mut(id);
        if mapping.block_device {
            return;
        }
        mapping.placement.closed = true;
        if pages == 0 {
            self.note_unlinked(id);
            self.free_branch(id);
        }
        let mapping = self.io.cache.get_mut(id);
        let space = &mut self.io.filesystems[mapping.filesystem as usize].space;
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
