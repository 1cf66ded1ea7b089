//! What a commit of ext4 does with the dirty pages of its files (jbd2_journal_submit_data_buffers, ext4_writepage, 2.6.29 to
//! 3.16).
//!
//! Blocks are allocated as late as possible, so the dirty pages of a file that is being written mostly have none. A
//! commit passes all dirty pages of the files that got blocks in its transaction to ->writepage, which must not
//! allocate blocks then and marks such a page dirty again. Until 3.2, each of them is counted as dirtied once more.

use crate::machine::Machine;
use crate::mm::page::flag;
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Number of pages after which the thread lets others run.
const BATCH: u32 = 32;
/// Pages that the commit does not touch.
const BUSY: u16 = flag::WRITEBACK | flag::LOCKED;

/// Marks the dirty pages without a block dirty again, in the files that got blocks in the transaction.
pub async fn redirty_delayed(cx: &Cx, filesystem: u8) {
    let files = cx.m().take_ordered(filesystem);
    for &id in &files {
        let mut next = Some(0);
        while let Some(from) = next {
            next = cx.m().redirty_batch(id, from);
            cx.relax().await;
        }
    }
    if let Some(journal) = cx.m().journal(filesystem) {
        journal.ordered = files;
        journal.ordered.clear();
    }
}

impl Machine {
    /// Returns the files that got blocks in the running transaction. They do not belong to the next one.
    fn take_ordered(&mut self, filesystem: u8) -> Vec<MappingId> {
        let kept = self.journal(filesystem).map(|it| &mut it.ordered);
        let mut files = kept.map(std::mem::take).unwrap_or_default();
        let of_it = self.io.cache.live().filter(|(_, file)| {
            file.filesystem == filesystem && file.placement.ordered && !file.block_device
        });
        files.extend(of_it.map(|(id, _)| id));
        for &id in &files {
            self.io.cache.get_mut(id).placement.ordered = false;
        }
        files
    }

    /// Looks at the next dirty pages of a file. Returns where the next batch begins; `None` at the end of the file.
    fn redirty_batch(&mut self, id: MappingId, from: u32) -> Option<u32> {
        let (mut index, mut left) = (from, BATCH);
        while left > 0 {
            index = self.io.cache.next_dirty(id, index)?;
            let end = index + self.io.cache.dirty_run(id, index, left);
            let (have_blocks, end) = self.with_or_without_blocks(id, index, end);
            let pages = if have_blocks {
                end - index
            } else if self.notes_pages() {
                self.redirty(id, index);
                1
            } else {
                match self.redirty_run(id, index, end) {
                    0 => {
                        self.redirty(id, index);
                        1
                    }
                    pages => {
                        self.charge_each(u64::from(pages), cost::WRITE_PAGE);
                        pages
                    }
                }
            };
            index += pages;
            left -= pages;
        }
        Some(index)
    }

    /// Passes one dirty page without a block to ->writepage, which marks it dirty again.
    fn redirty(&mut self, id: MappingId, index: u32) {
        let page = self.io.cache.lookup(id, index);
        if let Some(pfn) = page.filter(|&pfn| !self.memory.frames.any(pfn, BUSY)) {
            self.clear_page_dirty_for_io(pfn);
            self.redirty_page_for_writepage(pfn);
            self.charge(cost::WRITE_PAGE);
        }
    }

    /// Returns whether a page has a block, and the index up to which this holds for the following pages, at most `end`.
    fn with_or_without_blocks(&self, id: MappingId, from: u32, end: u32) -> (bool, u32) {
        let extents = &self.io.cache.get(id).extents;
        let at = extents.partition_point(|extent| extent.index + extent.len <= from);
        match extents.get(at) {
            Some(extent) if extent.index <= from => (true, end.min(extent.index + extent.len)),
            Some(extent) => (false, end.min(extent.index)),
            None => (false, end),
        }
    }
}
