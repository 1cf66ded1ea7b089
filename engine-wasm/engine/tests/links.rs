//! The folder `links`: links in every form that ever existed, each with the scenario that it must decode to.
//!
//! These files stay forever, because people have such links in mails and articles. If a link no longer decodes to its
//! scenario, fix the program, and do not change the file. Links of the first version have a checksum over the title and
//! the description of their scenario. When the title or the description of a scenario in the gallery changes, add the
//! old text to `scenario/former/words.json`.

use reclaim_engine::catalogue;
use std::path::PathBuf;

use reclaim_engine::scenario::link::{self, ViewState};
use reclaim_engine::scenario::{GALLERY, Lane, Scenario, parse};
use reclaim_trials::draw;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Description of the case that this link tests.
    #[serde(rename = "about")]
    _about: String,
    link: String,
    scenario: Value,
    #[serde(default)]
    view: ViewState,
}

fn files() -> Vec<(String, File)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/links");
    std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a text");
            let file =
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name.into_owned(), file)
        })
        .collect()
}

fn scenario_of(name: &str, file: &File) -> Scenario {
    parse(&file.scenario.to_string(), &catalogue::of_engine())
        .unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

/// Removes the title and the description of a scenario from the gallery. A link that contains its whole scenario keeps
/// both.
fn without_words(scenario: Option<Scenario>, file: &File) -> Option<Scenario> {
    let mut scenario = scenario?;
    if !file.link.starts_with("v1._.") {
        scenario.title.clear();
        scenario.description.clear();
    }
    Some(scenario)
}

#[test]
fn every_link_gives_what_it_always_gave() {
    let files = files();
    assert!(files.len() >= 10, "{}", files.len());
    for (name, file) in files {
        let reading = link::read(&file.link, &catalogue::of_engine());
        assert_eq!(reading.problems, [], "{name}");
        assert_eq!(reading.view_problems, [], "{name}");
        let expected = without_words(Some(scenario_of(&name, &file)), &file);
        assert_eq!(without_words(reading.scenario, &file), expected, "{name}");
        assert_eq!(reading.view, file.view, "{name}");
    }
}

#[test]
fn what_is_written_of_them_today_gives_the_same() {
    for (name, file) in files() {
        let scenario = scenario_of(&name, &file);
        let written = link::encode_with(&scenario, &file.view);
        let reading = link::read(&written, &catalogue::of_engine());
        assert_eq!(reading.scenario, Some(scenario), "{name}: {written}");
        assert_eq!(reading.view, file.view, "{name}: {written}");
    }
}

fn comes_back(scenario: &Scenario, at_ns: u64) -> String {
    let view = ViewState {
        at_ns: Some(at_ns),
        ..ViewState::default()
    };
    let link = link::encode_with(scenario, &view);
    let reading = link::read(&link, &catalogue::of_engine());
    assert_eq!(reading.problems, [], "{link}");
    assert_eq!(reading.scenario.as_ref(), Some(scenario), "{link}");
    assert_eq!(reading.view, view, "{link}");
    link
}

#[test]
fn random_machines_come_back_from_their_links() {
    for seed in 0..200 {
        comes_back(&draw::scenario(seed), seed * 997_001);
    }
}

#[test]
fn whatever_is_switched_in_the_gallery_can_be_read_in_the_link() {
    let mut readable = 0;
    for seed in 0..400 {
        let entry = &GALLERY[seed as usize % GALLERY.len()];
        let (one, other) = (draw::scenario(seed), draw::scenario(seed + 1_000));
        let mut scenario = entry.scenario().expect("a scenario");
        scenario.against = Some(Lane {
            kernel: other.kernel,
            mechanisms: other.mechanisms,
            interventions: other.interventions,
        });
        if seed % 2 == 0 {
            scenario.kernel = one.kernel;
            scenario.mechanisms = one.mechanisms;
            scenario.interventions = one.interventions;
        }
        let link = comes_back(&scenario, seed * 997_001);
        readable += u32::from(link.starts_with(&format!("~{}~", entry.id)));
        assert!(link.len() < 900, "{link}");
    }
    // A link is packed only if it would be very long otherwise.
    assert!(readable > 300, "{readable}");
}
