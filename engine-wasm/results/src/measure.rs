//! Measures: values of a run's report, with which published figures are compared.
//!
//! The name of a measure consists of words separated by colons:
//!
//! | name                                | value                                                                    |
//! | ----------------------------------- | ------------------------------------------------------------------------ |
//! | `elapsed_seconds`                   | virtual time of the workload                                             |
//! | `kswapd_efficiency_percent`         | pages freed by kswapd, as a share of pages scanned by it                 |
//! | `total_efficiency_percent`          | the same for kswapd and direct reclaim together                          |
//! | `throughput_mb_per_s`               | data that programs read and wrote (10^6 bytes) a second                  |
//! | `scanned_dirty_percent`             | dirty file pages that reclaim found, as a share of the pages scanned; pages skipped because the queue was congested are not counted |
//! | `allocated_by_others_percent`       | pages allocated on the machine during direct reclaims after which the task got no page, as a share of the pages that these reclaims freed (`pg_rclm`) |
//! | `peak:ZONE:dirty_percent`           | peak of dirty and writeback pages / present pages, as a script that samples once a second sees it (median of ten scripts) |
//! | `mean:ZONE:dirty_percent`           | mean of these samples                                                    |
//! | `counter:NAME`, `derived:NAME`      | sum over all zones, by the report's names                                |
//! | `zone:ZONE:NAME`                    | a counter of a zone; `pgsteal_kswapd` = `pgsteal` - `pgsteal_direct`     |
//! | `device:DEVICE:average_wait_ms`     | mean time of its requests from queueing to completion (iostat's await)   |
//! | `device:DEVICE:busy_seconds`        | time during which it served a request                                    |
//! | `device:DEVICE:busy_percent`, `…:idle_percent` | share of the elapsed time; for an array, the mean over its disks           |
//! | `device:DEVICE:read_mb`, `…:written_mb` | data, 10^6 bytes                                                     |
//! | `device:DEVICE:writes`, `…:single_page_writes`, `…:mean_write_kb` | write requests, those of one page, their mean size |
//! | `device:DEVICE:positioning_seconds`, `…:transfer_seconds`, `…:copying_seconds` | parts of its busy time: seek and rotation; data transfer; copying in the flash |
//! | `task:NAME:cpu_ms`, `…:cpu_seconds` | CPU time of the tasks of a workload entry                                |
//! | `task:NAME:longest_stall_ms`        | longest single wait of any task of a workload entry                      |
//! | `task:NAME:stall_seconds`           | time in direct reclaim, congestion_wait and balance_dirty_pages, summed over the tasks of a workload entry |
//! | `task:NAME:least_stall_seconds`, `…:most_stall_seconds` | this time for the task that stalled least, and most |
//! | `task:NAME:STATE_seconds`           | time in a state of the report, such as `congestion_wait` or `throttled`   |
//! | `task:NAME:done_mb`                 | data read and written, 10^6 bytes                                        |
//! | `laps:NAME:items_per_second`        | mean rate over the laps of that name                                     |
//! | `after:LAP:NAME`, `since:LAP:NAME`  | a counter at the end of the first lap of that name; its increase since then |
//! | `function:NAME`                   | share of the function in the CPU time of all tasks, percent; 0 if it did not run        |
//! | `at_pageout:ZONE:WHERE:NAME`        | mean of a figure of the `zone` or `machine` when reclaim started to write |
//! | `at_pageout:ZONE:WHERE:NAME:N`      | the first 1,024 of these values in the run, sorted and divided into eighths: the middle value of the N-th |

pub(crate) mod device;
pub(crate) mod reclaim;
mod scenario;
pub(crate) mod task;

use std::collections::BTreeMap;

use reclaim_engine::observer::pageout_log::{FIGURES, PARTS};
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::report::{Report, ZoneReport};

use crate::Values;

pub use scenario::lacking;

/// Returns an error message if this engine does not have the measure.
pub fn missing(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(':').collect();
    let counter = |name: &str| {
        let known = name == "pgsteal_kswapd" || Counter::ALL.iter().any(|c| c.name() == name);
        (!known).then(|| format!("The engine has no counter `{name}`."))
    };
    match words[..] {
        ["elapsed_seconds" | "kswapd_efficiency_percent" | "total_efficiency_percent"]
        | ["peak" | "mean", _, "dirty_percent"]
        | ["derived" | "function", _]
        | ["device", _, "average_wait_ms" | "busy_seconds"]
        | ["task", _, "cpu_ms" | "cpu_seconds" | "longest_stall_ms"]
        | ["laps", _, "items_per_second"] => None,
        [name] if reclaim::exists(name) => None,
        ["device", _, name] if device::exists(name) => None,
        ["task", _, name] if task::exists(name) => None,
        ["counter", name] | ["zone" | "after" | "since", _, name] => counter(name),
        ["at_pageout", _, "zone" | "machine", figure] if FIGURES.contains(&figure) => None,
        ["at_pageout", _, "zone" | "machine", figure, part]
            if FIGURES.contains(&figure) && part_of_log(part).is_some() =>
        {
            None
        }
        _ => Some(format!("There is no measure `{name}`.")),
    }
}

/// Returns the values of measures in a report, without measures that have no value there.
pub fn values(report: &Report, names: &[String]) -> Values {
    let taken = names
        .iter()
        .filter_map(|name| Some((name.clone(), value(report, name)?)));
    taken.collect()
}

/// Returns the value of a measure in a report; `None` if there was nothing to measure.
pub fn value(report: &Report, name: &str) -> Option<f64> {
    let words: Vec<&str> = name.split(':').collect();
    match words[..] {
        ["elapsed_seconds"] => Some(report.elapsed_ns as f64 / 1e9),
        ["kswapd_efficiency_percent"] => {
            Some(count(&report.derived, "kswapd_efficiency_basis_points")? / 100.0)
        }
        ["total_efficiency_percent"] => {
            let of = |name| count(&report.counters, name);
            let scanned = of("pgscan_kswapd")? + of("pgscan_direct")?;
            (scanned > 0.0).then_some(of("pgsteal")? * 100.0 / scanned)
        }
        ["counter", name] => count(&report.counters, name),
        ["function", name] => {
            let functions = report.functions.iter();
            let parts: u64 = functions
                .filter(|function| function.name == name)
                .map(|function| function.share_ppm)
                .sum();
            Some(parts as f64 / 1e4)
        }
        ["derived", name] => count(&report.derived, name),
        ["zone", zone, name] => {
            let counters = &zone_of(report, zone)?.counters;
            match name {
                "pgsteal_kswapd" => {
                    Some(count(counters, "pgsteal")? - count(counters, "pgsteal_direct")?)
                }
                _ => count(counters, name),
            }
        }
        ["device", device, of] => {
            let mut devices = report.devices.iter();
            let device = devices.find(|other| other.name == device)?;
            match of {
                "busy_seconds" => Some(device.busy_ns as f64 / 1e9),
                "average_wait_ms" => Some(device.average_wait_ns as f64 / 1e6),
                _ => device::value(device, report.elapsed_ns, of),
            }
        }
        ["task", task, "longest_stall_ms"] => (report.tasks.iter())
            .filter(|other| is_of(&other.name, task))
            .map(|other| other.longest_stall_ns as f64 / 1e6)
            .reduce(f64::max),
        ["task", task, unit @ ("cpu_ms" | "cpu_seconds")] => {
            let tasks = report.tasks.iter();
            let ns: u64 = tasks
                .filter(|other| is_of(&other.name, task))
                .map(|other| other.runtime_ns)
                .sum();
            Some(ns as f64 / if unit == "cpu_ms" { 1e6 } else { 1e9 })
        }
        ["task", name, of] => {
            let tasks = report.tasks.iter();
            let tasks: Vec<_> = tasks.filter(|task| is_of(&task.name, name)).collect();
            task::value(&tasks, of)
        }
        ["laps", lap, _] => {
            let rates: Vec<f64> = report
                .laps
                .iter()
                .filter(|other| other.name == lap)
                .map(|lap| {
                    let ns = lap.ended_ns.saturating_sub(lap.started_ns).max(1);
                    lap.items as f64 * 1e9 / ns as f64
                })
                .collect();
            let sum: f64 = rates.iter().sum();
            (!rates.is_empty()).then(|| sum / rates.len() as f64)
        }
        ["after", lap, name] => at_end_of(report, lap, name),
        ["since", lap, name] => {
            Some(count(&report.counters, name)? - at_end_of(report, lap, name)?)
        }
        ["at_pageout", zone, place, figure] => {
            let state = zone_of(report, zone)?.at_pageout.as_ref()?;
            let figures = if place == "zone" {
                &state.zone
            } else {
                &state.machine
            };
            figures.get(figure).map(|&pages| pages as f64)
        }
        ["at_pageout", zone, place, figure, part] => {
            let state = zone_of(report, zone)?.at_pageout.as_ref()?;
            let parts = if place == "zone" {
                &state.zone_parts
            } else {
                &state.machine_parts
            };
            Some(parts.get(figure)?[part_of_log(part)?] as f64)
        }
        [name] => reclaim::value(report, name),
        _ => None,
    }
}

/// Returns the index of a part of the pageout log, from 0; the names of measures count the parts from 1.
fn part_of_log(word: &str) -> Option<usize> {
    let at = word.parse::<usize>().ok()?.checked_sub(1)?;
    (at < PARTS).then_some(at)
}

fn count(group: &BTreeMap<String, u64>, name: &str) -> Option<f64> {
    group.get(name).map(|&count| count as f64)
}

fn zone_of<'a>(report: &'a Report, name: &str) -> Option<&'a ZoneReport> {
    report.zones.iter().find(|zone| zone.name == name)
}

/// Returns whether a task belongs to a workload entry: it has the entry's name, possibly with a number.
fn is_of(task: &str, workload: &str) -> bool {
    task.strip_prefix(workload)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Returns a counter at the end of a lap. Reports omit counters that are zero.
fn at_end_of(report: &Report, lap: &str, name: &str) -> Option<f64> {
    let lap = report.laps.iter().find(|other| other.name == lap)?;
    Some(lap.counters.get(name).map_or(0.0, |&count| count as f64))
}
