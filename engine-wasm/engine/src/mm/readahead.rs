//! Buffered read() and readahead (mm/filemap.c: do_generic_file_read; mm/readahead.c: ondemand_readahead).

use std::ops::Range;

use super::page::{Pfn, flag};
use super::page_cache::MappingId;
use super::page_wait::wait_on_page;
use super::slow_path::alloc_pages_slowpath;
use super::zone::Lru;
use crate::block::{Op, Origin};
use crate::fs::metadata::settle::settle;
use crate::fs::submit::submit_pages;
use crate::machine::Machine;
use crate::mechanism::Shortcut;
use crate::observer::profile::Function;
use crate::sched::context::Cx;

/// Readahead state of an open file (struct file_ra_state), pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readahead {
    start: u32,
    size: u32,
    async_size: u32,
    /// The page after the last one read.
    pub next: u32,
}

/// First window for a request of `request` pages (get_init_ra_size).
#[must_use]
pub fn first_window(request: u32, max: u32) -> u32 {
    let size = request.next_power_of_two();
    if size <= max / 32 {
        size * 4
    } else if size <= max / 4 {
        size * 2
    } else {
        max
    }
}

/// The window after one of `size` pages (get_next_ra_size).
#[must_use]
pub fn next_window(size: u32, max: u32) -> u32 {
    let grown = if size < max / 16 { 4 * size } else { 2 * size };
    grown.min(max)
}

impl Readahead {
    /// ondemand_readahead for a page at `index`: the window to read now, or none. `hit` says that the page is there.
    fn window(&mut self, index: u32, request: u32, max: u32, hit: bool) -> Option<(u32, u32)> {
        let marker = self.start + self.size - self.async_size;
        if hit && !(self.size > 0 && index == marker && self.async_size > 0) {
            return None;
        }
        if self.size > 0 && (index == marker || index == self.start + self.size) {
            self.start += self.size;
            self.size = next_window(self.size, max);
            self.async_size = self.size;
        } else if index == 0 || index == self.next {
            self.start = index;
            self.size = first_window(request, max);
            self.async_size = if self.size > request {
                self.size - request
            } else {
                self.size
            };
        } else {
            // A random read takes what it asked for and leaves the state alone.
            return Some((index, request));
        }
        if index == self.start && self.async_size == self.size {
            let add = next_window(self.size, max);
            self.async_size = add;
            self.size += add;
        }
        Some((self.start, self.size))
    }

    /// The page whose reading starts the next window.
    #[must_use]
    pub fn marker(&self) -> u32 {
        self.start + self.size - self.async_size
    }
}

/// Reads one page of a file of `size` pages, `request` pages of the call being left; `None`: killed.
pub async fn read_page(
    cx: &Cx,
    id: MappingId,
    index: u32,
    request: u32,
    size: u32,
    ra: &mut Readahead,
) -> Option<()> {
    read_pages(cx, id, index..index + 1, index + request, size, ra).await
}

/// Reads pages of a file of `size` pages for a call that asks for those before `end`; `None`: killed.
pub async fn read_pages(
    cx: &Cx,
    id: MappingId,
    pages: Range<u32>,
    end: u32,
    size: u32,
    ra: &mut Readahead,
) -> Option<()> {
    let mut next = pages.start;
    // As many pages as need no sleep, in one go.
    while let Some(window) = cx.with(|m| m.read_at_once(id, &mut next, &pages, end, ra)) {
        let index = next;
        // A window that is due is read before the page itself is looked at.
        if let Some(Window { start, len, ahead }) = window {
            let len = len.min(size.saturating_sub(start));
            read_ahead(cx, id, start, len, ahead).await?;
        }
        let found = cx.m().io.cache.lookup(id, index);
        match found {
            Some(pfn) if cx.with(|m| m.memory.frames.has(pfn, flag::LOCKED)) => {
                wait_on_page(cx, pfn, flag::LOCKED).await;
            }
            Some(pfn) => {
                cx.m().copy_page_to_user(pfn);
                next += 1;
                ra.next = next;
            }
            // Reclaimed before it was read.
            None => read_ahead(cx, id, index, 1, false).await?,
        }
    }
    Some(())
}

/// Pages that are to be read.
struct Window {
    /// The first.
    start: u32,
    /// How many.
    len: u32,
    /// Nobody waits for them yet.
    ahead: bool,
}

/// Reads one page of a file and nothing beside it (FMODE_RANDOM); `None`: killed.
pub async fn read_one_page(cx: &Cx, id: MappingId, index: u32) -> Option<()> {
    let mut ra = Readahead {
        next: index.wrapping_add(2),
        ..Readahead::default()
    };
    read_page(cx, id, index, 1, index + 1, &mut ra).await
}

/// Reads what a fault on a page of a mapped file of `size` pages misses, with as much before and after it as readahead
/// may bring in at once; `None`: killed. Source: do_sync_mmap_readahead, 2.6.31 on, and filemap_fault before it; without
/// what a mapping that nearly always misses does (mmap_miss).
pub async fn read_around(cx: &Cx, id: MappingId, index: u32, size: u32) -> Option<()> {
    let window = cx.m().memory.knobs.ra_pages.max(1);
    let start = index.saturating_sub(window / 2);
    read_ahead(cx, id, start, window.min(size - start), false).await
}

/// Reads the pages of a window that are not there: allocates all, then submits them. `None`: killed.
async fn read_ahead(cx: &Cx, id: MappingId, start: u32, len: u32, ahead: bool) -> Option<()> {
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
        let gfp = cx.m().mapping_gfp(id);
        let Some(pfn) = alloc_pages_slowpath(cx, gfp).await else {
            killed = true;
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
    /// Reads pages until there are no more, or until one is not there or a window is due, which it says if so.
    fn read_at_once(
        &mut self,
        id: MappingId,
        next: &mut u32,
        pages: &Range<u32>,
        end: u32,
        ra: &mut Readahead,
    ) -> Option<Option<Window>> {
        while *next < pages.end {
            let index = *next;
            // Before the marker no window is due, as long as the pages are there.
            let marker = ra.marker();
            let plain = if marker < index {
                pages.end
            } else {
                marker.min(pages.end)
            };
            if plain > index + 1 {
                let copied = self.copy_new_to_user(id, index, plain - index);
                if copied > 0 {
                    *next += copied;
                    ra.next = *next;
                    continue;
                }
            }
            let found = self.io.cache.lookup(id, index);
            let ahead = found.is_some();
            if let Some((start, len)) =
                ra.window(index, end - index, self.memory.knobs.ra_pages, ahead)
            {
                return Some(Some(Window { start, len, ahead }));
            }
            match found {
                Some(pfn) if !self.memory.frames.has(pfn, flag::LOCKED) => {
                    self.copy_page_to_user(pfn)
                }
                _ => return Some(None),
            }
            *next += 1;
            ra.next = *next;
        }
        None
    }

    /// A page of a file, if it is in the page cache and unlocked.
    #[inline]
    #[must_use]
    pub fn page_to_read(&self, id: MappingId, index: u32) -> Option<Pfn> {
        let pfn = self.io.cache.lookup(id, index)?;
        (!self.memory.frames.has(pfn, flag::LOCKED)).then_some(pfn)
    }

    /// Reads a page that is there.
    #[inline]
    pub fn copy_page_to_user(&mut self, pfn: Pfn) {
        self.charge_in(Function::Copy, self.sched.copy_page());
        self.mark_page_accessed(pfn);
    }

    /// Reads pages of a file from `first` on, up to `most`, until one is missing, locked or already referenced. Returns how many.
    /// The result is that of [`Machine::copy_page_to_user`] for each of them.
    #[inline]
    fn copy_new_to_user(&mut self, id: MappingId, first: u32, most: u32) -> u32 {
        const OTHERS: u16 = flag::LOCKED | flag::ACTIVE | flag::UNEVICTABLE | flag::REFERENCED;
        if !self.takes(Shortcut::MarkReferenced) {
            return 0;
        }
        let flags = &mut self.memory.frames.flags[..];
        let mut copied = 0;
        for &pfn in self.io.cache.pages_from(id, first, most) {
            let flags = &mut flags[pfn as usize];
            if *flags & OTHERS != 0 {
                break;
            }
            *flags |= flag::REFERENCED;
            copied += 1;
        }
        self.charge_each_in(Function::Copy, copied, self.sched.copy_page());
        copied as u32
    }

    /// Adds pages of a range that are not there as far as they can be had at once, locked: the next index.
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

    /// The filesystem whose metadata tells where the first of these pages, ascending, lies, if that has to be looked up.
    fn looks_up(&mut self, id: MappingId, indices: &[Pfn]) -> Option<u8> {
        let mapping = self.io.cache.get(id);
        self.io.filesystem(mapping.filesystem).metadata.as_ref()?;
        if mapping.block_device {
            return None;
        }
        self.map_block(id, indices[0], (indices.len() as u32).max(16));
        self.note_look_up(id, indices[0])
    }

    /// How many of these pages, ascending, lie together on the device.
    fn read_run(&mut self, id: MappingId, indices: &[Pfn]) -> (u32, u64, usize) {
        let filesystem = self.io.cache.get(id).filesystem;
        let device = self.io.filesystem(filesystem).device;
        let wanted = indices.len() as u32;
        let first = self.map_block(id, indices[0], wanted.max(16));
        // So many are known to lie together.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_a_sequential_reader() {
        assert_eq!(
            [1, 2, 4, 8, 16, 32].map(|n| first_window(n, 32)),
            [4, 4, 8, 16, 32, 32]
        );
        assert_eq!(
            [1, 4, 8, 16, 32].map(|n| next_window(n, 32)),
            [4, 8, 16, 32, 32]
        );
        let mut ra = Readahead::default();
        assert_eq!(ra.window(0, 16, 32, false), Some((0, 32)));
        assert_eq!(ra.marker(), 16);
        assert_eq!(ra.window(15, 16, 32, true), None);
        assert_eq!(ra.window(16, 16, 32, true), Some((32, 32)));
        assert_eq!(ra.marker(), 32);
    }
}
