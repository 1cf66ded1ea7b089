//! A run as comma-separated values.

use serde_json::Value;

use super::Outcome;
use crate::metrics::{self, Metric};
use reclaim_study::csv::plain;

use crate::output::csv_line;

/// Returns one row per sample; without samples, one line per value.
pub fn csv(outcome: &Outcome) -> String {
    if outcome.series.is_empty() {
        let mut out = csv_line(["name", "value"]);
        for metric in all(&outcome.report) {
            out.push_str(&csv_line([&metric.name, &plain(metric.value)]));
        }
        return out;
    }
    // The last row is the end of the run, unless the last sample was taken there.
    let mut rows: Vec<Vec<Metric>> = outcome.series.iter().map(all).collect();
    let end = all(&outcome.report);
    if rows.last() != Some(&end) {
        rows.push(end);
    }
    let names: Vec<&str> = rows
        .last()
        .into_iter()
        .flatten()
        .map(|metric| metric.name.as_str())
        .collect();
    let mut out = csv_line(&names);
    for row in &rows {
        // An early sample may lack a value.
        let value = |name: &&str| {
            let found = row.iter().find(|metric| metric.name == **name);
            found.map_or_else(String::new, |metric| plain(metric.value))
        };
        out.push_str(&csv_line(names.iter().map(value)));
    }
    out
}

fn all(report: &Value) -> Vec<Metric> {
    let mut metrics = metrics::totals(report);
    metrics.extend(metrics::by_zone(report));
    metrics
}
