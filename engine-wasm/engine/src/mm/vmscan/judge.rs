//! The decision of shrink_page_list about one page, up to the point where it would have to sleep.

use super::references::{Seen, Verdict, check};
use crate::machine::Machine;
use crate::mechanism::{
    Mechanism, Shortcut, immediate_reclaim, kswapd_fs_write_high_prio_only, no_direct_fs_writeback,
    no_kswapd_fs_writeback, zone_flags_v311,
};
use crate::mm::page::{Pfn, flag};
use crate::mm::page_cache::MappingId;
use crate::mm::vmscan::scan_control::{BatchCounts, ScanControl};
use crate::observer::profile::Function;
use crate::observer::record::Entry;
use crate::observer::trace::Reason;
use crate::sched::cost;

/// What to do with a page next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Put it back on its list.
    Keep,
    /// Move it to the active list.
    Activate,
    /// Call pageout; the page is locked.
    Pageout,
    /// Wait until its I/O ends, then continue with its tests; the page is locked.
    WaitForIo,
    /// Free it; it is already removed from its mapping.
    Freed,
    /// Remove it from its mapping in one batch with other pages (`batch_remove_mapping`).
    Batched,
    /// Move it to the unevictable list.
    Cull,
}

/// Flags that rows 1 to 10 of the decision table (docs/model/reclaim.md, 6.8) test. All kernels reclaim a page without
/// any of these flags, unless its file matters ([`Machine::asks_for_mapping`]).
pub(super) const ASKED_ABOUT: u16 = flag::LOCKED
    | flag::UNEVICTABLE
    | flag::MAPPED
    | flag::SWAPCACHE
    | flag::SWAPBACKED
    | flag::WRITEBACK
    | flag::YOUNG
    | flag::DIRTY;

impl Machine {
    /// Applies rows 1 to 10 of the decision table to a page, and rows 11 to 13 if it is clean. `mapping`: the page's
    /// mapping. Source: shrink_page_list, 2.6.37 to 3.16.
    #[inline]
    pub fn judge_page(
        &mut self,
        pfn: Pfn,
        mapping: Option<u16>,
        sc: &mut ScanControl,
        counts: &mut BatchCounts,
    ) -> Step {
        self.charge_in(Function::ShrinkPageList, cost::SCAN_PAGE);
        self.record(|m| Entry::LooksAt {
            task: m.sched.current(),
            facts: m.facts(pfn),
            swap_free: m.memory.swap_free(),
            zone_writeback: m.memory.zones[m.zone_of(pfn)].under_writeback,
            tail_lru_dirty: m.memory.zones[m.zone_of(pfn)].tail_lru_dirty,
        });
        let flags = self.memory.frames.flags[pfn as usize];
        if flags & flag::LOCKED != 0 || flags & flag::DIRTY != 0 && self.waits_to_be_sent(pfn) {
            return self.decided(pfn, sc, Reason::Locked, Step::Keep);
        }
        sc.nr_scanned += 1;
        let short = flags & ASKED_ABOUT == 0 && self.takes(Shortcut::JudgeClean);
        if short && !mapping.is_some_and(|id| self.asks_for_mapping(id)) {
            // The usual case: none of rows 1 to 10 applies to the page, whether PG_referenced is set or not.
            self.memory.frames.flags[pfn as usize] = flags & !flag::REFERENCED;
            self.drop_buffers(pfn);
            return self.remove_released(pfn, mapping, sc);
        }
        if flags & flag::UNEVICTABLE != 0 || self.find_unevictable(pfn) {
            return Step::Cull;
        }
        if flags & (flag::MAPPED | flag::SWAPCACHE) != 0 {
            sc.nr_scanned += 1;
        }
        let zone_flags = self.on.has(Mechanism::ZoneFlagsV311);
        let state = self.state_for_zone_flags(pfn, zone_flags);
        zone_flags_v311::count(zone_flags, state, counts);
        if flags & flag::WRITEBACK != 0 {
            let known = self.memory.zones[self.zone_of(pfn)].under_writeback;
            if zone_flags_v311::is_immediate(zone_flags, sc.kswapd, state, known) {
                counts.nr_immediate += 1;
                return self.decided(pfn, sc, Reason::UnderWriteback, Step::Keep);
            }
            counts.nr_writeback += 1;
            if self.rules.mark_writeback_reclaim {
                self.memory.frames.set(pfn, flag::RECLAIM);
            }
            if sc.sync && self.may_enter_fs(pfn, sc) {
                self.memory.frames.set(pfn, flag::LOCKED);
                return Step::WaitForIo;
            }
            return self.decided(pfn, sc, Reason::UnderWriteback, Step::Keep);
        }
        self.judge_without_io(pfn, sc, counts)
    }

    /// Returns whether the decision about a page depends on its file and not only on its flags. It does if pages of the
    /// file cannot be freed, or if the reference test asks whether the file is mapped and a process maps it.
    #[inline]
    pub(super) fn asks_for_mapping(&self, file: MappingId) -> bool {
        self.io.cache.is_ramfs(file)
            || self.rules.page_references.asks_if_in_use() && self.io.cache.get(file).mappers > 0
    }

    /// Returns whether a page on an evictable list cannot be freed because of its mapping. Such a page is marked for
    /// the unevictable list. Source: page_evictable and putback_lru_page, 2.6.29 to 3.16.
    pub(super) fn find_unevictable(&mut self, pfn: Pfn) -> bool {
        let found = self.is_in_ramfs(pfn);
        if found {
            self.memory.frames.clear(pfn, flag::ACTIVE);
            self.memory.frames.set(pfn, flag::UNEVICTABLE);
        }
        found
    }

    /// Returns whether a page belongs to a mapping whose pages cannot be freed.
    #[must_use]
    pub fn is_in_ramfs(&self, pfn: Pfn) -> bool {
        (self.io.cache).is_ramfs(self.memory.frames.mapping[pfn as usize])
            && self.memory.frames.is_file(pfn)
    }

    fn may_enter_fs(&self, pfn: Pfn, sc: &ScanControl) -> bool {
        sc.gfp.fs || (self.memory.frames.has(pfn, flag::SWAPCACHE) && sc.gfp.io)
    }

    /// Applies the decision table from row 7 on to a page that is not under I/O.
    pub fn judge_without_io(
        &mut self,
        pfn: Pfn,
        sc: &ScanControl,
        counts: &mut BatchCounts,
    ) -> Step {
        let verdict = self.check_references(pfn, sc);
        match verdict {
            Verdict::Activate => return self.decided(pfn, sc, Reason::Activated, Step::Activate),
            Verdict::Keep => return self.decided(pfn, sc, Reason::Referenced, Step::Keep),
            Verdict::ReclaimClean | Verdict::Reclaim => {}
        }
        let flags = self.memory.frames.flags[pfn as usize];
        let anon = flags & flag::SWAPBACKED != 0;
        let mut may_enter_fs = sc.gfp.fs || (flags & flag::SWAPCACHE != 0 && sc.gfp.io);
        if anon && flags & flag::SWAPCACHE == 0 {
            if !sc.gfp.io {
                return self.decided(pfn, sc, Reason::MayNotEnter, Step::Keep);
            }
            if !self.add_to_swap(pfn) {
                return self.decided(pfn, sc, Reason::NoSwap, Step::Activate);
            }
            may_enter_fs = true;
        }
        if flags & flag::MAPPED != 0 {
            self.charge(cost::UNMAP_PAGE);
            self.try_to_unmap(pfn);
        }
        if self.memory.frames.has(pfn, flag::DIRTY) {
            counts.nr_dirty +=
                u64::from(self.rules.zone_congested && !self.on.has(Mechanism::ZoneFlagsV311));
            if !anon && let Some(reason) = self.passes_dirty_file_page_over(pfn, sc) {
                let on = self.on.has(Mechanism::ImmediateReclaim);
                let counter = immediate_reclaim::on_pass_over(on, &mut self.memory.frames, pfn);
                self.observer.count(self.zone_of(pfn), counter, 1);
                return self.decided(pfn, sc, reason, Step::Keep);
            }
            if verdict == Verdict::ReclaimClean {
                return self.decided(pfn, sc, Reason::DirtyReferenced, Step::Keep);
            }
            if !may_enter_fs {
                return self.decided(pfn, sc, Reason::MayNotEnter, Step::Keep);
            }
            self.memory.frames.set(pfn, flag::LOCKED);
            return Step::Pageout;
        }
        self.release_and_remove(pfn, sc)
    }

    /// Returns the state of a page that `zone_flags_v311` tests.
    fn state_for_zone_flags(&self, pfn: Pfn, on: bool) -> zone_flags_v311::Page {
        if !on {
            return zone_flags_v311::Page::default();
        }
        let file = self.memory.frames.is_file(pfn);
        zone_flags_v311::Page {
            file,
            dirty: self.memory.frames.has(pfn, flag::DIRTY),
            writeback: self.memory.frames.has(pfn, flag::WRITEBACK),
            reclaim: self.memory.frames.has(pfn, flag::RECLAIM),
            // Swap is never congested.
            bdi_congested: file && self.has_mapping(pfn) && self.write_congested(pfn),
        }
    }

    /// Row 10b: returns why this reclaimer skips a dirty file page, or `None` if it may write the page.
    fn passes_dirty_file_page_over(&self, pfn: Pfn, sc: &ScanControl) -> Option<Reason> {
        let kswapd = sc.kswapd;
        if self.on.decide(Mechanism::NoDirectFsWriteback, |on| {
            no_direct_fs_writeback::passes_over(on, kswapd)
        }) {
            return Some(Reason::PassedOverDirect);
        }
        let tail_lru_dirty = self.memory.zones[self.zone_of(pfn)].tail_lru_dirty;
        if self.on.decide(Mechanism::ZoneFlagsV311, |on| {
            zone_flags_v311::passes_over(on, kswapd, tail_lru_dirty)
        }) {
            return Some(Reason::PassedOverZone);
        }
        if self.on.decide(Mechanism::NoKswapdFsWriteback, |on| {
            no_kswapd_fs_writeback::passes_over(on, kswapd)
        }) {
            return Some(Reason::PassedOverKswapd);
        }
        let passes = self.on.decide(Mechanism::KswapdFsWriteHighPrioOnly, |on| {
            kswapd_fs_write_high_prio_only::passes_over(on, kswapd, sc.priority)
        });
        passes.then_some(Reason::PassedOverPriority)
    }

    /// Rows 11 to 13: drops the buffers, and removes the page from its mapping if there is no other reference. With
    /// `batch_remove_mapping`, the removal is left to the batch.
    pub fn release_and_remove(&mut self, pfn: Pfn, sc: &ScanControl) -> Step {
        self.drop_buffers(pfn);
        self.remove_released(pfn, self.page_mapping(pfn), sc)
    }

    /// Like [`Machine::release_and_remove`], for a page whose buffers are already dropped.
    #[inline]
    fn remove_released(&mut self, pfn: Pfn, mapping: Option<u16>, sc: &ScanControl) -> Step {
        if self.on.has(Mechanism::BatchRemoveMapping) {
            // The page stays locked until the batch is flushed.
            return match mapping {
                Some(_) => Step::Batched,
                None => self.decided(pfn, sc, Reason::NotFreeable, Step::Keep),
            };
        }
        self.lock_to_remove(mapping);
        self.remove_mapping(pfn, mapping, sc)
    }

    /// __remove_mapping under tree_lock: keeps the page if it has another reference or has become dirty.
    pub fn remove_mapping(&mut self, pfn: Pfn, mapping: Option<u16>, sc: &ScanControl) -> Step {
        let held = flag::PAGEVEC_MASK | flag::DIRTY | flag::MAPPED;
        if mapping.is_none() || self.memory.frames.any(pfn, held) {
            return self.decided(pfn, sc, Reason::NotFreeable, Step::Keep);
        }
        self.evict_from_mapping(pfn);
        self.decided(pfn, sc, Reason::Freed, Step::Freed)
    }

    /// Runs the kernel's reference test, and clears the bits that the test clears.
    fn check_references(&mut self, pfn: Pfn, sc: &ScanControl) -> Verdict {
        let rule = self.rules.page_references;
        let flags = self.memory.frames.flags[pfn as usize];
        let young = flag::MAPPED | flag::YOUNG;
        let seen = Seen {
            referenced_ptes: u32::from(flags & young == young || self.is_kept_by_token(pfn)),
            referenced: flags & flag::REFERENCED != 0,
            anon: flags & flag::SWAPBACKED != 0,
            swap_backed: flags & flag::SWAPBACKED != 0,
            in_use: rule.asks_if_in_use() && self.page_mapping_inuse(pfn),
            executable: flags & flag::MAPPED != 0 && self.is_executable(pfn),
            order: sc.gfp.order,
            lumpy: sc.lumpy,
            locked_in_memory: false,
        };
        self.memory.frames.flags[pfn as usize] = flags & !flag::REFERENCED;
        if flags & flag::YOUNG != 0 {
            self.clear_young(pfn);
        }
        let verdict = check(rule, seen);
        if !rule.asks_if_in_use()
            && seen.referenced_ptes > 0
            && !seen.anon
            && verdict != Verdict::Reclaim
        {
            self.memory.frames.set(pfn, flag::REFERENCED);
        }
        verdict
    }

    /// Notes a decision in the trace, and returns `step`.
    #[inline(always)]
    pub fn decided(&mut self, pfn: Pfn, sc: &ScanControl, reason: Reason, step: Step) -> Step {
        self.note_decision(pfn, sc, reason);
        self.record(|m| Entry::Decides {
            task: m.sched.current(),
            page: pfn,
            reason,
        });
        step
    }
}
