//! Files as programs use them: create, write, unlink.

use super::fuse::fuse_write_page;
use super::shuffle::Shuffle;
use crate::fs::fsync::fsync_range;
use crate::fs::metadata::settle::settle;
use crate::machine::Machine;
use crate::mm::filemap::write_pages;
use crate::mm::page::flag;
use crate::mm::page_cache::MappingId;
use crate::mm::page_wait::wait_on_page;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::Activity;

/// Bytes per page.
pub const PAGE: u64 = 4096;

/// A stream of calls over one file, in a given order.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    /// Index of the filesystem.
    pub filesystem: u8,
    /// First page of the file that it uses.
    pub first: u32,
    /// Number of pages that it covers: the whole file, unless the file is a device.
    pub pages: u32,
    /// Pages per call.
    pub call_pages: u32,
    /// Number of passes.
    pub passes: u32,
    /// Pages between two calls of fsync(); 0 for none.
    pub fsync_pages: u32,
    /// The order of its calls.
    pub order: CallOrder,
    /// Index of its named files in the machine's list.
    pub named: Option<u16>,
}

impl Stream {
    /// Returns the stream of the `n`-th of several tasks, each of which has a part of the file.
    #[must_use]
    pub fn part(self, n: u32) -> Self {
        let first = self.first.saturating_add(n.saturating_mul(self.pages));
        Self { first, ..self }
    }
}

/// Order of the calls in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOrder {
    /// From front to back.
    Sequential,
    /// In random order.
    Random,
    /// In turn at this number of evenly spread offsets (at least 1). The calls at each offset are sequential.
    Streams(u32),
}

/// The order of calls in a file with a known number of calls.
enum Calls {
    Sequential,
    Random(Shuffle),
    Streams { streams: u32, calls: u32 },
}

impl Calls {
    /// Returns the number of the call at a place in the order.
    fn at(&self, place: u32) -> u32 {
        match self {
            Self::Sequential => place,
            Self::Random(shuffle) => shuffle.at(place),
            Self::Streams { streams, calls } => {
                // If the calls cannot be divided evenly, the first streams have one call more than the others.
                let (each, longer) = (calls / streams, calls % streams);
                let in_turn = each * streams;
                let (stream, call) = if place < in_turn {
                    (place % streams, place / streams)
                } else {
                    (place - in_turn, each)
                };
                stream * each + stream.min(longer) + call
            }
        }
    }
}

/// Creates an empty file. `group` selects its place on the device. `None`: there are too many files.
pub fn create(cx: &Cx, filesystem: u8, group: u32) -> Option<MappingId> {
    cx.with(|m| {
        m.charge(cost::SYSCALL);
        let fs = m.io.filesystem(filesystem);
        let bdi = fs.bdi;
        let block_device = fs.kind == crate::scenario::FilesystemKind::BlockDevice;
        // Each task that reads a block device, or creates files on it, has its own place on the device.
        let group = if block_device { cx.id } else { group };
        let id = m.io.cache.create(filesystem, bdi, block_device, group)?;
        m.io.cache.made_by(id, cx.id);
        Some(id)
    })
}

/// Allocates the blocks of a file that existed before the run, as if it had been written from front to back.
pub fn lay_out(m: &mut Machine, id: MappingId, pages: u32) {
    let mut next = 0;
    while next < pages {
        m.map_block(id, next, pages - next);
        let last = m.io.cache.get(id).extents.last();
        next = last.map_or(pages, |extent| extent.index + extent.len);
    }
}

/// Writes a whole file, call by call. `None`: the task was killed.
pub async fn write_file(cx: &Cx, id: MappingId, stream: Stream) -> Option<()> {
    let (fuse, bdi) = cx.with(|m| {
        let fs = m.io.filesystem(stream.filesystem);
        (fs.fuse, fs.bdi)
    });
    cx.with(|m| m.io.cache.get_mut(id).placement.closed = false);
    let calls = stream.pages.div_ceil(stream.call_pages);
    let order = match stream.order {
        CallOrder::Sequential => Calls::Sequential,
        CallOrder::Random => {
            Calls::Random(cx.with(|m| Shuffle::new(calls, |below| m.random.below(below))))
        }
        CallOrder::Streams(streams) => Calls::Streams {
            streams: streams.clamp(1, calls.max(1)),
            calls,
        },
    };
    let (mut written, mut synced) = (0, 0);
    for call in 0..calls {
        let call = order.at(call);
        let index = stream.first + call * stream.call_pages;
        let end = (index + stream.call_pages).min(stream.first + stream.pages);
        cx.with(|m| {
            m.charge(cost::SYSCALL);
            m.task_mut(cx.id).writes_to_bdi = Some(bdi);
        });
        match fuse {
            Some(connection) => {
                for page in index..end {
                    fuse_write_page(cx, connection, id, page).await?;
                }
            }
            None => write_pages(cx, id, index, end).await?,
        }
        cx.with(|m| {
            let task = m.task_mut(cx.id);
            task.writes_to_bdi = None;
            task.bytes_done += u64::from(end - index) * PAGE;
        });
        written += end - index;
        if stream.fsync_pages > 0
            && (written - synced >= stream.fsync_pages || written == stream.pages)
        {
            let range = if stream.order == CallOrder::Sequential {
                synced..written
            } else {
                0..stream.pages
            };
            let first = stream.first;
            fsync_range(cx, id, first + range.start, first + range.end).await;
            synced = written;
        }
        cx.relax().await;
    }
    cx.with(|m| m.close_file(id, m.file_pages(&stream)));
    Some(())
}

/// Unlinks a file. Its pages are dropped; pages under I/O are dropped when the I/O has ended.
pub async fn unlink(cx: &Cx, id: MappingId) {
    cx.charge(cost::SYSCALL);
    let filesystem = cx.with(|m| m.io.cache.get(id).filesystem);
    let mut gone = false;
    while !gone {
        while cx.with(|m| m.io.cache.get(id).syncing) {
            cx.prepare_to_wait();
            cx.with(|m| m.waits.add_to_inodes(cx.id));
            cx.schedule(None, Activity::WaitingForIo).await;
        }
        let mut from = 0;
        while let Some(pfn) = cx.with(|m| m.truncate_until_io(id, &mut from)) {
            wait_on_page(cx, pfn, flag::WRITEBACK | flag::LOCKED).await;
            cx.relax().await;
        }
        // A flusher may have started on the inode while this task waited for a page.
        gone = cx.with(|m| m.destroy_unless_syncing(id));
    }
    if cx.with(|m| m.owes_metadata(filesystem)) {
        settle(cx, filesystem).await;
    }
    cx.relax().await;
}

#[cfg(test)]
mod tests {
    use super::Calls;

    fn order(streams: u32, calls: u32) -> Vec<u32> {
        let order = Calls::Streams { streams, calls };
        (0..calls).map(|place| order.at(place)).collect()
    }

    #[test]
    fn streams_take_turns_and_each_goes_on_where_it_was() {
        assert_eq!(order(4, 8), [0, 2, 4, 6, 1, 3, 5, 7]);
        // The streams consist of calls 0 to 2, 3 to 5, 6 to 7, and 8 to 9.
        assert_eq!(order(4, 10), [0, 3, 6, 8, 1, 4, 7, 9, 2, 5]);
        assert_eq!(order(1, 3), [0, 1, 2]);
        assert_eq!(order(3, 3), [0, 1, 2]);
    }
}
