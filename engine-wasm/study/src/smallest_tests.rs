use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Problem, Scenario, gallery_scenario, parse, write};

use crate::smallest::{SearchProgress, SearchState, Smallest};

/// A condition: reclaim writes pages in lane A, and the patches of lane B prevent this.
const FEWER_WRITES: &str = "a:counter:nr_vmscan_write >= 20, b:counter:nr_vmscan_write <= 100";

fn teaching() -> Scenario {
    gallery_scenario("teaching-machine").expect("a scenario of the gallery")
}

fn searched(base: Scenario, condition: &str, seeds: u32, tries: u32) -> (Scenario, SearchProgress) {
    let mut search = Smallest::new(base, condition, seeds, tries).expect("a search");
    loop {
        let progress = search.step();
        if matches!(progress.state, SearchState::Done | SearchState::Refused) {
            let progress = progress.clone();
            return (search.scenario(), progress);
        }
    }
}

fn refused(condition: &str) -> String {
    let of = |problem: &Problem| problem.to_string();
    let problems = Smallest::new(teaching(), condition, 1, 1).err();
    let sentences: Vec<String> = problems.expect("a refusal").iter().map(of).collect();
    sentences.join("\n")
}

#[test]
fn the_smallest_machine_shows_the_difference_and_nothing_else() {
    let (found, progress) = searched(teaching(), FEWER_WRITES, 2, 400);
    assert_eq!(progress.state, SearchState::Done);
    assert!(found.machine.present_pages() < teaching().machine.present_pages());
    assert!(found.until_ms < teaching().until_ms);
    assert!(found.machine.cpus <= teaching().machine.cpus);
    assert!(found.against.is_some(), "the condition is about both lanes");
    assert!(
        found.title.contains("nr_vmscan_write >= 20"),
        "{}",
        found.title
    );
    assert!(
        found.description.contains("Teaching machine"),
        "{}",
        found.description
    );
    // The found scenario is a valid document, and the condition holds for it at the start of another search.
    let read = parse(&write(&found), &catalogue::of_engine()).expect("a valid scenario");
    assert_eq!(read, found);
    let (_, again) = searched(read, FEWER_WRITES, 2, 1);
    assert_eq!(again.problem, None);
}

#[test]
fn the_same_search_finds_the_same_scenario() {
    let find = || write(&searched(teaching(), FEWER_WRITES, 1, 60).0);
    assert_eq!(find(), find());
}

#[test]
fn a_condition_on_lane_a_needs_no_lane_b() {
    let (found, _) = searched(teaching(), "counter:pgscan_kswapd > 100", 1, 200);
    assert_eq!(found.against, None);
}

#[test]
fn a_condition_that_does_not_hold_at_the_start_is_refused_with_its_values() {
    let condition = "a:counter:nr_vmscan_write >= 1000000";
    let (_, progress) = searched(teaching(), condition, 1, 10);
    assert_eq!(progress.state, SearchState::Refused);
    let why = progress.problem.expect("a reason");
    assert!(why.starts_with("a:counter:nr_vmscan_write is "), "{why}");
    assert!(why.ends_with(", not >= 1000000 (seed 1)"), "{why}");
    let (_, progress) = searched(teaching(), "laps:nothing:items_per_second > 0", 1, 10);
    let why = progress.problem.expect("a reason");
    assert_eq!(why, "laps:nothing:items_per_second has no value (seed 1)");
}

#[test]
fn a_condition_that_cannot_be_read_is_refused_part_by_part() {
    let sentences =
        refused("elapsed_seconds >= 1, counter:nothing == 0, allocstall, b:counter:pgsteal > 1e3");
    assert!(!sentences.contains("part 1"), "{sentences}");
    assert!(sentences.contains("condition, part 2: The engine has no counter `nothing`."));
    assert!(
        sentences.contains("part 3: `allocstall` has no comparison operator"),
        "{sentences}"
    );
    assert!(
        sentences
            .contains("part 4: `b:counter:pgsteal > 1e3`: there is no number after the operator.")
    );
    assert!(refused("").contains("part 1"));
    assert!(refused("elapsed_seconds = 5").contains("no comparison operator"));
    assert!(refused("elapsed_seconds >= ").contains("no number"));
    assert!(refused("elapsed_seconds >= inf").contains("no number"));
    assert!(refused(&"elapsed_seconds > 1,".repeat(11)).contains("at most 10 comparisons"));
    let alone = Scenario {
        against: None,
        ..teaching()
    };
    let problems = Smallest::new(alone, "ratio:elapsed_seconds > 1", 1, 1).err();
    assert!(problems.is_some_and(|problems| problems[0].problem.contains("needs lane B")));
    for (seeds, tries) in [(0, 1), (101, 1), (1, 0)] {
        assert!(Smallest::new(teaching(), "elapsed_seconds > 0", seeds, tries).is_err());
    }
}
