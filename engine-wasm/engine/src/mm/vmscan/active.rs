//! shrink_active_list: moves pages from the tail of an active list to the head of the inactive one.

use super::SWAP_CLUSTER_MAX;
use crate::machine::Machine;
use crate::mm::page::flag;
use crate::mm::zone::{Lru, ZoneId};
use crate::sched::cost;
use crate::vmstat::Counter;

impl Machine {
    /// Looks at up to `n` pages of an active list. Source: shrink_active_list, 2.6.34 to 3.10.
    pub fn shrink_active_list(&mut self, z: ZoneId, n: u64, file: bool) {
        self.lru_add_drain();
        let lru = Lru::active(file);
        let mut batch = self.take_batch();
        let n = n.min(SWAP_CLUSTER_MAX);
        for _ in 0..n {
            let pfn = self.zones[z].lru[lru as usize].tail;
            if pfn == crate::mm::page::NO_PFN {
                break;
            }
            self.take_off_list(z, pfn);
            batch.push(pfn);
        }
        let taken = batch.len() as u64;
        self.zones[z].pages_scanned += taken;
        self.zones[z].recent_scanned[file as usize] += taken;
        self.vmstat.add(z, Counter::PgRefill, taken);
        let mut rotated = 0;
        let mut deactivated = 0;
        for &pfn in &batch {
            self.charge(cost::SCAN_PAGE);
            let young = self.frames.has(pfn, flag::MAPPED | flag::YOUNG);
            if young {
                self.frames.clear(pfn, flag::YOUNG);
                rotated += 1;
            }
            self.frames.clear(pfn, flag::ACTIVE);
            deactivated += 1;
            self.add_to_list(z, Lru::inactive(file), pfn, false);
        }
        self.zones[z].recent_rotated[file as usize] += rotated;
        self.vmstat.add(z, Counter::PgDeactivate, deactivated);
        self.put_batch(batch);
    }

    /// inactive_anon_is_low.
    #[must_use]
    pub fn inactive_anon_is_low(&self, z: ZoneId) -> bool {
        let has_swap = if self.rules.anon_low_needs_swap {
            self.swap.is_some()
        } else {
            true
        };
        let zone = &self.zones[z];
        has_swap && zone.size(Lru::InactiveAnon) * zone.inactive_ratio < zone.size(Lru::ActiveAnon)
    }
}
