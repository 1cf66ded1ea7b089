//! The state of a zone at the first write of each reclaim invocation, as Johannes Weiner's instrumented kernel printed it
//! (posting of July 2011): zone and machine, in pages.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::mm::zone::ZoneId;
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
