//! The state of a zone at the first write of each reclaim invocation, as Johannes Weiner's instrumented kernel printed it
//! (posting of July 2011): zone and machine, in pages.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::machine::Machine;
use crate::mm::zone::{Lru, ZoneId};

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

impl Machine {
    /// Notes the state at the first file page of an invocation that reclaim writes.
    pub fn log_pageout(&mut self, z: ZoneId) {
        let mut machine = [0; FIGURES.len()];
        for zone in 0..self.zones.len() {
            for (sum, figure) in machine.iter_mut().zip(self.pageout_figures(zone)) {
                *sum += figure;
            }
        }
        let zone = self.pageout_figures(z);
        let log = &mut self.pageouts[z];
        log.count += 1;
        for at in 0..FIGURES.len() {
            log.zone[at] += zone[at];
            log.machine[at] += machine[at];
        }
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
#[derive(Clone, Debug, Serialize)]
pub struct PageoutReport {
    /// Invocations.
    pub count: u64,
    /// The zone.
    pub zone: BTreeMap<&'static str, u64>,
    /// The machine.
    pub machine: BTreeMap<&'static str, u64>,
}

impl PageoutLog {
    /// The means, if reclaim ever wrote.
    #[must_use]
    pub fn report(&self) -> Option<PageoutReport> {
        let means = |sums: [u64; FIGURES.len()]| {
            let mean = |sum: u64| sum.checked_div(self.count).unwrap_or(0);
            FIGURES.into_iter().zip(sums.map(mean)).collect()
        };
        (self.count > 0).then(|| PageoutReport {
            count: self.count,
            zone: means(self.zone),
            machine: means(self.machine),
        })
    }
}
