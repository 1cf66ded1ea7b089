//! Files as programs use them: create, write, unlink.

use super::fuse::fuse_write_page;
use super::shuffle::Shuffle;
use crate::fs::fsync::fsync_range;
use crate::mm::filemap::{wait_on_page, write_pages};
use crate::mm::page::flag;
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::Doing;

/// Bytes of a page.
pub const PAGE: u64 = 4096;

/// A sequential stream over one file.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    /// Index of the filesystem.
    pub filesystem: u8,
    /// Pages of the file.
    pub pages: u32,
    /// Pages of a call.
    pub call_pages: u32,
    /// Passes.
    pub passes: u32,
    /// Pages from one fsync() to the next; 0: there is none.
    pub fsync_pages: u32,
    /// Its calls come in a random order.
    pub random: bool,
}

/// Creates an empty file; `group` chooses where it will lie. `None` when there are too many files.
pub fn create(cx: &Cx, filesystem: u8, group: u32) -> Option<MappingId> {
    cx.with(|m| {
        m.charge(cost::SYSCALL);
        let fs = &m.filesystems[filesystem as usize];
        let bdi = fs.bdi;
        let block_device = fs.kind == crate::scenario::FilesystemKind::BlockDevice;
        // Writers of a device itself have a place each.
        let group = if block_device { cx.id } else { group };
        let id = m.cache.create(filesystem, bdi, block_device, group)?;
        m.cache.made_by(id, cx.id);
        Some(id)
    })
}

/// Writes a whole file, call by call; `None`: killed.
pub async fn write_file(cx: &Cx, id: MappingId, stream: Stream) -> Option<()> {
    let (fuse, bdi) = cx.with(|m| {
        let fs = &m.filesystems[stream.filesystem as usize];
        (fs.fuse, fs.bdi)
    });
    cx.with(|m| m.cache.get_mut(id).placement.closed = false);
    let calls = stream.pages.div_ceil(stream.call_pages);
    let order =
        (stream.random).then(|| cx.with(|m| Shuffle::new(calls, |below| m.random.below(below))));
    let (mut written, mut synced) = (0, 0);
    for call in 0..calls {
        let call = order.map_or(call, |order| order.at(call));
        let index = call * stream.call_pages;
        let end = (index + stream.call_pages).min(stream.pages);
        cx.with(|m| {
            m.charge(cost::SYSCALL);
            m.tasks[cx.id as usize].writes_to_bdi = Some(bdi);
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
            let task = &mut m.tasks[cx.id as usize];
            task.writes_to_bdi = None;
            task.bytes_done += u64::from(end - index) * PAGE;
        });
        written += end - index;
        if stream.fsync_pages > 0
            && (written - synced >= stream.fsync_pages || written == stream.pages)
        {
            let range = if stream.random {
                0..stream.pages
            } else {
                synced..written
            };
            fsync_range(cx, id, range.start, range.end).await;
            synced = written;
        }
        cx.relax().await;
    }
    cx.with(|m| m.close_file(id, stream.pages));
    Some(())
}

/// Unlinks a file: its pages are dropped, those under I/O when that has ended.
pub async fn unlink(cx: &Cx, id: MappingId) {
    cx.charge(cost::SYSCALL);
    let mut gone = false;
    while !gone {
        while cx.with(|m| m.cache.get(id).syncing) {
            cx.prepare_to_wait();
            cx.with(|m| m.inode_waiters.push(cx.id));
            cx.schedule(None, Doing::WaitingForIo).await;
        }
        let mut from = 0;
        while let Some(pfn) = cx.with(|m| m.truncate_until_io(id, &mut from)) {
            wait_on_page(cx, pfn, flag::WRITEBACK | flag::LOCKED).await;
            cx.relax().await;
        }
        // A flusher may have taken the inode up while this task waited for a page.
        gone = cx.with(|m| m.destroy_unless_syncing(id));
    }
    cx.relax().await;
}
