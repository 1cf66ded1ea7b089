//! `reclaim reproduce` as scripts use it.

use std::process::{Command, Output};

use serde_json::Value;

fn reproduce(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reclaim"))
        .arg("reproduce")
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = reproduce(arguments);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaints}");
    assert_eq!(complaints, "");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn runs_that_are_done_are_not_repeated() {
    let file = std::env::temp_dir().join(format!("reclaim-reproduce-{}", std::process::id()));
    let name = file.to_str().expect("a name");
    let chosen = [
        "--posting",
        "weiner",
        "--table",
        "perf counters dd fuse-ntfs",
        "--quick",
        "--resume",
        name,
    ];
    let first = printed(&chosen);
    let done = std::fs::read_to_string(&file).expect("the file of runs");
    // One line for the program, and one for the run on each kernel.
    assert_eq!(done.lines().count(), 3);
    assert_eq!(printed(&chosen), first);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), done);

    let json = printed(&[&chosen[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let rows = json["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 12);
    let writes = rows
        .iter()
        .find(|row| row["metric"] == "nr_vmscan_write, a run")
        .expect("a row");
    // The posting gives the sum of six runs, 667,839.
    assert_eq!(writes["published"]["old"], 111_306.5);
    assert!(writes["computed"]["old"].is_f64());
    let csv = printed(&[&chosen[..], &["--format", "csv"]].concat());
    assert_eq!(csv.lines().count(), 13);

    std::fs::write(&file, "{\"program\":\"another\"}\n").expect("the file");
    let output = reproduce(&chosen);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another file for --resume"));
    std::fs::remove_file(&file).expect("the file");
}

#[test]
fn a_row_that_is_not_modelled_says_why() {
    let text = printed(&["--posting", "hansen", "--table", "test2 text"]);
    assert!(
        text.contains("not modelled: A change of 6 % in one run may be noise"),
        "{text}"
    );
    let output = reproduce(&["--posting", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gorman-2011"));
}
