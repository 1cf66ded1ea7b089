//! A comparison in the format of Minchan Kim's posting of June 2014. It has every name of /proc/vmstat, including those
//! that stay at zero: final values of counters, and changes of gauges from start to end.

use crate::numbers::shown;
use crate::run::Outcome;
use crate::run::vmstat::{counters, gauges};
use crate::table::Table;

/// Returns the table of means over the seeds.
pub fn vmstat(a: &[&Outcome], b: &[&Outcome]) -> String {
    let mut table = Table::new(&["TITLE", "OLD", "NEW", "DIFF", "(RATIO)"]);
    for ((name, old), (_, new)) in means(a).into_iter().zip(means(b)) {
        let ratio = match (old == 0.0, new == 0.0) {
            (true, true) => "(100.00)".to_owned(),
            (true, false) => "-".to_owned(),
            _ => format!("({:.2})", 100.0 * new / old),
        };
        table.row(vec![name, shown(old), shown(new), shown(new - old), ratio]);
    }
    table.text()
}

fn means(outcomes: &[&Outcome]) -> Vec<(String, f64)> {
    let mut sums: Vec<(String, f64)> = Vec::new();
    for outcome in outcomes {
        let values = values(outcome);
        if sums.is_empty() {
            sums = values;
            continue;
        }
        for (sum, (_, value)) in sums.iter_mut().zip(values) {
            sum.1 += value;
        }
    }
    let runs = outcomes.len().max(1) as f64;
    for (_, sum) in &mut sums {
        *sum = (*sum / runs).round();
    }
    sums
}

fn values(outcome: &Outcome) -> Vec<(String, f64)> {
    let start = gauges(&outcome.start);
    let changes = gauges(&outcome.report).into_iter().zip(start);
    let changes = changes.map(|((name, end), (_, start))| (name, end as f64 - start as f64));
    let totals = counters(&outcome.report).into_iter();
    changes
        .chain(totals.map(|(name, value)| (name, value as f64)))
        .collect()
}
