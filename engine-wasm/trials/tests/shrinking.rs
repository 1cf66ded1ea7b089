//! Reducing a scenario keeps what makes it fail, and removes the rest.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Program, Scenario, prepare};
use reclaim_trials::{draw, shrink};

fn has_hog(scenario: &Scenario) -> bool {
    let is_hog = |run: &Program| matches!(run, Program::AnonHog(_));
    scenario.workload.iter().any(|entry| is_hog(&entry.run))
        && prepare(scenario, &catalogue::of_engine()).is_ok()
}

#[test]
fn what_has_no_part_in_it_goes() {
    let mut found = 0;
    for scenario in (0..300).map(draw::scenario).filter(has_hog) {
        let smallest = shrink(&scenario, 10_000, has_hog);
        assert!(has_hog(&smallest), "{}", scenario.title);
        assert_eq!(smallest.workload.len(), 1, "{}", scenario.title);
        assert!(smallest.filesystems.is_empty() && smallest.devices.is_empty());
        assert!(smallest.mechanisms.is_empty() && smallest.against.is_none());
        found += 1;
    }
    assert!(found > 10, "{found}");
}

#[test]
fn it_ends_after_the_tries_that_it_is_given() {
    let scenario = draw::scenario(3);
    assert_eq!(shrink(&scenario, 0, |_| true), scenario);
}
