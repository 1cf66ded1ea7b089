//! What every target asks of a text that comes from outside.

pub mod alter;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::link::{self, Reading, ViewState};
use reclaim_engine::scenario::{Problem, Scenario, limits, parse, prepare, read_written, write};

/// Characters of the longest link; a document may say more than fits one.
const LINK_MOST: usize = limits::LINK_CHARS.most as usize;

/// Each problem is a sentence about a field, with a mend.
pub fn told(problems: &[Problem]) {
    assert!(!problems.is_empty(), "refused without a word");
    for problem in problems {
        assert!(!problem.problem.is_empty() && !problem.mend.is_empty());
        let told = problem.problem.len() + problem.mend.len() + problem.field.len();
        assert!(told < 8_000, "{told} bytes are no sentence: {problem:?}");
    }
}

/// What is admitted means the same after it was written, and in a link.
pub fn admitted(scenario: &Scenario) {
    let catalogue = catalogue::of_engine();
    let written = write(scenario);
    let again = parse(&written, &catalogue).expect("what was written can be read");
    assert_eq!(&again, scenario, "written and read again");
    match prepare(scenario, &catalogue) {
        Ok(_) => linked(scenario),
        // Sound at full size, and too small once it is scaled: the engine says so.
        Err(problems) => told(&problems),
    }
}

/// What can run means the same in a link.
fn linked(scenario: &Scenario) {
    let text = link::encode(scenario);
    match link::decode(&text, &catalogue::of_engine()) {
        Ok(decoded) => assert_eq!(&decoded, scenario, "by link"),
        Err(problems) => assert!(text.len() > LINK_MOST, "{problems:?}"),
    }
}

/// A document from outside: whatever is in it, an answer comes.
pub fn document(text: &str) {
    match parse(text, &catalogue::of_engine()) {
        Ok(scenario) => admitted(&scenario),
        Err(problems) => told(&problems),
    }
    // The same through the doors of the page.
    let _ = reclaim_documents::check(text);
    let _ = read_written(text);
}

/// A link from outside.
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

/// A scenario and a view of it come back by the link that is made of them.
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
