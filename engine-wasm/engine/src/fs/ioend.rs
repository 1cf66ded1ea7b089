//! Completion of writes to XFS: all pages that one ->writepage call submitted stay under writeback until the last of
//! their bios has ended (xfs_ioend, xfs_finish_ioend, fs/xfs/xfs_aops.c, 2.6.29 to 3.16).
//!
//! Simplified: the model ends the writeback in the interrupt of the last bio. The kernel ends it in the work queue
//! xfsdatad.

use crate::machine::Machine;
use crate::mm::page::{MAPPING_LIMIT, Pfn};
use crate::mm::page_cache::MappingId;

/// Pages of a file that were submitted together.
#[derive(Clone, Copy, Debug)]
struct Ioend {
    /// The file, and the index of the first page.
    from: (MappingId, u32),
    pages: u32,
    /// Pages whose request has not ended.
    left: u32,
}

/// The ioends of XFS whose last request has not ended.
#[derive(Clone, Debug, Default)]
pub struct Ioends {
    /// Sorted by file and index.
    open: Vec<Ioend>,
    /// Pages whose writeback ends. The vector is kept to reuse its memory.
    ended: Vec<Pfn>,
}

impl Ioends {
    /// Records that pages of a file are submitted together.
    fn begin(&mut self, id: MappingId, first: u32, pages: u32) {
        let from = (id, first);
        let at = self.open.partition_point(|ioend| ioend.from < from);
        let ioend = Ioend {
            from,
            pages,
            left: pages,
        };
        self.open.insert(at, ioend);
    }

    /// Returns the index of a page's ioend in `open`, and the number of the ioend's pages from this page on.
    fn find(&self, id: MappingId, index: u32) -> Option<(usize, u32)> {
        let after = self.open.partition_point(|ioend| ioend.from <= (id, index));
        let at = after.checked_sub(1)?;
        let Ioend { from, pages, .. } = self.open[at];
        let end = from.1 + pages;
        (from.0 == id && index < end).then(|| (at, end - index))
    }

    /// Returns the number of pages whose request has ended, but whose ioend has not.
    pub(super) fn pages_behind(&self) -> u64 {
        let behind = |ioend: &Ioend| u64::from(ioend.pages - ioend.left);
        self.open.iter().map(behind).sum()
    }

    /// Records that `pages` pages of an ioend have been written. Returns the ioend if they were the last ones.
    fn written(&mut self, at: usize, pages: u32) -> Option<Ioend> {
        self.open[at].left -= pages;
        (self.open[at].left == 0).then(|| self.open.remove(at))
    }
}

impl Machine {
    /// On XFS, records that one ->writepage call submits pages of a file that are adjacent on the device.
    pub(super) fn begin_ioend(&mut self, id: MappingId, first: u32, pages: u32) {
        let mapping = self.io.cache.get(id);
        let filesystem = &self.io.filesystems[mapping.filesystem as usize];
        if filesystem.clusters() && !mapping.block_device {
            self.io.ioends.begin(id, first, pages);
        }
    }

    /// Ends the writeback of the pages of a request. Pages of an ioend stay under writeback until its last page is
    /// written; then the writeback of all its pages ends.
    pub(super) fn end_writes(&mut self, pages: &[Pfn]) {
        let mut ended = std::mem::take(&mut self.io.ioends.ended);
        let under_way = !self.io.ioends.open.is_empty();
        if under_way {
            self.gather_ended(pages, &mut ended);
        }
        self.end_writeback(if under_way { &ended } else { pages });
        ended.clear();
        self.io.ioends.ended = ended;
    }

    fn gather_ended(&mut self, pages: &[Pfn], ended: &mut Vec<Pfn>) {
        let mut rest = pages;
        while let Some(&pfn) = rest.first() {
            let id = self.memory.frames.mapping[pfn as usize];
            let index = self.memory.frames.index[pfn as usize];
            let found = match id < MAPPING_LIMIT {
                true => self.io.ioends.find(id, index),
                false => None,
            };
            let Some((at, most)) = found else {
                ended.push(pfn);
                rest = &rest[1..];
                continue;
            };
            let together = self.in_a_row(rest, id, index, most);
            rest = &rest[together..];
            if let Some(whole) = self.io.ioends.written(at, together as u32) {
                self.add_pages(whole, ended);
            }
        }
    }

    /// Returns how many of `pages`, at most `most`, are consecutive pages of a file from `index` on.
    fn in_a_row(&self, pages: &[Pfn], id: MappingId, index: u32, most: u32) -> usize {
        let frames = &self.memory.frames;
        pages
            .iter()
            .zip(index..index + most)
            .take_while(|&(&pfn, index)| {
                frames.mapping[pfn as usize] == id && frames.index[pfn as usize] == index
            })
            .count()
    }

    fn add_pages(&self, ioend: Ioend, to: &mut Vec<Pfn>) {
        let (id, first) = ioend.from;
        let mut next = first;
        while next < first + ioend.pages {
            let pages = self
                .io
                .cache
                .pages_from(id, next, first + ioend.pages - next);
            assert!(
                !pages.is_empty(),
                "a page under writeback has left its file"
            );
            to.extend_from_slice(pages);
            next += pages.len() as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_belongs_to_what_was_sent_with_it_and_the_last_one_ends_it() {
        let mut ioends = Ioends::default();
        ioends.begin(3, 100, 10);
        ioends.begin(3, 40, 5);
        ioends.begin(2, 40, 5);
        for (id, index, found) in [
            (2, 44, Some((0, 1))),
            (3, 40, Some((1, 5))),
            (3, 104, Some((2, 6))),
            (2, 45, None),
            (3, 39, None),
            (3, 110, None),
            (4, 40, None),
        ] {
            assert_eq!(ioends.find(id, index), found, "page {index} of {id}");
        }
        assert!(ioends.written(1, 3).is_none());
        let ended = ioends.written(1, 2).expect("all of them");
        assert_eq!((ended.from, ended.pages), ((3, 40), 5));
        assert_eq!(ioends.find(3, 40), None);
        assert_eq!(ioends.find(3, 100), Some((1, 10)));
    }
}
