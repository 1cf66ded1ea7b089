//! Golden digests: scenarios of the gallery, cut short, end in the states written down in `digests.json`. The same file
//! is compared in WebAssembly, by Node and by a browser.

use reclaim_engine::catalogue;
use std::path::PathBuf;

use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observe::{COLOURS, draw_map, list_profile, sample};
use reclaim_engine::scenario::{GALLERY, Scenario, parse};
use reclaim_engine::simulation::{RunStatus, Simulation};
use reclaim_engine::vmstat::Counter;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A run and the digest of its end.
#[derive(Deserialize, Serialize)]
struct Golden {
    /// The scenario.
    gallery: String,
    /// Fields of it that are other than in its file.
    with: Map<String, Value>,
    /// 16 hexadecimal digits.
    digest: String,
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/digests.json")
}

fn goldens() -> Vec<Golden> {
    let text = std::fs::read_to_string(path()).expect("the file of digests");
    serde_json::from_str(&text).expect("a list of runs")
}

fn scenario(gallery: &str, with: &Map<String, Value>) -> Scenario {
    let entry = GALLERY.iter().find(|entry| entry.id == gallery);
    let json = entry.expect("a scenario of the gallery").json;
    let mut document: Map<String, Value> = serde_json::from_str(json).expect("a document");
    document.extend(with.clone());
    let text = serde_json::to_string(&document).expect("a document");
    parse(&text, &catalogue::of_engine()).expect("a sound scenario")
}

fn digest(simulation: &Simulation) -> String {
    format!("{:016x}", simulation.digest())
}

/// The digest after a run in one go.
fn run(scenario: &Scenario) -> String {
    let mut simulation = Simulation::new(scenario).expect("a machine");
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    digest(&simulation)
}

#[test]
fn runs_end_as_they_always_did() {
    let mut goldens = goldens();
    let mut differ = Vec::new();
    for golden in &mut goldens {
        let scenario = scenario(&golden.gallery, &golden.with);
        let mut simulation = Simulation::new(&scenario).expect("a machine");
        assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
        // A browser is told to go to that moment.
        let until_ns = scenario.until_ms.map(|ms| ms * 1_000_000);
        assert_eq!(Some(simulation.now()), until_ns, "{}", golden.gallery);
        let stolen = simulation.machine().vmstat.total(Counter::PgSteal);
        assert!(
            stolen > 1_000,
            "{}: reclaim has little to do",
            golden.gallery
        );
        let found = digest(&simulation);
        if found != golden.digest {
            let with = serde_json::to_string(&golden.with).expect("fields");
            differ.push(format!("{} {with}: {found}", golden.gallery));
            golden.digest = found;
        }
    }
    if std::env::var_os("UPDATE_DIGESTS").is_some() {
        let text = serde_json::to_string_pretty(&goldens).expect("a list of runs");
        std::fs::write(path(), text + "\n").expect("the file is written");
        return;
    }
    assert!(
        differ.is_empty(),
        "{} of {} runs end in another state than before:\n{}\nIf the engine is meant to behave differently now, \
         UPDATE_DIGESTS=1 cargo test -p reclaim-engine --test digests writes the new digests down.",
        differ.len(),
        goldens.len(),
        differ.join("\n")
    );
}

#[test]
fn every_preset_and_every_kind_of_program_is_among_the_runs() {
    let scenarios: Vec<Scenario> = goldens()
        .iter()
        .map(|golden| scenario(&golden.gallery, &golden.with))
        .collect();
    for preset in catalogue::of_engine().presets {
        assert!(
            scenarios
                .iter()
                .any(|scenario| scenario.kernel == preset.id),
            "{}",
            preset.id
        );
    }
    for entry in GALLERY {
        let kinds = |scenario: &Scenario| -> Vec<_> {
            let runs = scenario.workload.iter().map(|workload| &workload.run);
            runs.map(std::mem::discriminant).collect()
        };
        let wanted = kinds(&entry.scenario().expect(entry.id));
        assert!(
            scenarios.iter().any(|scenario| kinds(scenario) == wanted),
            "{}",
            entry.id
        );
    }
}

/// Short runs in which reclaim is at work: to a USB stick, to swap, and by many writers.
fn short_runs() -> Vec<Scenario> {
    [
        ("weiner-usb-small", r#"{"until_ms":9000}"#),
        ("real-anon-hog-120pct-swap", r#"{"until_ms":3000}"#),
        (
            "simple-wb-512m",
            r#"{"until_ms":2000,"scale":4,"kernel":"3.2"}"#,
        ),
    ]
    .map(|(gallery, with)| scenario(gallery, &serde_json::from_str(with).expect("fields")))
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

/// Looks at everything that can be looked at.
fn look(simulation: &Simulation, cursor: &mut u64) {
    let machine = simulation.machine();
    let mut figures = Vec::new();
    sample(&machine, &mut figures);
    for zone in 0..machine.zones.len() {
        let mut cells = vec![0; 100];
        let frames = machine.zones[zone].present as u32;
        draw_map(&machine, zone, 0, frames, &[7; COLOURS], &mut cells);
        for lru in Lru::EVICTABLE {
            let profile = list_profile(&machine, zone, lru, 10);
            let pages: u32 = profile.iter().map(|stretch| stretch.pages).sum();
            assert_eq!(u64::from(pages), machine.zones[zone].size(lru));
        }
    }
    *cursor = machine.timeline.since(*cursor).1;
    assert!(
        machine
            .trace
            .latest(100)
            .all(|decision| decision.at <= machine.now)
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
