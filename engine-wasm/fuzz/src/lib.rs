//! Checks that the fuzz targets share, for text from untrusted sources.

pub mod alter;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::link::{self, Reading, ViewState};
use reclaim_engine::scenario::{Problem, Scenario, limits, parse, prepare, read_written, write};

/// Largest length of a link, characters. A large document may need a longer link, which is refused.
const LINK_MOST: usize = limits::LINK_CHARS.most as usize;

/// Checks that each problem has a field, a message and a fix, all of reasonable length.
pub fn told(problems: &[Problem]) {
    assert!(!problems.is_empty(), "refused without a word");
    for problem in problems {
        assert!(!problem.problem.is_empty() && !problem.fix.is_empty());
        let told = problem.problem.len() + problem.fix.len() + problem.field.len();
        assert!(told < 8_000, "{told} bytes are no sentence: {problem:?}");
    }
}

/// Checks that a valid document does not change when it is written and read, as text and as a link.
pub fn admitted(scenario: &Scenario) {
    let catalogue = catalogue::of_engine();
    let written = write(scenario);
    let again = parse(&written, &catalogue).expect("what was written can be read");
    assert_eq!(&again, scenario, "written and read again");
    match prepare(scenario, &catalogue) {
        Ok(_) => linked(scenario),
        // The scenario is valid at full size but too small when scaled, so the engine refuses it.
        Err(problems) => told(&problems),
    }
}

/// Checks that a scenario that can run does not change in a link.
fn linked(scenario: &Scenario) {
    let text = link::encode(scenario);
    match link::decode(&text, &catalogue::of_engine()) {
        Ok(decoded) => assert_eq!(&decoded, scenario, "by link"),
        Err(problems) => assert!(text.len() > LINK_MOST, "{problems:?}"),
    }
}

/// Checks that any document gets a result or errors.
pub fn document(text: &str) {
    match parse(text, &catalogue::of_engine()) {
        Ok(scenario) => admitted(&scenario),
        Err(problems) => told(&problems),
    }
    // The functions that the page calls must not panic either.
    let _ = reclaim_documents::check(text);
    let _ = read_written(text);
}

/// Checks that any link gets a result or errors.
pub fn link(text: &str) {
    let catalogue = catalogue::of_engine();
    let Reading {
        scenario,
        view,
        problems,
        view_problems,
    } = link::read(text, &catalogue);
    match &scenario {
        None => told(&problems),
        Some(scenario) => shown(scenario, &view),
    }
    if !view_problems.is_empty() {
        told(&view_problems);
    }
    let _ = reclaim_documents::decode_link(text);
    let _ = link::looks_like_link(text);
}

/// Checks that a link preserves a scenario and its view.
fn shown(scenario: &Scenario, view: &ViewState) {
    let text = link::encode_with(scenario, view);
    let again = link::read(&text, &catalogue::of_engine());
    let runs = prepare(scenario, &catalogue::of_engine()).is_ok();
    if runs && text.len() <= LINK_MOST {
        assert_eq!(again.problems, [], "{text}");
        assert_eq!(again.scenario.as_ref(), Some(scenario), "{text}");
        assert_eq!(&again.view, view, "{text}");
    }
}
