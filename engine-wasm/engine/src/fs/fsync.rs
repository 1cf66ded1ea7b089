//! fsync: a task writes a file's dirty pages itself and waits for them (filemap_write_and_wait_range, mm/filemap.c).

use super::metadata::settle::write_inode;
use super::write_cache_pages::write_cache_pages;
use crate::block::Origin;
use crate::mm::page::flag;
use crate::mm::page_cache::MappingId;
use crate::mm::page_wait::wait_on_page;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Writes the dirty pages of a file as synchronous writes. Then waits for all pages in `from..to` that are under
/// writeback, including pages that other tasks have submitted.
pub async fn fsync_range(cx: &Cx, id: MappingId, from: u32, to: u32) {
    cx.charge(cost::SYSCALL);
    write_cache_pages(cx, id, u64::MAX, true, Origin::Fsync).await;
    write_inode(cx, id).await;
    for index in from..to {
        if let Some(pfn) = cx.with(|m| m.io.cache.lookup(id, index)) {
            wait_on_page(cx, pfn, flag::WRITEBACK).await;
        }
    }
    cx.relax().await;
}
