//! What ->writepage does when reclaim calls it, by filesystem.

use crate::machine::Machine;
use crate::mm::page::{Pfn, SWAP_CACHE, flag};
use crate::mm::page_cache::MappingId;
use crate::mm::vmscan::scan_control::SWAP_CLUSTER_MAX;

/// Result of ->writepage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The filesystem refuses and marks the page dirty again.
    Redirty,
    /// The filesystem writes the page.
    Write {
        /// The device that it writes to.
        device: u32,
    },
}

impl Machine {
    /// Returns the result for a file page. A page of the block device itself is written, whatever filesystem is on the
    /// device.
    #[must_use]
    pub fn writepage_answer(&self, pfn: Pfn, kswapd: bool) -> Answer {
        let (id, index) = (
            self.memory.frames.mapping[pfn as usize],
            self.memory.frames.index[pfn as usize],
        );
        let mapping = self.io.cache.get(id);
        let filesystem = &self.io.filesystems[mapping.filesystem as usize];
        let write = Answer::Write {
            device: filesystem.device,
        };
        if mapping.block_device {
            return write;
        }
        let mapped = self.io.cache.block(id, index).is_some();
        if filesystem.refuses_reclaim(&self.rules, mapped, kswapd) {
            return Answer::Redirty;
        }
        write
    }

    /// Starts the writeback of all pages that one ->writepage call writes: the page and, on XFS, the dirty pages that
    /// follow it in the file and on the device (xfs_cluster_write).
    pub fn cluster_for_reclaim(&mut self, pfn: Pfn, pages: &mut Vec<Pfn>) {
        let (id, index) = (
            self.memory.frames.mapping[pfn as usize],
            self.memory.frames.index[pfn as usize],
        );
        pages.push(pfn);
        let mapping = self.io.cache.get(id);
        let clusters =
            self.io.filesystems[mapping.filesystem as usize].clusters() && !mapping.block_device;
        if clusters {
            self.dirty_neighbours(id, index, pages);
        }
        let first = self.allocate_block(id, index, pages.len() as u32);
        let contiguous = (1..pages.len() as u32).take_while(|&n| {
            self.allocate_block(id, index + n, pages.len() as u32 - n) == first + u64::from(n)
        });
        let keep = 1 + contiguous.count();
        pages.truncate(keep);
        self.note_sent(id, index, pages);
        self.begin_ioend(id, index, pages.len() as u32);
        self.set_page_writeback(pfn);
        for &neighbour in &pages[1..] {
            self.clear_page_dirty_for_io(neighbour);
            self.set_page_writeback(neighbour);
        }
    }

    /// Appends the dirty pages that follow a page in its file. wbc->nr_to_write limits only the appended pages, not the
    /// first page (xfs_convert_page).
    fn dirty_neighbours(&self, id: MappingId, index: u32, pages: &mut Vec<Pfn>) {
        while pages.len() as u64 <= SWAP_CLUSTER_MAX {
            let next = self.io.cache.lookup(id, index + pages.len() as u32);
            let fits = |&pfn: &Pfn| {
                self.memory.frames.has(pfn, flag::DIRTY)
                    && !self.memory.frames.any(pfn, flag::LOCKED | flag::WRITEBACK)
            };
            match next.filter(fits) {
                Some(neighbour) => pages.push(neighbour),
                None => return,
            }
        }
    }

    /// Returns the block of a page that has one.
    #[must_use]
    #[inline(always)]
    pub fn block_of(&self, pfn: Pfn) -> u64 {
        let (id, index) = (
            self.memory.frames.mapping[pfn as usize],
            self.memory.frames.index[pfn as usize],
        );
        if id == SWAP_CACHE {
            return u64::from(index);
        }
        self.io.cache.block(id, index).unwrap_or(0)
    }
}
