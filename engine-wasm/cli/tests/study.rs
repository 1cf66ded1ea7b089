//! `reclaim study` and `reclaim smallest` as people and scripts use them.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn reclaim(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reclaim"))
        .args(arguments)
        .output()
        .expect("the command runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = reclaim(arguments);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{complaints}");
    String::from_utf8(output.stdout).expect("text")
}

/// Writes a study of the gallery's smallest machine to a new file, and returns the path.
fn file(name: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut study = json!({
        "version": 1,
        "title": "A small study",
        "base": { "gallery": "teaching-machine" },
        "factors": [
            { "vary": "field", "path": "until_ms", "values": [100, 200, "long"] },
            { "vary": "mechanism", "id": "no_direct_fs_writeback" },
        ],
        "design": { "kind": "grid" },
        "measures": ["counter:pgscan_kswapd", "ratio:counter:pgscan_kswapd"],
        "seeds": 2,
    });
    change(&mut study);
    let path = std::env::temp_dir().join(format!("reclaim-{}-{name}.json", std::process::id()));
    std::fs::write(&path, study.to_string()).expect("the study is written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn a_study_gives_a_line_for_each_combination_and_says_what_is_impossible() {
    let study = file("table", |_| {});
    let csv = printed(&["study", &study, "--format", "csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5, "{csv}");
    assert!(lines[0].starts_with("until_ms,no_direct_fs_writeback,counter:pgscan_kswapd,"));
    assert!(lines[1].starts_with("100,off,"), "{csv}");
    let text = printed(&["study", &study]);
    assert!(text.contains("Impossible combinations: 2"), "{text}");
    assert!(text.contains("until_ms"), "{text}");
    let json: Value =
        serde_json::from_str(&printed(&["study", &study, "--format", "json"])).expect("JSON");
    assert_eq!(json["points"].as_array().map(Vec::len), Some(4));
    assert!(
        json["points"][0]["link"]
            .as_str()
            .is_some_and(|link| link.contains("teaching"))
    );
}

#[test]
fn a_study_that_was_interrupted_continues_and_gives_the_same_bytes() {
    let study = file("resume", |_| {});
    let kept = format!("{study}.runs");
    let whole = printed(&["study", &study, "--format", "jsonl", "--jobs", "1"]);
    let kept_whole = printed(&["study", &study, "--format", "jsonl", "--resume", &kept]);
    assert_eq!(whole, kept_whole);
    let text = std::fs::read_to_string(&kept).expect("the kept runs");
    // The file then ends in the middle of a line, as if the command had been stopped.
    std::fs::write(&kept, &text[..text.len() / 2]).expect("half of them");
    assert_eq!(
        printed(&["study", &study, "--format", "jsonl", "--resume", &kept]),
        whole
    );
}

#[test]
fn a_study_with_a_mistake_is_refused_with_field_and_fix() {
    let study = file("mistake", |study| {
        study["factors"][1] = json!({ "vary": "mechanism", "id": "nothing" });
    });
    let output = reclaim(&["study", &study]);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaints.contains("factors[1].id: There is no mechanism `nothing`."),
        "{complaints}"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn parts_of_a_study_that_ran_elsewhere_give_the_same_bytes() {
    let study = file("parts", |_| {});
    let kept = format!("{study}.runs");
    let plan = |kept: &str| -> Value {
        let text = printed(&["study", &study, "--plan", "--resume", kept]);
        serde_json::from_str(&text).expect("JSON")
    };
    let first = plan(&kept);
    let build = first["build"].as_str().expect("a build");
    assert_eq!(first["runs"], 12);
    // Runs that differ only in lane or mechanisms share their start.
    assert_eq!(first["groups"].as_array().map(Vec::len), Some(4));
    let part = |numbers: &str| printed(&["study", &study, "--only", numbers, "--build", build]);
    // The order of the lines does not matter, and the first line of each part names the build.
    let lines = format!("{}{}", part("7-11"), part("0,2,4"));
    std::fs::write(&kept, lines).expect("the lines");
    let groups = plan(&kept)["groups"].clone();
    let groups: Vec<Vec<usize>> = serde_json::from_value(groups).expect("lists of runs");
    let missing: BTreeSet<usize> = groups.concat().into_iter().collect();
    assert_eq!(missing, BTreeSet::from([1, 3, 5, 6]));
    let text = std::fs::read_to_string(&kept).expect("the lines");
    std::fs::write(&kept, text + &part("1,3,5-6")).expect("the other lines");
    assert_eq!(
        printed(&["study", &study, "--resume", &kept, "--format", "json"]),
        printed(&["study", &study, "--format", "json"])
    );
}

#[test]
fn a_part_is_refused_for_another_build_and_for_runs_that_do_not_exist() {
    let study = file("refused", |_| {});
    for (arguments, sentence) in [
        (
            ["--only", "0", "--build", "0.0.1 0123"],
            "another build of reclaim",
        ),
        (["--only", "3,12", "--jobs", "1"], "`12` is not a run"),
    ] {
        let output = reclaim(&[&["study", study.as_str()], &arguments[..]].concat());
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(complaints.contains(sentence), "{complaints}");
    }
}

#[test]
fn the_smallest_machine_is_a_scenario_that_the_command_can_run() {
    let condition =
        "a:counter:mm_vmscan_writepage_direct >= 1, b:counter:mm_vmscan_writepage_direct == 0";
    let search = |tries, rest: &[&'static str]| {
        let options = ["--holds", condition, "--tries", tries];
        printed(&[&["smallest", "teaching-machine"], &options[..], rest].concat())
    };
    let document: Value = serde_json::from_str(&search("40", &[])).expect("JSON");
    let cpus = document["machine"]["cpus"].as_u64();
    assert!(cpus.is_some_and(|cpus| cpus <= 2), "{cpus:?}");
    let link = search("8", &["--format", "link"]);
    assert!(printed(&["check", link.trim()]).starts_with("Valid: Smallest machine: a:counter"));
}

#[test]
fn a_condition_that_does_not_hold_gives_its_values_and_exit_code_1() {
    for (condition, code, sentence) in [
        (
            "b:counter:nr_vmscan_write >= 500",
            1,
            "does not hold for teaching-machine itself: b:counter:nr_vmscan_write is 0, not >= 500 (seed 1).",
        ),
        (
            "counter:nothing >= 5",
            2,
            "condition, part 1: The engine has no counter `nothing`.",
        ),
    ] {
        let output = reclaim(&["smallest", "teaching-machine", "--holds", condition]);
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code));
        assert!(complaints.contains(sentence), "{complaints}");
        assert!(output.stdout.is_empty());
    }
}

/// Writes a study of all combinations of four mechanisms, with a lane B and two seeds, to a new file; returns its path.
fn ablation(name: &str, gallery: &str, until_ms: u64) -> String {
    file(name, |study| {
        study["base"] = json!({ "gallery": gallery });
        let mut factors =
            vec![json!({ "vary": "field", "path": "until_ms", "values": [until_ms] })];
        for (id, lane) in [
            ("no_direct_fs_writeback", "both"),
            ("immediate_reclaim", "a"),
            ("kswapd_fs_write_high_prio_only", "both"),
            ("workingset", "b"),
        ] {
            factors.push(json!({ "vary": "mechanism", "id": id, "lane": lane }));
        }
        study["factors"] = factors.into();
        study["design"] = json!({ "kind": "grid" });
        study["measures"] = json!([
            "counter:pgscan_kswapd",
            "b:counter:pgrotated",
            "ratio:counter:nr_vmscan_write",
            "b:peak:Normal:dirty_percent",
        ]);
    })
}

#[test]
fn runs_that_share_their_beginnings_give_the_bytes_of_independent_ones() {
    let study = ablation("sharing", "weiner-usb-small", 12_000);
    for format in ["jsonl", "json", "csv"] {
        let bytes =
            |more: &[&str]| printed(&[&["study", &study, "--format", format], more].concat());
        let alone = bytes(&["--independent"]);
        assert_eq!(bytes(&["--jobs", "1"]), alone);
        assert_eq!(bytes(&["--jobs", "5"]), alone);
        if format == "jsonl" {
            let values = alone.lines().map(|line| {
                let line: Value = serde_json::from_str(line).expect("JSON");
                line["values"].to_string()
            });
            let (runs, distinct) = (alone.lines().count(), values.collect::<BTreeSet<_>>().len());
            assert!(distinct > 2 && distinct < runs / 2, "{distinct} of {runs}");
        }
    }
}

#[test]
fn a_study_continues_with_the_other_way_of_carrying_out_runs() {
    let study = ablation("other-way", "teaching-machine", 1_000);
    let kept = format!("{study}.runs");
    let of = |more: &[&str]| {
        let resume = ["study", &study, "--format", "jsonl", "--resume", &kept];
        printed(&[&resume, more].concat())
    };
    let whole = of(&["--independent"]);
    let text = std::fs::read_to_string(&kept).expect("the kept runs");
    for part in [2, 3, 5] {
        std::fs::write(&kept, &text[..text.len() / part]).expect("a part of them");
        assert_eq!(of(&["--jobs", "2"]), whole);
    }
}

fn refusal(arguments: &[&str], code: i32) -> String {
    let output = reclaim(arguments);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{complaints}");
    assert!(output.stdout.is_empty(), "{complaints}");
    complaints
}

fn result(name: &str, change: impl FnOnce(&mut Value)) -> String {
    let study = file(name, |_| {});
    let text = printed(&["study", &study, "--format", "json"]);
    let mut result: Value = serde_json::from_str(&text).expect("JSON");
    change(&mut result);
    let path = format!("{study}.result");
    std::fs::write(&path, result.to_string()).expect("the result is written");
    path
}

#[test]
fn a_result_that_agrees_is_said_to_agree() {
    let result = result("agrees", |_| {});
    let said = printed(&["study", "--check", &result, "--sample", "3"]);
    assert_eq!(said, "3 of 12 runs were run again, and agree.\n");
    let all = printed(&["study", "--check", &result, "--sample", "100"]);
    assert_eq!(all, "12 of 12 runs were run again, and agree.\n");
}

#[test]
fn a_result_with_another_digest_or_value_differs() {
    let digest = result("digest", |result| {
        result["runs"][0]["digest"] = json!("0123456789abcdef");
    });
    let said = refusal(&["study", "--check", &digest, "--sample", "100"], 1);
    assert!(said.contains("1 of 12 runs differ:"), "{said}");
    assert!(
        said.contains("has the digest 0123456789abcdef, this engine"),
        "{said}"
    );
    let value = result("value", |result| {
        result["runs"][0]["values"]["counter:pgscan_kswapd"] = json!(7.5);
    });
    let said = refusal(&["study", "--check", &value, "--sample", "100"], 1);
    assert!(said.contains("counter:pgscan_kswapd is"), "{said}");
}

#[test]
fn a_result_of_another_engine_is_compared_and_named() {
    let other = result("engine", |result| result["engine"] = json!("0.0.9"));
    let output = reclaim(&["study", "--check", &other, "--sample", "1"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("was computed by engine 0.0.9; this is"),
        "{said}"
    );
}

#[test]
fn a_file_that_is_no_result_is_refused() {
    let study = file("no-result", |_| {});
    let said = refusal(&["study", "--check", &study], 2);
    assert!(said.contains("This is not the result of a study"), "{said}");
}

#[test]
fn a_factor_that_names_no_field_and_a_grid_of_a_million_cells_are_refused() {
    let typo = file("typo", |study| {
        study["factors"][0]["path"] = json!("vm.dirty_ration")
    });
    let said = refusal(&["study", &typo], 2);
    assert!(
        said.contains("factors[0].path: There is no field `dirty_ration` here."),
        "{said}"
    );
    let huge = file("huge", |study| {
        let range = json!({ "vary": "range", "path": "seed", "from": 1, "to": 500, "steps": 100 });
        study["factors"] = json!([range, range, range]);
    });
    let said = refusal(&["study", &huge], 2);
    assert!(
        said.contains("design: The study has 1000000 combinations"),
        "{said}"
    );
}

#[test]
fn a_measure_that_the_scenario_lacks_is_warned_of() {
    let study = file("lacks", |study| {
        study["measures"] = json!(["elapsed_seconds", "device:sdq:idle_percent"]);
    });
    let output = reclaim(&["study", &study]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains(
            "warning: `device:sdq:idle_percent` has no value: the scenario has no device `sdq`"
        ),
        "{said}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_saving_and_not_the_study() {
    let study = file("full", |_| {});
    let output = reclaim(&[
        "study",
        &study,
        "--resume",
        "/dev/full",
        "--format",
        "jsonl",
    ]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("warning: /dev/full cannot be written: "),
        "{said}"
    );
    assert_eq!(said.matches("warning").count(), 1, "{said}");
    let whole = printed(&["study", &study, "--format", "jsonl"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), whole);
}
