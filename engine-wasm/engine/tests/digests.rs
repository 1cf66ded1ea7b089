//! A run ends with the same digest if the caller watches it, stops it, or runs it in slices.

#[path = "common/of_gallery.rs"]
mod of_gallery;

use of_gallery::{digest, scenario};
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observe::{MAP_PLANES, draw_map, list_profile, sample};
use reclaim_engine::scenario::Scenario;
use reclaim_engine::simulation::{RunStatus, Simulation};

/// Returns the digest after an uninterrupted run.
fn run(scenario: &Scenario) -> String {
    let mut simulation = Simulation::new(scenario).expect("a machine");
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    digest(&simulation)
}

/// Returns short runs in which reclaim is active: to a USB stick, to swap, and with many writers.
fn short_runs() -> Vec<Scenario> {
    [
        ("weiner-usb-small", r#"{"until_ms":9000}"#),
        ("real-anon-hog-120pct-swap", r#"{"until_ms":3000}"#),
        (
            "simple-wb-512m",
            r#"{"until_ms":2000,"scale":4,"kernel":"3.2"}"#,
        ),
    ]
    .map(|(gallery, with)| {
        let with = serde_json::from_str(with).expect("fields");
        scenario(gallery, &with).expect("a sound scenario")
    })
    .into()
}

#[test]
fn the_size_of_the_slices_does_not_matter() {
    for scenario in short_runs() {
        let expected = run(&scenario);
        for events in [1, 7, 1_000] {
            let mut simulation = Simulation::new(&scenario).expect("a machine");
            while simulation.run(u64::MAX, events) == RunStatus::UsedBudget {}
            assert_eq!(digest(&simulation), expected, "{} {events}", scenario.title);
        }
        let mut simulation = Simulation::new(&scenario).expect("a machine");
        while simulation.step() {}
        assert!(simulation.finished(), "{} by steps", scenario.title);
        assert_eq!(digest(&simulation), expected, "{} by steps", scenario.title);
    }
}

#[test]
fn the_moments_at_which_it_stops_do_not_matter() {
    const MS: u64 = 1_000_000;
    for scenario in short_runs() {
        let expected = run(&scenario);
        for interval in [10 * MS, 333 * MS, 1_000 * MS + 1] {
            let mut simulation = Simulation::new(&scenario).expect("a machine");
            let mut at = interval;
            while simulation.run(at, u64::MAX) != RunStatus::Finished {
                at += interval;
            }
            assert_eq!(
                digest(&simulation),
                expected,
                "{} {interval}",
                scenario.title
            );
        }
    }
}

/// Calls every function that examines a machine.
fn look(simulation: &Simulation, cursor: &mut u64) {
    let machine = simulation.machine();
    let mut figures = Vec::new();
    sample(&machine, &mut figures);
    for zone in 0..machine.memory.zones.len() {
        let mut cells = vec![0; 100 * MAP_PLANES];
        let frames = machine.memory.zones[zone].present as u32;
        draw_map(&machine, zone, 0, frames, &mut cells);
        for lru in Lru::EVICTABLE {
            let profile = list_profile(&machine, zone, lru, 10);
            let pages: u32 = profile.iter().map(|stretch| stretch.pages).sum();
            assert_eq!(u64::from(pages), machine.memory.zones[zone].size(lru));
        }
    }
    *cursor = machine.observed().timeline.since(*cursor).1;
    assert!(
        machine
            .observed()
            .trace
            .latest(100)
            .all(|decision| decision.at <= machine.now())
    );
    assert_eq!(machine.check(), Ok(()));
    assert!(!simulation.report().counters.is_empty());
    assert_eq!(simulation.digest(), simulation.digest());
}

#[test]
fn it_does_not_matter_whether_anybody_looks() {
    for scenario in short_runs() {
        let mut simulation = Simulation::new(&scenario).expect("a machine");
        simulation.set_tracing(true);
        let mut cursor = 0;
        while simulation.run(u64::MAX, 9_999) == RunStatus::UsedBudget {
            look(&simulation, &mut cursor);
        }
        look(&simulation, &mut cursor);
        assert!(cursor > 0, "there was something to see");
        assert_eq!(digest(&simulation), run(&scenario), "{}", scenario.title);
    }
}

#[test]
fn another_seed_is_another_run_and_the_same_seed_the_same() {
    for scenario in short_runs() {
        let mut other = scenario.clone();
        other.seed += 1;
        assert_ne!(run(&scenario), run(&other), "{}", scenario.title);
        assert_eq!(run(&scenario), run(&scenario));
    }
}
