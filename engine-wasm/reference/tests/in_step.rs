//! The engine and the reference on random small machines: the same lists, decisions and counters at every step.
//!
//! `REFERENCE_FIRST=7 REFERENCE_COUNT=1000 cargo test --release -p reclaim-reference` tests other seeds.

mod common;

use common::{in_step, within_its_knowledge};
use reclaim_trials::draw;

fn from_environment(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| {
        text.parse().unwrap_or_else(|_| panic!("{name}={text}"))
    })
}

#[test]
fn random_machines_are_judged_alike() {
    let first = from_environment("REFERENCE_FIRST", 1);
    let count = from_environment("REFERENCE_COUNT", 200);
    let events = from_environment("REFERENCE_EVENTS", 12_000);
    let (mut differences, mut agreed, mut freed) = (Vec::new(), 0, 0);
    for seed in first..first + count {
        let mut scenario = draw::scenario(seed);
        if !within_its_knowledge(&mut scenario) {
            continue;
        }
        match in_step(&scenario, events) {
            Ok(outcome) => {
                agreed += outcome.agreed;
                freed += outcome.freed;
            }
            Err(what) => differences.push(format!("seed {seed}, {}: {what}", scenario.kernel)),
        }
    }
    assert!(
        differences.is_empty(),
        "{} of {count} differ ({agreed} opinions were the same, {freed} pages freed):\n{}",
        differences.len(),
        differences.join("\n")
    );
    // Machines that never run short of memory would test nothing.
    assert!(count < 20 || (agreed > 20_000 * count / 20 && freed > 1_000));
}
