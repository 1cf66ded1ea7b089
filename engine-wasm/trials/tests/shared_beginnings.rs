//! Random machines with open mechanisms, which are set only when a decision depends on them: runs that share such a
//! machine have the same digests as on separate machines.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use reclaim_engine::catalogue;
use reclaim_engine::mechanism::{CATALOGUE, Info, Switches};
use reclaim_engine::scenario::{Scenario, prepare};
use reclaim_engine::simulation::Simulation;
use reclaim_results::{Variant, Variants};
use reclaim_trials::draw;

const SEEDS: u64 = 80;
/// Events after which a run is cut short.
const EVENTS: u64 = 3_000;
/// Number of open mechanisms. Every possible subset of them is run.
const OPEN: usize = 4;

/// Returns a scenario for each subset of the mechanisms `of` that the rules allow on the scenario's kernel.
fn subsets(scenario: &Scenario, of: &[&Info]) -> Vec<Scenario> {
    let subset = |bits: usize| {
        let mut mechanisms = scenario.mechanisms.clone();
        for (at, info) in of.iter().enumerate() {
            mechanisms.insert(info.id.to_owned(), bits & 1 << at != 0);
        }
        Scenario {
            mechanisms,
            ..scenario.clone()
        }
    };
    let possible = |scenario: &Scenario| prepare(scenario, &catalogue::of_engine()).is_ok();
    (0..1 << of.len()).map(subset).filter(possible).collect()
}

fn alone(scenario: &Scenario) -> u64 {
    let mut simulation = Simulation::new(scenario).expect("a valid scenario");
    simulation.run(u64::MAX, EVENTS);
    simulation.digest()
}

/// Carries out the first of the runs. When a decision depends on an open mechanism, the mechanism is set as in this
/// run. Returns the runs that shared the machine to the end, and their digests.
fn shared(scenario: &Scenario, variants: &Variants) -> Vec<(usize, u64)> {
    let first = variants.iter().next().expect("a run");
    let left = Rc::new(RefCell::new(variants.clone()));
    let agreeing = Rc::clone(&left);
    let settle = Box::new(move |mechanism| {
        let mut left = agreeing.borrow_mut();
        *left = left.with(mechanism, first.on.has(mechanism));
        left.settled()
    });
    let switches = Switches::open(variants.settled(), settle);
    let mut simulation = Simulation::with_mechanisms(scenario, switches).expect("a valid scenario");
    simulation.run(u64::MAX, EVENTS);
    let machine = simulation.machine();
    let digest = |it: Variant| (it.run, machine.digest_of(it.on));
    left.borrow().iter().map(digest).collect()
}

#[test]
fn runs_that_share_a_machine_have_the_digests_of_independent_ones() {
    let (mut runs, mut machines) = (0, 0);
    for seed in 1..=SEEDS {
        let scenario = draw::scenario(seed);
        let step = |at: usize| {
            (seed as usize + at * (seed as usize / CATALOGUE.len() + 1)) % CATALOGUE.len()
        };
        let mut open: Vec<&Info> = (0..OPEN).map(|at| &CATALOGUE[step(at)]).collect();
        open.dedup_by_key(|info| info.id);
        let scenarios = subsets(&scenario, &open);
        let mut left: BTreeMap<usize, &Scenario> = scenarios.iter().enumerate().collect();
        while !left.is_empty() {
            let mut variants = Variants::default();
            for (&run, scenario) in &left {
                variants.add(run, scenario);
            }
            machines += 1;
            for (run, digest) in shared(
                &scenarios[variants.iter().next().expect("one").run],
                &variants,
            ) {
                let scenario = left.remove(&run).expect("a run that is left");
                let expected = alone(scenario);
                assert_eq!(digest, expected, "seed {seed}: {:?}", scenario.mechanisms);
                runs += 1;
            }
        }
    }
    // Mechanisms that always or never matter would test little.
    assert!(
        machines * 4 < runs * 3 && machines > SEEDS * 3 / 2,
        "{machines} machines, {runs} runs"
    );
}
