//! Additions to the JSON Schema that a form needs: a title for each field, its unit (`x-unit`), the order of fields
//! (`x-order`), and the list that a name refers to (`x-of`). The standard has no keywords for the last three; other
//! readers ignore them.

use schemars::JsonSchema;
use serde::de::Deserialize;
use serde_json::{Map, Value, json};

use super::super::document::{Intervention, Lane, Scenario, VmKnobs};
use super::super::field_names::fields_of;
use super::super::machine::{
    Device, DeviceFigures, Filesystem, FlashFigures, Machine, Resident, Swap, Zone,
};
use super::super::program::{Program, Workload};

/// Adds the notes to the schema of a scenario.
pub(super) fn annotate(schema: &mut Value) {
    order(schema, Some(fields_of::<Scenario>()));
    let ordered = [
        of::<Machine>(),
        of::<VmKnobs>(),
        of::<Zone>(),
        of::<Resident>(),
        of::<Device>(),
        of::<DeviceFigures>(),
        of::<FlashFigures>(),
        of::<Filesystem>(),
        of::<Swap>(),
        of::<Workload>(),
        of::<Lane>(),
        of::<Intervention>(),
    ];
    let definitions = schema.get_mut("$defs").and_then(Value::as_object_mut);
    for (name, definition) in definitions.into_iter().flatten() {
        let fields = ordered.iter().find(|(of, _)| of == name);
        order(definition, fields.map(|(_, fields)| *fields));
        let branches = definition.get_mut("oneOf").and_then(Value::as_array_mut);
        let mut programs = Program::fields_in_order().into_iter();
        for branch in branches.into_iter().flatten() {
            let fields = branch.get("properties").and_then(|_| programs.next());
            order(branch, fields);
        }
    }
}

fn of<T: JsonSchema + for<'de> Deserialize<'de>>() -> (String, &'static [&'static str]) {
    (T::schema_name().into_owned(), fields_of::<T>())
}

/// Adds notes to the fields of one object.
fn order(group: &mut Value, fields: Option<&[&str]>) {
    if let Some(properties) = group.get_mut("properties").and_then(Value::as_object_mut) {
        for (name, field) in properties {
            if let Some(field) = field.as_object_mut() {
                describe(name, field);
            }
        }
    }
    if let (Some(fields), Some(group)) = (fields, group.as_object_mut()) {
        group.insert("x-order".into(), json!(fields));
    }
}

fn describe(name: &str, field: &mut Map<String, Value>) {
    let (title, unit) = named(name);
    field.entry("title").or_insert(title.into());
    if !unit.is_empty() {
        field.insert("x-unit".into(), unit.into());
    }
    let names = match name {
        "filesystem" => "filesystems",
        "device" => "devices",
        "hardware" => "models",
        "after" => "workload",
        "kernel" => "kernels",
        "mechanism" | "mechanisms" => "mechanisms",
        _ => return,
    };
    field.insert("x-of".into(), names.into());
}

/// Units, by the end of a field's name.
const UNITS: [(&str, &str); 14] = [
    ("hz", "Hz"),
    ("_kb_per_s", "kB/s"),
    ("_per_mille", "‰"),
    ("_per_s", "per second"),
    ("_percent", "%"),
    ("_centisecs", "1/100 s"),
    ("_kbytes", "kB"),
    ("_bytes", "bytes"),
    ("pages", "pages"),
    ("_kb", "kB"),
    ("_mib", "MiB"),
    ("_us", "µs"),
    ("_ms", "ms"),
    ("_ns", "ns"),
];

/// Kernel settings with their units. Their titles are the kernel's names.
const KERNEL_NAMES: [(&str, &str); 12] = [
    ("dirty_ratio", "%"),
    ("dirty_background_ratio", "%"),
    ("dirty_bytes", "bytes"),
    ("dirty_background_bytes", "bytes"),
    ("dirty_expire_centisecs", "1/100 s"),
    ("dirty_writeback_centisecs", "1/100 s"),
    ("min_free_kbytes", "kB"),
    ("swappiness", ""),
    ("page_cluster", ""),
    ("read_ahead_kb", "kB"),
    ("nr_requests", ""),
    ("lowmem_reserve_ratio", ""),
];

/// Titles of fields for which the rule of [`named`] gives no readable title.
const TITLES: [(&str, &str); 37] = [
    ("cpus", "CPUs"),
    ("vm", "vm.* knobs: dirty limits, watermarks"),
    ("swap", "Swap area"),
    ("workload", "Programs"),
    ("interventions", "Switched during the run"),
    ("cpu_ms", "CPU time"),
    ("cpu_speed_percent", "CPU speed"),
    ("copy_speed_percent", "Memory copy speed"),
    ("earlier_writes_percent", "Share of earlier writes"),
    ("size_kb", "Memory"),
    ("anon_kb", "Anonymous memory"),
    ("link_anon_kb", "Anonymous memory of the linker"),
    ("anon_pages", "Anonymous pages"),
    ("at_ns", "Time"),
    ("until_ms", "End of the run"),
    ("rpm", "Rotations per minute"),
    ("ncq_depth", "NCQ depth"),
    ("every_ms", "Interval"),
    ("hold_ms", "Time open"),
    ("run_ms", "Duration"),
    ("requests_per_s", "Requests"),
    ("on", "Switched on"),
    ("read_kb_per_s", "Read rate"),
    ("write_kb_per_s", "Write rate"),
    ("copy_kb_per_s", "Copy rate"),
    ("write_cache_kb_per_s", "Write cache rate"),
    ("open_units_random", "Open units for random writes"),
    ("seek_min_us", "Shortest seek"),
    ("seek_max_us", "Longest seek"),
    ("stall_per_mille", "Writes that stall"),
    ("stall_us", "Stall duration"),
    ("small_write_kb", "Small write"),
    ("small_write_extra_us", "Extra cost of a small write"),
    ("mkfs_kb", "Written by mkfs"),
    ("fsync_kb", "fsync() after"),
    ("write_bytes", "Size of a write"),
    ("touched_percent", "Touched pages"),
];

/// Derives the title and the unit of a field from its name.
fn named(name: &str) -> (String, &'static str) {
    let known = |table: &'static [(&str, &'static str)]| {
        let found = table.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    };
    if let Some(unit) = known(&KERNEL_NAMES) {
        return (name.to_owned(), unit);
    }
    let ended = UNITS.iter().find(|(end, _)| name.ends_with(end));
    let unit = ended.map_or("", |(_, unit)| *unit);
    if let Some(title) = known(&TITLES) {
        return (title.to_owned(), unit);
    }
    let mut words = match ended {
        // "Pages" stays in the title, because it says what is counted and is not only a unit.
        Some((end, unit)) if *unit != "pages" => &name[..name.len() - end.len()],
        _ => name,
    }
    .replace('_', " ");
    if unit == "kB" && !words.contains(' ') {
        words.push_str(" size");
    }
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    (words, unit)
}
