//! The schema allows the same values as the checks, and has the additional keywords that a form needs.

use serde_json::{Value, json};

use super::super::json_schema;
use super::super::problem::grouped;
use super::{SOUND, changed, problems};

fn properties(definition: &str) -> serde_json::Map<String, Value> {
    let pointer = format!("{definition}/properties");
    let schema = json_schema();
    let found = schema.pointer(&pointer).and_then(Value::as_object);
    found.unwrap_or_else(|| panic!("{pointer}")).clone()
}

/// Returns the fields of a definition that have a `maximum` in the schema, with that maximum.
fn limited(definition: &str) -> Vec<(String, u64)> {
    let fields = properties(definition).into_iter();
    let most = |field: &Value| field["maximum"].as_u64();
    fields
        .filter_map(|(name, field)| Some((name, most(&field)?)))
        .collect()
}

#[test]
fn the_greatest_value_of_the_schema_is_that_of_the_checks() {
    let figures = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 64,
        "flash": { "allocation_unit_kb": 4, "open_units": 1, "copy_kb_per_s": 1 } });
    let mut looked = 0;
    for (definition, pointer, group) in [
        ("", "", None),
        ("/$defs/VmKnobs", "/vm", Some(json!({}))),
        ("/$defs/Machine", "/machine", None),
        ("/$defs/Zone", "/machine/zones/0", None),
        ("/$defs/DeviceFigures", "/devices/0/hardware", Some(figures)),
        ("/$defs/Workload", "/workload/0", None),
        ("/$defs/Program/oneOf/0", "/workload/0/run", None),
    ] {
        for (name, most) in limited(definition) {
            let mut document: Value = serde_json::from_str(SOUND).unwrap();
            if let Some(group) = &group {
                document = serde_json::from_str(&changed(pointer, Some(group.clone()))).unwrap();
            }
            document.pointer_mut(pointer).unwrap()[name.as_str()] = json!(most + 1);
            let path = format!("{pointer}/{name}").replace("/0", "[0]");
            let field = path.trim_start_matches('/').replace('/', ".");
            let found = problems(&document.to_string());
            // `kernel_pages` is limited by the pages of its zone, not by the maximum of the schema.
            let told = found.iter().any(|it| {
                it.field == field && (it.fix.contains(&grouped(most)) || name == "kernel_pages")
            });
            assert!(told, "{field} {most}: {found:?}");
            looked += 1;
        }
    }
    assert!(looked > 40, "{looked}");
}

#[test]
fn fields_have_titles_units_and_their_order() {
    let schema = json_schema();
    assert_eq!(schema["x-order"][0], "version");
    assert_eq!(
        schema["$defs"]["Zone"]["x-order"],
        json!([
            "name",
            "present_pages",
            "lowmem_reserve_ratio",
            "kernel_pages"
        ])
    );
    let writer = &schema["$defs"]["Program"]["oneOf"][0];
    assert_eq!(writer["properties"]["program"]["const"], "write_file");
    assert_eq!(
        [&writer["x-order"][0], &writer["x-order"][1]],
        ["filesystem", "file"]
    );
    let field = |definition: &str, name: &str| properties(definition)[name].clone();
    let speed = field("/$defs/Machine", "cpu_speed_percent");
    assert_eq!([&speed["title"], &speed["x-unit"]], ["CPU speed", "%"]);
    assert_eq!(speed["default"], 100);
    let ratio = field("/$defs/VmKnobs", "dirty_ratio");
    assert_eq!([&ratio["title"], &ratio["x-unit"]], ["dirty_ratio", "%"]);
    assert_eq!(field("/$defs/Swap", "device")["x-of"], "devices");
}

#[test]
fn every_required_number_has_a_value_to_begin_with() {
    let schema = json_schema();
    let definitions = schema["$defs"].as_object().unwrap();
    let programs = schema["$defs"]["Program"]["oneOf"].as_array().unwrap();
    for group in definitions.values().chain(programs) {
        for name in group["required"].as_array().into_iter().flatten() {
            let field = &group["properties"][name.as_str().unwrap()];
            if field["type"] == "integer" {
                assert!(field["examples"][0].is_u64(), "{name} of {group}");
            }
        }
    }
}
