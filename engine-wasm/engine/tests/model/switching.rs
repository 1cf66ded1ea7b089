//! Manual switches among the interventions of a scenario. After any switch at any time, the scenario is valid and
//! describes how to reach the same state.

use reclaim_engine::catalogue;
use reclaim_engine::mechanism::CATALOGUE;
use reclaim_engine::random::Random;
use reclaim_engine::scenario::{Intervention, Scenario, gallery_scenario, validate};
use reclaim_engine::simulation::Simulation;
use reclaim_trials::draw;

const SECOND: u64 = 1_000_000_000;

fn small() -> Scenario {
    gallery_scenario("weiner-usb-small").expect("in the gallery")
}

fn running(scenario: &Scenario, until: u64) -> Simulation {
    let mut simulation = Simulation::new(scenario).expect("valid");
    simulation.run(until, u64::MAX);
    simulation
}

fn switch(at_ns: u64, mechanism: &str, on: bool) -> Intervention {
    Intervention {
        at_ns,
        mechanism: mechanism.to_owned(),
        on,
    }
}

#[test]
fn a_switch_that_is_moved_and_moved_back_at_one_moment_is_none() {
    let mut simulation = running(&small(), 2 * SECOND);
    for on in [true, false, true, false] {
        simulation.set_mechanism("gfp_write", on).expect("fits");
    }
    assert_eq!(simulation.scenario().interventions, []);
    simulation.run(5 * SECOND, u64::MAX);
    assert_eq!(simulation.digest(), running(&small(), 5 * SECOND).digest());
}

#[test]
fn of_two_movements_at_one_moment_the_last_is_written_down() {
    let mut simulation = running(&small(), 2 * SECOND);
    for on in [true, false, true] {
        simulation.set_mechanism("gfp_write", on).expect("fits");
    }
    let written = [switch(2 * SECOND + 1, "gfp_write", true)];
    assert_eq!(simulation.scenario().interventions, written);
}

#[test]
fn a_later_switch_that_no_longer_fits_is_left_out_and_the_others_stay() {
    let mut scenario = small();
    scenario.kernel = "2.6.31".into();
    scenario.interventions = vec![
        switch(6 * SECOND, "active_scan_fallthrough", false),
        switch(7 * SECOND, "evict_once", false),
        switch(8 * SECOND, "gfp_write", true),
        switch(9 * SECOND, "evict_once", true),
        switch(9 * SECOND, "active_scan_fallthrough", true),
    ];
    let mut simulation = running(&scenario, 6 * SECOND + 500);
    // With this mechanism on, the intervention at 7 s can no longer switch evict_once off.
    let moved = "active_scan_fallthrough";
    simulation.set_mechanism(moved, true).expect("fits");
    let mut expected = scenario.interventions.clone();
    expected[1] = switch(6 * SECOND + 501, moved, true);
    assert_eq!(simulation.scenario().interventions, expected);
}

#[test]
fn one_switch_more_than_a_scenario_may_have_is_refused() {
    let mut scenario = small();
    scenario.interventions = (0..1_000)
        .map(|at| switch(60 * SECOND + at, "gfp_write", at % 2 == 0))
        .collect();
    let mut simulation = running(&scenario, SECOND);
    let refusal = simulation.set_mechanism("immediate_reclaim", true);
    let [problem] = &refusal.expect_err("too many")[..] else {
        panic!("one problem");
    };
    assert!(problem.fix.contains("1,000"), "{problem}");
}

#[test]
fn whatever_is_moved_the_scenario_is_sound_and_leads_to_the_same_state() {
    let mut moved = 0;
    for seed in 0..150 {
        let scenario = draw::scenario(seed);
        let mut random = Random::new(seed);
        let mut simulation = Simulation::new(&scenario).expect("valid");
        for _ in 0..6 {
            let until = simulation.now() + u64::from(random.below(400_000_000));
            simulation.run(until, 3_000);
            // Handles every event that is due at the current time.
            simulation.run(simulation.now(), 3_000);
            if simulation.finished() || !simulation.settled() {
                break;
            }
            for _ in 0..random.below(6) {
                let info = &CATALOGUE[random.below(CATALOGUE.len() as u32) as usize];
                let on = random.below(2) == 0;
                moved += u64::from(simulation.set_mechanism(info.id, on).is_ok());
            }
        }
        let mut written = scenario.clone();
        written.interventions = simulation.scenario().interventions.clone();
        assert_eq!(
            validate(&written, &catalogue::of_engine()),
            Ok(()),
            "{seed}"
        );
        let now = simulation.now() + 1;
        simulation.run(now, 3_000);
        if simulation.settled() {
            let replayed = running(&written, now);
            assert_eq!(replayed.digest(), simulation.digest(), "{seed}");
        }
    }
    assert!(moved > 500, "{moved}");
}
