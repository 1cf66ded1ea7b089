//! Brings the pages of a readahead window into the page cache (mm/readahead.c: __do_page_cache_readahead; fs/mpage.c:
//! mpage_readpages).

use std::ops::Range;

use crate::block::{Op, Origin};
use crate::fs::metadata::settle::settle;
use crate::fs::submit::submit_pages;
use crate::machine::Machine;
use crate::mm::gfp::Gfp;
use crate::mm::page::{Pfn, flag};
use crate::mm::page_cache::MappingId;
use crate::mm::slow_path::alloc_pages_slowpath;
use crate::mm::zone::Lru;
use crate::sched::context::Cx;

/// Pages to read from the device.
pub(super) struct Window {
    /// Index of the first page.
    pub start: u32,
    /// Number of pages.
    pub len: u32,
    /// Whether this is readahead that no task waits for yet.
    pub ahead: bool,
}

/// Reads the missing pages of a window: allocates all of them, then submits them. In a sparse file, clears the pages
/// that were never written. Returns `None` if the task was killed.
pub(super) async fn read_ahead(cx: &Cx, id: MappingId, window: Window, sparse: bool) -> Option<()> {
    let Window { start, len, ahead } = window;
    let mut pages = cx.with(|m| m.memory.take_batch());
    let mut indices = cx.with(|m| m.memory.take_batch());
    let mut killed = false;
    let mut next = start;
    loop {
        next = cx
            .m()
            .add_missing(id, next..start + len, &mut pages, &mut indices);
        if next == start + len {
            break;
        }
        let index = next;
        next += 1;
        let gfp = Gfp {
            noretry: window.len > 1 && cx.m().rules.readahead_noretry,
            ..cx.m().mapping_gfp(id)
        };
        let Some(pfn) = alloc_pages_slowpath(cx, gfp).await else {
            // A window ends at a page that cannot be allocated.
            killed = !gfp.noretry;
            break;
        };
        let added = cx.with(|m| {
            let added = m.add_to_page_cache(id, index, pfn, Lru::InactiveFile);
            if added {
                m.memory.frames.set(pfn, flag::LOCKED);
            }
            added
        });
        if added {
            pages.push(pfn);
            indices.push(index);
        }
    }
    if sparse {
        cx.with(|m| m.clear_holes(id, &mut pages, &mut indices));
    }
    let origin = if ahead {
        Origin::Readahead
    } else {
        Origin::Read
    };
    let mut at = 0;
    while at < pages.len() {
        let maps = cx.m().looks_up(id, &indices[at..]);
        if let Some(filesystem) = maps {
            settle(cx, filesystem).await;
        }
        let (device, block, run) = cx.m().read_run(id, &indices[at..]);
        submit_pages(
            cx,
            device,
            block,
            Op::Read,
            origin,
            &pages[at..at + run],
            None,
        )
        .await;
        at += run;
    }
    cx.with(|m| {
        m.memory.put_batch(pages);
        m.memory.put_batch(indices);
    });
    (!killed).then_some(())
}

impl Machine {
    /// Adds the missing pages of a range to the page cache, locked, until a page cannot be allocated without reclaim.
    /// Returns the next index.
    fn add_missing(
        &mut self,
        id: MappingId,
        range: Range<u32>,
        pages: &mut Vec<Pfn>,
        indices: &mut Vec<u32>,
    ) -> u32 {
        let gfp = self.mapping_gfp(id);
        let together = self.adds_together(gfp);
        let mut index = range.start;
        while index < range.end {
            let left = range.end - index;
            if together
                && let Some((_, new)) = self.add_new_pages(id, index, left, flag::LOCKED, 0, gfp)
            {
                pages.extend_from_slice(self.io.cache.pages_from(id, index, new));
                indices.extend(index..index + new);
                index += new;
                continue;
            }
            if self.io.cache.lookup(id, index).is_none() {
                let Some(pfn) = self.alloc_fast(gfp) else {
                    break;
                };
                self.enter_page_cache(id, index, pfn, Lru::InactiveFile);
                self.memory.frames.set(pfn, flag::LOCKED);
                pages.push(pfn);
                indices.push(index);
            }
            index += 1;
        }
        index
    }

    /// Clears and unlocks those of the pages that were never written, and removes them from the lists.
    fn clear_holes(&mut self, id: MappingId, pages: &mut Vec<Pfn>, indices: &mut Vec<u32>) {
        let mut kept = 0;
        for at in 0..pages.len() {
            let (pfn, index) = (pages[at], indices[at]);
            if self.io.cache.on_device(id, index).is_some() {
                (pages[kept], indices[kept]) = (pfn, index);
                kept += 1;
            } else {
                self.charge(self.sched.clear_page());
                self.memory.frames.clear(pfn, flag::LOCKED);
                self.wake_page(pfn);
            }
        }
        pages.truncate(kept);
        indices.truncate(kept);
    }

    /// Returns the filesystem if it must look up metadata to find the block of the first page. The pages are in
    /// ascending order.
    fn looks_up(&mut self, id: MappingId, indices: &[Pfn]) -> Option<u8> {
        let mapping = self.io.cache.get(id);
        self.io.filesystem(mapping.filesystem).metadata.as_ref()?;
        if mapping.block_device {
            return None;
        }
        self.map_block(id, indices[0], (indices.len() as u32).max(16));
        self.note_look_up(id, indices[0])
    }

    /// Returns the device, the block of the first of these pages, and how many pages from there on are contiguous on
    /// the device. The pages are in ascending order.
    fn read_run(&mut self, id: MappingId, indices: &[Pfn]) -> (u32, u64, usize) {
        let filesystem = self.io.cache.get(id).filesystem;
        let device = self.io.filesystem(filesystem).device;
        let wanted = indices.len() as u32;
        let first = self.map_block(id, indices[0], wanted.max(16));
        // The extent shows how many pages are certainly contiguous.
        let together = self.io.cache.extent_from(id, indices[0]);
        let neighbours = indices.iter().zip(indices[0]..);
        let neighbours = neighbours.take_while(|&(&index, next)| index == next);
        let mut run = neighbours
            .count()
            .min(together.map_or(1, |extent| extent.len as usize));
        while run < indices.len()
            && indices[run] == indices[0] + run as u32
            && self.map_block(id, indices[run], wanted) == first + run as u64
        {
            run += 1;
        }
        (device, first, run)
    }
}
