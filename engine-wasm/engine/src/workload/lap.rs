//! Laps: parts of a workload that its author measures separately, such as a loop of fs_mark.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::observer::vmstat::{COUNTERS, Counter};
use crate::scenario::ordered;

/// A lap that has ended.
#[derive(Clone, Debug)]
pub struct Lap {
    /// Name, such as `fs_mark`.
    pub name: &'static str,
    /// When it began, nanoseconds.
    pub started: u64,
    /// When it ended, nanoseconds.
    pub ended: u64,
    /// Number of things done in it, such as files written.
    pub items: u64,
    /// Value of each counter at its end, over all zones.
    pub counters: [u64; COUNTERS],
}

/// Report of a lap.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LapReport {
    /// Name, such as `fs_mark`.
    pub name: &'static str,
    /// Time of its start, nanoseconds.
    pub started_ns: u64,
    /// Time of its end, nanoseconds.
    pub ended_ns: u64,
    /// Number of things done in it.
    pub items: u64,
    /// Values of counters at its end; zeros are omitted.
    #[ts(type = "Partial<Record<CounterName, number>>")]
    pub counters: BTreeMap<String, u64>,
}

impl Lap {
    /// Returns the report of the lap, for files and the command line.
    #[must_use]
    pub fn report(&self) -> LapReport {
        let count = |counter: &Counter| (counter.name(), self.counters[*counter as usize]);
        LapReport {
            name: self.name,
            started_ns: self.started,
            ended_ns: self.ended,
            items: self.items,
            counters: ordered::map(
                Counter::ALL
                    .iter()
                    .map(count)
                    .filter(|(_, value)| *value > 0),
            ),
        }
    }
}
