//! `reclaim list`: names of scenarios, kernels, mechanisms, devices, counters and measures.

use std::borrow::Cow;

use reclaim_engine::catalogue::{self, Definition, counters, gauges};
use reclaim_engine::scenario::{GALLERY, GalleryEntry, MEASURED};
use serde_json::json;

use crate::args::{ListArguments, ListFormat, ListWhat};
use crate::table::wrapped;

struct Group {
    what: ListWhat,
    title: &'static str,
    entries: Vec<Entry>,
}

struct Entry {
    id: Cow<'static, str>,
    title: String,
    more: Vec<String>,
}

/// Returns the names as text or JSON.
pub fn list(arguments: &ListArguments) -> String {
    match arguments.format {
        ListFormat::Json => as_json(arguments.what),
        ListFormat::Text => as_text(arguments.what),
    }
}

fn as_json(what: Option<ListWhat>) -> String {
    let catalogue = catalogue::of_engine();
    let of = |entries: &[GalleryEntry]| -> Vec<serde_json::Value> {
        let entries = entries.iter();
        entries
            .filter_map(|entry| Some(json!({ "id": entry.id, "scenario": entry.scenario()? })))
            .collect()
    };
    let all = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "scenarios": of(GALLERY),
        "measured": of(MEASURED),
        "kernels": catalogue.presets,
        "mechanisms": catalogue.mechanisms,
        "devices": catalogue.devices,
        "counters": counters().collect::<Vec<_>>(),
        "gauges": gauges().collect::<Vec<_>>(),
        "measures": reclaim_results::names(),
    });
    let chosen = match what {
        None => all,
        Some(ListWhat::Scenarios) => json!({ "scenarios": all["scenarios"] }),
        Some(ListWhat::Measured) => json!({ "measured": all["measured"] }),
        Some(ListWhat::Kernels) => json!({ "kernels": all["kernels"] }),
        Some(ListWhat::Mechanisms) => json!({ "mechanisms": all["mechanisms"] }),
        Some(ListWhat::Devices) => json!({ "devices": all["devices"] }),
        Some(ListWhat::Counters) => {
            json!({ "counters": all["counters"], "gauges": all["gauges"] })
        }
        Some(ListWhat::Measures) => json!({ "measures": all["measures"] }),
    };
    format!("{chosen:#}\n")
}

fn groups() -> Vec<Group> {
    let catalogue = catalogue::of_engine();
    let labelled = |label: &str, ids: &[&str]| match ids {
        [] => String::new(),
        ids => format!("{label} {}", ids.join(", ")),
    };
    let entry = |id: &'static str, title: &str, more| Entry {
        id: id.into(),
        title: title.to_owned(),
        more,
    };
    let scenarios = |entries: &'static [GalleryEntry]| {
        let entries = entries.iter().filter_map(|gallery| {
            let scenario = gallery.scenario()?;
            let more = vec![scenario.description];
            Some(entry(gallery.id, &scenario.title, more))
        });
        entries.collect()
    };
    let kernels = catalogue.presets.iter().map(|preset| {
        entry(
            preset.id,
            preset.title,
            vec![labelled("on:", &preset.mechanisms)],
        )
    });
    let mechanisms = catalogue.mechanisms.iter().map(|mechanism| {
        let more = vec![
            mechanism.explanation.to_owned(),
            format!("source: {}", mechanism.source),
            labelled("requires:", &mechanism.requires),
            labelled("excludes:", &mechanism.excludes),
        ];
        entry(mechanism.id, mechanism.title, more)
    });
    let devices = catalogue
        .devices
        .iter()
        .map(|device| entry(device.id, device.title, vec![device.reason.to_owned()]));
    let measures = reclaim_results::names().into_iter().map(|name| Entry {
        id: name.into(),
        title: String::new(),
        more: Vec::new(),
    });
    let measures = measures.collect();
    let group = |what, title, entries| Group {
        what,
        title,
        entries,
    };
    vec![
        group(
            ListWhat::Scenarios,
            "Scenarios of the gallery",
            scenarios(GALLERY),
        ),
        group(
            ListWhat::Measured,
            "Measured on real kernels",
            scenarios(MEASURED),
        ),
        group(ListWhat::Kernels, "Kernels", kernels.collect()),
        group(ListWhat::Mechanisms, "Mechanisms", mechanisms.collect()),
        group(ListWhat::Devices, "Devices", devices.collect()),
        group(
            ListWhat::Counters,
            "Counters and gauges",
            counters()
                .chain(gauges())
                .map(|Definition { name, explanation }| entry(name, explanation, Vec::new()))
                .collect(),
        ),
        group(
            ListWhat::Measures,
            "Measures; a word in capitals stands for a name",
            measures,
        ),
    ]
}

fn as_text(what: Option<ListWhat>) -> String {
    const WIDTH: usize = 100;
    let mut out = String::new();
    for group in groups() {
        if what.is_some_and(|what| what != group.what) {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("{}\n", group.title));
        let width = group
            .entries
            .iter()
            .map(|entry| entry.id.len())
            .max()
            .unwrap_or(0);
        for entry in &group.entries {
            let line = format!("  {:width$}  {}", entry.id, entry.title);
            out.push_str(&format!("{}\n", line.trim_end()));
            for more in &entry.more {
                for line in wrapped(more, WIDTH - width - 4) {
                    out.push_str(&format!("  {:width$}  {line}\n", ""));
                }
            }
        }
    }
    out
}
