//! Turns a report into names and values, whatever counters it has.

use serde_json::{Map, Value};

/// A value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Name; counters have the kernel's names.
    pub name: String,
    /// Value, in the unit given by the end of the name.
    pub value: f64,
}

/// Returns time, throughput, derived figures and total counters, in this order.
pub fn totals(report: &Value) -> Vec<Metric> {
    let elapsed_s = number(report, "elapsed_ns") / 1e9;
    let mb = number(report, "bytes_done") / 1e6;
    let mut metrics = vec![metric("elapsed_seconds", elapsed_s)];
    if elapsed_s > 0.0 {
        metrics.push(metric("throughput_mb_per_s", mb / elapsed_s));
    }
    for group in ["derived", "counters"] {
        flatten(&mut metrics, "", report.get(group));
    }
    metrics
}

/// Returns the gauges and counters of each zone, named `ZONE.NAME`.
pub fn by_zone(report: &Value) -> Vec<Metric> {
    let mut metrics = Vec::new();
    for zone in list(report, "zones") {
        let prefix = format!("{}.", text(zone, "name"));
        for group in ["gauges", "counters"] {
            flatten(&mut metrics, &prefix, zone.get(group));
        }
    }
    metrics
}

fn metric(name: impl Into<String>, value: f64) -> Metric {
    Metric {
        name: name.into(),
        value,
    }
}

fn flatten(metrics: &mut Vec<Metric>, prefix: &str, group: Option<&Value>) {
    for (name, value) in group.and_then(Value::as_object).into_iter().flatten() {
        match (value, name.strip_suffix("_basis_points")) {
            (Value::Number(number), None) => {
                let value = number.as_f64().unwrap_or(f64::NAN);
                metrics.push(metric(format!("{prefix}{name}"), value));
            }
            // The engine counts in basis points, which are whole numbers; the output has percent.
            (Value::Number(number), Some(name)) => {
                let value = number.as_f64().unwrap_or(f64::NAN) / 100.0;
                metrics.push(metric(format!("{prefix}{name}_percent"), value));
            }
            (Value::Object(_), _) => {
                let mut inner = Vec::new();
                flatten(&mut inner, "", Some(value));
                // The unit of the members is at the end of the name of their group.
                let unit = if name.ends_with("_ns") { "_ns" } else { "" };
                metrics.extend(
                    inner
                        .into_iter()
                        .map(|m| metric(format!("{prefix}{}{unit}", m.name), m.value)),
                );
            }
            _ => {}
        }
    }
}

/// Returns a number in an object; 0 if absent.
pub fn number(object: &Value, name: &str) -> f64 {
    object.get(name).and_then(Value::as_f64).unwrap_or(0.0)
}

/// Returns a text in an object; empty if absent.
pub fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns a list in an object; empty if absent.
pub fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    object
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// Returns an object inside an object, if present.
pub fn group<'a>(object: &'a Value, name: &str) -> Option<&'a Map<String, Value>> {
    object.get(name).and_then(Value::as_object)
}

/// Returns every number of an object and of its inner objects.
pub fn values(object: &Value) -> Vec<Metric> {
    let mut metrics = Vec::new();
    flatten(&mut metrics, "", Some(object));
    metrics
}
