//! The final state of a run in the format of /proc/vmstat.

use reclaim_engine::observer::vmstat::Counter;
use serde_json::Value;

use crate::metrics::{group, list, text};

/// Returns one line per name.
pub fn vmstat(report: &Value) -> String {
    let lines = gauges(report).into_iter().chain(counters(report));
    lines
        .map(|(name, value)| format!("{name} {value}\n"))
        .collect()
}

/// Returns the gauges over all zones.
pub fn gauges(report: &Value) -> Vec<(String, u64)> {
    let gauges = group(report, "gauges").into_iter().flatten();
    gauges
        .map(|(name, value)| (name.clone(), value.as_u64().unwrap_or(0)))
        .collect()
}

/// Returns the counters, per zone if the kernel counts them per zone.
pub fn counters(report: &Value) -> Vec<(String, u64)> {
    let of = |thing: &Value, name: &str| {
        let value = group(thing, "counters").and_then(|counters| counters.get(name));
        value.and_then(Value::as_u64).unwrap_or(0)
    };
    let mut all = Vec::new();
    for counter in Counter::ALL {
        let name = counter.name();
        if counter.per_zone() {
            for zone in list(report, "zones") {
                let suffix = text(zone, "name").to_lowercase();
                all.push((format!("{name}_{suffix}"), of(zone, name)));
            }
        } else {
            all.push((name.to_owned(), of(report, name)));
        }
    }
    all
}
