//! The state of a zone at the first write of each reclaim invocation, as Johannes Weiner's instrumented kernel printed
//! it (posting of July 2011): zone and machine, in pages.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::mm::zone::ZoneId;
use crate::scenario::ordered;

/// The recorded figures, in the order of the arrays below.
pub const FIGURES: [&str; 5] = ["inactive", "active", "isolated", "dirty", "writeback"];

/// Sums over the invocations in which reclaim passed a file page of a zone to ->writepage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageoutLog {
    /// Number of invocations.
    pub count: u64,
    /// Sums of the zone's figures, pages.
    pub zone: [u64; FIGURES.len()],
    /// Sums of the machine's figures, pages.
    pub machine: [u64; FIGURES.len()],
}

/// Maximum number of entries that a run keeps. Later ones are only added to the sums.
pub const KEPT_ENTRIES: usize = 1_024;

/// The state at the first write of one invocation, pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageoutEntry {
    /// Time of the write, nanoseconds.
    pub at: u64,
    /// The page's zone.
    pub zone: ZoneId,
    /// Name of the ->writepage function.
    pub writepage: &'static str,
    /// The zone's figures.
    pub of_zone: [u64; FIGURES.len()],
    /// The machine's figures.
    pub of_machine: [u64; FIGURES.len()],
}

/// Number of parts. The kept entries are sorted by a figure and divided into this many parts of equal size. The posting
/// prints the same number of samples.
pub const PARTS: usize = 8;

/// Means and quantiles over the reclaim invocations that wrote a file page of the zone, pages.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PageoutReport {
    /// Number of invocations.
    pub count: u64,
    /// Means of the zone's figures.
    pub zone: BTreeMap<String, u64>,
    /// Means of the machine's figures.
    pub machine: BTreeMap<String, u64>,
    /// For each of the zone's figures, the middle value of each part of the kept entries.
    pub zone_parts: BTreeMap<String, [u64; PARTS]>,
    /// For each of the machine's figures, the middle value of each part of the kept entries.
    pub machine_parts: BTreeMap<String, [u64; PARTS]>,
}

impl PageoutLog {
    /// Returns means and distribution, if reclaim ever wrote. `kept` contains the kept entries of the zone.
    #[must_use]
    pub fn report(&self, kept: &[&PageoutEntry]) -> Option<PageoutReport> {
        let means = |sums: [u64; FIGURES.len()]| {
            let mean = |sum: u64| sum.checked_div(self.count).unwrap_or(0);
            ordered::map(FIGURES.into_iter().zip(sums.map(mean)))
        };
        (self.count > 0).then(|| PageoutReport {
            count: self.count,
            zone: means(self.zone),
            machine: means(self.machine),
            zone_parts: parts(kept, |entry| entry.of_zone),
            machine_parts: parts(kept, |entry| entry.of_machine),
        })
    }
}

fn parts(
    kept: &[&PageoutEntry],
    of: impl Fn(&PageoutEntry) -> [u64; FIGURES.len()],
) -> BTreeMap<String, [u64; PARTS]> {
    let part = |at: usize| {
        let mut values: Vec<u64> = kept.iter().map(|entry| of(entry)[at]).collect();
        values.sort_unstable();
        std::array::from_fn(|n| {
            let middle = (2 * n + 1) * values.len() / (2 * PARTS);
            values.get(middle).copied().unwrap_or(0)
        })
    };
    ordered::map(
        FIGURES
            .into_iter()
            .enumerate()
            .map(|(at, name)| (name, part(at))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_log_are_its_quantiles() {
        let entry = |n: u64| PageoutEntry {
            at: n,
            zone: 0,
            writepage: "",
            of_zone: [0, 0, 0, 100 - n, 0],
            of_machine: [n; 5],
        };
        let entries: Vec<PageoutEntry> = (0..80).map(entry).collect();
        let kept: Vec<&PageoutEntry> = entries.iter().collect();
        let log = PageoutLog {
            count: 80,
            ..PageoutLog::default()
        };
        let report = log.report(&kept).unwrap();
        let expected = [5, 15, 25, 35, 45, 55, 65, 75];
        assert_eq!(report.machine_parts["active"], expected);
        assert_eq!(report.zone_parts["dirty"], expected.map(|n| n + 21));
        assert!(PageoutLog::default().report(&[]).is_none());
    }
}
