//! What of a run's report a published figure is compared with.
//!
//! A measure is named by words with colons between them:
//!
//! | name                                | value                                                                    |
//! | ----------------------------------- | ------------------------------------------------------------------------ |
//! | `elapsed_seconds`                   | virtual time of the workload                                             |
//! | `kswapd_efficiency_percent`         | pages that kswapd freed of those that it scanned                         |
//! | `counter:NAME`, `derived:NAME`      | over all zones, by the report's names                                    |
//! | `zone:ZONE:NAME`                    | a counter of a zone; `pgsteal_kswapd` is what direct reclaim left        |
//! | `device:DEVICE:average_wait_ms`     | mean time of its requests from entry to completion, as iostat has it     |
//! | `task:NAME:cpu_ms`, `…:cpu_seconds` | CPU time of the tasks of a workload                                      |
//! | `laps:NAME:items_per_second`        | mean over the laps of that name                                          |
//! | `after:LAP:NAME`, `since:LAP:NAME`  | a counter at the end of the first lap of that name, and what came after  |
//! | `function:NAME`                   | share of all CPU time, idle time included, percent; 0 where it did not run |
//! | `at_pageout:ZONE:WHERE:NAME`        | mean of a figure of the `zone` or `machine` when reclaim began to write  |

use reclaim_engine::pageout_log::FIGURES;
use reclaim_engine::vmstat::Counter;
use serde_json::Value;

use crate::Values;

/// Says why a measure cannot be taken by this engine, if so.
pub fn missing(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(':').collect();
    let counter = |name: &str| {
        let known = name == "pgsteal_kswapd" || Counter::ALL.iter().any(|c| c.name() == name);
        (!known).then(|| format!("The engine does not count `{name}`."))
    };
    match words[..] {
        ["elapsed_seconds" | "kswapd_efficiency_percent"]
        | ["derived" | "function", _]
        | ["device", _, "average_wait_ms"]
        | ["task", _, "cpu_ms" | "cpu_seconds"]
        | ["laps", _, "items_per_second"] => None,
        ["counter", name] | ["zone" | "after" | "since", _, name] => counter(name),
        ["at_pageout", _, "zone" | "machine", figure] if FIGURES.contains(&figure) => None,
        _ => Some(format!("There is no measure `{name}`.")),
    }
}

/// The values of measures in a report, those that there are.
pub fn values(report: &Value, names: &[String]) -> Values {
    let taken = names
        .iter()
        .filter_map(|name| Some((name.clone(), value(report, name)?)));
    taken.collect()
}

/// The value of a measure in a report; nothing where there was nothing to measure.
pub fn value(report: &Value, name: &str) -> Option<f64> {
    let words: Vec<&str> = name.split(':').collect();
    match words[..] {
        ["elapsed_seconds"] => Some(number(report, "elapsed_ns") / 1e9),
        ["kswapd_efficiency_percent"] => {
            let derived = report.get("derived")?;
            Some(derived.get("kswapd_efficiency_basis_points")?.as_f64()? / 100.0)
        }
        ["counter", name] => report.get("counters")?.get(name)?.as_f64(),
        ["function", name] => {
            let parts: f64 = list(report, "functions")
                .iter()
                .filter(|function| text(function, "name") == name)
                .map(|function| number(function, "share_ppm"))
                .sum();
            Some(parts / 1e4)
        }
        ["derived", name] => report.get("derived")?.get(name)?.as_f64(),
        ["zone", zone, name] => {
            let counters = named(report, "zones", zone)?.get("counters")?;
            let count = |name| counters.get(name).and_then(Value::as_f64);
            match name {
                "pgsteal_kswapd" => Some(count("pgsteal")? - count("pgsteal_direct")?),
                _ => count(name),
            }
        }
        ["device", device, _] => {
            let wait_ns = named(report, "devices", device)?.get("average_wait_ns")?;
            Some(wait_ns.as_f64()? / 1e6)
        }
        ["task", task, unit] => {
            let tasks = list(report, "tasks").iter();
            let ns: f64 = tasks
                .filter(|other| is_of(text(other, "name"), task))
                .map(|other| number(other, "runtime_ns"))
                .sum();
            Some(ns / if unit == "cpu_ms" { 1e6 } else { 1e9 })
        }
        ["laps", lap, _] => {
            let rates: Vec<f64> = list(report, "laps")
                .iter()
                .filter(|other| text(other, "name") == lap)
                .map(|lap| {
                    let ns = number(lap, "ended_ns") - number(lap, "started_ns");
                    number(lap, "items") * 1e9 / ns.max(1.0)
                })
                .collect();
            let sum: f64 = rates.iter().sum();
            (!rates.is_empty()).then(|| sum / rates.len() as f64)
        }
        ["after", lap, name] => Some(at_end_of(report, lap, name)?),
        ["since", lap, name] => {
            let total = report.get("counters")?.get(name)?.as_f64()?;
            Some(total - at_end_of(report, lap, name)?)
        }
        ["at_pageout", zone, place, figure] => {
            let state = named(report, "zones", zone)?.get("at_pageout")?;
            state.get(place)?.get(figure)?.as_f64()
        }
        _ => None,
    }
}

fn named<'a>(report: &'a Value, group: &str, name: &str) -> Option<&'a Value> {
    list(report, group)
        .iter()
        .find(|thing| text(thing, "name") == name)
}

/// Whether a task belongs to a workload: it has its name, or its name and a number.
fn is_of(task: &str, workload: &str) -> bool {
    task.strip_prefix(workload)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn at_end_of(report: &Value, lap: &str, name: &str) -> Option<f64> {
    let lap = named(report, "laps", lap)?;
    Some(number(lap.get("counters")?, name))
}

/// A number of an object; 0 where it is not there.
fn number(object: &Value, name: &str) -> f64 {
    object.get(name).and_then(Value::as_f64).unwrap_or(0.0)
}

/// A text of an object; empty where it is not there.
fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A list of an object; empty where it is not there.
fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    object
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}
