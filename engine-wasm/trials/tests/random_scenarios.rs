//! Random machines: whatever is configured, nothing panics, nothing gets lost, and every run ends. `reclaim fuzz` tests
//! many more of them.

use std::path::PathBuf;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Scenario, parse};
use reclaim_trials::{Outcome, Patience, of_seed, trial};

/// Enough for every kind of trial, and few enough to run at every change.
const SEEDS: u64 = 160;

#[test]
fn random_machines_lose_nothing_and_come_to_an_end() {
    let mut all = Outcome::default();
    let mut failures = Vec::new();
    for seed in 1..=SEEDS {
        match of_seed(seed, Patience::of_seed(seed)) {
            Ok(outcome) => all.add(outcome),
            Err(fails) => failures.push(format!(
                "{}\n  again: reclaim fuzz --seed {seed} --count 1\n  smaller ({}): {}",
                fails.fault,
                fails.smallest_fault,
                serde_json::to_string(&fails.smallest).expect("a document")
            )),
        }
    }
    assert!(failures.is_empty(), "{all:?}:\n{}", failures.join("\n"));
    // The test would check little if no machine ran out of memory, or if most machines did.
    assert!(
        all.with_kills > 0 && all.with_kills < all.lanes / 2,
        "{all:?}"
    );
    assert!(all.cut < all.lanes / 2, "{all:?}");
    assert!(all.copies > 0 && all.lanes > all.scenarios, "{all:?}");
}

/// The folder `regressions`: random scenarios that found a fault, reduced in size. Each document says why it is there.
fn regressions() -> Vec<(String, Scenario)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let files = std::fs::read_dir(folder).expect("the folder");
    files
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.display().to_string();
            let text = std::fs::read_to_string(&path).expect("a text");
            let scenario = parse(&text, &catalogue::of_engine());
            let scenario = scenario.unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
            (name, scenario)
        })
        .collect()
}

#[test]
fn what_was_once_found_stays_mended() {
    let regressions = regressions();
    assert!(!regressions.is_empty());
    for (name, scenario) in regressions {
        assert!(
            !scenario.description.is_empty(),
            "{name} says why it is there"
        );
        if let Err(fault) = trial(&scenario, Patience::default()) {
            panic!("{name}: {fault}");
        }
    }
}

#[test]
fn a_livelock_of_the_kernel_is_told_as_that() {
    let regressions = regressions();
    let livelocks = |scenario: &Scenario| {
        let outcome = trial(scenario, Patience::default());
        outcome.expect("no fault").livelocks
    };
    // Each kernel is compared with the first kernel here that has the fix.
    for (file, fixed_in) in [
        ("kernel-livelock-3.10.json", "3.16"),
        ("kernel-livelock-2.6.36.json", "2.6.37"),
        ("kernel-livelock-2.6.34.json", "3.0"),
    ] {
        let (_, scenario) = regressions
            .iter()
            .find(|(name, _)| name.ends_with(file))
            .expect("the file");
        assert_eq!(livelocks(scenario), 1, "{file}");
        let mut fixed = scenario.clone();
        fixed.kernel = fixed_in.into();
        if fixed_in == "3.16" {
            fixed.mechanisms.clear();
        }
        assert_eq!(livelocks(&fixed), 0, "{file} on {fixed_in}");
    }
}
