//! All scenarios of the gallery are built in and valid, and have a title and a description.

use reclaim_engine::catalogue;
use std::path::Path;

use reclaim_engine::scenario::{GALLERY, MEASURED, all_entries, link, parse, prepare, read, write};

fn files(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../public")
        .join(folder);
    let mut stems: Vec<String> = std::fs::read_dir(folder)
        .expect("the gallery is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    stems.sort();
    stems
}

#[test]
fn every_file_is_built_in() {
    for (entries, folder) in [(GALLERY, "gallery"), (MEASURED, "gallery/measured")] {
        let mut ids: Vec<&str> = entries.iter().map(|entry| entry.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, files(folder));
    }
}

#[test]
fn every_scenario_is_sound() {
    let catalogue = catalogue::of_engine();
    for entry in all_entries() {
        let scenario = parse(entry.json, &catalogue).unwrap_or_else(|problems| {
            panic!(
                "{}: {}",
                entry.id,
                problems.iter().map(ToString::to_string).collect::<String>()
            )
        });
        let prepared = prepare(&scenario, &catalogue).unwrap_or_else(|problems| {
            panic!("{}: {problems:?}", entry.id);
        });
        assert_eq!(prepared.scale, 1);
        assert_eq!(read(&write(&scenario)).as_ref(), Ok(&scenario));
        assert_eq!(entry.scenario().as_ref(), Some(&scenario));
        assert_eq!(
            link::decode(&link::encode(&scenario), &catalogue).as_ref(),
            Ok(&scenario)
        );
    }
}

#[test]
fn every_scenario_has_words_for_people() {
    for entry in all_entries() {
        let scenario = entry.scenario().expect(entry.id);
        assert!(
            (10..60).contains(&scenario.title.chars().count()),
            "{}",
            entry.id
        );
        assert!(
            (40..260).contains(&scenario.description.chars().count()),
            "{}",
            entry.id
        );
        assert!(scenario.description.ends_with('.'), "{}", entry.id);
    }
}
