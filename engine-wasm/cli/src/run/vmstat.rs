//! A run as /proc/vmstat would show it at its end.

use reclaim_engine::vmstat::Counter;
use serde_json::Value;

use crate::metrics::{group, list, text};

/// A line for each name: gauges over all zones, then counters, per zone where the kernel has them so.
pub fn vmstat(report: &Value) -> String {
    let mut out = String::new();
    for (name, value) in group(report, "gauges").into_iter().flatten() {
        line(&mut out, name, value.as_u64().unwrap_or(0));
    }
    for counter in Counter::ALL {
        let name = counter.name();
        if counter.per_zone() {
            for zone in list(report, "zones") {
                let suffix = text(zone, "name").to_lowercase();
                let value = group(zone, "counters").and_then(|counters| counters.get(name));
                line(
                    &mut out,
                    &format!("{name}_{suffix}"),
                    value.and_then(Value::as_u64).unwrap_or(0),
                );
            }
        } else {
            let value = group(report, "counters").and_then(|counters| counters.get(name));
            line(&mut out, name, value.and_then(Value::as_u64).unwrap_or(0));
        }
    }
    out
}

fn line(out: &mut String, name: &str, value: u64) {
    out.push_str(&format!("{name} {value}\n"));
}
