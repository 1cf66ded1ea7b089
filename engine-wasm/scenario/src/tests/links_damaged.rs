//! Share links that were truncated, altered or made up. A damaged link may still name a scenario of the gallery, so the
//! engine's own catalogue validates the scenarios that are read.

use super::super::limits;
use super::super::link::{
    decode, encode, encode_payload, encode_with, forged, looks_like_link, read,
};
use super::super::{Lane, Scenario, gallery_scenario, validate};
use super::engine::of_engine;
use super::links::{random_scenario, view};
use super::{catalogue, expect, sound};

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
    assert!(looks_like_link("~weiner-usb"));
    assert!(!looks_like_link("weiner-usb"));
    assert!(!looks_like_link("~/scenarios/mine.json"));
    assert!(!looks_like_link("notes.txt~"));
    assert!(!looks_like_link("views/a.json"));
}

/// Returns links of every kind, with their scenarios: as programs write them, with and without a view, and the older
/// form.
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
            let reading = read(text, &of_engine());
            assert!(!reading.problems.is_empty(), "{text}");
            assert_eq!(reading.problems[0].field, "link");
            assert!(decode(text, &of_engine()).is_err());
            if let Some(found) = reading.scenario {
                validate(&found, &of_engine()).unwrap();
            }
        }
        // Only the checksum lost its last characters; the scenario is intact.
        if link.starts_with("v1.") && !link.contains('~') {
            let reading = read(&link[..link.len() - 3], &of_engine());
            let words = ["incomplete or was altered", "its scenario is intact"];
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
        &["its changes", "`weiner-usb`"],
    );
    assert_eq!(reading.scenario, gallery_scenario("weiner-usb"));
}

#[test]
fn every_altered_character_is_recognised() {
    let replacements = [
        "a", "Z", "0", "-", "_", ".", "%", "#", " ", "é", "~", "=", "@", "+", "",
    ];
    for (link, scenario) in links() {
        for at in 0..link.len() {
            // Try five of the fifteen replacements at each position, so that three adjacent positions cover all. All
            // fifteen at every position would take 9 seconds.
            for replacement in &replacements[at % 3 * 5..][..5] {
                let altered = format!("{}{replacement}{}", &link[..at], &link[at + 1..]);
                if altered == link {
                    continue;
                }
                let reading = read(&altered, &of_engine());
                if let Some(found) = &reading.scenario {
                    validate(found, &of_engine()).unwrap();
                }
                let told = reading.problems.len() + reading.view_problems.len();
                let same = reading.scenario.as_ref() == Some(&scenario);
                // The text after an inserted `#` is read as a new fragment, which may be a scenario's name.
                assert!(told > 0 || same || *replacement == "#", "{altered}");
            }
        }
    }
}

#[test]
fn links_that_somebody_made_up_get_a_sentence() {
    for (text, words) in [
        ("", &["not a share link"] as &[&str]),
        ("hello", &["not a share link"]),
        ("v1", &["incomplete"]),
        ("v1.", &["incomplete"]),
        ("v2.weiner-usb.x.y", &["version `2`", "reads version 1"]),
        (
            "weiner-usv~seed=7",
            &["gallery has no `weiner-usv`", "Did you mean `weiner-usb`"],
        ),
        ("https://lab.example/", &["not a share link"]),
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
        &["no longer exists", "`weiner-usb`"],
    );
    let changed = forged("weiner-usb", b"{}", 0);
    let words = ["has changed", "new link"];
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
    expect(&found[0], "machine.zones[0].present_pages", &["no pages"]);
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
