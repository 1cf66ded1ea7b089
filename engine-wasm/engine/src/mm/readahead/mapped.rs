//! Readahead for faults on the pages of a mapped file (mm/filemap.c: do_sync_mmap_readahead and
//! do_async_mmap_readahead, read in 2.6.35 to 3.16).

use super::Readahead;
use super::window::{Window, read_ahead};
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;

/// After this many more faults that miss than faults that hit, a fault reads only its own page (MMAP_LOTSAMISS).
const MISSES_MAX: u32 = 100;

/// A mapped file, as its faults see it.
#[derive(Clone, Copy, Debug)]
pub struct Mapped {
    /// The file.
    pub id: MappingId,
    /// Its size, pages.
    pub size: u32,
    /// Whether pages that were never written are holes. Such pages are cleared instead of read.
    pub sparse: bool,
}

impl Readahead {
    /// A fault that finds no page: returns the start and the size of the window to read. `sequential`: a fault right
    /// after the last one continues like read() (to 2.6.38).
    fn missed(&mut self, index: u32, max: u32, sequential: bool) -> (u32, u32) {
        if sequential && index == self.next {
            return self.window(index, max, max, false).unwrap_or((index, 1));
        }
        if self.misses < MISSES_MAX * 10 {
            self.misses += 1;
        }
        if self.misses > MISSES_MAX || max == 0 {
            return (index, 1);
        }
        self.start = index.saturating_sub(max / 2);
        self.size = max;
        self.async_size = if sequential { 0 } else { max / 4 };
        (self.start, self.size)
    }

    /// A fault that finds its page: returns the window to read ahead, if the page has the mark.
    pub(in crate::mm) fn hit(&mut self, index: u32, max: u32) -> Option<(u32, u32)> {
        self.misses = self.misses.saturating_sub(1);
        if !self.marked || index != self.marker() {
            return None;
        }
        self.marked = false;
        self.window(index, max, max, true)
    }
}

/// Reads a window around a page that a fault did not find, or only this page if the window ended before it (filemap_fault:
/// no_cached_page). Returns `None` if the task was killed.
pub async fn read_missing(cx: &Cx, file: Mapped, index: u32, ra: &mut Readahead) -> Option<()> {
    let (start, len) = cx.with(|m| {
        let sequential = m.rules.sequential_faults;
        ra.missed(index, m.memory.knobs.ra_pages, sequential)
    });
    read_window(cx, file, (start, len), false, ra).await?;
    if cx.m().io.cache.lookup(file.id, index).is_some() {
        return Some(());
    }
    let window = Window {
        start: index,
        len: 1,
        ahead: false,
    };
    read_ahead(cx, file.id, window, file.sparse).await
}

/// Reads a window, and marks the page that triggers the next one if the window brings that page in. Returns `None` if
/// the task was killed.
pub async fn read_window(
    cx: &Cx,
    file: Mapped,
    (start, len): (u32, u32),
    ahead: bool,
    ra: &mut Readahead,
) -> Option<()> {
    let len = len.min(file.size.saturating_sub(start));
    let marker = ra.marker();
    let brings_marker = (start..start + len).contains(&marker)
        && ra.async_size > 0
        && cx.m().io.cache.lookup(file.id, marker).is_none();
    ra.marked = brings_marker;
    let window = Window { start, len, ahead };
    read_ahead(cx, file.id, window, file.sparse).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_miss_reads_around_and_its_mark_reads_on() {
        let mut ra = Readahead::default();
        // Half of the window is before the page, as far as the file goes; a quarter is behind the mark.
        assert_eq!(ra.missed(100, 32, false), (84, 32));
        ra.marked = true;
        assert_eq!(ra.hit(107, 32), None);
        assert_eq!(ra.hit(108, 32), Some((116, 32)));
        // The next window carries its mark on its first page.
        assert_eq!(ra.marker(), 116);
        assert_eq!(
            ra.hit(116, 32),
            None,
            "this page was cached before, so it has no mark"
        );
        ra.marked = true;
        assert_eq!(ra.hit(116, 32), Some((148, 32)));
        assert_eq!(ra.missed(3, 32, false), (0, 32));
    }

    #[test]
    fn before_3_0_a_fault_after_the_last_one_continues_like_a_reader() {
        let mut ra = Readahead::default();
        // Not after the last fault: around, without a mark.
        assert_eq!(ra.missed(100, 32, true), (84, 32));
        ra.next = 101;
        assert_eq!(ra.missed(101, 32, true), (101, 64));
        assert_eq!(ra.marker(), 133);
    }

    #[test]
    fn a_file_that_nearly_always_misses_is_read_page_by_page() {
        let mut ra = Readahead::default();
        for n in 0..MISSES_MAX {
            assert_eq!(ra.missed(1_000 * n + 500, 32, false).1, 32);
        }
        assert_eq!(ra.missed(7, 32, false), (7, 1));
        assert_eq!(ra.hit(7, 32), None);
        assert_eq!(ra.missed(9_000, 32, false), (9_000, 1));
        assert_eq!([ra.hit(1, 32), ra.hit(2, 32)], [None, None]);
        assert_eq!(ra.missed(9_000, 32, false).1, 32);
    }
}
