//! Share links: there and back, and whatever can befall them on the way.

use super::super::limits;
use super::super::link::{decode, encode, looks_like_link};
use super::super::{
    Device, GALLERY, Hardware, Intervention, Lane, Program, Scenario, Zone, gallery_scenario,
    validate,
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
                .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)),
            "{link}"
        );
        assert_eq!(
            decode(&link, &catalogue()).as_ref(),
            Ok(&scenario),
            "seed {seed}: {link}"
        );
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn links_to_the_gallery_are_short_and_say_which() {
    for entry in GALLERY {
        let scenario = gallery_scenario(entry.id).unwrap();
        let link = encode(&scenario);
        assert!(link.starts_with(&format!("v1.{}.", entry.id)), "{link}");
        assert!(link.len() < 60, "{link}");
        let mut other = scenario.clone();
        other.seed = 77;
        assert!(encode(&other).len() < 80, "{}", encode(&other));
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
    assert!(!looks_like_link("weiner-usb"));
    assert!(!looks_like_link("views/a.json"));
}

#[test]
fn a_cut_link_is_recognised_at_every_length() {
    for scenario in [
        gallery_scenario("weiner-usb").unwrap(),
        random_scenario(12),
        sound(),
    ] {
        let link = encode(&scenario);
        for cut in 0..link.len() {
            let found = decode(&link[..cut], &catalogue()).expect_err(&link[..cut]);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].field, "link");
        }
        let found = decode(&link[..link.len() - 3], &catalogue()).unwrap_err();
        expect(
            &found[0],
            "link",
            &["incomplete or was altered", "Copy the whole link"],
        );
    }
}

#[test]
fn every_altered_character_is_recognised() {
    for scenario in [gallery_scenario("weiner-usb").unwrap(), sound()] {
        let link = encode(&scenario);
        for at in 0..link.len() {
            for replacement in ["a", "Z", "0", "-", "_", ".", "%", "#", " ", "é", ""] {
                let altered = format!("{}{replacement}{}", &link[..at], &link[at + 1..]);
                if altered == link {
                    continue;
                }
                match decode(&altered, &catalogue()) {
                    Ok(same) => assert_eq!(same, scenario, "{altered}"),
                    Err(found) => assert!(!found.is_empty()),
                }
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
    let gone = super::super::link::forged("weiner-us", b"{}", 0);
    expect(
        &decode(&gone, &catalogue()).unwrap_err()[0],
        "link",
        &["gone", "`weiner-usb`"],
    );
    let changed = super::super::link::forged("weiner-usb", b"{}", 0);
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
    let bomb = super::super::link::forged("_", &vec![b' '; 40 * most], 0);
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
    let no_json = super::super::link::forged("_", b"{\"version\":", 0);
    expect(
        &decode(&no_json, &catalogue()).unwrap_err()[0],
        "link",
        &["incomplete"],
    );
    let bad = super::super::link::forged("_", b"{\"version\":1}", 0);
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
