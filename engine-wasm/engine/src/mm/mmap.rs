//! Shared mappings of files: faults and page tables (mm/filemap.c: filemap_fault; mm/memory.c: __do_fault, do_wp_page).
//!
//! A file is mapped by one process, so that the PTE bits of a page's frame are its page table: MAPPED, YOUNG, and
//! PTE_DIRTY, which also says that the entry may be written through; write-out takes that right away (page_mkclean).

use super::balance_dirty::balance_dirty_pages_ratelimited;
use super::filemap::wait_on_page;
use super::page::{Pfn, flag};
use super::page_alloc::Gfp;
use super::page_cache::MappingId;
use super::readahead::{Readahead, read_page};
use super::slow_path::alloc_page;
use super::zone::Lru;
use crate::machine::Machine;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::vmstat::Counter;

/// What an access finds.
enum Found {
    /// The page table has it.
    Mapped,
    /// The page is in the cache; the access faults.
    Cached(Pfn),
    /// Somebody works on it.
    Busy(Pfn),
    Missing,
}

/// Writes to a page of a shared mapping of a sparse file; `None`: killed. A hole needs no read. Allocations by faults
/// do not carry __GFP_WRITE.
pub async fn write_shared(cx: &Cx, id: MappingId, index: u32) -> Option<()> {
    loop {
        match cx.with(|m| m.shared_page(id, index, true)) {
            Found::Mapped => return Some(()),
            Found::Busy(pfn) => wait_on_page(cx, pfn, flag::LOCKED | flag::WRITEBACK).await,
            Found::Missing => {
                let pfn = alloc_page(cx, Gfp::USER).await?;
                cx.with(|m| m.add_to_page_cache(id, index, pfn, Lru::InactiveFile));
            }
            Found::Cached(pfn) => {
                let bdi = cx.with(|m| {
                    m.count_fault(false);
                    m.finish_write(id, index, pfn);
                    m.frames
                        .set(pfn, flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY);
                    m.cache.get(id).bdi
                });
                balance_dirty_pages_ratelimited(cx, bdi).await;
                return Some(());
            }
        }
    }
}

/// Reads from a page of a mapping of a file of `size` pages; `None`: killed.
pub async fn read_shared(
    cx: &Cx,
    id: MappingId,
    index: u32,
    size: u32,
    ra: &mut Readahead,
) -> Option<()> {
    loop {
        match cx.with(|m| m.shared_page(id, index, false)) {
            Found::Mapped => return Some(()),
            Found::Busy(pfn) => wait_on_page(cx, pfn, flag::LOCKED).await,
            Found::Cached(pfn) => {
                cx.with(|m| {
                    m.count_fault(false);
                    m.frames.set(pfn, flag::MAPPED | flag::YOUNG);
                });
                return Some(());
            }
            Found::Missing => {
                cx.with(|m| m.count_fault(true));
                read_page(cx, id, index, 1, size, ra).await?;
            }
        }
    }
}

impl Machine {
    fn count_fault(&mut self, major: bool) {
        self.charge(cost::FAULT);
        self.vmstat.add_global(Counter::PgFault, 1);
        self.vmstat
            .add_global(Counter::PgMajFault, u64::from(major));
    }

    /// An access through the page table sets its bits; without the right to it, it says what the fault finds.
    fn shared_page(&mut self, id: MappingId, index: u32, write: bool) -> Found {
        let Some(pfn) = self.cache.lookup(id, index) else {
            return Found::Missing;
        };
        let needed = if write {
            flag::MAPPED | flag::PTE_DIRTY
        } else {
            flag::MAPPED
        };
        if self.frames.has(pfn, needed) {
            self.frames.set(pfn, flag::YOUNG);
            return Found::Mapped;
        }
        // page_mkwrite waits for writeback where pages have to be stable.
        let mut busy = flag::LOCKED;
        if write && self.rules.stable_pages {
            busy |= flag::WRITEBACK;
        }
        if self.frames.any(pfn, busy) {
            Found::Busy(pfn)
        } else {
            Found::Cached(pfn)
        }
    }

    /// Uses mapped pages of a file from `index` on, up to `size`; the first one that is not mapped, or `size`. Faults
    /// map 16 pages at a time (fault_around_bytes, 3.15 on).
    pub fn touch_shared(&mut self, id: MappingId, index: u32, size: u32) -> u32 {
        let mut at = index;
        while at < size {
            let Some(pfn) = self.cache.lookup(id, at) else {
                return at;
            };
            if !self.frames.has(pfn, flag::MAPPED) {
                return at;
            }
            self.frames.set(pfn, flag::YOUNG);
            if at.is_multiple_of(16) {
                self.count_fault(false);
            }
            at += 1;
        }
        size
    }

    /// A process that shares a mapping of a file exits: its young pages count as accessed; others still map them.
    pub fn zap_young(&mut self, id: MappingId) {
        let mut from = 0;
        while let Some((index, pfn)) = self.cache.next_page(id, from) {
            from = index + 1;
            if self.frames.has(pfn, flag::MAPPED | flag::YOUNG) {
                self.frames.clear(pfn, flag::YOUNG);
                self.mark_page_accessed(pfn);
            }
        }
    }

    /// munmap of a whole file (zap_pte_range): young pages count as accessed, dirty ones stay dirty.
    pub fn unmap_shared(&mut self, id: MappingId) {
        let mut from = 0;
        while let Some((index, pfn)) = self.cache.next_page(id, from) {
            from = index + 1;
            if !self.frames.has(pfn, flag::MAPPED) {
                continue;
            }
            let young = self.frames.has(pfn, flag::YOUNG);
            let dirty = self.frames.has(pfn, flag::PTE_DIRTY);
            self.frames
                .clear(pfn, flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY);
            if dirty {
                self.set_page_dirty(pfn);
            }
            if young {
                self.mark_page_accessed(pfn);
            }
        }
    }
}
