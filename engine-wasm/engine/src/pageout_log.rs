//! The state of a zone at the first write of each reclaim invocation, as Johannes Weiner's instrumented kernel printed it
//! (posting of July 2011): zone and machine, in pages.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::machine::Machine;
use crate::mm::page::Pfn;
use crate::mm::zone::{Lru, ZoneId};
use crate::scenario::ordered;

/// What is noted, in this order.
pub const FIGURES: [&str; 5] = ["inactive", "active", "isolated", "dirty", "writeback"];

/// Sums over the invocations in which reclaim handed a file page of a zone to ->writepage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageoutLog {
    /// Invocations.
    pub count: u64,
    /// Sums of the zone's figures, pages.
    pub zone: [u64; FIGURES.len()],
    /// Sums of the machine's figures, pages.
    pub machine: [u64; FIGURES.len()],
}

/// How many entries a run keeps, the first ones.
pub const KEPT_ENTRIES: usize = 1_024;

/// The state at one of those writes, pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageoutEntry {
    /// When, nanoseconds.
    pub at: u64,
    /// The page's zone.
    pub zone: ZoneId,
    /// What writes the page.
    pub writepage: &'static str,
    /// The zone's figures.
    pub of_zone: [u64; FIGURES.len()],
    /// The machine's figures.
    pub of_machine: [u64; FIGURES.len()],
}

impl Machine {
    /// Notes the state at the first file page of an invocation that reclaim writes.
    pub fn log_pageout(&mut self, pfn: Pfn) {
        let z = self.zone_of(pfn);
        let mut machine = [0; FIGURES.len()];
        for zone in 0..self.zones.len() {
            for (sum, figure) in machine.iter_mut().zip(self.pageout_figures(zone)) {
                *sum += figure;
            }
        }
        let zone = self.pageout_figures(z);
        if self.pageout_entries.len() < KEPT_ENTRIES {
            self.pageout_entries.push(PageoutEntry {
                at: self.now,
                zone: z,
                writepage: self.writepage_of(pfn),
                of_zone: zone,
                of_machine: machine,
            });
        }
        let log = &mut self.pageouts[z];
        log.count += 1;
        for at in 0..FIGURES.len() {
            log.zone[at] += zone[at];
            log.machine[at] += machine[at];
        }
    }

    /// The kernel's name of a file page's ->writepage.
    fn writepage_of(&self, pfn: Pfn) -> &'static str {
        let mapping = self.cache.get(self.frames.mapping[pfn as usize]);
        if mapping.block_device {
            return "blkdev_writepage";
        }
        self.filesystems[mapping.filesystem as usize].writepage_name()
    }

    /// The figures of a zone, anonymous and file pages together.
    fn pageout_figures(&self, z: ZoneId) -> [u64; FIGURES.len()] {
        let zone = &self.zones[z];
        [
            zone.size(Lru::InactiveAnon) + zone.size(Lru::InactiveFile),
            zone.size(Lru::ActiveAnon) + zone.size(Lru::ActiveFile),
            zone.isolated[0] + zone.isolated[1],
            zone.dirty,
            zone.writeback,
        ]
    }
}

/// Means over the reclaim invocations that wrote a file page of the zone, pages.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PageoutReport {
    /// Invocations.
    pub count: u64,
    /// The zone.
    pub zone: BTreeMap<String, u64>,
    /// The machine.
    pub machine: BTreeMap<String, u64>,
}

impl PageoutLog {
    /// The means, if reclaim ever wrote.
    #[must_use]
    pub fn report(&self) -> Option<PageoutReport> {
        let means = |sums: [u64; FIGURES.len()]| {
            let mean = |sum: u64| sum.checked_div(self.count).unwrap_or(0);
            ordered::map(FIGURES.into_iter().zip(sums.map(mean)))
        };
        (self.count > 0).then(|| PageoutReport {
            count: self.count,
            zone: means(self.zone),
            machine: means(self.machine),
        })
    }
}
