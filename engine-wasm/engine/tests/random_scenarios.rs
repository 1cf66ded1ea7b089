//! Random machines: whatever is configured, nothing panics, nothing gets lost and every run ends.
//!
//! `RANDOM_FIRST=7 RANDOM_COUNT=1000 cargo test --release --test random_scenarios` runs other seeds than the usual.

#[path = "common/random_devices.rs"]
mod random_devices;
#[path = "common/random_machine.rs"]
mod random_machine;
#[path = "common/random_programs.rs"]
mod random_programs;
#[path = "common/shrink.rs"]
mod shrink;
#[path = "common/watch.rs"]
mod watch;

use reclaim_engine::catalogue;
use std::panic::{AssertUnwindSafe, catch_unwind};

use reclaim_engine::scenario::{Scenario, prepare};
use watch::{Closeness, Outcome, watch};

fn from_environment(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| {
        text.parse().unwrap_or_else(|_| panic!("{name}={text}"))
    })
}

/// The outcome of a run; a panic is a failure like any other.
fn run(scenario: &Scenario, closeness: Closeness) -> Result<Outcome, String> {
    catch_unwind(AssertUnwindSafe(|| watch(scenario, closeness))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", text.unwrap_or("without words")))
    })
}

#[test]
fn random_machines_lose_nothing_and_come_to_an_end() {
    let first = from_environment("RANDOM_FIRST", 1);
    let count = from_environment("RANDOM_COUNT", 120);
    let closeness = Closeness {
        each_of: from_environment("RANDOM_EACH_OF", 100),
        stride: from_environment("RANDOM_STRIDE", 700),
        most_events: from_environment("RANDOM_EVENTS", 400_000),
    };
    let mut failures = Vec::new();
    let (mut events, mut killed, mut cut) = (0, 0, 0);
    for seed in first..first + count {
        let scenario = random_machine::scenario(seed);
        match run(&scenario, closeness) {
            Ok(outcome) => {
                events += outcome.events;
                killed += u64::from(outcome.killed > 0);
                cut += u64::from(outcome.cut);
            }
            Err(what) => {
                let small = shrink::shrink(&scenario, |smaller| {
                    prepare(smaller, &catalogue::of_engine()).is_ok()
                        && run(smaller, closeness).is_err()
                });
                let why = run(&small, closeness).err().unwrap_or_default();
                failures.push(format!(
                    "{what}\n  again: RANDOM_FIRST={seed} RANDOM_COUNT=1 cargo test --release --test random_scenarios\
                     \n  smaller ({why}): {}",
                    serde_json::to_string(&small).expect("a document")
                ));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count} fail ({events} events, {killed} with kills, {cut} cut):\n{}",
        failures.len(),
        failures.join("\n")
    );
    // A generator that draws only calm or only hopeless machines tests little.
    assert!(count < 100 || (killed > 0 && killed < count / 2 && cut < count / 4));
}
