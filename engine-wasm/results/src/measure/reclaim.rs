//! Measures of reclaim as a whole, computed from several values of a report.

use std::collections::BTreeMap;

use reclaim_engine::report::Report;

/// Names of the measures.
pub const NAMES: [&str; 3] = [
    "throughput_mb_per_s",
    "scanned_dirty_percent",
    "allocated_by_others_percent",
];

/// Counters of the dirty file pages that reclaim finds: passed to ->writepage, or skipped.
const DIRTY: [&str; 4] = [
    "mm_vmscan_writepage_kswapd",
    "mm_vmscan_writepage_direct",
    "nr_vmscan_write_skip",
    "nr_vmscan_immediate_reclaim",
];

/// Returns whether there is such a measure.
pub fn exists(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Returns the value of a measure; `None` if there was nothing to measure.
pub fn value(report: &Report, name: &str) -> Option<f64> {
    let share = |part: f64, whole: f64| (whole > 0.0).then(|| part * 100.0 / whole);
    match name {
        "throughput_mb_per_s" => Some(report.throughput as f64 / 1e6),
        "scanned_dirty_percent" => share(
            sum(&report.counters, &DIRTY),
            sum(&report.counters, &["pgscan_kswapd", "pgscan_direct"]),
        ),
        "allocated_by_others_percent" => share(
            sum(&report.derived, &["pg_stall_allocated_in_reclaim"]),
            sum(&report.counters, &["pg_rclm"]),
        ),
        _ => None,
    }
}

fn sum(counts: &BTreeMap<String, u64>, names: &[&str]) -> f64 {
    let counts = names.iter().filter_map(|&name| counts.get(name));
    counts.sum::<u64>() as f64
}
