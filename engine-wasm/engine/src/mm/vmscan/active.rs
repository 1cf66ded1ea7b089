//! shrink_active_list: moves pages from the tail of an active list to the head of the inactive one.

use crate::machine::Machine;
use crate::mm::page::{Pfn, flag};
use crate::mm::vmscan::scan_control::SWAP_CLUSTER_MAX;
use crate::mm::zone::{Lru, ZoneId};
use crate::observer::record::Entry;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;
use crate::sched::cost;

impl Machine {
    /// Scans up to `n` pages of an active list, but no more than a batch. Source: shrink_active_list, 2.6.29 to 3.16.
    pub fn shrink_active_list(&mut self, z: ZoneId, n: u64, file: bool) {
        self.lru_add_drain();
        let lru = Lru::active(file);
        let mut batch = self.memory.take_batch();
        let n = n.min(SWAP_CLUSTER_MAX);
        for _ in 0..n {
            let pfn = self.memory.zones[z].lru[lru as usize].tail;
            if pfn == crate::mm::page::NO_PFN {
                break;
            }
            self.take_off_list(z, pfn);
            batch.push(pfn);
        }
        self.record(|m| Entry::Ages {
            task: m.sched.current(),
            zone: z,
            file,
            pages: batch.iter().map(|&pfn| m.facts(pfn)).collect(),
        });
        let taken = batch.len() as u64;
        self.memory.zones[z].pages_scanned += taken;
        self.memory.zones[z].recent_scanned[file as usize] += taken;
        self.observer.count(z, Counter::PgRefill, taken);
        let mut rotated = 0;
        let mut deactivated = 0;
        for &pfn in &batch {
            self.charge(cost::SCAN_PAGE);
            if self.find_unevictable(pfn) {
                self.add_to_list(z, Lru::Unevictable, pfn, false);
                self.observer.count(z, Counter::UnevictablePgsCulled, 1);
                continue;
            }
            let referenced = self.referenced_on_active(pfn);
            rotated += u64::from(referenced);
            if referenced && self.rules.protect_executable && self.is_executable(pfn) {
                self.add_to_list(z, lru, pfn, false);
                continue;
            }
            self.memory.frames.clear(pfn, flag::ACTIVE);
            deactivated += 1;
            self.add_to_list(z, Lru::inactive(file), pfn, false);
            self.note_event(pfn, Reason::Deactivated);
        }
        self.memory.zones[z].recent_rotated[file as usize] += rotated;
        self.observer.count(z, Counter::PgDeactivate, deactivated);
        self.memory.put_batch(batch);
    }

    /// Returns whether an active page was referenced, and clears its young PTEs. Pages protected by the swap token
    /// count as referenced. Up to 2.6.33, PG_referenced counts too and is cleared, but only pages in use are tested:
    /// pages that are mapped, in the swap cache, or of a file that a process maps.
    fn referenced_on_active(&mut self, pfn: Pfn) -> bool {
        let mapped_young = self.memory.frames.has(pfn, flag::MAPPED | flag::YOUNG);
        let kept = self.is_kept_by_token(pfn);
        if !self.rules.page_references.asks_if_in_use() {
            if mapped_young {
                self.clear_young(pfn);
            }
            return mapped_young || kept;
        }
        if !self.page_mapping_inuse(pfn) {
            return false;
        }
        let referenced = self.memory.frames.test_and_clear(pfn, flag::REFERENCED);
        if mapped_young {
            self.clear_young(pfn);
        }
        mapped_young || kept || referenced
    }

    /// Returns whether a page is a mapped file page whose file is mapped executable.
    #[must_use]
    pub fn is_executable(&self, pfn: Pfn) -> bool {
        self.memory.frames.is_file(pfn)
            && self.memory.frames.has(pfn, flag::MAPPED)
            && self
                .page_mapping(pfn)
                .is_some_and(|id| self.io.cache.get(id).executable)
    }

    /// Returns whether shrink_zone ages anonymous pages at its end.
    #[must_use]
    pub fn ages_anon_at_end(&self, z: ZoneId) -> bool {
        (!self.rules.anon_aging_needs_slot || self.memory.swap_free())
            && self.inactive_anon_is_low(z)
    }

    /// Returns whether a zone has too few inactive anonymous pages (inactive_anon_is_low).
    #[must_use]
    pub fn inactive_anon_is_low(&self, z: ZoneId) -> bool {
        let has_swap = if self.rules.anon_low_needs_swap {
            self.memory.swap.is_some()
        } else {
            true
        };
        let zone = &self.memory.zones[z];
        has_swap && zone.size(Lru::InactiveAnon) * zone.inactive_ratio < zone.size(Lru::ActiveAnon)
    }
}
