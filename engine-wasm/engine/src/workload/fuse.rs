//! A fuse filesystem. The kernel's side caches file pages, which stay clean. A daemon writes them to the block device
//! through the page cache of the device (fs/fuse/file.c 3.0: fuse_perform_write; ntfs-3g).

use std::ops::Range;

use super::shared::FuseRequest;
use crate::mm::filemap::{grab_page_for_write, write_ranges};
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::Activity;

/// Bytes of the cluster bitmap that ntfs-3g reads and writes at a time: the size of a page (NTFS_LCNALLOC_BSIZE).
const BYTES_OF_BITMAP: u32 = 4096;
/// Block of the file's record in the master file table.
const FILE_RECORD_BLOCK: u32 = 16;
/// Block of the index of the file's directory.
const INDEX_BLOCK: u32 = 32;
/// First block of the bitmap.
const BITMAP_BLOCK: u32 = 64;

/// Writes one page of a file to the page cache, where it stays clean, and sends it to the daemon, which writes it to
/// the device. `None`: the task or the daemon was killed.
pub async fn fuse_write_page(cx: &Cx, connection: u32, file: MappingId, index: u32) -> Option<()> {
    let pfn = grab_page_for_write(cx, file, index).await?;
    cx.with(|m| {
        m.charge(m.sched.copy_page() + cost::FUSE_REQUEST);
        m.mark_page_accessed(pfn);
    });
    cx.prepare_to_wait();
    cx.with(|m| {
        let from = cx.id;
        let connection = &mut m.programs.fuse[connection as usize];
        connection
            .requests
            .push_back(FuseRequest { from, file, index });
        if connection.idle {
            let daemon = connection.daemon;
            m.wake(daemon);
        }
    });
    while !cx.with(|m| m.programs.fuse[connection as usize].aborted) {
        cx.schedule(None, Activity::WaitingForPeer).await;
        let served = cx.with(|m| std::mem::take(&mut m.task_mut(cx.id).fuse_replied));
        if served {
            return Some(());
        }
        cx.prepare_to_wait();
    }
    None
}

/// Returns the pages of the cluster bitmap that ntfs_cluster_alloc writes: 4,096 bytes (NTFS_LCNALLOC_BSIZE) from the
/// byte with the cluster's bit on. These bytes are in a single page only if that byte is the first of a page.
fn bitmap_pages(cluster: u32) -> Range<u32> {
    let first = cluster / 8;
    let page = |byte: u32| BITMAP_BLOCK + byte / BYTES_OF_BITMAP;
    page(first)..page(first + BYTES_OF_BITMAP - 1) + 1
}

/// Carries out a request that extends a file, as ntfs-3g did in 2011. ntfs_cluster_alloc marks one cluster and writes
/// its part of the bitmap. Then the daemon writes the data. Then ntfs_inode_close writes the file's record and its
/// entry in the directory, which the call changed.
async fn write_with_records(cx: &Cx, block_mapping: MappingId, block: u32) -> Option<()> {
    let bitmap = bitmap_pages(block);
    cx.charge(cost::SYSCALL);
    let others = [block, FILE_RECORD_BLOCK, INDEX_BLOCK].map(|at| at..at + 1);
    write_ranges(cx, block_mapping, bitmap, &others, cost::SYSCALL).await
}

/// The daemon: writes each request to the block device, together with the filesystem's own records.
pub async fn daemon(cx: Cx, connection: u32) {
    let bdi = cx.with(|m| {
        let block = m.programs.fuse[connection as usize].block_mapping;
        m.io.cache.get(block).bdi
    });
    loop {
        let Some(request) = cx.with(|m| m.programs.fuse[connection as usize].next_request()) else {
            cx.prepare_to_wait();
            cx.with(|m| m.programs.fuse[connection as usize].idle = true);
            cx.schedule(None, Activity::Idle).await;
            cx.with(|m| m.programs.fuse[connection as usize].idle = false);
            continue;
        };
        let (block_mapping, block) = cx.with(|m| {
            m.charge(cost::FUSE_REQUEST + cost::NTFS_3G_REQUEST);
            m.task_mut(cx.id).writes_to_bdi = Some(bdi);
            let block = m.allocate_block(request.file, request.index, 1) as u32;
            (m.programs.fuse[connection as usize].block_mapping, block)
        });
        let alive = write_with_records(&cx, block_mapping, block).await;
        cx.with(|m| {
            m.task_mut(cx.id).writes_to_bdi = None;
            let connection = &mut m.programs.fuse[connection as usize];
            connection.serving = None;
            let mut ended = Vec::new();
            match alive {
                Some(()) => m.task_mut(request.from).fuse_replied = true,
                None => ended = connection.abort(),
            }
            m.wake(request.from);
            for &task in &ended {
                m.wake(task);
            }
        });
        if alive.is_none() {
            return;
        }
        cx.relax().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bitmap_is_written_from_the_byte_of_the_cluster() {
        // Byte 0 of the bitmap is the first byte of a page. From byte 1 on, the 4,096 bytes extend into the next page.
        assert_eq!(bitmap_pages(0), 64..65);
        assert_eq!(bitmap_pages(7), 64..65);
        assert_eq!(bitmap_pages(8), 64..66);
        assert_eq!(bitmap_pages(8 * 4095), 64..66);
        assert_eq!(bitmap_pages(8 * 4096), 65..66);
    }
}
