//! ext2's metadata in the page cache: pages of the block device's own mapping, which are looked up for each data page
//! (fs/ext2/inode.c: ext2_get_block; fs/buffer.c: __find_get_block marks the page accessed at each look-up).

use crate::mm::filemap::write_page;
use crate::mm::migratetype::Migratetype;
use crate::mm::page::flag;
use crate::mm::page_cache::{Extent, MappingId};
use crate::mm::readahead::{Readahead, read_page};
use crate::sched::context::Cx;

/// Data pages whose blocks one indirect block of 4 KiB maps.
pub const PAGES_PER_INDIRECT: u32 = 1_024;
/// Blocks that one page of the bitmap covers.
pub const BLOCKS_PER_BITMAP: u32 = 32_768;
/// Number of metadata pages that are adjacent on the device. Groups of this many pages are spread over the device.
const RUN: u32 = 64;

/// Creates the block device's mapping, with `pages` metadata pages spread over the device. `None`: too many mappings.
pub fn open(cx: &Cx, filesystem: u8, pages: u32) -> Option<MappingId> {
    cx.with(|m| {
        let fs = m.io.filesystem(filesystem);
        let (device, bdi) = (fs.device, fs.device as u8);
        let blocks = m.io.block.device_blocks(device);
        let id = m.io.cache.create(filesystem, bdi, true, 0)?;
        m.io.cache.made_by(id, cx.id);
        let runs = u64::from(pages.div_ceil(RUN).max(1));
        let apart = (blocks / runs).max(u64::from(RUN));
        let mapping = m.io.cache.get_mut(id);
        mapping.migratetype = Migratetype::Movable;
        let extents = &mut mapping.extents;
        for run in 0..runs {
            extents.push(Extent {
                index: run as u32 * RUN,
                block: run * apart,
                len: RUN,
            });
        }
        Some(id)
    })
}

/// Looks up a metadata page, and reads it if it is not in memory. `None`: the task was killed.
pub async fn look_up(cx: &Cx, id: MappingId, index: u32, pages: u32) -> Option<()> {
    let cached = cx.with(|m| {
        let pfn = m.io.cache.lookup(id, index);
        let ready = pfn.filter(|&pfn| !m.memory.frames.has(pfn, flag::LOCKED));
        if let Some(pfn) = ready {
            m.mark_page_accessed(pfn);
        }
        ready.is_some()
    });
    if !cached {
        // sb_bread reads one block, without readahead.
        let mut ra = Readahead::default();
        read_page(cx, id, index, 1, pages, &mut ra).await?;
    }
    Some(())
}

/// Looks up a metadata page to change it, and dirties it. A page that is not in memory is a new block, which needs no
/// read. `None`: the task was killed.
pub async fn change(cx: &Cx, id: MappingId, index: u32) -> Option<()> {
    let cached = cx.with(|m| {
        let pfn = m.io.cache.lookup(id, index);
        let ready = pfn.filter(|&pfn| !m.memory.frames.any(pfn, flag::LOCKED | flag::WRITEBACK));
        if let Some(pfn) = ready {
            m.mark_page_accessed(pfn);
            m.set_page_dirty(pfn);
        }
        ready.is_some()
    });
    if !cached {
        write_page(cx, id, index).await?;
    }
    Some(())
}
