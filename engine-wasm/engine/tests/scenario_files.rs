//! The folder `scenarios`: small experiments in which lanes A and B differ in one mechanism only.
//!
//! A file expects one of two things. Either some figures of each lane must be in given ranges, which shows that the
//! mechanism decided something. Or every counter must stay the same within 2 % (`same_but_for` names the exceptions),
//! because the workload contains nothing that the mechanism could act on.

use reclaim_engine::catalogue;
use std::collections::BTreeMap;
use std::path::PathBuf;

use reclaim_engine::mechanism::CATALOGUE;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{Scenario, parse};
use reclaim_engine::simulation::{RunStatus, Simulation};
use serde::Deserialize;
use serde_json::Value;

/// Minimum and maximum.
type Range = [u64; 2];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The mechanism that is off in A and on in B.
    mechanism: String,
    /// Ranges by lane and figure.
    #[serde(default)]
    expect: BTreeMap<String, BTreeMap<String, Range>>,
    /// Counters that may differ although the mechanism cannot act. Only files of the second form have this field.
    same_but_for: Option<Vec<String>>,
    scenario: Value,
}

fn files() -> Vec<(String, File)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut files: Vec<(String, File)> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a text");
            let file =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name.into_owned(), file)
        })
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

/// Runs lanes A and B to their end.
fn run(name: &str, file: &File) -> [Simulation; 2] {
    let parsed = parse(&file.scenario.to_string(), &catalogue::of_engine());
    let a = parsed.unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    let against = a.against.clone().expect("a lane B");
    assert_eq!(a.kernel, against.kernel, "{name}: the kernel is the same");
    let mut off = a.mechanisms.clone();
    let mut on = against.mechanisms.clone();
    assert_eq!(off.remove(&file.mechanism), Some(false), "{name}");
    assert_eq!(on.remove(&file.mechanism), Some(true), "{name}");
    assert_eq!(off, on, "{name}: nothing else is switched");
    let b = Scenario {
        mechanisms: against.mechanisms,
        ..a.clone()
    };
    [a, b].map(|scenario| {
        let mut simulation = Simulation::new(&scenario).expect("a machine");
        let status = simulation.run(u64::MAX, u64::MAX);
        assert_eq!(status, RunStatus::Finished, "{name}");
        assert_eq!(simulation.machine().check(), Ok(()), "{name}");
        simulation
    })
}

/// Returns a figure: a counter, `ZONE.counter`, a derived figure, `elapsed_ms`, `bytes_done:TASK` or
/// `longest_stall_ms:TASK`.
fn figure(simulation: &Simulation, name: &str) -> u64 {
    let report = serde_json::to_value(simulation.report()).expect("a report");
    let named = |list: &str, name: &str| {
        let things = report[list].as_array().expect("a list");
        let thing = things.iter().find(|thing| thing["name"] == name);
        thing.unwrap_or_else(|| panic!("{list}: no {name}")).clone()
    };
    let value = if name == "elapsed_ms" {
        return report["elapsed_ns"].as_u64().expect("a time") / 1_000_000;
    } else if let Some(task) = name.strip_prefix("longest_stall_ms:") {
        let ns = named("tasks", task)["longest_stall_ns"].as_u64();
        return ns.expect("a time") / 1_000_000;
    } else if let Some(task) = name.strip_prefix("bytes_done:") {
        named("tasks", task)["bytes_done"].clone()
    } else if let Some((zone, counter)) = name.split_once('.') {
        named("zones", zone)["counters"][counter].clone()
    } else {
        let counter = report["counters"].get(name);
        counter.unwrap_or(&report["derived"][name]).clone()
    };
    value.as_u64().unwrap_or_else(|| panic!("no figure {name}"))
}

fn stays(name: &str, lanes: &[Simulation; 2], but_for: &[String]) {
    for &counter in Counter::ALL {
        if but_for.iter().any(|other| other == counter.name()) {
            continue;
        }
        let [a, b] =
            [&lanes[0], &lanes[1]].map(|lane| lane.machine().observed().vmstat.total(counter));
        let same = 50 * a.abs_diff(b) <= a.max(b);
        assert!(same, "{name}: {} is {a} and {b}", counter.name());
    }
}

#[test]
fn every_file_comes_out_as_it_says() {
    let mut others = Vec::new();
    for (name, file) in files() {
        let lanes = run(&name, &file);
        if let Some(but_for) = &file.same_but_for {
            stays(&name, &lanes, but_for);
            continue;
        }
        for (lane, simulation) in ["A", "B"].into_iter().zip(&lanes) {
            for (figure_name, [least, most]) in &file.expect[lane] {
                let found = figure(simulation, figure_name);
                if !(*least..=*most).contains(&found) {
                    others.push(format!(
                        "{name}, lane {lane}: {figure_name} is {found}, not in {least}..{most}"
                    ));
                }
            }
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn an_effect_is_a_figure_whose_ranges_are_apart() {
    for (name, file) in files() {
        if file.same_but_for.is_some() {
            continue;
        }
        let apart = file.expect["A"].iter().any(|(figure, a)| {
            let b = file.expect["B"][figure];
            a[1] < b[0] || b[1] < a[0]
        });
        assert!(apart, "{name}: A may be what B is");
    }
}

/// Mechanisms that change nothing by themselves: a check in filesystems that finds nothing, and a flag that other
/// mechanisms read.
const WITHOUT_EFFECT: [&str; 2] = ["fs_reclaim_warnings", "gfp_write"];

#[test]
fn every_mechanism_has_a_file_with_its_effect() {
    let all = files();
    let of = |id: &str, effect: bool| {
        (all.iter()).any(|(_, file)| file.mechanism == id && file.same_but_for.is_none() == effect)
    };
    for info in CATALOGUE {
        let effect = !WITHOUT_EFFECT.contains(&info.id);
        assert!(
            of(info.id, effect),
            "{0} has no scenario: add tests/scenarios/{0}.json with its effect in figures, or list it in WITHOUT_EFFECT",
            info.id
        );
    }
}
