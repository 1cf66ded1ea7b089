//! Waiting for metadata pages, and their handling at a commit (fs/buffer.c: __getblk, grow_dev_page; fs/ext2/inode.c;
//! fs/jbd/transaction.c and commit.c).

use super::super::ext::GROUP;
use super::super::journal::Journal;
use super::super::journal::handles::{Until, wait_for_journal};
use super::super::submit::submit_pages;
use super::{Metadata, Use};
use crate::block::{Op, Origin};
use crate::machine::Machine;
use crate::mm::gfp::Gfp;
use crate::mm::page::{Pfn, flag};
use crate::mm::page_cache::{Extent, MappingId};
use crate::mm::slow_path::alloc_page;
use crate::mm::zone::Lru;
use crate::scenario::FilesystemKind::Ext2;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// The next step for a noted use of a block.
enum Step {
    Done,
    Busy(Pfn),
    /// The block is being written to the log.
    Shadowed,
    Missing(u32),
}

/// Settles the noted uses of a filesystem's metadata, waiting for locked pages and reading missing ones.
pub async fn settle(cx: &Cx, filesystem: u8) {
    while let Some((block, how)) = cx.with(|m| {
        m.settle_at_once(filesystem);
        let due = &mut m.io.filesystems[filesystem as usize].metadata.as_mut()?.due;
        (!due.is_empty()).then(|| due.remove(0))
    }) {
        loop {
            match cx.with(|m| m.use_block(filesystem, block, how)) {
                Step::Done => break,
                Step::Busy(pfn) => {
                    cx.prepare_to_wait();
                    cx.m().await_page(pfn, cx.id);
                    cx.schedule(None, Activity::WaitingForIo).await;
                }
                Step::Shadowed => wait_for_journal(cx, filesystem, Until::Logged).await,
                Step::Missing(index) => {
                    // (GFP_USER & ~__GFP_FS) | __GFP_MOVABLE.
                    let Some(pfn) = alloc_page(cx, Gfp::NOFS).await else {
                        break;
                    };
                    let reads = cx.m().add_block(filesystem, index, pfn, how);
                    if let Some(device) = reads {
                        let (op, origin) = (Op::Read, Origin::Read);
                        submit_pages(cx, device, block, op, origin, &[pfn], None).await;
                    }
                }
            }
        }
    }
}

/// ->write_inode of ext2: when the flusher writes the inode of a file that has grown, ext2 changes the inode's block in
/// the inode table. With a journal, this block changes as soon as the file grows.
pub async fn write_inode(cx: &Cx, id: MappingId) {
    let filesystem = cx.with(|m| {
        let mapping = m.io.cache.get_mut(id);
        let inode = mapping.placement.inode?;
        let grown = std::mem::take(&mut mapping.placement.grown);
        let filesystem = mapping.filesystem;
        let metadata = m.io.filesystems[filesystem as usize].metadata.as_mut()?;
        grown.then(|| {
            metadata.note(inode, Use::Change);
            filesystem
        })
    });
    if let Some(filesystem) = filesystem {
        settle(cx, filesystem).await;
    }
}

impl Machine {
    fn metadata(&mut self, filesystem: u8) -> Option<&mut Metadata> {
        self.io.filesystems[filesystem as usize].metadata.as_mut()
    }

    /// Whether a running or committing transaction holds a page.
    #[must_use]
    pub fn transaction_holds(&self, pfn: Pfn) -> bool {
        let index = self.memory.frames.index[pfn as usize];
        let mapping = self.memory.frames.mapping[pfn as usize];
        let all = self
            .io
            .filesystems
            .iter()
            .filter_map(|it| it.metadata.as_ref());
        all.into_iter()
            .any(|it| it.id == mapping && it.is_held(index))
    }

    /// Whether noted uses of a filesystem's metadata are still to be settled.
    #[inline]
    #[must_use]
    pub fn owes_metadata(&self, filesystem: u8) -> bool {
        (self.io.filesystems[filesystem as usize].metadata.as_ref()).is_some_and(Metadata::is_due)
    }

    /// Notes the metadata that changes when page `index` of a file gets a block.
    pub(in crate::fs) fn note_new_block(&mut self, id: MappingId, index: u32, block: u64) {
        let mapping = self.io.cache.get(id);
        let of = mapping.filesystem;
        let filesystem = &mut self.io.filesystems[of as usize];
        let kind = filesystem.kind;
        let here = filesystem.layout_of(block);
        let Some(metadata) = &mut filesystem.metadata else {
            return;
        };
        metadata.note_bitmap(kind, here.block_bitmap);
        let extent = mapping.extent_number(kind, index);
        for branch in mapping.branch.blocks_of(kind, index, extent) {
            metadata.note(branch, Use::Change);
        }
        let Some(inode) = self.inode_block(id) else {
            return;
        };
        if kind == Ext2 {
            self.io.cache.get_mut(id).placement.grown = true;
        } else if let Some(metadata) = self.metadata(of) {
            metadata.note(inode, Use::Change);
        }
    }

    /// Returns the block of a file's inode. A new file gets its inode here, which changes the inode's bitmap.
    fn inode_block(&mut self, id: MappingId) -> Option<u64> {
        let mapping = self.io.cache.get_mut(id);
        let filesystem = &mut self.io.filesystems[mapping.filesystem as usize];
        let kind = filesystem.kind;
        let own = filesystem.layout_of(filesystem.group_start(mapping.group));
        let metadata = filesystem.metadata.as_mut()?;
        Some(*mapping.placement.inode.get_or_insert_with(|| {
            metadata.note_bitmap(kind, own.inode_bitmap);
            metadata.new_inode(kind, own.table, own.table_blocks)
        }))
    }

    /// file_update_time: a write changes the time in the file's inode, at most once per tick. With a journal, this
    /// changes the inode's block in the inode table (ext4_dirty_inode). The first write also stands for the creation of
    /// the file.
    pub fn update_time(&mut self, id: MappingId) {
        let jiffies = self.jiffies() + 1;
        let mapping = self.io.cache.get_mut(id);
        if mapping.placement.written_at == jiffies || mapping.block_device {
            return;
        }
        mapping.placement.written_at = jiffies;
        let of = mapping.filesystem;
        if self.io.filesystems[of as usize].journal.is_some()
            && let Some(inode) = self.inode_block(id)
            && let Some(metadata) = self.metadata(of)
        {
            metadata.note(inode, Use::Change);
        }
    }

    /// Notes a new block of a file's branch.
    pub(in crate::fs) fn note_new_branch(&mut self, id: MappingId, block: u64) {
        let of = self.io.cache.get(id).filesystem;
        if let Some(metadata) = self.metadata(of) {
            metadata.note(block, Use::New);
        }
    }

    /// Notes the metadata that is read to find the block of a page (ext2_get_branch). Returns the filesystem if
    /// anything was noted.
    pub fn note_look_up(&mut self, id: MappingId, index: u32) -> Option<u8> {
        let mapping = self.io.cache.get(id);
        let filesystem = &mut self.io.filesystems[mapping.filesystem as usize];
        let (kind, metadata) = (filesystem.kind, filesystem.metadata.as_mut()?);
        let mut noted = None;
        let extent = mapping.extent_number(kind, index);
        for block in mapping.branch.blocks_of(kind, index, extent) {
            metadata.note(block, Use::Read);
            noted = Some(mapping.filesystem);
        }
        noted
    }

    /// Notes the metadata that changes when a file is unlinked: its blocks' bitmaps, its inode, and the inode's bitmap.
    pub(in crate::fs) fn note_unlinked(&mut self, id: MappingId) {
        let mapping = self.io.cache.get(id);
        let filesystem = &mut self.io.filesystems[mapping.filesystem as usize];
        let kind = filesystem.kind;
        let own = filesystem.layout_of(filesystem.group_start(mapping.group));
        for extent in &mapping.extents {
            let there = filesystem.layout_of(extent.block);
            if let Some(metadata) = &mut filesystem.metadata {
                metadata.note_bitmap(kind, there.block_bitmap);
            }
        }
        if let (Some(inode), Some(metadata)) = (mapping.placement.inode, &mut filesystem.metadata) {
            metadata.note(inode, Use::Change);
            metadata.note_bitmap(kind, own.inode_bitmap);
        }
    }

    /// Frees the blocks of a branch. Their pages are not written any more (bforget), and stay in memory until they are
    /// reclaimed.
    pub(in crate::fs) fn free_branch(&mut self, id: MappingId) {
        let of = self.io.cache.get(id).filesystem;
        while let Some(block) = self.io.cache.get_mut(id).branch.pop() {
            self.io.filesystems[of as usize].give(block);
            self.forget_block(of, block);
        }
    }

    fn forget_block(&mut self, filesystem: u8, block: u64) {
        let Some((id, index)) = self.index_of(filesystem, block) else {
            return;
        };
        let Some(metadata) = self.metadata(filesystem) else {
            return;
        };
        metadata.due.retain(|&(noted, _)| noted != block);
        let running = metadata.running.binary_search(&index);
        if let Ok(at) = running {
            metadata.running.remove(at);
        }
        let committing = metadata.committing.binary_search(&index).is_ok();
        if let Some(pfn) = self.io.cache.lookup(id, index) {
            if running.is_ok() && !committing {
                self.unlock_page(pfn);
            }
            self.clear_page_dirty_for_io(pfn);
        }
    }

    /// Settles the noted uses of pages that are in memory. Returns whether other uses remain, for which the task must
    /// wait.
    pub fn settle_at_once(&mut self, filesystem: u8) -> bool {
        let Some(metadata) = self.metadata(filesystem).filter(|it| it.is_due()) else {
            return false;
        };
        let mut due = std::mem::take(&mut metadata.due);
        due.retain(|&(block, how)| !matches!(self.use_block(filesystem, block, how), Step::Done));
        let left = !due.is_empty();
        if let Some(metadata) = self.metadata(filesystem) {
            metadata.due = due;
        }
        left
    }

    /// Returns the page of a block: the block device's mapping, and the index in it.
    fn index_of(&mut self, filesystem: u8, block: u64) -> Option<(MappingId, u32)> {
        let metadata = self.io.filesystems[filesystem as usize].metadata.as_mut()?;
        let (group, within) = (block / GROUP, (block % GROUP) as u32);
        let used = metadata.groups.len() as u32;
        let place = match metadata.groups.binary_search_by_key(&group, |&(of, _)| of) {
            Ok(at) => metadata.groups[at].1,
            Err(at) => {
                metadata.groups.insert(at, (group, used * GROUP as u32));
                self.io.cache.get_mut(metadata.id).extents.push(Extent {
                    index: used * GROUP as u32,
                    block: group * GROUP,
                    len: GROUP as u32,
                });
                used * GROUP as u32
            }
        };
        Some((metadata.id, place + within))
    }

    fn use_block(&mut self, filesystem: u8, block: u64, how: Use) -> Step {
        let Some((id, index)) = self.index_of(filesystem, block) else {
            return Step::Done;
        };
        let Some(pfn) = self.io.cache.lookup(id, index) else {
            return Step::Missing(index);
        };
        let of = &self.io.filesystems[filesystem as usize];
        let held = (of.metadata.as_ref()).is_some_and(|metadata| metadata.is_held(index));
        let journal = of.journal.is_some();
        let shadowing = of.journal.as_ref().is_some_and(Journal::is_shadowing)
            && (of.metadata.as_ref()).is_some_and(|metadata| metadata.is_committing(index));
        if journal && how != Use::Read {
            // The task has opened a handle before it waits for the block.
            self.start_transaction(filesystem);
            if shadowing {
                return Step::Shadowed;
            }
        }
        let flags = self.memory.frames.flags[pfn as usize];
        // A buffer under I/O is locked, and the journal waits for it (do_get_write_access).
        let written = journal && how != Use::Read && flags & flag::WRITEBACK != 0;
        if flags & flag::LOCKED != 0 && !held || written {
            return Step::Busy(pfn);
        }
        self.create_buffers(pfn);
        self.mark_page_accessed(pfn);
        if how != Use::Read {
            if journal {
                self.join_transaction(filesystem, index, pfn);
            } else {
                self.set_page_dirty(pfn);
            }
        }
        Step::Done
    }

    /// Adds a page's buffer to the running transaction. The buffer is neither written back nor freed until the
    /// transaction has been committed. Until then, reclaim keeps the page on its list; the kernel would activate it.
    fn join_transaction(&mut self, filesystem: u8, index: u32, pfn: Pfn) {
        let Some(metadata) = self.metadata(filesystem) else {
            return;
        };
        if let Err(at) = metadata.running.binary_search(&index) {
            metadata.running.insert(at, index);
            self.clear_page_dirty_for_io(pfn);
            self.memory.frames.set(pfn, flag::LOCKED);
        }
    }

    /// Adds a page for a block to the page cache. Returns the device if the page must be read.
    fn add_block(&mut self, filesystem: u8, index: u32, pfn: Pfn, how: Use) -> Option<u32> {
        let of = &self.io.filesystems[filesystem as usize];
        let (id, device) = (of.metadata.as_ref()?.id, of.device);
        if !self.add_to_page_cache(id, index, pfn, Lru::InactiveFile) {
            return None;
        }
        self.create_buffers(pfn);
        (how != Use::New).then(|| {
            self.memory.frames.set(pfn, flag::LOCKED);
            device
        })
    }

    /// Closes the running transaction and returns the number of its blocks.
    pub(in crate::fs) fn begin_commit(&mut self, filesystem: u8) -> u32 {
        let Some(metadata) = self.metadata(filesystem) else {
            return 0;
        };
        std::mem::swap(&mut metadata.running, &mut metadata.committing);
        metadata.committing.len() as u32
    }

    /// Called when a transaction is in the log. Its blocks may now be written to their final places, and become dirty
    /// pages of the block device, except blocks that also belong to the next transaction (__journal_refile_buffer).
    pub(in crate::fs) fn end_commit(&mut self, filesystem: u8) {
        let Some(metadata) = self.metadata(filesystem) else {
            return;
        };
        let id = metadata.id;
        let mut committed = std::mem::take(&mut metadata.committing);
        let running = std::mem::take(&mut metadata.running);
        for &index in &committed {
            if running.binary_search(&index).is_err()
                && let Some(pfn) = self.io.cache.lookup(id, index)
            {
                self.unlock_page(pfn);
                self.set_page_dirty(pfn);
            }
        }
        committed.clear();
        if let Some(metadata) = self.metadata(filesystem) {
            (metadata.running, metadata.committing) = (running, committed);
        }
    }
}
