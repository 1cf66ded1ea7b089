//! Shared mappings of files: faults and page tables (mm/filemap.c: filemap_fault; mm/memory.c: __do_fault, do_wp_page).
//!
//! The model keeps one set of PTE bits per page, as if a single process mapped the file: MAPPED, YOUNG and PTE_DIRTY.
//! PTE_DIRTY also means that the page table entry is writable. Writeback removes this permission (page_mkclean).

use super::balance_dirty::{Due, balance_dirty_pages};
use super::page::{Pfn, flag};
use super::page_cache::MappingId;
use super::page_wait::wait_on_page;
use super::readahead::Readahead;
use super::readahead::mapped::{Mapped, read_missing, read_window};
use crate::fs::metadata::settle::settle;
use crate::machine::Machine;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;

/// The result of an access to a page of a mapped file.
enum Found {
    /// The page table maps the page.
    Mapped,
    /// The page table maps the page, but does not let it be written (do_wp_page).
    Protected(Pfn),
    /// The page is in the cache; the access faults.
    Cached(Pfn),
    /// The page is locked or, for a write to a stable page, under writeback.
    Busy(Pfn),
    Missing,
}

/// Why an access to a mapped file has to wait.
enum Wait {
    /// The page is locked, or is a stable page under writeback.
    Busy(Pfn),
    /// The page is not in the cache.
    Missing,
    /// The page is in the cache. A window after it must be read ahead first: its start and its size.
    Ahead((u32, u32)),
    /// The write must wait for metadata that changes with it.
    Metadata(u8),
    /// The page is written, but the dirty limits must be checked (balance_dirty_pages).
    Balance(Due),
}

/// Writes to a page of a shared mapping. Returns `None` if the task was killed. A page that is not in the cache is read,
/// with others around it (filemap_fault). Page faults allocate without __GFP_WRITE.
pub async fn write_shared(cx: &Cx, file: Mapped, index: u32, ra: &mut Readahead) -> Option<()> {
    let mut missed = false;
    while let Err(wait) = cx.with(|m| m.write_shared_at_once(file.id, index, missed, ra)) {
        match wait {
            Wait::Busy(pfn) => wait_on_page(cx, pfn, flag::LOCKED | flag::WRITEBACK).await,
            Wait::Missing => {
                missed = true;
                read_missing(cx, file, index, ra).await?;
            }
            Wait::Ahead(window) => read_window(cx, file, window, true, ra).await?,
            Wait::Metadata(filesystem) => settle(cx, filesystem).await,
            Wait::Balance(due) => {
                // The task executes the store again. If the flusher has cleaned the page meanwhile, it faults once more.
                missed = false;
                balance_dirty_pages(cx, due).await;
            }
        }
    }
    Some(())
}

/// Reads from a page of a mapped file, or executes the code in it. Returns `None` if the task was killed.
pub async fn read_shared(cx: &Cx, file: Mapped, index: u32, ra: &mut Readahead) -> Option<()> {
    let mut missed = false;
    while let Err(wait) = cx.with(|m| m.read_shared_at_once(file.id, index, missed, ra)) {
        match wait {
            Wait::Busy(pfn) => wait_on_page(cx, pfn, flag::LOCKED).await,
            Wait::Ahead(window) => read_window(cx, file, window, true, ra).await?,
            _ => {
                missed = true;
                read_missing(cx, file, index, ra).await?;
            }
        }
    }
    Some(())
}

impl Machine {
    /// Counts a process that maps a whole file (mmap).
    pub fn map_shared(&mut self, id: MappingId) {
        self.io.cache.get_mut(id).mappers += 1;
    }

    /// Counts the exit of a process that shares the mapping of a file.
    pub fn unmap_one_of_many(&mut self, id: MappingId) {
        self.io.cache.get_mut(id).mappers -= 1;
    }

    /// A process maps a file and executes the code in it.
    pub fn execute(&mut self, id: MappingId) {
        self.map_shared(id);
        self.io.cache.get_mut(id).executed_by += 1;
    }

    /// A process that executes the code of a file exits: young pages count as accessed. Other processes may still map
    /// the file.
    pub fn exit_executable(&mut self, id: MappingId) {
        self.io.cache.get_mut(id).executed_by -= 1;
        self.zap_young(id);
        self.unmap_one_of_many(id);
    }

    /// Clears the YOUNG bit of a page that reclaim has tested, unless a process executes the page's code: it sets the
    /// bit again before reclaim looks at the page again.
    pub fn clear_young(&mut self, pfn: Pfn) {
        let executed = self.memory.frames.is_file(pfn)
            && self
                .page_mapping(pfn)
                .is_some_and(|id| self.io.cache.get(id).executed_by > 0);
        if !executed {
            self.memory.frames.clear(pfn, flag::YOUNG);
        }
    }

    /// page_mapping_inuse (up to 2.6.33; dropped by 31c0569c3b0b): returns whether the page is mapped or in the swap
    /// cache, or a process maps its file.
    #[must_use]
    pub fn page_mapping_inuse(&self, pfn: Pfn) -> bool {
        self.memory.frames.any(pfn, flag::MAPPED | flag::SWAPCACHE)
            || self.memory.frames.is_file(pfn)
                && self
                    .page_mapping(pfn)
                    .is_some_and(|id| self.io.cache.get(id).mappers > 0)
    }

    /// Writes to a page of a shared mapping, including the page fault, unless the write would have to wait. `missed`:
    /// this fault has read the page.
    fn write_shared_at_once(
        &mut self,
        id: MappingId,
        index: u32,
        missed: bool,
        ra: &mut Readahead,
    ) -> Result<(), Wait> {
        let pfn = match self.shared_page(id, index, true) {
            Found::Mapped => return Ok(()),
            Found::Missing => return Err(Wait::Missing),
            Found::Busy(pfn) => return Err(Wait::Busy(pfn)),
            Found::Protected(pfn) => pfn,
            Found::Cached(pfn) => {
                self.read_ahead_of_fault(index, missed, ra)?;
                pfn
            }
        };
        self.update_time(id);
        let filesystem = self.io.cache.get(id).filesystem;
        if self.settle_at_once(filesystem) {
            return Err(Wait::Metadata(filesystem));
        }
        self.count_fault(missed);
        ra.next = index + 1;
        self.finish_write(id, index, pfn);
        self.clear_reclaim_of_dirtied(pfn);
        self.memory
            .frames
            .set(pfn, flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY);
        let bdi = self.io.cache.get(id).bdi;
        let due = self.dirty_ratelimit_due(bdi, 1);
        due.map_or(Ok(()), |due| Err(Wait::Balance(due)))
    }

    /// Reads from a page of a mapped file, including the page fault, unless the task would have to wait. `missed`: this
    /// fault has read the page.
    fn read_shared_at_once(
        &mut self,
        id: MappingId,
        index: u32,
        missed: bool,
        ra: &mut Readahead,
    ) -> Result<(), Wait> {
        match self.shared_page(id, index, false) {
            Found::Mapped => Ok(()),
            Found::Missing => Err(Wait::Missing),
            Found::Busy(pfn) => Err(Wait::Busy(pfn)),
            Found::Protected(pfn) | Found::Cached(pfn) => {
                self.read_ahead_of_fault(index, missed, ra)?;
                self.count_fault(missed);
                ra.next = index + 1;
                self.memory.frames.set(pfn, flag::MAPPED | flag::YOUNG);
                Ok(())
            }
        }
    }

    /// do_async_mmap_readahead: a fault that finds its page reads ahead if the page has the mark.
    fn read_ahead_of_fault(
        &self,
        index: u32,
        missed: bool,
        ra: &mut Readahead,
    ) -> Result<(), Wait> {
        if missed {
            return Ok(());
        }
        let window = ra.hit(index, self.memory.knobs.ra_pages);
        window.map_or(Ok(()), |window| Err(Wait::Ahead(window)))
    }

    /// Counts a page fault and charges its CPU time.
    pub fn count_fault(&mut self, major: bool) {
        self.charge(cost::FAULT);
        self.observer.count_global(Counter::PgFault, 1);
        self.observer
            .count_global(Counter::PgMajFault, u64::from(major));
    }

    /// Accesses a page. Sets YOUNG if the page table permits the access; otherwise returns what the page fault finds.
    fn shared_page(&mut self, id: MappingId, index: u32, write: bool) -> Found {
        let Some(pfn) = self.io.cache.lookup(id, index) else {
            return Found::Missing;
        };
        let needed = if write {
            flag::MAPPED | flag::PTE_DIRTY
        } else {
            flag::MAPPED
        };
        if self.memory.frames.has(pfn, needed) {
            self.memory.frames.set(pfn, flag::YOUNG);
            return Found::Mapped;
        }
        // page_mkwrite waits for writeback if pages have to be stable.
        let mut busy = flag::LOCKED;
        if write && self.rules.stable_pages {
            busy |= flag::WRITEBACK;
        }
        if self.memory.frames.any(pfn, busy) {
            Found::Busy(pfn)
        } else if self.memory.frames.has(pfn, flag::MAPPED) {
            Found::Protected(pfn)
        } else {
            Found::Cached(pfn)
        }
    }

    /// Accesses the mapped pages of a file from `index` on. Returns the index of the first page that is not mapped, or
    /// `size`. A process that starts has none of these pages in its page table, so this counts page faults.
    pub fn touch_shared(&mut self, id: MappingId, index: u32, size: u32) -> u32 {
        let mut at = index;
        while at < size {
            let Some(pfn) = self.io.cache.lookup(id, at) else {
                return at;
            };
            if !self.memory.frames.has(pfn, flag::MAPPED) {
                return at;
            }
            self.memory.frames.set(pfn, flag::YOUNG);
            if at.is_multiple_of(self.rules.fault_around_pages) {
                self.count_fault(false);
            }
            at += 1;
        }
        size
    }

    /// Handles the exit of a process that shares the mapping of a file: young pages count as accessed, and other
    /// processes still map them.
    fn zap_young(&mut self, id: MappingId) {
        let mut from = 0;
        while let Some((index, pfn)) = self.io.cache.next_page(id, from) {
            from = index + 1;
            if self.memory.frames.has(pfn, flag::MAPPED | flag::YOUNG) {
                self.clear_young(pfn);
                self.mark_page_accessed(pfn);
            }
        }
    }

    /// munmap of a whole file (zap_pte_range): young pages count as accessed, dirty ones stay dirty.
    pub fn unmap_shared(&mut self, id: MappingId) {
        self.unmap_one_of_many(id);
        let mut from = 0;
        while let Some((index, pfn)) = self.io.cache.next_page(id, from) {
            from = index + 1;
            if !self.memory.frames.has(pfn, flag::MAPPED) {
                continue;
            }
            let young = self.memory.frames.has(pfn, flag::YOUNG);
            let dirty = self.memory.frames.has(pfn, flag::PTE_DIRTY);
            self.memory
                .frames
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
