//! Buffered read() and readahead (mm/filemap.c: do_generic_file_read; mm/readahead.c: ondemand_readahead).

pub mod mapped;
mod window;

use std::ops::Range;

use self::window::{Window, read_ahead};
use super::page::{Pfn, flag};
use super::page_cache::MappingId;
use super::page_wait::wait_on_page;
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
    /// The index after the last page read.
    pub next: u32,
    /// Whether the page at the marker has the mark (PG_readahead). Only faults test this.
    marked: bool,
    /// How many more faults missed than hit (mmap_miss).
    misses: u32,
}

/// Returns the first window for a request of `request` pages (get_init_ra_size).
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

/// Returns the window after one of `size` pages (get_next_ra_size).
#[must_use]
pub fn next_window(size: u32, max: u32) -> u32 {
    let grown = if size < max / 16 { 4 * size } else { 2 * size };
    grown.min(max)
}

impl Readahead {
    /// ondemand_readahead for a page at `index`: returns the start and the size of the window to read now, or `None`.
    /// `hit`: the page is in the cache.
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
            // A random read reads only the requested pages and does not change the state.
            return Some((index, request));
        }
        if index == self.start && self.async_size == self.size {
            let add = next_window(self.size, max);
            self.async_size = add;
            self.size += add;
        }
        Some((self.start, self.size))
    }

    /// Returns the index of the page that triggers the read of the next window (PG_readahead).
    #[must_use]
    pub fn marker(&self) -> u32 {
        self.start + self.size - self.async_size
    }
}

/// Reads one page of a file of `size` pages. `request`: the number of pages left in the read() call. Returns `None` if
/// the task was killed.
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

/// Reads `pages` of a file of `size` pages, for a call that requests the pages before `end`. Returns `None` if the task
/// was killed.
pub async fn read_pages(
    cx: &Cx,
    id: MappingId,
    pages: Range<u32>,
    end: u32,
    size: u32,
    ra: &mut Readahead,
) -> Option<()> {
    let mut next = pages.start;
    // Read as many pages as possible without sleeping.
    while let Some(window) = cx.with(|m| m.read_at_once(id, &mut next, &pages, end, ra)) {
        let index = next;
        // A window that is due is read before the page at `index` is looked up.
        if let Some(Window { start, len, ahead }) = window {
            let len = len.min(size.saturating_sub(start));
            read_ahead(cx, id, Window { start, len, ahead }, false).await?;
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
            // The page was reclaimed before it was copied.
            None => {
                let window = Window {
                    start: index,
                    len: 1,
                    ahead: false,
                };
                read_ahead(cx, id, window, false).await?;
            }
        }
    }
    Some(())
}

/// Reads one page of a file without readahead (FMODE_RANDOM). Returns `None` if the task was killed.
pub async fn read_one_page(cx: &Cx, id: MappingId, index: u32) -> Option<()> {
    let mut ra = Readahead {
        next: index.wrapping_add(2),
        ..Readahead::default()
    };
    read_page(cx, id, index, 1, index + 1, &mut ra).await
}

impl Machine {
    /// Reads pages until the end, or until a page is missing or locked, or a window is due. Returns `None` if all pages
    /// were read, otherwise the window that is due, if any.
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
            // No window is due before the marker as long as the pages are in the cache.
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

    /// Returns a page of a file if it is in the page cache and unlocked.
    #[inline]
    #[must_use]
    pub fn page_to_read(&self, id: MappingId, index: u32) -> Option<Pfn> {
        let pfn = self.io.cache.lookup(id, index)?;
        (!self.memory.frames.has(pfn, flag::LOCKED)).then_some(pfn)
    }

    /// Copies a page from the page cache for read(), and marks it accessed.
    #[inline]
    pub fn copy_page_to_user(&mut self, pfn: Pfn) {
        self.charge_in(Function::Copy, self.sched.copy_page());
        self.mark_page_accessed(pfn);
    }

    /// Reads up to `most` pages of a file from `first` on, until a page is missing, locked, active, unevictable or
    /// already referenced. Returns how many were read. The result is the same as that of [`Machine::copy_page_to_user`]
    /// for each page.
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
