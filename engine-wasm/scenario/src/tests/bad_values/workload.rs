//! Invalid workloads, and workloads that never end.

use serde_json::json;

use super::super::{changed, expect, problems, refuses};

#[test]
fn a_workload_on_a_filesystem_that_is_not_there_is_refused() {
    let field = "workload[0].run.filesystem";
    refuses(
        "/workload/0/run/filesystem",
        json!("/dta"),
        field,
        &["`/dta`", "`/data`"],
    );
}

#[test]
fn a_run_without_end_is_refused() {
    refuses(
        "/workload/0/awaited",
        json!(false),
        "workload",
        &["never end", "`until_ms`"],
    );
}

/// Returns an entry with daemons, which run as long as the other programs.
fn daemons(field: &str, value: serde_json::Value) -> serde_json::Value {
    let mut run = json!({ "program": "userland", "filesystem": "/data", "anon_kb": 4_000, "file_kb": 4_000,
        "tasks": 4, "every_ms": 1_000, "touched_percent": 10 });
    run[field] = value;
    json!({ "name": "daemons", "run": run })
}

#[test]
fn daemons_without_anything_or_without_end_are_refused() {
    let with = |entry: serde_json::Value| {
        let dd = json!({ "name": "dd", "run": { "program": "write_file", "filesystem": "/data",
            "file_kb": 4_096, "call_kb": 32 } });
        changed("/workload", Some(json!([dd, entry])))
    };
    let sound = with(daemons("tasks", json!(4)));
    assert!(crate::parse(&sound, &super::super::catalogue()).is_ok());
    for (field, value, at, words) in [
        ("tasks", json!(0), "tasks", "at least 1"),
        ("every_ms", json!(0), "every_ms", "at least 1"),
        (
            "touched_percent",
            json!(101),
            "touched_percent",
            "at most 100",
        ),
        ("anon_kb", json!(12), "anon_kb", "at least 16"),
        ("anon_kb", json!(600_000), "anon_kb", "do not fit"),
        ("filesystem", json!("/dta"), "filesystem", "`/data`"),
    ] {
        let found = problems(&with(daemons(field, value)));
        assert_eq!(found.len(), 1, "{found:?}");
        expect(&found[0], &format!("workload[1].run.{at}"), &[words]);
    }
    let mut nothing = daemons("anon_kb", json!(0));
    nothing["run"]["file_kb"] = json!(0);
    let found = problems(&with(nothing));
    expect(
        &found[0],
        "workload[1].run.anon_kb",
        &["neither", "Set `anon_kb`"],
    );
    let alone = changed("/workload", Some(json!([daemons("tasks", json!(4))])));
    let found = problems(&alone);
    expect(
        &found[0],
        "workload",
        &["never end", "Add a program that ends"],
    );
}

#[test]
fn waiting_for_what_never_ends_is_refused() {
    let entry = |name: &str, after: &str| {
        json!({ "name": name, "after": after, "run":
        { "program": "anon_hog", "size_kb": 4_096, "pause_ms": 1, "run_ms": 1 } })
    };
    let first = json!({ "name": "first", "run":
        { "program": "anon_hog", "size_kb": 4_096, "pause_ms": 1, "run_ms": 1 } });
    let endless = json!([first, daemons("tasks", json!(4)), entry("hog", "daemons")]);
    refuses(
        "/workload",
        endless,
        "workload[2].after",
        &["`daemons` never ends", "remove `after`"],
    );
    let circle = json!([first, entry("a", "c"), entry("b", "a"), entry("c", "b")]);
    let found = problems(&changed("/workload", Some(circle)));
    assert_eq!(found.len(), 3);
    expect(
        &found[0],
        "workload[1].after",
        &["`a` would wait", "waits for it", "remove `after`"],
    );
}

#[test]
fn orders_of_calls_that_exclude_each_other_are_refused() {
    let run = json!({ "program": "write_file", "filesystem": "/data", "file_kb": 4_096, "call_kb": 32,
        "random": true, "streams": 2 });
    let words = ["not both", "Remove `random` or `streams`"];
    refuses("/workload/0/run", run, "workload[0].run.streams", &words);
    let field = "workload[0].run.file";
    refuses("/workload/0/run/file", json!(""), field, &["empty"]);
}
