//! The names of all measures: users choose from them, and the page gives them titles.

use reclaim_engine::observer::pageout_log::FIGURES;
use reclaim_engine::report::ACTIVITY_NAMES;

use crate::measure::{device, reclaim, task};

/// The derived metrics of a report.
const DERIVED: [&str; 11] = [
    "file_pages_written_by_reclaim",
    "removed_run_hundredths",
    "tree_lock_contended",
    "tree_lock_spin_ns",
    "pg_stall_allocated_in_reclaim",
    "pg_stall_allocated_in_wait",
    "kswapd_efficiency_basis_points",
    "direct_efficiency_basis_points",
    "direct_share_of_scan_basis_points",
    "nr_dirty_threshold",
    "nr_dirty_background_threshold",
];

/// Returns the names of all measures. A word in capitals stands for a name in the scenario: ZONE, DEVICE, TASK (a
/// program, or a task of the kernel), LAP, FUNCTION (a task and a kernel function). COUNTER stands for one of the
/// engine's counters, and PART for a number from 1 to 8.
#[must_use]
pub fn names() -> Vec<String> {
    let owned = |names: &[&str], kind: &str| -> Vec<String> {
        names.iter().map(|name| format!("{kind}{name}")).collect()
    };
    let states: Vec<String> = (ACTIVITY_NAMES.iter())
        .map(|state| format!("task:TASK:{state}_seconds"))
        .collect();
    [
        owned(&["elapsed_seconds"], ""),
        owned(&reclaim::NAMES, ""),
        owned(
            &["kswapd_efficiency_percent", "total_efficiency_percent"],
            "",
        ),
        owned(&["longest_stall_ms", "cpu_seconds", "cpu_ms"], "task:TASK:"),
        owned(&task::NAMES, "task:TASK:"),
        states,
        owned(&["busy_seconds", "average_wait_ms"], "device:DEVICE:"),
        owned(&device::NAMES, "device:DEVICE:"),
        owned(&["peak:ZONE:dirty_percent", "mean:ZONE:dirty_percent"], ""),
        owned(&["COUNTER"], "counter:"),
        owned(&DERIVED, "derived:"),
        owned(&["COUNTER", "pgsteal_kswapd"], "zone:ZONE:"),
        owned(&["laps:LAP:items_per_second"], ""),
        owned(&["after:LAP:COUNTER", "since:LAP:COUNTER"], ""),
        owned(&["function:FUNCTION"], ""),
        owned(&FIGURES, "at_pageout:ZONE:zone:"),
        owned(&FIGURES, "at_pageout:ZONE:machine:"),
        parts("at_pageout:ZONE:zone:"),
        parts("at_pageout:ZONE:machine:"),
    ]
    .concat()
}

fn parts(before: &str) -> Vec<String> {
    FIGURES.map(|name| format!("{before}{name}:PART")).to_vec()
}

#[cfg(test)]
mod tests {
    use super::{DERIVED, names};
    use crate::measure;

    #[test]
    fn every_name_is_a_measure_and_stands_there_once() {
        let mut names = names();
        for name in &names {
            let name = name.replace("COUNTER", "allocstall").replace("PART", "8");
            assert_eq!(measure::missing(&name), None);
        }
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn derived_names_are_those_of_a_report() {
        let scenario = reclaim_engine::scenario::gallery_scenario("teaching-machine")
            .expect("a scenario of the gallery");
        let names = DERIVED.map(|name| format!("derived:{name}")).to_vec();
        let mut experiment = crate::Experiment::new(&scenario).expect("a sound scenario");
        while !experiment.run(u64::MAX) {}
        let values = experiment.result(&names).values;
        assert_eq!(values.len(), names.len());
    }
}
