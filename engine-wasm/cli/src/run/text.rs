//! A run as readable tables.

use std::collections::BTreeSet;

use reclaim_engine::scenario::{Scenario, link};
use serde_json::{Map, Value};

use super::Outcome;
use crate::lane::lane_name;
use crate::metrics::{self, Metric, group, list, text as words};
use crate::numbers::{seconds, shown};
use crate::table::Table;

/// Returns all values other than zero, in sections.
pub fn text(scenario: &Scenario, outcome: &Outcome) -> String {
    let report = &outcome.report;
    let mut sections = vec![head(scenario, report)];
    sections.push(figures(report));
    sections.push(moments(report));
    sections.push(zones(report));
    sections.push(by_zone("counters", "counter", report));
    sections.push(by_zone("gauges", "at the end", report));
    sections.push(rows("task", list(report, "tasks")));
    sections.push(rows("device", list(report, "devices")));
    sections.push(rows("function", list(report, "functions")));
    sections.push(samples(&outcome.series));
    sections.retain(|section| !section.is_empty());
    sections.join("\n")
}

fn head(scenario: &Scenario, report: &Value) -> String {
    let digest = report
        .get("digest")
        .map_or_else(String::new, |digest| match digest {
            Value::String(text) => text.clone(),
            Value::Number(number) => number
                .as_u64()
                .map_or_else(String::new, |n| format!("{n:016x}")),
            _ => String::new(),
        });
    format!(
        "{}\nkernel {}, seed {}\nlink   {}\ndigest {digest}\n",
        scenario.title,
        lane_name(scenario),
        scenario.seed,
        link::encode(scenario),
    )
}

fn figures(report: &Value) -> String {
    let counters = group(report, "counters");
    let is_counter =
        |metric: &Metric| counters.is_some_and(|group| group.contains_key(&metric.name));
    let mut table = Table::new(&["figure", "value"]);
    for metric in metrics::totals(report)
        .iter()
        .filter(|metric| !is_counter(metric))
    {
        table.row(vec![metric.name.clone(), shown(metric.value)]);
    }
    table.text()
}

/// Returns a table with the time of the first event of each kind.
fn moments(report: &Value) -> String {
    let mut moments: Vec<(&String, u64)> = group(report, "moments")
        .into_iter()
        .flatten()
        .filter_map(|(name, at_ns)| Some((name, at_ns.as_u64()?)))
        .collect();
    moments.sort_by_key(|(_, at_ns)| *at_ns);
    let mut table = Table::new(&["moment", "seconds"]);
    for (name, at_ns) in moments {
        table.row(vec![name.clone(), seconds(at_ns)]);
    }
    if table.is_empty() {
        String::new()
    } else {
        table.text()
    }
}

/// Returns a table with the sizes, watermarks and protection of the zones, as in /proc/zoneinfo.
fn zones(report: &Value) -> String {
    let mut table = Table::new(&["zone", "present", "min", "low", "high", "protection"]);
    let numbers = |value: &Value| -> Vec<String> {
        let numbers = value.as_array().into_iter().flatten();
        numbers.map(ToString::to_string).collect()
    };
    for zone in list(report, "zones") {
        let mut row = vec![
            words(zone, "name").to_owned(),
            shown(metrics::number(zone, "present")),
        ];
        row.extend(numbers(&zone["watermarks"]));
        row.push(numbers(&zone["protection"]).join(", "));
        table.row(row);
    }
    if table.is_empty() {
        String::new()
    } else {
        table.text()
    }
}

/// Returns a table of one group of values: the total, if the report has one, and the value of each zone.
fn by_zone(name: &str, title: &str, report: &Value) -> String {
    let zones = list(report, "zones");
    let total = group(report, name);
    let mut head = vec![title];
    if total.is_some() {
        head.push("total");
    }
    head.extend(zones.iter().map(|zone| words(zone, "name")));
    let mut table = Table::new(&head);
    let mut names: Vec<&String> = total.into_iter().flat_map(|group| group.keys()).collect();
    let rest: BTreeSet<&String> = zones
        .iter()
        .filter_map(|zone| group(zone, name))
        .flat_map(|group| group.keys())
        .collect();
    names.extend(
        rest.into_iter()
            .filter(|name| total.is_none_or(|t| !t.contains_key(*name))),
    );
    for key in names {
        // A value that is not counted per zone is left empty, which is not the same as 0.
        let value = |group: Option<&Map<String, Value>>| {
            group
                .and_then(|group| group.get(key))
                .and_then(Value::as_f64)
        };
        let mut values: Vec<Option<f64>> = Vec::new();
        if total.is_some() {
            values.push(value(total));
        }
        values.extend(zones.iter().map(|zone| value(group(zone, name))));
        if values.iter().flatten().any(|value| *value != 0.0) {
            let mut row = vec![key.clone()];
            row.extend(
                values
                    .into_iter()
                    .map(|value| value.map_or_else(String::new, shown)),
            );
            table.row(row);
        }
    }
    if table.is_empty() {
        String::new()
    } else {
        table.text()
    }
}

/// Returns a table of named objects, such as tasks: one line per object, one column per value.
fn rows(title: &str, things: &[Value]) -> String {
    let things: Vec<(&str, Vec<Metric>)> = things
        .iter()
        .map(|thing| (words(thing, "name"), metrics::values(thing)))
        .collect();
    let mut columns: Vec<&str> = Vec::new();
    for metric in things.iter().flat_map(|(_, metrics)| metrics) {
        if metric.value != 0.0 && !columns.contains(&metric.name.as_str()) {
            columns.push(&metric.name);
        }
    }
    if columns.is_empty() {
        return String::new();
    }
    // The report has nanoseconds; the table shows seconds.
    let unit = |name: &str| {
        name.strip_suffix("_ns")
            .map_or(name.to_owned(), |name| format!("{name}_s"))
    };
    let names: Vec<String> = columns.iter().map(|name| unit(name)).collect();
    let mut head = vec![title];
    head.extend(names.iter().map(String::as_str));
    let mut table = Table::new(&head);
    for (name, metrics) in &things {
        let mut row = vec![(*name).to_owned()];
        for column in &columns {
            let found = metrics.iter().find(|metric| metric.name == *column);
            let value = found.map_or(0.0, |metric| metric.value);
            row.push(if column.ends_with("_ns") {
                seconds(value as u64)
            } else {
                shown(value)
            });
        }
        table.row(row);
    }
    table.text()
}

/// Returns a table of the samples, with the most important values.
fn samples(series: &[Value]) -> String {
    const GAUGES: [&str; 3] = ["nr_free_pages", "nr_dirty", "nr_writeback"];
    const COUNTERS: [&str; 4] = [
        "allocstall",
        "pgscan_kswapd",
        "pgscan_direct",
        "nr_vmscan_write",
    ];
    if series.is_empty() {
        return String::new();
    }
    let mut head = vec!["seconds", "MB"];
    head.extend(GAUGES);
    head.extend(COUNTERS);
    let mut table = Table::new(&head);
    for sample in series {
        let mut row = vec![
            format!("{:.3}", metrics::number(sample, "elapsed_ns") / 1e9),
            format!("{:.1}", metrics::number(sample, "bytes_done") / 1e6),
        ];
        let gauges = sample.get("gauges").unwrap_or(&Value::Null);
        row.extend(GAUGES.map(|gauge| shown(metrics::number(gauges, gauge))));
        let counters = sample.get("counters").unwrap_or(&Value::Null);
        row.extend(COUNTERS.map(|counter| shown(metrics::number(counters, counter))));
        table.row(row);
    }
    table.text()
}
