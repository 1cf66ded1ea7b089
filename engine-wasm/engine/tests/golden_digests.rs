//! Golden digests: shortened runs of gallery scenarios must pass through the recorded states.
//!
//! `digests.json` has every scenario on its own kernel, and every kernel once. `digests-all.json` has all other pairs.
//! The same runs with WebAssembly, in Node, Chromium and Firefox, are also compared with both files. `DIGESTS=all cargo
//! test --test golden_digests` checks both files. To regenerate them, put `UPDATE_DIGESTS=1` in front of this command.
//!
//! The digests of each run are followed by six counters. If digests differ, the counters show what changed and by how
//! much.

#[path = "common/of_gallery.rs"]
mod of_gallery;

use std::collections::BTreeMap;
use std::path::PathBuf;

use of_gallery::{digest, scenario};
use reclaim_engine::catalogue;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{GALLERY, Problem, Scenario};
use reclaim_engine::simulation::Simulation;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Number of equal parts of a run. A digest is taken after each.
const PARTS: u64 = 3;
/// Counters at the end of a run, in the order in which they follow its digests. `scripts/digests/passes.mjs` has the
/// same list.
const COUNTERS: [Counter; 6] = [
    Counter::PgScanKswapd,
    Counter::PgScanDirect,
    Counter::PgSteal,
    Counter::NrVmscanWrite,
    Counter::PgRotated,
    Counter::PgPgOut,
];
const USUAL: &str = "digests.json";
const OTHERS: &str = "digests-all.json";

/// Runs of one scenario.
#[derive(Deserialize, Serialize)]
struct Golden {
    /// The scenario.
    gallery: String,
    /// Fields that differ from those in its file.
    with: Map<String, Value>,
    /// For each kernel, the digests at a third, two thirds and the end of `until_ms`, 16 hexadecimal digits each, and
    /// then the counters at the end.
    kernels: BTreeMap<String, String>,
}

impl Golden {
    fn on(&self, kernel: &str) -> Result<Scenario, Vec<Problem>> {
        let mut with = self.with.clone();
        with.insert(String::from("kernel"), Value::from(kernel));
        scenario(&self.gallery, &with)
    }
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(file)
}

fn read(file: &str) -> Vec<Golden> {
    let text = std::fs::read_to_string(path(file)).expect("a file of digests");
    serde_json::from_str(&text).expect("a list of runs")
}

fn write(file: &str, goldens: &[Golden]) {
    let text = serde_json::to_string_pretty(goldens).expect("a list of runs");
    std::fs::write(path(file), text + "\n").expect("the file is written");
}

/// Returns the digests and the counters of a run, one after the other. Reclaim must be active in the run.
fn passes(scenario: &Scenario) -> Result<String, String> {
    let until_ms = scenario.until_ms.expect("runs are cut short");
    let mut simulation = Simulation::new(scenario).map_err(|problems| format!("{problems:?}"))?;
    let mut found: Vec<_> = (1..=PARTS)
        .map(|part| {
            simulation.run(until_ms * 1_000_000 * part / PARTS, u64::MAX);
            digest(&simulation)
        })
        .collect();
    if simulation.now() != until_ms * 1_000_000 {
        return Err(String::from("the run is over before"));
    }
    let machine = simulation.machine();
    let counted = COUNTERS.map(|counter| machine.observed().vmstat.total(counter));
    found.extend(counted.iter().map(u64::to_string));
    match counted[0] + counted[1] {
        0..1_000 => Err(String::from("reclaim has little to do")),
        _ => Ok(found.join(" ")),
    }
}

/// Describes in words which digests of a run differ and which counters changed.
fn moved(before: &str, found: &str) -> String {
    let digests = PARTS as usize;
    let pairs: Vec<(&str, &str)> = before.split(' ').zip(found.split(' ')).collect();
    if found.split(' ').count() != digests + COUNTERS.len() {
        return String::from(found);
    }
    let same = pairs.iter().take_while(|(before, found)| before == found);
    let from = match same.count() {
        same if same < digests => format!("other states in part {} of {PARTS}", same + 1),
        _ => String::from("the same states"),
    };
    let counters = COUNTERS.iter().zip(pairs.iter().skip(digests));
    let moved = counters.filter_map(|(counter, (before, found))| {
        let [before, found] = [before, found].map(|count| count.parse::<i128>().unwrap_or(0));
        let difference = found - before;
        (difference != 0).then(|| format!("{} {before} {difference:+}", counter.name()))
    });
    let moved: Vec<String> = moved.collect();
    match moved.as_slice() {
        [] => format!("{from}; none of the counters beside it moved"),
        _ => format!("{from}; {}", moved.join(", ")),
    }
}

/// Returns the number of runs, and the runs that do not pass through the recorded states.
fn compare(file: &str) -> (usize, Vec<String>) {
    let mut goldens = read(file);
    let (mut differ, mut runs) = (Vec::new(), 0);
    for golden in &mut goldens {
        for (kernel, before) in golden.kernels.clone() {
            runs += 1;
            let scenario = golden.on(&kernel).expect("a sound scenario");
            let found = match passes(&scenario) {
                Ok(found) => found,
                // A run without active reclaim is never recorded, because a run in which nothing happens proves
                // nothing.
                Err(why) => {
                    differ.push(format!("{} on {kernel}: {why}", golden.gallery));
                    continue;
                }
            };
            if found != before {
                let moved = moved(&before, &found);
                differ.push(format!("{} on {kernel}: {moved}", golden.gallery));
                golden.kernels.insert(kernel, found);
            }
        }
    }
    if std::env::var_os("UPDATE_DIGESTS").is_some() {
        write(file, &goldens);
    }
    (runs, differ)
}

#[test]
fn runs_pass_through_the_states_of_always() {
    let (mut runs, mut differ) = compare(USUAL);
    if std::env::var("DIGESTS").as_deref() == Ok("all") {
        let (more, others) = compare(OTHERS);
        runs += more;
        differ.extend(others);
    }
    if std::env::var_os("UPDATE_DIGESTS").is_some() {
        eprintln!(
            "{} of {runs} digests changed and were written.",
            differ.len()
        );
        return;
    }
    assert!(
        differ.is_empty(),
        "{} of {runs} runs pass through other states than before:\n{}\nIf the engine is meant to behave differently \
         now, UPDATE_DIGESTS=1 DIGESTS=all cargo test --profile trials -p reclaim-engine --test golden_digests writes the \
         new digests.",
        differ.len(),
        differ.join("\n")
    );
}

#[test]
fn a_difference_is_told_by_its_counters() {
    let before = "a b c 10 0 9 2 1 400";
    assert_eq!(
        moved(before, "a d e 10 3 9 0 1 400"),
        "other states in part 2 of 3; pgscan_direct 0 +3, nr_vmscan_write 2 -2"
    );
    assert_eq!(
        moved(before, "d e f 10 0 9 2 1 400"),
        "other states in part 1 of 3; none of the counters beside it moved"
    );
    assert_eq!(
        moved(before, "the run is over before"),
        "the run is over before"
    );
}

#[test]
fn every_scenario_stands_with_every_kernel_that_it_can_run_on() {
    let (usual, mut others) = (read(USUAL), read(OTHERS));
    let mut missing = Vec::new();
    for entry in GALLERY {
        let own = entry.scenario().expect(entry.id).kernel;
        let of_entry = |golden: &&Golden| golden.gallery == entry.id;
        let known = usual.iter().find(of_entry).expect(entry.id);
        assert!(known.kernels.contains_key(&own), "{} on {own}", entry.id);
        for preset in catalogue::of_engine().presets {
            let stands = |golden: &Golden| golden.kernels.contains_key(preset.id);
            let other = others.iter_mut().find(|golden| golden.gallery == entry.id);
            if known.on(preset.id).is_ok()
                && !stands(known)
                && !other.as_deref().is_some_and(stands)
            {
                missing.push(format!("{} on {}", entry.id, preset.id));
                if let Some(golden) = other {
                    golden.kernels.insert(preset.id.to_owned(), String::new());
                }
            }
        }
    }
    if std::env::var_os("UPDATE_DIGESTS").is_some() {
        write(OTHERS, &others);
    }
    assert!(missing.is_empty(), "no digest of {}", missing.join(", "));
    for preset in catalogue::of_engine().presets {
        let usual = usual
            .iter()
            .any(|golden| golden.kernels.contains_key(preset.id));
        assert!(usual, "{} is not among the usual runs", preset.id);
    }
}
