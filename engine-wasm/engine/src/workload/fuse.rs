//! A fuse filesystem: the kernel side caches file pages clean, a daemon writes them to the block device through its
//! page cache (fs/fuse/file.c 3.0: fuse_perform_write; ntfs-3g).

use std::collections::VecDeque;

use crate::mm::filemap::{grab_page_for_write, write_page};
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::{Doing, TaskId};

/// Pages of data between two updates of the filesystem's own records.
const PAGES_PER_METADATA: u32 = 256;
/// Blocks of 4 KiB whose use one page of the cluster bitmap tells.
const PAGES_PER_BITMAP_PAGE: u32 = 32_768;
/// Where the bitmap begins on the device, blocks.
const BITMAP_BLOCK: u32 = 64;

/// A request for the daemon.
#[derive(Clone, Copy, Debug)]
struct FuseRequest {
    from: TaskId,
    file: MappingId,
    index: u32,
}

/// A connection between the kernel and a daemon.
#[derive(Clone, Debug)]
pub struct FuseConnection {
    /// Index of the filesystem.
    pub filesystem: u8,
    /// The daemon's task.
    pub daemon: TaskId,
    /// Mapping of the block device.
    pub block_mapping: MappingId,
    requests: VecDeque<FuseRequest>,
    idle: bool,
    /// The daemon is gone (fuse_abort_conn).
    aborted: bool,
    served: u32,
    done: Vec<TaskId>,
}

impl FuseConnection {
    /// A connection without requests.
    #[must_use]
    pub fn new(filesystem: u8, daemon: TaskId, block_mapping: MappingId) -> Self {
        Self {
            filesystem,
            daemon,
            block_mapping,
            requests: VecDeque::new(),
            idle: false,
            aborted: false,
            served: 0,
            done: Vec::new(),
        }
    }
}

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
        let connection = &mut m.fuse[connection as usize];
        connection
            .requests
            .push_back(FuseRequest { from, file, index });
        if connection.idle {
            let daemon = connection.daemon;
            m.wake(daemon);
        }
    });
    while !cx.with(|m| m.fuse[connection as usize].aborted) {
        cx.schedule(None, Doing::WaitingForPeer).await;
        let served = cx.with(|m| {
            let done = &mut m.fuse[connection as usize].done;
            let at = done.iter().position(|&id| id == cx.id);
            at.map(|at| done.remove(at)).is_some()
        });
        if served {
            return Some(());
        }
        cx.prepare_to_wait();
    }
    None
}

impl FuseConnection {
    /// Ends all requests when the daemon is killed; whose they were comes back.
    fn abort(&mut self) -> Vec<TaskId> {
        self.aborted = true;
        self.requests
            .drain(..)
            .map(|request| request.from)
            .collect()
    }
}

/// The daemon: writes each request to the block device, and its own records every so often.
pub async fn daemon(cx: Cx, connection: u32) {
    let bdi = cx.with(|m| {
        let block = m.fuse[connection as usize].block_mapping;
        m.cache.get(block).bdi
    });
    loop {
        let Some(request) = cx.with(|m| m.fuse[connection as usize].requests.pop_front()) else {
            cx.prepare_to_wait();
            cx.with(|m| m.fuse[connection as usize].idle = true);
            cx.schedule(None, Doing::Idle).await;
            cx.with(|m| m.fuse[connection as usize].idle = false);
            continue;
        };
        let (block_mapping, block, records) = cx.with(|m| {
            m.charge(cost::FUSE_REQUEST + cost::SYSCALL);
            m.tasks[cx.id as usize].writes_to_bdi = Some(bdi);
            let block = m.map_block(request.file, request.index, 1) as u32;
            let connection = &mut m.fuse[connection as usize];
            connection.served += 1;
            let records = connection.served.is_multiple_of(PAGES_PER_METADATA);
            (connection.block_mapping, block, records)
        });
        let mut alive = write_page(&cx, block_mapping, block, true).await;
        if alive.is_some() && records {
            let bitmap = BITMAP_BLOCK + block / PAGES_PER_BITMAP_PAGE;
            alive = write_page(&cx, block_mapping, bitmap, true).await;
        }
        cx.with(|m| {
            m.tasks[cx.id as usize].writes_to_bdi = None;
            let connection = &mut m.fuse[connection as usize];
            let mut ended = Vec::new();
            match alive {
                Some(()) => connection.done.push(request.from),
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
