//! A fuse filesystem: the kernel side caches file pages clean, a daemon writes them to the block device through its
//! page cache (fs/fuse/file.c 3.0: fuse_perform_write; ntfs-3g).

use super::shared::FuseRequest;
use crate::mm::filemap::{grab_page_for_write, write_ranges};
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::Activity;

/// Blocks of 4 KiB whose use one page of the cluster bitmap tells.
const PAGES_PER_BITMAP_PAGE: u32 = 32_768;
/// Where the file's record in the master file table lies on the device, blocks.
const FILE_RECORD_BLOCK: u32 = 16;
/// Where the index of its directory lies, blocks.
const INDEX_BLOCK: u32 = 32;
/// Where the bitmap begins on the device, blocks.
const BITMAP_BLOCK: u32 = 64;

/// Writes one page of a file: into the kernel's cache, which stays clean, and through the daemon. `None`: killed, or
/// the daemon is.
pub async fn fuse_write_page(cx: &Cx, connection: u32, file: MappingId, index: u32) -> Option<()> {
    let pfn = grab_page_for_write(cx, file, index).await?;
    cx.with(|m| {
        m.charge(cost::COPY_PAGE + cost::FUSE_REQUEST);
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

/// One request that lengthens a file, as ntfs-3g wrote it in 2011: ntfs_cluster_alloc marks one cluster and writes the
/// page of the bitmap, then the data goes out, and ntfs_inode_close writes what the call changed, the file's record and
/// its entry in the directory.
async fn write_with_records(cx: &Cx, block_mapping: MappingId, block: u32) -> Option<()> {
    let bitmap = BITMAP_BLOCK + block / PAGES_PER_BITMAP_PAGE;
    cx.charge(cost::SYSCALL);
    let others = [block, FILE_RECORD_BLOCK, INDEX_BLOCK].map(|at| at..at + 1);
    write_ranges(
        cx,
        block_mapping,
        bitmap..bitmap + 1,
        &others,
        cost::SYSCALL,
    )
    .await
}

/// The daemon: writes each request to the block device, and the filesystem's own records with it.
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
