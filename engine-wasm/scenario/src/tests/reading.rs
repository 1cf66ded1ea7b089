//! Texts that are not documents, or are documents of another shape.

use serde_json::json;

use super::super::{GALLERY, Scenario, json_schema, read, read_written, typescript, write};
use super::{SOUND, changed, expect, problems, refuses, sound};

#[test]
fn a_file_that_was_saved_with_its_view_is_read_too() {
    let file = format!(r#"{{ "scenario": {SOUND}, "view": {{ "at_ns": 5 }} }}"#);
    assert_eq!(read(&file), Ok(sound()));
    assert!(read(r#"{ "scenario": { "scenario": {} } }"#).is_err());
}

#[test]
fn a_sound_document_is_read_and_written_back() {
    let scenario = sound();
    assert_eq!(scenario.scale, 1);
    assert_eq!(scenario.machine.hz, 250);
    assert_eq!(read(&write(&scenario)).unwrap(), scenario);
}

#[test]
fn malformed_json_is_named_with_its_place() {
    let found = problems("{\n  \"version\": 1,\n  \"title\" \"x\"\n}");
    assert_eq!(found.len(), 1);
    expect(&found[0], "document", &["not JSON", "line 3", "column 11"]);
    expect(&problems("")[0], "document", &["not JSON"]);
    expect(&problems("[]")[0], "document", &["object"]);
    expect(
        &problems(&"[".repeat(5_000))[0],
        "document",
        &["not JSON", "recursion"],
    );
    for cut in 0..SOUND.len() {
        assert!(!problems(&SOUND[..cut]).is_empty());
    }
}

#[test]
fn a_huge_text_is_not_even_looked_at() {
    let text = " ".repeat((1 << 20) + 1);
    expect(
        &problems(&text)[0],
        "document",
        &["1,048,577", "at most 1,048,576 (1 MiB)"],
    );
}

#[test]
fn another_version_says_which_one_is_read() {
    for (value, word) in [
        (json!(2), "Version 2"),
        (json!(0), "Version 0"),
        (json!(1.5), "1.5"),
        (json!("1"), "not a number"),
        (json!(null), "not a number"),
    ] {
        refuses("/version", value, "version", &[word, "reads version 1"]);
    }
    expect(
        &problems(&changed("/version", None))[0],
        "version",
        &["missing", "\"version\": 1"],
    );
}

#[test]
fn an_unknown_field_names_the_nearest() {
    let name = "machine.zones[0].present_page";
    refuses(
        "/machine/zones/0/present_page",
        json!(1),
        name,
        &["no field", "`present_pages`"],
    );
    refuses(
        "/colour",
        json!("red"),
        "colour",
        &["no field", "The fields here are", "kernel"],
    );
    let tag = "workload[0].run.file_kib";
    refuses(
        "/workload/0/run/file_kib",
        json!(1),
        tag,
        &["no field", "`file_kb`"],
    );
}

#[test]
fn every_problem_is_told_at_once() {
    let text = r#"{
        "version": 1, "title": 5, "sead": 1, "devices": [],
        "machine": { "cpus": "two", "zones": [{ "name": "DMA", "present_pages": -4 }] },
        "filesystems": [{ "name": "/", "kind": "ext5", "device": "sda" }],
        "workload": [{ "name": "dd", "run": { "program": "write_files" } }]
    }"#;
    let found = problems(text);
    let fields: Vec<&str> = found.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "filesystems[0].kind",
            "machine.cpus",
            "machine.zones[0].present_pages",
            "sead",
            "title",
            "workload[0].run.program",
            "kernel",
        ]
    );
    expect(
        &found[0],
        "filesystems[0].kind",
        &["`ext5`", "`ext2`, `ext3` or `ext4`"],
    );
    expect(
        &found[1],
        "machine.cpus",
        &["`two`", "a whole number", "Number of CPUs."],
    );
    expect(
        &found[2],
        "machine.zones[0].present_pages",
        &["-4 is not between 1 and 16,777,216"],
    );
    expect(&found[3], "sead", &["`seed`"]);
    expect(&found[4], "title", &["`5`", "text in quotation marks"]);
    expect(
        &found[5],
        "workload[0].run.program",
        &["`write_files`", "`write_file`"],
    );
    expect(&found[6], "kernel", &["missing", "`3.0`"]);
}

#[test]
fn values_of_another_kind_are_told_with_what_belongs_there() {
    let figures = "devices[0].hardware";
    refuses(
        "/devices/0/hardware",
        json!(7),
        figures,
        &["`7`", "text", "object"],
    );
    let capacity = changed(
        "/devices/0/hardware",
        Some(json!({ "read_kb_per_s": 1, "write_kb_per_s": 1 })),
    );
    expect(
        &problems(&capacity)[0],
        "devices[0].hardware.capacity_mib",
        &["missing", "Capacity, MiB."],
    );
    refuses(
        "/machine/cpus",
        json!(1.5),
        "machine.cpus",
        &["`1.5`", "a whole number"],
    );
    refuses(
        "/machine/cpus",
        json!(4_294_967_296_u64),
        "machine.cpus",
        &["between 1 and 64"],
    );
    refuses(
        "/vm",
        json!({ "swappiness": "low" }),
        "vm.swappiness",
        &["`low`", "whole number"],
    );
    refuses("/swap", json!([]), "swap", &["a list", "object"]);
    refuses(
        "/workload/0/run",
        json!("dd"),
        "workload[0].run",
        &["`dd`", "`program`"],
    );
    refuses(
        "/workload/0/run",
        json!({}),
        "workload[0].run.program",
        &["missing", "`fs_mark`"],
    );
    refuses(
        "/mechanisms",
        json!({ "gfp_write": 1 }),
        "mechanisms.gfp_write",
        &["`true` or"],
    );
    refuses(
        "/workload/0/run",
        json!({ "program": "take_blocks", "order": 300, "held": 1, "requests_per_s": 1, "run_ms": 1 }),
        "workload[0].run.order",
        &["300 is not between 0 and 10", "from 0 to 10"],
    );
    refuses(
        "/machine/cpus",
        json!(-3),
        "machine.cpus",
        &["-3 is not between 1 and 64", "from 1 to 64"],
    );
    refuses(
        "/machine/hz",
        json!(-1),
        "machine.hz",
        &["-1 is not one of 100, 250, 300, 1000"],
    );
}

#[test]
fn a_field_that_stands_twice_is_noticed() {
    let text = SOUND.replace("\"seed\": 1", "\"seed\": 1, \"seed\": 2");
    expect(&problems(&text)[0], "seed", &["Field `seed` is set twice"]);
    let text = SOUND.replace("\"call_kb\": 32", "\"call_kb\": 32, \"call_kb\": 2");
    expect(
        &problems(&text)[0],
        "workload[0].run.call_kb",
        &["Field `call_kb` is set twice"],
    );
}

#[test]
fn what_people_wrote_does_not_garble_the_sentence() {
    let found = problems(&changed("/kernel", Some(json!("\u{1b}[31mred".repeat(40)))));
    assert!(found[0].problem.chars().count() < 120, "{}", found[0]);
    assert!(!found[0].problem.contains('\u{1b}'));
}

#[test]
fn schema_and_typescript_cover_the_types() {
    let schema = json_schema();
    assert_eq!(schema.pointer("/title").unwrap(), "Scenario");
    assert!(schema.pointer("/$defs/DeviceFigures").is_some());
    let module = typescript();
    for name in [
        "Scenario",
        "Machine",
        "Program",
        "Hardware",
        "Problem",
        "Spread",
        "Intervention",
    ] {
        assert_eq!(
            module.matches(&format!("export type {name} =")).count(),
            1,
            "{name}"
        );
    }
    assert!(!module.contains("bigint"));
    let scenario: Scenario = sound();
    assert!(jsonlike(&serde_json::to_value(scenario).unwrap()));
}

/// Returns whether a document contains no `null`: in links, `null` means "remove".
fn jsonlike(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Null => false,
        serde_json::Value::Array(items) => items.iter().all(jsonlike),
        serde_json::Value::Object(fields) => fields.values().all(jsonlike),
        _ => true,
    }
}

#[test]
fn what_a_program_wrote_is_read_to_the_same_scenario_and_nothing_else_is() {
    for entry in GALLERY {
        let scenario = entry.scenario().expect("in the gallery");
        assert_eq!(read(entry.json).as_ref(), Ok(&scenario), "{}", entry.id);
        assert_eq!(read_written(&write(&scenario)), Ok(scenario));
    }
    for (pointer, value, named) in [
        ("/seed", Some(json!(-1)), "`seed`"),
        ("/machine/cpus", Some(json!("two")), "`machine.cpus`"),
        ("/machine/cpus", None, "missing field `machine.cpus`"),
        (
            "/machine/cpu",
            Some(json!(2)),
            "unknown field `machine.cpu`",
        ),
        (
            "/devices/0/hardware",
            Some(json!({ "read_kb_per_s": 1 })),
            "missing field `devices.hardware.write_kb_per_s`",
        ),
        ("/devices/0/hardware", Some(json!(7)), "`devices.hardware`"),
        (
            "/workload/0/run/program",
            Some(json!("sleep")),
            "`workload.run`",
        ),
        ("/workload/0/run/program", None, "`workload.run.program`"),
        (
            "/workload/0/run/file_kb",
            None,
            "missing field `workload.run.file_kb`",
        ),
        (
            "/workload/0/run/files",
            Some(json!(1)),
            "unknown field `workload.run.files`",
        ),
        (
            "/workload/0/run",
            Some(json!("write_file")),
            "`workload.run`",
        ),
        (
            "/filesystems/0/kind",
            Some(json!({ "kind": "ext4" })),
            "`filesystems.kind",
        ),
        ("/machine", Some(json!([2, 250, [], {}])), "`machine`"),
    ] {
        let problems = read_written(&changed(pointer, value)).expect_err(pointer);
        assert!(
            problems[0].problem.contains(named),
            "{pointer}: {}",
            problems[0]
        );
    }
    let long = " ".repeat(1 << 20) + SOUND;
    let problems = read_written(&long).expect_err("long");
    assert!(problems[0].to_string().contains("1 MiB"), "{}", problems[0]);
}
