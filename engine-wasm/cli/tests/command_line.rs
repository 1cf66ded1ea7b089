//! The command as people and scripts use it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn reclaim(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_reclaim"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input");
    // A command that does not read its input closes the pipe early.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

/// Returns the output of a command that must succeed.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = reclaim(arguments, input);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaints}");
    assert_eq!(
        complaints, "",
        "nothing but results is printed where there is no terminal"
    );
    String::from_utf8(output.stdout).expect("text")
}

/// Checks that a command refuses its input: exit code 2, an empty standard output, and these words in its messages.
fn refused(arguments: &[&str], input: &str, words: &[&str]) {
    let output = reclaim(arguments, input);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaints}");
    assert!(output.stdout.is_empty());
    for word in words {
        assert!(
            complaints.contains(word),
            "{word:?} is not in: {complaints}"
        );
    }
}

/// Returns the document of a small machine whose run takes only a moment.
fn small(change: impl FnOnce(&mut Value)) -> String {
    let mut document = serde_json::json!({
        "version": 1,
        "title": "A small copy",
        "machine": { "cpus": 1, "zones": [
            { "name": "DMA", "present_pages": 3900 },
            { "name": "DMA32", "present_pages": 12000 }
        ] },
        "devices": [{ "name": "sda", "hardware": "sata_2010" }],
        "filesystems": [{ "name": "/", "kind": "xfs", "device": "sda" }],
        "workload": [{ "name": "dd", "run":
            { "program": "write_file", "filesystem": "/", "file_kb": 20_000, "call_kb": 32 } }],
        "kernel": "3.0"
    });
    change(&mut document);
    document.to_string()
}

fn unchanged(_: &mut Value) {}

#[test]
fn bad_input_ends_with_2_and_names_field_and_mend() {
    let zero = small(|d| d["machine"]["zones"][0]["present_pages"] = 0.into());
    refused(
        &["run", "-"],
        &zero,
        &[
            "machine.zones[0].present_pages",
            "has no pages",
            "at least 1",
        ],
    );
    let tebibyte = small(|d| d["machine"]["zones"][1]["present_pages"] = 268_435_456.into());
    refused(
        &["run", "-"],
        &tebibyte,
        &["machine.zones[1].present_pages", "64 GiB"],
    );
    let preset = small(|d| d["kernel"] = "3.0-per-zone".into());
    refused(
        &["check", "-"],
        &preset,
        &["kernel", "Did you mean `3.0-per-zone-dirty`"],
    );
    refused(
        &["run", "-", "--on", "per_zone_dirty"],
        &small(unchanged),
        &["mechanisms.per_zone_dirty", "Switch `gfp_write` on too"],
    );
    refused(
        &["compare", "-", "--b-off", "wait_iff_congestd"],
        &small(unchanged),
        &["B: mechanisms.wait_iff_congestd", "`wait_iff_congested`"],
    );
    refused(
        &["run", "-"],
        "{ \"version\": 1,",
        &["document", "not JSON", "line 1"],
    );
    refused(
        &["run", "-"],
        &small(|d| d["version"] = 2.into()),
        &["version", "reads version 1"],
    );
    refused(
        &["run", "-", "--until", "soon"],
        "",
        &["not a number of seconds"],
    );
    refused(
        &["run", "-", "--scale", "3"],
        &small(unchanged),
        &["scale", "64 MiB"],
    );
    let scaled = small(|d| d["scale"] = 3.into());
    refused(&["check", "-"], &scaled, &["scale", "64 MiB"]);
    refused(
        &["compare", "-"],
        &small(unchanged),
        &["nothing to compare with"],
    );
}

#[test]
fn a_source_that_is_not_there_is_named() {
    refused(
        &["run", "weiner"],
        "",
        &["no gallery scenario `weiner`", "weiner-usb"],
    );
    refused(&["run", "/"], "", &["cannot be read"]);
    let link = printed(&["show", "weiner-usb", "--seed", "9", "--link"], "");
    refused(
        &["check", &link.trim()[..link.len() - 4]],
        "",
        &["link", "truncated or altered"],
    );
}

#[test]
fn every_source_gives_the_same_scenario() {
    let document = printed(&["show", "weiner-usb", "--seed", "9"], "");
    assert_eq!(printed(&["show", "-"], &document), document);
    let link = printed(&["show", "-", "--link"], &document);
    assert!(link.starts_with("~weiner-usb~"), "{link}");
    assert_eq!(printed(&["show", link.trim()], ""), document);
    // The command ignores the view in a link.
    let by_hand = "weiner-usb~t=20s~pin=b:Normal/7~seed=9";
    assert_eq!(printed(&["show", by_hand], ""), document);
    let saved = format!(r#"{{"scenario": {document}, "view": {{"at_ns": 5}}}}"#);
    assert_eq!(printed(&["show", "-"], &saved), document);
    let address = format!("https://lab.example/#{link}");
    assert_eq!(printed(&["show", &address], ""), document);
    let file = std::env::temp_dir().join(format!("reclaim-test-{}.json", std::process::id()));
    std::fs::write(&file, &document).expect("a file for the test");
    let name = file.to_str().expect("a name").to_owned();
    assert_eq!(printed(&["show", &name], ""), document);
    assert!(printed(&["check", &name], "").contains("Valid"));
    std::fs::remove_file(&file).expect("the file of the test");
}

#[test]
fn names_and_types_are_listed() {
    let all = printed(&["list"], "");
    for word in [
        "weiner-usb",
        "3.0-per-zone-dirty",
        "instant_free",
        "usb_stick_weiner",
        "device:DEVICE:copying_seconds",
    ] {
        assert!(all.contains(word), "{word}");
    }
    let kernels: Value =
        serde_json::from_str(&printed(&["list", "kernels", "--format", "json"], "")).expect("JSON");
    assert!(
        kernels["kernels"]
            .as_array()
            .is_some_and(|kernels| kernels.len() > 5)
    );
    let schema: Value = serde_json::from_str(&printed(&["schema"], "")).expect("JSON");
    assert_eq!(schema["title"], "Scenario");
    assert!(printed(&["schema", "--typescript"], "").contains("export type Scenario ="));
    let machines = printed(&["schema", "--typescript", "machines"], "");
    assert!(machines.contains("export type CounterName ="));
}

#[test]
fn a_run_prints_in_every_form() {
    let document = small(unchanged);
    let run = |format: &str| printed(&["run", "-", "--format", format], &document);
    assert!(run("text").contains("elapsed_seconds"));
    let json: Value = serde_json::from_str(&run("json")).expect("JSON");
    let written = json["report"]["counters"]["nr_dirtied"].as_u64();
    assert_eq!(written, Some(5_000));
    assert!(run("csv").contains("\nnr_dirtied,5000\n"));
    assert!(run("vmstat").contains("\nnr_dirtied 5000\n"));
    assert_eq!(run("pageouts"), "Reclaim wrote no file pages.\n");
    // The same document gives the same run every time.
    assert_eq!(run("json"), run("json"));
}

#[test]
fn samples_come_at_the_interval() {
    let document = small(unchanged);
    let arguments = [
        "run",
        "-",
        "--interval",
        "10",
        "--until",
        "0.05",
        "--format",
    ];
    let with = |format| printed(&[&arguments[..], &[format]].concat(), &document);
    let json: Value = serde_json::from_str(&with("json")).expect("JSON");
    let times: Vec<u64> = json["series"]
        .as_array()
        .expect("a series")
        .iter()
        .filter_map(|sample| sample["elapsed_ns"].as_u64())
        .collect();
    assert!(times.is_sorted() && times.len() >= 2, "{times:?}");
    assert!(with("csv").lines().count() >= 3);
}

#[test]
fn two_kernels_are_set_side_by_side() {
    let document = small(unchanged);
    let table = printed(
        &["compare", "-", "--b-kernel", "3.2", "--seeds", "2"],
        &document,
    );
    assert!(table.contains("B  3.2\n"), "{table}");
    assert!(
        table.contains("Median (min..max) of seeds 0 to 1"),
        "{table}"
    );
    let head = table
        .lines()
        .find(|line| line.contains("difference"))
        .expect("a head");
    assert_eq!(
        head.split_whitespace().collect::<Vec<_>>(),
        ["A", "B", "difference", "ratio"]
    );
    let csv = printed(
        &["compare", "-", "--b-kernel", "3.2", "--format", "csv"],
        &document,
    );
    assert!(
        csv.contains("\nnr_dirtied,5000,5000,5000,5000,5000,5000,0,1.000000,5000,5000\n"),
        "{csv}"
    );
    let json = printed(
        &["compare", "-", "--b-kernel", "3.2", "--format", "json"],
        &document,
    );
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["b"]["scenario"]["kernel"], "3.2");
    assert_eq!(json["a"]["reports"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_state_at_each_first_write_is_printed_as_posted() {
    let states = printed(
        &[
            "run",
            "weiner-2zone",
            "--until",
            "40",
            "--format",
            "pageouts",
        ],
        "",
    );
    let first = states.lines().next().expect("a line");
    let words: Vec<&str> = first.split(' ').filter(|word| !word.is_empty()).collect();
    let at = words
        .iter()
        .position(|word| *word == "reclaim:")
        .expect("the word");
    assert_eq!(words[at + 1..at + 3], ["xfs_vm_writepage", "zone=DMA"]);
    let zone = |name: &str| -> u64 {
        let word = words
            .iter()
            .find_map(|word| word.strip_prefix(name))
            .expect(name);
        let of_zone = word
            .trim_start_matches('=')
            .split('(')
            .next()
            .expect("a number");
        of_zone.parse().expect("a number")
    };
    // When reclaim reaches the DMA zone, nearly all of its inactive pages are dirty.
    assert!(10 * zone("dirty") > 9 * zone("inactive"), "{first}");
}

#[test]
fn every_name_of_vmstat_is_compared_as_posted() {
    let document = small(|scenario| {
        scenario["against"] = serde_json::json!({ "kernel": "3.2" });
    });
    let table = printed(&["compare", "-", "--format", "vmstat"], &document);
    let row = |name: &str| -> Vec<String> {
        let line = table
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")));
        line.expect(name)
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(row("TITLE"), ["TITLE", "OLD", "NEW", "DIFF", "(RATIO)"]);
    assert_eq!(
        row("nr_dirtied"),
        ["nr_dirtied", "5,000", "5,000", "0", "(100.00)"]
    );
    assert_eq!(row("allocstall"), ["allocstall", "0", "0", "0", "(100.00)"]);
    // The last two pages are still in a pagevec.
    assert_eq!(row("nr_inactive_file")[1], "4,998");
}
