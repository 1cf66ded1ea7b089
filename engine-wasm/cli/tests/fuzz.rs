//! `reclaim fuzz` as people and scripts use it.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn fuzz(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reclaim"))
        .arg("fuzz")
        .args(arguments)
        .output()
        .expect("the command ends")
}

fn regression(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../trials/tests/regressions");
    folder.join(name).display().to_string()
}

#[test]
fn so_many_seeds_are_run_and_counted() {
    let output = fuzz(&[
        "--seed",
        "7",
        "--count",
        "12",
        "--threads",
        "2",
        "--format",
        "json",
    ]);
    assert!(output.status.success(), "{output:?}");
    assert!(
        output.stderr.is_empty(),
        "nothing but results is printed where there is no terminal"
    );
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["first_seed"], 7);
    assert_eq!(document["outcome"]["scenarios"], 12);
    assert_eq!(document["faults"], Value::Array(Vec::new()));
    let again = fuzz(&[
        "--seed",
        "7",
        "--count",
        "12",
        "--threads",
        "1",
        "--format",
        "json",
    ]);
    let again: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(
        again["outcome"], document["outcome"],
        "threads change nothing"
    );
}

#[test]
fn a_summary_for_people_names_what_was_run() {
    let output = fuzz(&["--count", "3"]);
    let text = String::from_utf8(output.stdout).expect("text");
    for name in [
        "scenarios",
        "events",
        "machines with OOM kills",
        "runs cut short",
        "faults",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
}

#[test]
fn a_file_is_looked_at_instead_of_random_ones() {
    let output = fuzz(&[&regression("sleeps-with-its-own-write.json")]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("No faults: "), "{text}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, word) in [
        (&["--count", "0"][..], "count"),
        (&["--seed", "9007199254740992"], "seed"),
        (&["no-such-scenario"], "no-such-scenario"),
        (&["weiner-usb", "--count", "3"], "cannot be used with"),
    ] {
        let output = fuzz(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(word), "{complaint}");
    }
}
