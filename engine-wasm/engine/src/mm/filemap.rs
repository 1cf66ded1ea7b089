//! Buffered write() and waiting for pages (mm/filemap.c).

use super::page_wait::wait_on_page;
use std::ops::Range;

use super::balance_dirty::{Due, balance_dirty_pages};
use super::gfp::Gfp;
use super::page::{Pfn, flag};
use super::page_cache::MappingId;
use super::slow_path::alloc_page;
use super::zone::Lru;
use crate::fs::journal::handles::{Until, wait_for_journal};
use crate::fs::metadata::settle::settle;
use crate::machine::Machine;
use crate::mechanism::Mechanism;
use crate::mechanism::workingset::{self, Shadow};
use crate::observer::profile::Function;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;

/// The result of write_begin.
enum Begin {
    Ready(Pfn),
    Busy(Pfn),
    Missing,
}

/// Why a write has to wait.
enum Pause {
    /// The page is locked or under writeback, or the fast path could not allocate it.
    Begin(Begin),
    /// The filesystem's journal transaction accepts no new handles at the moment.
    Transaction(u8),
    /// The write must wait for metadata that earlier writes have changed.
    Metadata(u8),
    /// The dirty limits must be checked (balance_dirty_pages).
    Balance(Due),
}

/// Writes one whole page of a mapping: finds or allocates the page, copies the data, and dirties the page. Returns
/// `None` if the task was killed.
pub fn write_page(cx: &Cx, id: MappingId, index: u32) -> impl Future<Output = Option<()>> {
    write_ranges(cx, id, index..index + 1, &[], 0)
}

/// Writes the pages from `from` up to `end` (generic_perform_write). Returns `None` if the task was killed.
pub fn write_pages(
    cx: &Cx,
    id: MappingId,
    from: u32,
    end: u32,
) -> impl Future<Output = Option<()>> {
    write_ranges(cx, id, from..end, &[], 0)
}

/// Writes the pages of `range`, and then of each `later` range. Each later range is a separate write() call, which
/// costs `call_ns` of CPU time. Returns `None` if the task was killed.
pub async fn write_ranges(
    cx: &Cx,
    id: MappingId,
    mut range: Range<u32>,
    later: &[Range<u32>],
    call_ns: u64,
) -> Option<()> {
    let mut later = later.iter();
    // Write as many pages as possible without sleeping.
    while let Some(pause) = cx.with(|m| {
        let to = m.target_of(id);
        loop {
            let pause = m.write_at_once(&to, &mut range.start, range.end);
            if pause.is_some() {
                return pause;
            }
            range = later.next()?.clone();
            m.charge(call_ns);
        }
    }) {
        match pause {
            Pause::Begin(begin) => wait_to_begin(cx, id, range.start, begin).await?,
            Pause::Transaction(filesystem) => {
                wait_for_journal(cx, filesystem, Until::Unlocked).await
            }
            Pause::Metadata(filesystem) => settle(cx, filesystem).await,
            Pause::Balance(due) => balance_dirty_pages(cx, due).await,
        }
    }
    Some(())
}

/// grab_cache_page_write_begin: returns the page at an index, and allocates it if it is missing. `None`: the task was
/// killed.
pub async fn grab_page_for_write(cx: &Cx, id: MappingId, index: u32) -> Option<Pfn> {
    loop {
        match cx.with(|m| m.write_begin(id, index)) {
            Begin::Ready(pfn) => return Some(pfn),
            begin => wait_to_begin(cx, id, index, begin).await?,
        }
    }
}

/// Waits until a busy page is neither locked nor under writeback, or allocates a missing page.
async fn wait_to_begin(cx: &Cx, id: MappingId, index: u32, begin: Begin) -> Option<()> {
    match begin {
        Begin::Ready(_) => {}
        Begin::Busy(pfn) => wait_on_page(cx, pfn, flag::LOCKED | flag::WRITEBACK).await,
        Begin::Missing => {
            let gfp = cx.m().write_gfp(id);
            let pfn = alloc_page(cx, gfp).await?;
            cx.m().add_to_page_cache(id, index, pfn, Lru::InactiveFile);
        }
    }
    Some(())
}

/// The parts that write() adds to a page. They are the same for all pages of a file.
#[derive(Clone, Copy)]
struct WrittenPages {
    /// Buffer heads, which reclaim must release.
    buffers: bool,
    /// A block on the device, allocated by write() itself and not at writeback.
    blocks: bool,
}

/// The properties of a mapping that a write uses. They stay the same until the write sleeps.
struct Target {
    id: MappingId,
    bdi: u8,
    filesystem: u8,
    block_device: bool,
    get: WrittenPages,
    gfp: Gfp,
    /// Whether new pages may be added in one batch.
    together: bool,
}

impl Machine {
    /// Returns the flags of a page cache allocation (mapping_gfp_mask).
    #[inline(always)]
    #[must_use]
    pub fn mapping_gfp(&self, id: MappingId) -> Gfp {
        let mapping = self.io.cache.get(id);
        Gfp {
            migratetype: mapping.migratetype,
            highmem: !mapping.block_device,
            ..Gfp::USER
        }
    }

    /// Returns the flags of a page cache allocation for write() (grab_cache_page_write_begin).
    #[must_use]
    pub fn write_gfp(&self, id: MappingId) -> Gfp {
        let mapping = self.io.cache.get(id);
        let filesystem = self.io.filesystem(mapping.filesystem);
        Gfp {
            write: true,
            fs: mapping.block_device || !filesystem.writes_nofs(&self.rules),
            ..self.mapping_gfp(id)
        }
    }

    fn target_of(&self, id: MappingId) -> Target {
        let mapping = self.io.cache.get(id);
        let gfp = self.write_gfp(id);
        Target {
            id,
            bdi: mapping.bdi,
            filesystem: mapping.filesystem,
            block_device: mapping.block_device,
            get: self.written_pages(id),
            gfp,
            together: self.adds_together(gfp),
        }
    }

    /// Writes pages until `end`, or until the write has to wait.
    fn write_at_once(&mut self, to: &Target, next: &mut u32, end: u32) -> Option<Pause> {
        let &Target {
            id,
            bdi,
            filesystem,
            get,
            gfp,
            ..
        } = to;
        if !to.block_device && self.transaction_is_locked(filesystem) {
            return Some(Pause::Transaction(filesystem));
        }
        self.update_time(id);
        if !to.block_device && self.settle_at_once(filesystem) {
            return Some(Pause::Metadata(filesystem));
        }
        while *next < end {
            let first = *next;
            let until_due = match end - first {
                1 => 1,
                left => self.pages_until_due(bdi).min(u64::from(left)) as u32,
            };
            let mut dirtied = 0;
            let missing = loop {
                let left = first + until_due - *next;
                if left == 0 {
                    break None;
                }
                // Adding several pages begins with a lookup of its own.
                let page = match to.together && left > 1 {
                    true => None,
                    false => self.io.cache.lookup(id, *next),
                };
                if to.together && page.is_none() {
                    let new = self.write_new_pages(id, *next, left, get, gfp);
                    dirtied += u64::from(new);
                    *next += new;
                    if new > 0 {
                        continue;
                    }
                }
                let page = page.or_else(|| self.io.cache.lookup(id, *next));
                let pfn = match self.begin_with(id, *next, page) {
                    Begin::Ready(pfn) => pfn,
                    begin => break Some(begin),
                };
                self.charge_in(Function::Copy, self.sched.copy_page());
                self.mark_page_accessed(pfn);
                dirtied += u64::from(self.write_end(id, *next, pfn, get));
                *next += 1;
            };
            // No code reads the counts of the device and of the task before this point, so one update for all pages is
            // enough.
            let written = u64::from(*next - first);
            if dirtied > 0 {
                self.account_dirtied(id, dirtied);
            }
            let owes = get.blocks && self.settle_at_once(filesystem);
            if written > 0
                && let Some(due) = self.dirty_ratelimit_due(bdi, written)
            {
                return Some(Pause::Balance(due));
            }
            if owes {
                return Some(Pause::Metadata(filesystem));
            }
            if let Some(begin) = missing {
                return Some(Pause::Begin(begin));
            }
        }
        None
    }

    /// Writes up to `most` pages from `first` on that are not in the page cache yet. Returns their number. Requires
    /// [`Machine::adds_together`].
    #[inline(always)]
    fn write_new_pages(
        &mut self,
        id: MappingId,
        first: u32,
        most: u32,
        get: WrittenPages,
        gfp: Gfp,
    ) -> u32 {
        let mut flags = flag::REFERENCED | flag::DIRTY;
        if get.buffers {
            flags |= flag::PRIVATE;
        }
        let copy = self.sched.copy_page();
        let Some((z, new)) = self.add_new_pages(id, first, most, flags, copy, gfp) else {
            return 0;
        };
        if get.blocks {
            for index in first..first + new {
                self.allocate_block(id, index, 1);
            }
        }
        self.memory.zones[z].dirty += u64::from(new);
        self.observer.count(z, Counter::NrDirtied, u64::from(new));
        new
    }

    fn write_begin(&mut self, id: MappingId, index: u32) -> Begin {
        self.begin_with(id, index, self.io.cache.lookup(id, index))
    }

    /// write_begin, for an index at which the page cache has this page or none.
    #[inline(always)]
    fn begin_with(&mut self, id: MappingId, index: u32, page: Option<Pfn>) -> Begin {
        if let Some(pfn) = page {
            let mut busy = flag::LOCKED;
            if self.rules.stable_pages {
                busy |= flag::WRITEBACK;
            }
            return if self.memory.frames.any(pfn, busy) {
                Begin::Busy(pfn)
            } else {
                Begin::Ready(pfn)
            };
        }
        let gfp = self.write_gfp(id);
        match self.alloc_fast(gfp) {
            Some(pfn) => {
                // No other task can have added the page meanwhile, because the allocation did not sleep.
                self.enter_page_cache(id, index, pfn, Lru::InactiveFile);
                Begin::Ready(pfn)
            }
            None => Begin::Missing,
        }
    }

    /// write_end: creates the buffers, allocates the block, and dirties the page.
    pub fn finish_write(&mut self, id: MappingId, index: u32, pfn: Pfn) {
        if self.write_end(id, index, pfn, self.written_pages(id)) {
            self.account_dirtied(id, 1);
        }
    }

    /// Returns what write() adds to the pages of a file.
    fn written_pages(&self, id: MappingId) -> WrittenPages {
        let mapping = self.io.cache.get(id);
        let filesystem = self.io.filesystem(mapping.filesystem);
        WrittenPages {
            buffers: mapping.block_device || filesystem.has_buffers(),
            blocks: !mapping.block_device && !filesystem.delays_allocation(),
        }
    }

    /// Like [`Machine::finish_write`], but leaves [`Machine::account_dirtied`] to the caller. Returns true if the
    /// caller must account for the page.
    fn write_end(&mut self, id: MappingId, index: u32, pfn: Pfn, get: WrittenPages) -> bool {
        if get.buffers {
            self.create_buffers(pfn);
        } else {
            self.clear_reclaim_of_dirtied(pfn);
        }
        if get.blocks {
            self.allocate_block(id, index, 1);
        }
        self.tag_dirty(pfn, Some((id, index)))
    }

    /// workingset_refault: returns whether a page that refaults starts on the active list.
    fn refault(&mut self, shadow: Shadow) -> bool {
        let z = shadow.zone();
        if z >= self.memory.zones.len() || !self.on.has(Mechanism::Workingset) {
            return false;
        }
        let zone = &self.memory.zones[z];
        let distance = shadow.distance(zone.inactive_age);
        let active = workingset::starts_active(distance, zone.size(Lru::ActiveFile));
        self.observer.count(z, Counter::WorkingsetRefault, 1);
        self.observer
            .count(z, Counter::WorkingsetActivate, u64::from(active));
        active
    }

    /// workingset_activation: advances the zone's inactive_age when a file page is activated.
    pub fn note_activation(&mut self, pfn: Pfn) {
        if self.memory.frames.is_file(pfn) && self.on.has(Mechanism::Workingset) {
            let z = self.zone_of(pfn);
            self.memory.zones[z].inactive_age += 1;
        }
    }

    /// add_to_page_cache_lru: adds a page. If another task has added one at this index meanwhile, frees the new page
    /// and returns false.
    pub fn add_to_page_cache(&mut self, id: MappingId, index: u32, pfn: Pfn, lru: Lru) -> bool {
        if self.io.cache.lookup(id, index).is_some() {
            self.free_page(pfn, false);
            return false;
        }
        self.enter_page_cache(id, index, pfn, lru);
        true
    }

    /// Like [`Machine::add_to_page_cache`], for an index that is known to have no page.
    pub fn enter_page_cache(&mut self, id: MappingId, index: u32, pfn: Pfn, lru: Lru) {
        self.memory.frames.mapping[pfn as usize] = id;
        self.memory.frames.index[pfn as usize] = index;
        self.note_event(pfn, Reason::EntersCache);
        self.lock_to_insert(id);
        let shadow = self.io.cache.insert(id, index, pfn);
        self.count_tree_nodes();
        let active = shadow.is_some_and(|shadow| self.refault(shadow));
        if active {
            // Not counted in PGACTIVATE, which counts moves: this page was never on the inactive list.
            self.memory.frames.set(pfn, flag::ACTIVE);
            self.note_activation(pfn);
        }
        self.lru_cache_add(pfn, if active { Lru::ActiveFile } else { lru });
    }
}
