//! Share links: there and back, and whatever can befall them on the way.

use super::super::limits;
use super::super::link::{
    MapView, Pin, ViewState, crc32, decode, encode, encode_payload, encode_with, forged,
    looks_like_link, read,
};
use super::super::{
    Catalogue, Device, GALLERY, Hardware, Intervention, Lane, Program, Scenario, Zone,
    gallery_scenario, validate,
};
use super::{FIGURES, catalogue, expect, sound};

/// A small generator of its own, so that a failure has a seed.
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

fn random_scenario(seed: u64) -> Scenario {
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
        let run = Program::AnonHog {
            size_kb: 4 + random.below(4096),
            pause_ms: 7,
            run_ms: 9,
        };
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

fn view() -> ViewState {
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
        assert!(link.starts_with(&format!("{}~c=", entry.id)), "{link}");
        assert!(link.len() < 60, "{link}");
        let mut other = scenario.clone();
        other.seed = 77;
        assert!(encode(&other).ends_with("~seed=77"), "{}", encode(&other));
    }
}

#[test]
fn what_one_does_from_the_gallery_fits_into_300_characters() {
    let engine = Catalogue::of_engine();
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

#[test]
fn a_link_can_be_written_by_hand() {
    let engine = Catalogue::of_engine();
    let read_whole = |text: &str| {
        let reading = read(text, &engine);
        assert_eq!(reading.problems, [], "{text}");
        assert_eq!(reading.view_problems, [], "{text}");
        (reading.scenario.unwrap(), reading.view)
    };
    let gallery = gallery_scenario("weiner-usb").unwrap();
    assert_eq!(read_whole("#weiner-usb").0, gallery);

    let text =
        "weiner-usb~scale=16~t=20s~b@12.5s-gfp_write~seed=7~b=3.1+gfp_write-wait_iff_congested";
    let (scenario, view) = read_whole(text);
    assert_eq!((scenario.seed, scenario.scale), (7, 16));
    assert_eq!(scenario.kernel, gallery.kernel);
    let against = scenario.against.unwrap();
    assert_eq!(against.kernel, "3.1");
    let switches = [
        ("gfp_write".to_owned(), true),
        ("wait_iff_congested".to_owned(), false),
    ];
    assert_eq!(against.mechanisms, switches.into());
    let switched = &against.interventions[..];
    assert_eq!(switched.len(), 1);
    assert_eq!((switched[0].at_ns, switched[0].on), (12_500_000_000, false));
    assert_eq!(view.at_ns, Some(20_000_000_000));

    // Names of kernels have signs in them.
    for (text, kernel, mechanisms) in [
        ("3.10+batch", "3.10+batch", 0),
        ("3.10+batch_remove_mapping", "3.10", 1),
        ("2.6.31-revertevict", "2.6.31-revertevict", 0),
        ("2.6.31-active_scan_fallthrough", "2.6.31", 1),
        ("3.10+batch-batch_remove_mapping", "3.10+batch", 1),
    ] {
        let lane = read_whole(&format!("weiner-usb~b={text}"))
            .0
            .against
            .unwrap();
        assert_eq!(
            (lane.kernel.as_str(), lane.mechanisms.len()),
            (kernel, mechanisms)
        );
    }
    // Without a kernel: as it is, and that besides.
    let lane = read_whole("weiner-usb~b=+instant_free").0.against.unwrap();
    assert_eq!(lane.kernel, gallery.against.unwrap().kernel);
    assert_eq!(lane.mechanisms, [("instant_free".to_owned(), true)].into());
    // Lane B stays what it was.
    let other = read_whole("real-write-3x-ram~a=3.0").0;
    let before = gallery_scenario("real-write-3x-ram").unwrap();
    assert_eq!(
        (other.kernel.as_str(), other.against.unwrap().kernel),
        ("3.0", before.kernel)
    );
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_used() {
    let engine = Catalogue::of_engine();
    for (text, words) in [
        (
            "weiner-usb~b=3.00~seed=7",
            &["Kernel `3.00`", "Did you mean `3.0`"] as &[&str],
        ),
        (
            "weiner-usb~b=3.1+gfp_writ~seed=7",
            &["`gfp_writ`", "Did you mean `gfp_write`"],
        ),
        ("weiner-usb~b=~seed=7", &["Kernel ``"]),
        ("weiner-usb~seed=7~seed=8", &["`seed=8`", "twice"]),
        ("weiner-usb~scale=x~seed=7", &["`scale=x`", "whole number"]),
        (
            "weiner-usb~scale=1000~seed=7",
            &["`scale=1000`", "scale of at most"],
        ),
        ("weiner-usb~scale=0~seed=7", &["`scale=0`", "too little"]),
        (
            "weiner-usb~b@soon+gfp_write~seed=7",
            &["soon+gfp_write", "b@12.5s"],
        ),
        ("weiner-usb~b@2s~seed=7", &["2s", "b@12.5s"]),
        ("weiner-usb~colour=red~seed=7", &["`colour=red`", "`seed=`"]),
        ("weiner-usb~~seed=7", &["empty part"]),
        (
            "weiner-usb~b=3.0+per_zone_dirty_rfc~seed=7",
            &["`b=3.0+per_zone_dirty_rfc`", "gfp_write"],
        ),
        ("weiner-usb~c=12345678~seed=7", &["cut or altered", "`c=`"]),
    ] {
        let reading = read(text, &engine);
        expect(&reading.problems[0], "link", words);
        assert_eq!(reading.problems.len(), 1, "{text}: {:?}", reading.problems);
        assert_eq!(reading.scenario.unwrap().seed, 7, "{text}");
        assert_eq!(decode(text, &engine), Err(reading.problems));
    }
    for (text, words) in [
        ("t=soon", &["`t=soon`", "t=20.5s"] as &[&str]),
        ("t=90000s", &["within a day"]),
        ("pin=c:Normal/1", &["pin=b:Normal/1234"]),
        ("pin=a:High/1", &["no zone `High`"]),
        ("view=Normal/9-3", &["view=Normal/0-4096"]),
        ("t=1s~d=12.34", &["16 hexadecimal digits"]),
    ] {
        let text = format!("weiner-usb~seed=7~{text}");
        let reading = read(&text, &engine);
        assert_eq!(reading.view_problems.len(), 1, "{text}");
        expect(&reading.view_problems[0], "link", words);
        // What is wrong with the view alone is no matter to a command.
        assert_eq!(decode(&text, &engine).unwrap().seed, 7);
    }
}

#[test]
fn a_link_to_an_experiment_that_the_gallery_has_changed_says_so() {
    let link = encode(&gallery_scenario("weiner-usb").unwrap());
    let other = encode(&gallery_scenario("weiner-2zone").unwrap());
    let experiment = other.split_once('.').unwrap().1;
    let body = format!("weiner-usb.{experiment}");
    let forged = format!("weiner-usb~c={:08x}.{experiment}", crc32(body.as_bytes()));
    let reading = read(&forged, &catalogue());
    expect(
        &reading.problems[0],
        "link",
        &["another experiment", "`weiner-usb`"],
    );
    assert_eq!(reading.scenario, read(&link, &catalogue()).scenario);
}

#[test]
fn characters_that_a_program_wrote_otherwise_are_understood() {
    let mut scenario = gallery_scenario("weiner-usb").unwrap();
    scenario.seed = 7;
    let link = encode_with(&scenario, &view());
    let mangled = link
        .replace('~', "%7E")
        .replace('=', "%3D")
        .replace('/', "%2f");
    for text in [mangled.as_str(), "weiner-usb%7Eseed%3D7"] {
        assert_eq!(decode(text, &catalogue()).as_ref(), Ok(&scenario), "{text}");
    }
}

#[test]
fn addresses_and_fragments_are_taken_too() {
    let scenario = gallery_scenario("weiner-usb").unwrap();
    let link = encode(&scenario);
    for text in [
        format!("#{link}"),
        format!("https://lab.example/a/b?c#{link}"),
        format!(" {link}\n"),
    ] {
        assert!(looks_like_link(&text));
        assert_eq!(decode(&text, &catalogue()).unwrap(), scenario);
    }
    assert!(looks_like_link(&link));
    assert!(looks_like_link("v2.x"));
    assert!(looks_like_link("weiner-usb~seed=7"));
    assert!(!looks_like_link("weiner-usb"));
    assert!(!looks_like_link("notes.txt~"));
    assert!(!looks_like_link("views/a.json"));
}

/// Links of every kind: what a program writes, with and without a view, and the older form.
fn links() -> Vec<(String, Scenario)> {
    let mut switched = gallery_scenario("weiner-usb").unwrap();
    switched.seed = 7;
    switched.against = Some(Lane {
        kernel: "3.0".into(),
        mechanisms: [("gfp_write".to_owned(), true)].into(),
        interventions: Vec::new(),
    });
    let mut renamed = switched.clone();
    renamed.title = "Another".into();
    let mut links = Vec::new();
    for scenario in [switched, renamed, random_scenario(12), sound()] {
        links.push((encode(&scenario), scenario.clone()));
        links.push((encode_with(&scenario, &view()), scenario.clone()));
        links.push((encode_payload(&scenario), scenario));
    }
    links
}

#[test]
fn a_cut_link_is_recognised_at_every_length() {
    for (link, scenario) in links() {
        for cut in 0..link.len() {
            let text = &link[..cut];
            // Without its parts it is a link that somebody may have meant.
            let base = link.split_once('~').is_some_and(|(base, _)| base == text);
            if base || GALLERY.iter().any(|entry| entry.id == text) {
                continue;
            }
            let reading = read(text, &catalogue());
            assert!(!reading.problems.is_empty(), "{text}");
            assert_eq!(reading.problems[0].field, "link");
            assert!(decode(text, &catalogue()).is_err());
            if let Some(found) = reading.scenario {
                validate(&found, &catalogue()).unwrap();
            }
        }
        // The check lost its last characters: nothing of the scenario did.
        if link.starts_with("v1.") && !link.contains('~') {
            let reading = read(&link[..link.len() - 3], &catalogue());
            let words = ["incomplete or was altered", "scenario in it is whole"];
            expect(&reading.problems[0], "link", &words);
            assert_eq!(reading.scenario, Some(scenario));
        }
    }
}

#[test]
fn a_payload_that_is_lost_leaves_the_scenario_that_it_builds_on() {
    let mut scenario = gallery_scenario("weiner-usb").unwrap();
    scenario.title = "Another".into();
    let link = encode_payload(&scenario);
    let reading = read(&link[..link.len() - 20], &catalogue());
    expect(
        &reading.problems[0],
        "link",
        &["what it changes", "`weiner-usb`"],
    );
    assert_eq!(reading.scenario, gallery_scenario("weiner-usb"));
}

#[test]
fn every_altered_character_is_recognised() {
    for (link, scenario) in links() {
        for at in 0..link.len() {
            for replacement in [
                "a", "Z", "0", "-", "_", ".", "%", "#", " ", "é", "~", "=", "@", "+", "",
            ] {
                let altered = format!("{}{replacement}{}", &link[..at], &link[at + 1..]);
                if altered == link {
                    continue;
                }
                let reading = read(&altered, &catalogue());
                if let Some(found) = &reading.scenario {
                    validate(found, &catalogue()).unwrap();
                }
                let told = reading.problems.len() + reading.view_problems.len();
                let same = reading.scenario.as_ref() == Some(&scenario);
                // Behind a `#` stands a fragment of its own, which may be a scenario's name.
                assert!(told > 0 || same || replacement == "#", "{altered}");
            }
        }
    }
}

#[test]
fn links_that_somebody_made_up_get_a_sentence() {
    for (text, words) in [
        ("", &["no share link"] as &[&str]),
        ("hello", &["no share link"]),
        ("v1", &["incomplete"]),
        ("v1.", &["incomplete"]),
        ("v2.weiner-usb.x.y", &["version `2`", "reads version 1"]),
        (
            "weiner-usv~seed=7",
            &["gallery has no `weiner-usv`", "Did you mean `weiner-usb`"],
        ),
        ("https://lab.example/", &["no share link"]),
    ] {
        expect(&decode(text, &catalogue()).unwrap_err()[0], "link", words);
    }
    let long = "v1.".to_owned() + &"a".repeat(70_000);
    expect(
        &decode(&long, &catalogue()).unwrap_err()[0],
        "link",
        &["65,536"],
    );
}

#[test]
fn a_link_to_another_gallery_gets_a_sentence() {
    let gone = forged("weiner-us", b"{}", 0);
    expect(
        &decode(&gone, &catalogue()).unwrap_err()[0],
        "link",
        &["gone", "`weiner-usb`"],
    );
    let changed = forged("weiner-usb", b"{}", 0);
    let words = ["another experiment", "new link"];
    expect(
        &decode(&changed, &catalogue()).unwrap_err()[0],
        "link",
        &words,
    );
}

#[test]
fn a_link_that_unpacks_to_a_mountain_is_refused() {
    let most = limits::DOCUMENT_BYTES.most as usize;
    let bomb = forged("_", &vec![b' '; 40 * most], 0);
    assert!(
        bomb.len() < limits::LINK_CHARS.most as usize,
        "{}",
        bomb.len()
    );
    expect(
        &decode(&bomb, &catalogue()).unwrap_err()[0],
        "link",
        &["1 MiB"],
    );
    let no_json = forged("_", b"{\"version\":", 0);
    expect(
        &decode(&no_json, &catalogue()).unwrap_err()[0],
        "link",
        &["incomplete"],
    );
    let bad = forged("_", b"{\"version\":1}", 0);
    let found = decode(&bad, &catalogue()).unwrap_err();
    assert!(
        found.iter().any(|problem| problem.field == "machine"),
        "{found:?}"
    );
}

#[test]
fn what_a_link_says_is_validated() {
    let mut scenario = sound();
    scenario.machine.zones[0].present_pages = 0;
    let found = decode(&encode(&scenario), &catalogue()).unwrap_err();
    expect(&found[0], "machine.zones[0].present_pages", &["no page"]);
}

#[test]
fn links_of_the_first_release_stay_readable() {
    let first = "v1._.8FmeM41RwW7CMAz9lcnnaitlQ4Ib0q77gglVbmMga5pUSaADxL_PTgurth12amO_9_yefQFFR11TgNX7Bfb\
        oVY-eYAUBI5ZFPsshA4ttKimE6yaDrTYUTiFSO7AGhRGQQaOt4sfnNnxTnxTLJXJD3pLh0vxRpFus99oy5AJ1d2C\
        9IoP9mT8veQaeglZko3SxjvpIpcwuO9yJYUagdXby1PZv2DB0UggGq9JVH1THoXCwEiJiNeFdMzg7O67GuL6ltmR\
        L5HmAx6id2FzcM76-rTlQJwgbbyLzZc46_6TPi98Cs6LIWWLDZgIRL3bGPz12spMfi78xBJ9B1NFIb_1Qu-7E7SP\
        5oJ1NCr3zjXGoUrTRgFIM8gebboHGlE3F_ovh3unxnC8X0_PfDyuzQ0jDJYDbeZRm73UcbsGIiKERwJWzfAE.4aa\
        04b0e";
    assert_eq!(decode(first, &catalogue()).unwrap(), sound());
}
