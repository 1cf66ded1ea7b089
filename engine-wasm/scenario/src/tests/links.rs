//! Share links: encoding and decoding.

use super::super::link::{
    MapView, Pin, ViewState, decode, encode, encode_payload, encode_with, read,
};
use super::super::program::AnonHog;
use super::super::{
    Device, GALLERY, Hardware, Intervention, Lane, Program, Scenario, Zone, gallery_scenario,
    validate,
};
use super::engine::of_engine;
use super::{FIGURES, catalogue, sound};

/// A small seeded generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }

    fn odds(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }
}

pub(super) fn random_scenario(seed: u64) -> Scenario {
    let random = &mut Random(seed);
    let pick = random.below(GALLERY.len() as u64 + 2) as usize;
    let mut scenario = GALLERY
        .get(pick)
        .and_then(|entry| entry.scenario())
        .unwrap_or_else(sound);
    scenario.seed = random.below(1 << 53);
    if random.odds(2) {
        scenario.title = "\"Ünïcode\" \\ 題名 \u{1f4be}".chars().rev().collect();
    }
    if random.odds(2) {
        let zones = &mut scenario.machine.zones;
        let ratio = 1 + random.below(500) as u32;
        let pages = 1 + random.below(1_000_000);
        zones.push(Zone {
            name: "Extra".into(),
            present_pages: pages,
            lowmem_reserve_ratio: ratio,
            kernel_pages: random.below(pages + 1),
        });
    }
    if random.odds(2) {
        scenario.vm.dirty_ratio = Some(random.below(101) as u32);
        scenario.vm.swappiness = Some(random.below(101) as u32);
    }
    if random.odds(3) {
        let mut figures = FIGURES;
        figures.write_kb_per_s = 1 + random.below(1_000_000) as u32;
        scenario.devices.push(Device {
            name: "sdz".into(),
            hardware: Hardware::Figures(figures),
            earlier_writes_percent: random.below(101) as u32,
        });
    }
    if random.odds(3) {
        scenario.swap = None;
        scenario.against = None;
    }
    if random.odds(3) {
        scenario.against = Some(Lane {
            kernel: "3.0-per-zone-dirty".into(),
            mechanisms: [("throttle_on_writeback".to_owned(), true)].into(),
            interventions: Vec::new(),
        });
    }
    for _ in 0..random.below(4) {
        scenario.interventions.push(Intervention {
            at_ns: random.below(86_400_000_000_000),
            mechanism: "gfp_write".into(),
            on: random.odds(2),
        });
    }
    if random.odds(4) {
        scenario
            .mechanisms
            .insert("gfp_write".into(), random.odds(2));
        scenario.until_ms = Some(1 + random.below(86_400_000));
    }
    if random.odds(4) {
        let run = Program::AnonHog(AnonHog {
            size_kb: 4 + random.below(4096),
            pause_ms: 7,
            run_ms: 9,
            reads_first: random.odds(2),
        });
        scenario.workload[0].run = run;
    }
    scenario
}

#[test]
fn every_scenario_comes_back_from_its_link() {
    let mut tried = 0;
    for seed in 0..600 {
        let scenario = random_scenario(seed);
        if validate(&scenario, &catalogue()).is_err() {
            continue;
        }
        tried += 1;
        let link = encode(&scenario);
        assert!(
            link.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_.~=+@".contains(&b)),
            "{link}"
        );
        for link in [link, encode_payload(&scenario)] {
            assert_eq!(
                decode(&link, &catalogue()).as_ref(),
                Ok(&scenario),
                "seed {seed}: {link}"
            );
        }
    }
    assert!(tried > 300, "{tried}");
}

/// Returns a view with all of its parts.
pub(super) fn view() -> ViewState {
    ViewState {
        at_ns: Some(20_512_345_678),
        pin: Some(Pin {
            lane: "b".into(),
            zone: "Normal".into(),
            frame: 123_456,
        }),
        view: Some(MapView {
            zone: "Normal".into(),
            from: 0,
            frames: 4096,
        }),
        digests: Some(["0123456789abcdef".into(), "fedcba9876543210".into()]),
    }
}

fn random_view(seed: u64, scenario: &Scenario) -> ViewState {
    let random = &mut Random(seed);
    let mut view = view();
    let zones = &mut scenario.machine.zones.iter().map(|zone| zone.name.clone());
    let zone = zones.last().unwrap_or_default();
    view.at_ns = Some(random.below(86_400_000_000_000));
    view.pin = (!random.odds(3)).then(|| Pin {
        lane: if random.odds(2) { "a" } else { "b" }.into(),
        zone: zone.clone(),
        frame: random.below(1 << 20) as u32,
    });
    view.view = (!random.odds(3)).then(|| MapView {
        zone,
        from: random.below(1 << 20) as u32,
        frames: 1 + random.below(1 << 20) as u32,
    });
    view.digests = (!random.odds(3)).then(|| {
        let mut digest = || format!("{:016x}", random.below(u64::MAX));
        [digest(), digest()]
    });
    view
}

#[test]
fn every_view_comes_back_from_its_link() {
    for seed in 0..600 {
        let mut scenario = random_scenario(seed);
        if seed % 3 == 0 {
            scenario.machine.zones[0].name = "Zone ~1/ü%7E".into();
        }
        if validate(&scenario, &catalogue()).is_err() {
            continue;
        }
        let view = random_view(seed, &scenario);
        let link = encode_with(&scenario, &view);
        let reading = read(&link, &catalogue());
        assert_eq!(reading.scenario, Some(scenario), "seed {seed}: {link}");
        assert_eq!(reading.view, view, "seed {seed}: {link}");
        assert_eq!((reading.problems, reading.view_problems), (vec![], vec![]));
    }
}

#[test]
fn links_to_the_gallery_can_be_read_and_are_short() {
    for entry in GALLERY {
        let scenario = gallery_scenario(entry.id).unwrap();
        let link = encode(&scenario);
        assert!(link.starts_with(&format!("~{}~", entry.id)), "{link}");
        assert!(link.len() < 60, "{link}");
        let mut other = scenario.clone();
        other.seed = 77;
        assert!(encode(&other).ends_with("~seed=77"), "{}", encode(&other));
    }
}

#[test]
fn what_one_does_from_the_gallery_fits_into_300_characters() {
    let engine = of_engine();
    let switch = |id: &str, on: bool, at_ns: u64| Intervention {
        at_ns,
        mechanism: id.into(),
        on,
    };
    for entry in GALLERY {
        let mut scenario = gallery_scenario(entry.id).unwrap();
        scenario.mechanisms = [("kswapd_fs_write_high_prio_only".to_owned(), false)].into();
        scenario.interventions = vec![switch("no_direct_fs_writeback", true, 3_000_000_001)];
        scenario.seed = 12345;
        scenario.against = Some(Lane {
            kernel: "3.2-writeback-series".into(),
            mechanisms: [("gfp_write".to_owned(), true)].into(),
            interventions: vec![
                switch("immediate_reclaim", false, 12_345_678_901),
                switch("gfp_write", false, 34_567_890_123),
            ],
        });
        validate(&scenario, &engine).unwrap();
        let view = ViewState {
            view: None,
            pin: Some(Pin {
                lane: "b".into(),
                zone: scenario.machine.zones[0].name.clone(),
                frame: 123_456,
            }),
            ..view()
        };
        let link = encode_with(&scenario, &view);
        assert!(link.len() < 300, "{}: {link}", link.len());
        let reading = read(&link, &engine);
        assert_eq!(reading.scenario, Some(scenario), "{link}");
        assert_eq!(reading.view, view);
    }
}
