//! Invariants of a machine, as code.

use crate::machine::Machine;
use crate::mm::page::{FREE, KERNEL, NO_PFN, ORPHAN, flag};
use crate::mm::zone::Lru;
use crate::vmstat::Counter;

impl Machine {
    /// Checks every invariant; the first that does not hold comes back as a sentence. Costs a look at every frame.
    ///
    /// # Errors
    /// The invariant that does not hold, with the figures.
    pub fn check(&self) -> Result<(), String> {
        for z in 0..self.zones.len() {
            self.check_zone(z)?;
        }
        self.check_counters()
    }

    fn check_zone(&self, z: usize) -> Result<(), String> {
        let zone = &self.zones[z];
        let lists: u64 = Lru::ALL.iter().map(|&lru| zone.size(lru)).sum();
        let isolated: u64 = zone.isolated.iter().sum();
        // Pages that a task holds between allocation and use stand on no list.
        let known = zone.free + zone.pcp + lists + isolated + zone.in_pagevec + zone.kernel;
        if known != zone.present {
            return Err(format!(
                "zone {}: free {} + pcp {} + lists {lists} + isolated {isolated} + pagevecs {} + kernel {} != present {}",
                zone.name, zone.free, zone.pcp, zone.in_pagevec, zone.kernel, zone.present
            ));
        }
        self.check_lists(z)?;
        self.check_frames(z)
    }

    fn check_lists(&self, z: usize) -> Result<(), String> {
        let zone = &self.zones[z];
        for lru in Lru::ALL {
            let list = &zone.lru[lru as usize];
            let mut count = 0;
            let mut before = NO_PFN;
            for pfn in list.from_tail(&self.frames) {
                count += 1;
                if !self.frames.has(pfn, flag::LRU)
                    || self.lru_of(pfn) != lru
                    || self.zone_of(pfn) != z
                {
                    return Err(format!(
                        "zone {}: frame {pfn} is on {lru:?} and does not belong there",
                        zone.name
                    ));
                }
                if self.frames.next[pfn as usize] != before {
                    return Err(format!(
                        "zone {}: {lru:?} is broken at frame {pfn}",
                        zone.name
                    ));
                }
                before = pfn;
            }
            if count != list.len || before != list.head {
                return Err(format!(
                    "zone {}: {lru:?} says {} pages and has {count}",
                    zone.name, list.len
                ));
            }
        }
        Ok(())
    }

    fn check_frames(&self, z: usize) -> Result<(), String> {
        let zone = &self.zones[z];
        let (mut dirty, mut writeback, mut free, mut on_lists) = (0, 0, 0, 0);
        for pfn in zone.start..zone.end() {
            let owner = self.frames.mapping[pfn as usize];
            if owner == FREE {
                free += 1;
                continue;
            }
            if owner == KERNEL {
                continue;
            }
            on_lists += u64::from(self.frames.has(pfn, flag::LRU));
            writeback += u64::from(self.frames.has(pfn, flag::WRITEBACK));
            if self.frames.has(pfn, flag::DIRTY) && self.frames.is_file(pfn) {
                dirty += 1;
                if self.frames.has(pfn, flag::WRITEBACK) && owner == ORPHAN {
                    return Err(format!("frame {pfn} is truncated and under writeback"));
                }
            }
        }
        let lists: u64 = Lru::ALL.iter().map(|&lru| zone.size(lru)).sum();
        let pairs = [
            ("NR_FILE_DIRTY", zone.dirty, dirty),
            ("NR_WRITEBACK", zone.writeback, writeback),
            ("free and per-CPU pages", zone.free + zone.pcp, free),
            ("pages with PG_lru", lists, on_lists),
        ];
        match pairs.iter().find(|(_, counted, found)| counted != found) {
            Some((what, counted, found)) => Err(format!(
                "zone {}: {what} is {counted}, frames say {found}",
                zone.name
            )),
            None => Ok(()),
        }
    }

    fn check_counters(&self) -> Result<(), String> {
        let total = |counter| self.vmstat.total(counter);
        let scanned = total(Counter::PgScanKswapd) + total(Counter::PgScanDirect);
        if total(Counter::PgSteal) > scanned {
            return Err(format!(
                "pgsteal {} is more than pgscan {scanned}",
                total(Counter::PgSteal)
            ));
        }
        let bdi_dirty: u64 = self.bdis.iter().map(|bdi| bdi.reclaimable).sum();
        if bdi_dirty != self.nr_dirty() {
            return Err(format!(
                "devices have {bdi_dirty} dirty pages, zones {}",
                self.nr_dirty()
            ));
        }
        let tagged: u64 = self
            .cache
            .live()
            .map(|(_, mapping)| u64::from(mapping.nr_dirty))
            .sum();
        if tagged != self.nr_dirty() {
            return Err(format!(
                "mappings have {tagged} dirty pages, zones {}",
                self.nr_dirty()
            ));
        }
        Ok(())
    }
}
