//! write_cache_pages: writes the dirty pages of one inode in index order (mm/page-writeback.c).

use super::journal::handles::{Until, wait_for_journal};
use super::metadata::settle::settle;
use super::submit::submit_pages;
use crate::block::{Op, Origin};
use crate::machine::Machine;
use crate::mm::page::{Pfn, flag};
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Maximum number of pages in a bio: 512 kB, the default of max_sectors_kb (bio_get_nr_vecs).
const BIO_PAGES: u32 = 128;
/// Maximum number of pages in an ioend of XFS (128 MiB). All of them are marked as under writeback before the first bio
/// of the ioend is submitted (xfs_vm_writepage, xfs_submit_ioend), so reclaim finds them under writeback while the
/// queue is full. In the kernel, only the number of pages left to write limits an ioend. The model adds this limit to
/// bound the size of a batch.
const IOEND_PAGES: u32 = 32_768;

/// Maximum number of pages that ext4 writes instead of a smaller chunk (s_max_writeback_mb_bump, 128 MiB).
const BUMP_PAGES: u32 = 32_768;
/// Maximum number of pages in an extent that ext4 allocates at once (mpage_add_bh_to_extent, MAX_WRITEPAGES_EXTENT_LEN).
const EXTENT_PAGES: u32 = 2_048;

/// Writes up to `nr` pages, or more of a file on ext4, and returns the number written. With `from_start`, starts at index
/// 0 instead of the inode's cursor.
pub async fn write_cache_pages(
    cx: &Cx,
    id: MappingId,
    nr: u64,
    from_start: bool,
    origin: Origin,
) -> u64 {
    let start = cx.with(|m| {
        if from_start {
            0
        } else {
            m.io.cache.get(id).writeback_index
        }
    });
    // The pages of an extent are submitted under the same handle as the allocation of its blocks.
    let locks = cx.with(|m| {
        let mapping = m.io.cache.get(id);
        let locks = m.io.filesystems[mapping.filesystem as usize].locks_extents();
        (locks && !mapping.block_device).then_some(mapping.filesystem)
    });
    let bumps = cx.with(|m| m.rules.ext4_writes_runs && locks.is_some());
    let nr = match bumps {
        true => cx.m().bumped(id, start, nr, from_start),
        false => nr,
    };
    let mut handle: Option<u8> = None;
    let mut left = nr;
    let mut next = start;
    let mut wrapped = from_start || start == 0;
    loop {
        // The second round ends where the first one began.
        let end = if wrapped && !from_start && start > 0 {
            start
        } else {
            u32::MAX
        };
        // pdflush does not wait for requests (wbc->nonblocking).
        if origin == Origin::Flusher && cx.with(|m| m.rules.pdflush && m.writes_are_congested(id)) {
            break;
        }
        if handle.is_none()
            && let Some(filesystem) = locks
        {
            wait_for_journal(cx, filesystem, Until::Unlocked).await;
        }
        let run = cx.m().gather_run(id, next, end, left);
        let Some((index, pages)) = run else {
            if wrapped || bumps && left < nr {
                break;
            }
            wrapped = true;
            next = 0;
            continue;
        };
        next = index + pages.len() as u32;
        left = left.saturating_sub(pages.len() as u64);
        let (device, block) = cx.with(|m| {
            if handle.is_none() && m.waits_for_extent(id, index) {
                handle = locks;
                handle.inspect(|&of| m.open_handle(of));
            }
            let filesystem = m.io.cache.get(id).filesystem;
            (
                m.io.filesystems[filesystem as usize].device,
                m.block_of(pages[0]),
            )
        });
        submit_pages(cx, device, block, Op::Write, origin, &pages, None).await;
        // The kernel waits for the bitmap before it allocates the blocks. The model waits only after the pages are
        // submitted.
        let owes = cx.with(|m| {
            let mapping = m.io.cache.get(id);
            let of = mapping.filesystem;
            (!mapping.block_device && m.owes_metadata(of)).then_some(of)
        });
        if let Some(filesystem) = owes {
            settle(cx, filesystem).await;
        }
        cx.with(|m| {
            m.memory.put_batch(pages);
            if !m.waits_for_extent(id, next) {
                handle.take().inspect(|&of| m.close_handle(of));
            }
        });
        cx.relax().await;
        if left == 0 {
            break;
        }
    }
    cx.with(|m| {
        m.lock_until_sent(id, 0, 0);
        handle.inspect(|&of| m.close_handle(of));
        if !from_start || left > 0 {
            m.io.cache.get_mut(id).writeback_index = next.saturating_sub(u32::from(!bumps));
        }
    });
    nr - left
}

/// Whether a page with these flags is dirty and can be written now.
fn goes_out(flags: u16) -> bool {
    const BUSY: u16 = flag::WRITEBACK | flag::LOCKED;
    let by_pte = flag::MAPPED | flag::PTE_DIRTY;
    flags & (flag::DIRTY | BUSY) == flag::DIRTY || flags & (by_pte | BUSY) == by_pte
}

impl Machine {
    fn writes_are_congested(&self, id: MappingId) -> bool {
        let device = self.io.bdis[self.io.cache.get(id).bdi as usize].device;
        device.is_some_and(|device| self.io.block.device_congested(device, self.async_class()))
    }

    /// Cleans the next dirty pages before `end` that are adjacent on the device, and marks them as under writeback.
    /// Returns the index of the first one, and the pages.
    fn gather_run(
        &mut self,
        id: MappingId,
        from: u32,
        end: u32,
        left: u64,
    ) -> Option<(u32, Vec<Pfn>)> {
        let filesystem = self.io.cache.get(id).filesystem as usize;
        let most = if self.io.filesystems[filesystem].clusters() {
            // xfs_cluster_write counts only the pages that are added to the first one.
            left.saturating_add(1).min(u64::from(IOEND_PAGES)) as u32
        } else {
            left.min(u64::from(BIO_PAGES)) as u32
        };
        let mut index = from;
        let first = loop {
            index = self
                .io
                .cache
                .next_dirty(id, index)
                .filter(|&index| index < end)?;
            let pfn = self.io.cache.lookup(id, index)?;
            if !self.memory.frames.any(pfn, flag::WRITEBACK | flag::LOCKED) {
                break index;
            }
            index += 1;
        };
        let (most, left) = (most.min(end - first), left.min(u64::from(end - first)));
        // `sure`: the number of pages that are known to be adjacent on the device.
        let (block, mut sure) = self.map_run(id, first, most, left);
        let mut pages = self.memory.take_batch();
        let mut mapped = 0;
        loop {
            let gathered = pages.len() as u32;
            let wants = match gathered < sure {
                true => sure - gathered,
                false => u32::from(gathered < most),
            };
            let more = self.io.cache.pages_from(id, first + gathered, wants);
            let ready = more.iter().take_while(|&&pfn| {
                let flags = self.memory.frames.flags[pfn as usize];
                mapped |= flags & flag::MAPPED;
                goes_out(flags)
            });
            let ready = ready.count();
            pages.extend_from_slice(&more[..ready]);
            if ready == 0 {
                break;
            }
            if gathered >= sure {
                let most = most - gathered;
                let left = left.saturating_sub(u64::from(gathered));
                let (here, len) = self.map_run(id, first + gathered, most, left);
                if here != block + u64::from(gathered) {
                    pages.pop();
                    break;
                }
                sure = gathered + len;
            }
        }
        if mapped == 0 {
            self.start_writeback(id, first, &pages);
        } else {
            // Page table entries may be dirty too, so each page is cleaned separately.
            for &pfn in &pages {
                self.clear_page_dirty_for_io(pfn);
                self.set_page_writeback(pfn);
            }
        }
        self.note_sent(id, first, &pages);
        self.begin_ioend(id, first, pages.len() as u32);
        self.charge_each(pages.len() as u64, cost::WRITE_PAGE);
        Some((first, pages))
    }

    /// Returns the block of a dirty page, and how many pages from there on are adjacent on the device, up to `most`. If
    /// the page has no block yet, allocates blocks for it and all dirty pages after it. `left` is the number of pages
    /// still to be submitted (mpage_da_map_and_submit).
    fn map_run(&mut self, id: MappingId, index: u32, most: u32, left: u64) -> (u64, u32) {
        let mut wanted = self.dirty_run(id, index);
        let filesystem = self.io.cache.get(id).filesystem as usize;
        if self.io.filesystems[filesystem].locks_extents()
            && self.io.cache.block(id, index).is_none()
        {
            wanted = wanted.min(EXTENT_PAGES);
            let sent = u64::from(wanted).min(left) as u32;
            self.lock_until_sent(id, index, sent);
        }
        let block = self.allocate_block(id, index, wanted);
        let extent = self.io.cache.extent_from(id, index);
        (block, extent.map_or(1, |run| run.len).min(most))
    }

    /// Returns the number of pages that ext4 writes instead of `nr` (ext4_da_writepages, 2.6.32 to 3.10): eight times as
    /// many from the start of the file, or else all consecutive dirty pages without blocks from the cursor on
    /// (ext4_num_dirty_pages).
    fn bumped(&self, id: MappingId, start: u32, nr: u64, from_start: bool) -> u64 {
        let desired = if from_start {
            nr.saturating_mul(8).min(u64::from(BUMP_PAGES))
        } else {
            let until = self.io.cache.next_extent(id, start);
            let most = until.map_or(BUMP_PAGES, |until| BUMP_PAGES.min(until - start));
            u64::from(self.io.cache.dirty_run(id, start, most))
        };
        nr.max(desired)
    }

    /// Records that pages of a file from `first` on were submitted to the device.
    pub fn note_sent(&mut self, id: MappingId, first: u32, pages: &[Pfn]) {
        let mapping = self.io.cache.get_mut(id);
        mapping.written_end = mapping.written_end.max(first + pages.len() as u32);
    }

    /// Returns the length of the run of dirty pages from an index, up to the limit of an allocation. Returns 1 if the
    /// first page has a block.
    fn dirty_run(&self, id: MappingId, from: u32) -> u32 {
        if self.io.cache.block(id, from).is_some() {
            return 1;
        }
        self.io.cache.dirty_run(id, from, 32_768)
    }

    /// Records that a flusher holds the page locks of `len` dirty pages from `first` on. write_cache_pages_da locks all
    /// pages of an extent, and a page is unlocked when it is submitted. From then on it is under writeback and not
    /// dirty.
    pub(super) fn lock_until_sent(&mut self, id: MappingId, first: u32, len: u32) {
        self.io.cache.get_mut(id).placement.locked = (first, first + len);
    }

    /// Whether a page belongs to the extent that a flusher is submitting.
    pub(super) fn waits_for_extent(&self, id: MappingId, index: u32) -> bool {
        let (first, end) = self.io.cache.get(id).placement.locked;
        (first..end).contains(&index)
    }

    /// Whether a flusher holds this dirty page locked.
    #[must_use]
    pub fn waits_to_be_sent(&self, pfn: Pfn) -> bool {
        self.file_page(pfn)
            .is_some_and(|(id, index)| self.waits_for_extent(id, index))
    }
}
