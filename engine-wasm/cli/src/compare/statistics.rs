//! Means, medians and ranges over seeds.

use reclaim_results::verdict::Seeds;
use serde_json::{Value, json};

use crate::metrics::{self, Metric};

/// One value over all seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Mean, rounded if all values are whole numbers.
    pub mean: f64,
    /// Median, rounded if all values are whole numbers.
    pub median: f64,
    /// Minimum.
    pub least: f64,
    /// Maximum.
    pub most: f64,
}

/// A line of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name.
    pub name: String,
    /// Lane A.
    pub a: Spread,
    /// Lane B.
    pub b: Spread,
}

impl Row {
    /// Returns the median of B minus the median of A.
    pub fn difference(&self) -> f64 {
        self.b.median - self.a.median
    }

    /// Returns the median of B divided by the median of A; `None` if the median of A is 0.
    pub fn ratio(&self) -> Option<f64> {
        (self.a.median != 0.0).then(|| self.b.median / self.a.median)
    }

    /// Returns whether the value is 0 for all seeds in both lanes.
    pub fn is_zero(&self) -> bool {
        self.a.most == 0.0 && self.b.most == 0.0 && self.a.least == 0.0 && self.b.least == 0.0
    }

    /// Returns the line as JSON.
    pub fn as_json(&self) -> Value {
        let spread = |spread: &Spread| json!({ "mean": spread.mean, "median": spread.median, "min": spread.least, "max": spread.most });
        json!({
            "name": self.name,
            "a": spread(&self.a),
            "b": spread(&self.b),
            "difference": self.difference(),
            "ratio": self.ratio(),
        })
    }
}

/// Returns one line per name that either lane has, in the order of the reports.
pub fn rows(a: &[&Value], b: &[&Value], zones: bool) -> Vec<Row> {
    let all = |report: &&Value| {
        let mut metrics = metrics::totals(report);
        if zones {
            metrics.extend(metrics::by_zone(report));
        }
        metrics
    };
    let a: Vec<Vec<Metric>> = a.iter().map(all).collect();
    let b: Vec<Vec<Metric>> = b.iter().map(all).collect();
    let mut names: Vec<&str> = Vec::new();
    for metric in a.iter().chain(&b).flatten() {
        if !names.contains(&metric.name.as_str()) {
            names.push(&metric.name);
        }
    }
    names
        .into_iter()
        .map(|name| Row {
            name: name.to_owned(),
            a: spread(name, &a),
            b: spread(name, &b),
        })
        .collect()
}

fn spread(name: &str, reports: &[Vec<Metric>]) -> Spread {
    let of = |metrics: &Vec<Metric>| {
        let found = metrics.iter().find(|metric| metric.name == name);
        found.map_or(0.0, |metric| metric.value)
    };
    let values: Vec<f64> = reports.iter().map(of).collect();
    let sum: f64 = values.iter().sum();
    let mean = sum / values.len().max(1) as f64;
    let whole = values.iter().all(|value| value.fract() == 0.0);
    let seeds = Seeds::of(values).unwrap_or(Seeds {
        least: 0.0,
        median: 0.0,
        most: 0.0,
    });
    let rounded = |value: f64| if whole { value.round() } else { value };
    Spread {
        mean: rounded(mean),
        median: rounded(seeds.median),
        least: seeds.least,
        most: seeds.most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(writes: u64, elapsed_ns: u64) -> Value {
        json!({ "elapsed_ns": elapsed_ns, "bytes_done": 8_000_000,
            "counters": { "nr_vmscan_write": writes } })
    }

    #[test]
    fn rows_hold_mean_median_range_difference_and_ratio() {
        let (one, two) = (report(10, 2_000_000_000), report(21, 4_000_000_000));
        let far = report(90, 9_000_000_000);
        let patched = report(0, 1_000_000_000);
        let rows = rows(&[&far, &one, &two], &[&patched, &patched, &patched], false);
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(
            names,
            ["elapsed_seconds", "throughput_mb_per_s", "nr_vmscan_write"]
        );
        assert_eq!(
            rows[0].a,
            Spread {
                mean: 5.0,
                median: 4.0,
                least: 2.0,
                most: 9.0
            }
        );
        assert_eq!(
            rows[2].a,
            Spread {
                mean: 40.0,
                median: 21.0,
                least: 10.0,
                most: 90.0
            }
        );
        assert_eq!(rows[2].difference(), -21.0);
        assert_eq!(rows[2].ratio(), Some(0.0));
        assert_eq!(
            Row {
                a: rows[2].b,
                ..rows[2].clone()
            }
            .ratio(),
            None
        );
    }
}
