//! Allocates blocks of the device for the pages of a file, and frees them.

use super::super::{ext, inode, xfs};
use crate::machine::Machine;
use crate::mm::page_cache::{Extent, MappingId};
use crate::scenario::FilesystemKind::{BlockDevice, Btrfs, Ext2, Ext3, Ext4, FuseNtfs, Xfs};

/// Number of consecutive blocks of a file for which the use of metadata is noted only once. More notes would only mark
/// the same two pages accessed and dirty again before reclaim next scans them.
const NOTED_TOGETHER: u32 = 32;

impl Machine {
    /// Returns the block of a page of a file that existed before the run. If the page has no block yet, allocates
    /// blocks for `wanted` pages together, starting with this page.
    pub fn map_block(&mut self, id: MappingId, index: u32, wanted: u32) -> u64 {
        self.block_within(id, index, index, wanted.clamp(16, ext::MAX_EXTENT), false)
    }

    /// Returns the block of a page that is written, or allocates one. `wanted`: number of dirty pages from there on.
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
                // Up to `NOTED_TOGETHER` consecutive blocks are noted together, because their bitmap and indirect block
                // are the same.
                let follows = self.add_extent(id, index, block, 1);
                if !follows || index.is_multiple_of(NOTED_TOGETHER) {
                    self.note_new_block(id, index, block);
                }
                block
            }
            Xfs => {
                let doubles = self.rules.xfs_prealloc_doubles;
                let (start, end) = xfs::delayed_extent(&self.io.cache, id, index, doubles);
                self.block_within(id, index, start, end - start, true)
            }
            FuseNtfs => self.block_within(id, index, index, 256, true),
            Ext4 => {
                let wanted = wanted.clamp(ext::MIN_EXTENT, ext::MAX_EXTENT);
                let block = self.block_within(id, index, index, wanted, true);
                while let Some(place) = self.missing_branch(id, index) {
                    let leaf = self.take_beside(id, index);
                    self.note_allocation(id, leaf);
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
                true,
            ),
        }
    }

    /// Returns the block of page `index`. If the page has none, allocates blocks for the `len` pages from `start` on,
    /// at least up to this page. `in_transaction`: not for a file that existed before the run.
    fn block_within(
        &mut self,
        id: MappingId,
        index: u32,
        mut start: u32,
        len: u32,
        in_transaction: bool,
    ) -> u64 {
        let end = start.saturating_add(len);
        loop {
            if let Some(block) = self.io.cache.block(id, index) {
                return block;
            }
            // Files that existed before the run have indirect blocks, too.
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
            // The new blocks must not overlap an extent that comes later in the file.
            let after = mapping.extents.partition_point(|e| e.index <= start);
            let next = mapping.extents.get(after).map_or(end, |next| next.index);
            let of = mapping.filesystem;
            let filesystem = &mut self.io.filesystems[of as usize];
            let (block, got) = filesystem.take(goal, next.min(end) - start);
            if in_transaction {
                filesystem.last_stream = Some(block + u64::from(got));
                self.note_allocation(id, block);
            }
            self.add_extent(id, start, block, got);
            start += got;
        }
    }

    /// Returns the place of an indirect block or a leaf that page `index` of a file needs and that the file does not
    /// have yet.
    #[inline]
    fn missing_branch(&self, id: MappingId, index: u32) -> Option<inode::Place> {
        let mapping = self.io.cache.get(id);
        let kind = self.io.filesystems[mapping.filesystem as usize].kind;
        (mapping.branch).missing(kind, index, mapping.extent_number(kind, index))
    }

    /// Allocates a block for a page or its branch from the inode's window.
    #[inline]
    fn take_from_window(&mut self, id: MappingId, index: u32) -> u64 {
        let goal = self.goal(id, index);
        let mapping = self.io.cache.get_mut(id);
        let of = mapping.filesystem;
        let filesystem = &mut self.io.filesystems[of as usize];
        let block = filesystem.take_from_window(&mut mapping.placement.window, goal);
        self.note_allocation(id, block);
        block
    }

    /// Notes that a file got a block: the block's group joins the running transaction, and the commit looks at the data
    /// of the file (ext4_jbd2_file_inode).
    fn note_allocation(&mut self, id: MappingId, block: u64) {
        let mapping = self.io.cache.get_mut(id);
        mapping.placement.ordered = true;
        let of = mapping.filesystem;
        let filesystem = &mut self.io.filesystems[of as usize];
        let group = filesystem.space.group_of(block);
        if let Some(journal) = &mut filesystem.journal {
            journal.note_allocation(group);
            self.start_transaction(of);
        }
    }

    /// Allocates a block for a branch, close to the block of its page.
    fn take_beside(&mut self, id: MappingId, index: u32) -> u64 {
        let goal = self.goal(id, index);
        let of = self.io.cache.get(id).filesystem;
        self.io.filesystems[of as usize].take(goal, 1).0
    }

    /// Returns the best block for a page: the one after the previous page's block, or the directory's place. On ext4, if
    /// the block after the previous page's is in use, or if the file has none yet, the search begins where the last one
    /// on the filesystem ended (ext4_mb_regular_allocator: EXT4_MB_STREAM_ALLOC). Files of up to 64 kB share a
    /// preallocation for each CPU instead, with about the same result.
    fn goal(&self, id: MappingId, index: u32) -> u64 {
        let mapping = self.io.cache.get(id);
        let filesystem = &self.io.filesystems[mapping.filesystem as usize];
        let stream = filesystem.last_stream.filter(|_| filesystem.kind == Ext4);
        let after = mapping.extents.partition_point(|e| e.index <= index);
        match after.checked_sub(1).map(|last| mapping.extents[last]) {
            Some(last) => {
                let next = last.block + u64::from(index - last.index);
                stream
                    .filter(|_| !filesystem.space.is_free(next))
                    .unwrap_or(next)
            }
            None => stream.unwrap_or_else(|| {
                let start = filesystem.group_start(mapping.group);
                match filesystem.kind {
                    Ext2 | Ext3 => ext::first_goal(start, self.sched.current()),
                    _ => start,
                }
            }),
        }
    }

    /// Records the blocks of pages that had none. Returns whether the blocks continue an extent of the file.
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

    /// Frees the blocks that are reserved for the growth of a file, when its last writer closes it (xfs_release,
    /// ext3_release_file). The file has `pages` pages.
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

    /// Frees the blocks of an unlinked file.
    pub(crate) fn free_blocks(&mut self, id: MappingId) {
        self.close_file(id, 0);
    }
}
