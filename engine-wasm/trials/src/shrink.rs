//! Reduces a failing scenario while it still fails.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::Scenario;
use reclaim_engine::scenario::smaller::{Purpose, smaller};

/// Returns the smallest scenario found for which `fails` is true, after at most `most` runs.
pub fn shrink(scenario: &Scenario, most: u32, fails: impl Fn(&Scenario) -> bool) -> Scenario {
    let mut smallest = scenario.clone();
    let mut tries = 0;
    let catalogue = catalogue::of_engine();
    'again: loop {
        for candidate in smaller(&smallest, Purpose::Failure, &catalogue) {
            if candidate == smallest {
                continue;
            }
            tries += 1;
            if tries > most {
                return smallest;
            }
            if fails(&candidate) {
                smallest = candidate;
                continue 'again;
            }
        }
        return smallest;
    }
}
