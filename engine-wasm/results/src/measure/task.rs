//! Measures of the tasks of a workload entry: how they spent their time, and how evenly.

use reclaim_engine::report::{ACTIVITY_NAMES, TaskReport};

/// States in which memory management stalls a task: direct reclaim, congestion_wait or wait_iff_congested, and
/// balance_dirty_pages.
const STALLS: [&str; 3] = ["direct_reclaim", "congestion_wait", "throttled"];

/// Names of the measures, in addition to the time in each state.
pub const NAMES: [&str; 4] = [
    "stall_seconds",
    "least_stall_seconds",
    "most_stall_seconds",
    "done_mb",
];

/// Returns whether there is such a measure.
pub fn exists(name: &str) -> bool {
    NAMES.contains(&name) || state_of(name).is_some()
}

/// Returns the value over the tasks; `None` if there are no tasks.
pub fn value(tasks: &[&TaskReport], name: &str) -> Option<f64> {
    if tasks.is_empty() {
        return None;
    }
    let seconds = |task: &TaskReport, states: &[&str]| {
        let spent = states.iter().filter_map(|&state| task.spent_ns.get(state));
        spent.sum::<u64>() as f64 / 1e9
    };
    let stalls = tasks.iter().map(|task| seconds(task, &STALLS));
    match name {
        "stall_seconds" => Some(stalls.sum()),
        "least_stall_seconds" => stalls.reduce(f64::min),
        "most_stall_seconds" => stalls.reduce(f64::max),
        "done_mb" => Some(tasks.iter().map(|task| task.bytes_done as f64 / 1e6).sum()),
        _ => {
            let state = state_of(name)?;
            Some(tasks.iter().map(|task| seconds(task, &[state])).sum())
        }
    }
}

fn state_of(name: &str) -> Option<&str> {
    let state = name.strip_suffix("_seconds")?;
    ACTIVITY_NAMES.contains(&state).then_some(state)
}
