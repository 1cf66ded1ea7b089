//! Malicious documents and links: every error message is short and readable. The lengths of lists are checked before
//! their entries are compared with each other, so the cost is bounded.

use serde_json::{Value, json};

use super::super::{limits, link, parse, prepare, write};
use super::{SOUND, catalogue, changed};

/// Reads any text as a document and as a link, and checks that the errors are short. Returns whether it is a document.
fn answers(text: &str) -> bool {
    let catalogue = catalogue();
    let read = parse(text, &catalogue);
    let by_link = link::read(text, &catalogue);
    let admitted = read.is_ok();
    let told = read.err().unwrap_or_default();
    for problem in told
        .iter()
        .chain(&by_link.problems)
        .chain(&by_link.view_problems)
    {
        let length = problem.problem.len() + problem.fix.len() + problem.field.len();
        assert!((1..4_000).contains(&length), "{length} bytes: {problem}");
    }
    assert!(told.len() <= 51 && by_link.problems.len() <= 51);
    admitted
}

#[test]
fn depth_ends_before_the_stack_does() {
    for open in ["[", "{\"a\":", "[{\"version\":"] {
        assert!(!answers(&open.repeat(100_000)));
    }
    let nested = (0..100).fold(Value::Null, |inner, _| json!([inner]));
    assert!(!answers(&changed("/title", Some(nested))));
}

#[test]
fn numbers_that_are_none_are_refused() {
    for number in [
        "-1",
        "1e3",
        "1.0",
        "NaN",
        "Infinity",
        "-0",
        "1e400",
        "0x10",
        "١٢",
        "18446744073709551616",
    ] {
        let text = SOUND.replace("\"cpus\": 2", &format!("\"cpus\": {number}"));
        assert!(!answers(&text), "{number}");
        assert!(
            !answers(&SOUND.replace("\"seed\": 1", &format!("\"seed\": {number}"))),
            "{number}"
        );
    }
    for part in [
        "seed=-1",
        "seed=1e3",
        "scale=0",
        "t=-1s",
        "t=NaNs",
        "t=1e99s",
        "view=DMA/9-1",
        "pin=b:DMA/99999999999",
    ] {
        let reading = link::read(&format!("weiner-usb~{part}"), &catalogue());
        let told = reading.problems.len() + reading.view_problems.len();
        assert!(told > 0, "{part}");
    }
}

#[test]
fn a_field_that_stands_there_twice_is_refused_wherever_it_is() {
    for (once, twice) in [
        ("\"seed\": 1", "\"seed\": 1, \"seed\": 2"),
        ("\"cpus\": 2,", "\"cpus\": 2, \"cpus\": 64,"),
        (
            "\"kernel\": \"3.0\"",
            "\"kernel\": \"3.0\", \"kern\\u0065l\": \"3.0\"",
        ),
    ] {
        assert!(!answers(&SOUND.replace(once, twice)), "{twice}");
    }
}

#[test]
fn names_in_any_script_do_no_harm() {
    let turned = "\u{202e}gnp.exe";
    for name in [
        "\u{0}",
        turned,
        "\u{feff}",
        "e\u{301}".repeat(40).as_str(),
        "𝕏",
        "../../etc",
        "<script>",
        "__proto__",
    ] {
        answers(&changed("/filesystems/0/name", Some(json!(name))));
        answers(&changed("/workload/0/run/filesystem", Some(json!(name))));
        answers(&changed(
            &format!("/{}", name.replace('/', "~1")),
            Some(json!(1)),
        ));
        answers(&format!(
            "weiner-usb~view={name}/0-9~pin=b:{name}/1~{name}=1"
        ));
    }
    // The message does not repeat the mark that would reverse the direction of its letters.
    let told = parse(&changed("/kernel", Some(json!(turned))), &catalogue()).expect_err("unknown");
    assert!(!told[0].problem.contains('\u{202e}'));
}

#[test]
fn a_name_of_a_mebibyte_is_not_repeated_in_a_sentence() {
    let long = "/".repeat(500_000);
    assert!(!answers(&changed("/filesystems/0/name", Some(json!(long)))));
    assert!(!answers(&changed("/devices/0/name", Some(json!(long)))));
    assert!(!answers(&changed("/kernel", Some(json!(long)))));
}

#[test]
fn lists_that_are_too_long_are_refused_before_they_are_compared() {
    let filesystem =
        |at: usize| json!({ "name": format!("/{at:060}"), "kind": "xfs", "device": "sda" });
    let mut document: Value = serde_json::from_str(SOUND).expect("sound");
    document["filesystems"] = (0..8_000).map(filesystem).collect();
    document["workload"] = json!(vec![document["workload"][0].clone(); 64]);
    let told = parse(&document.to_string(), &catalogue()).expect_err("too many");
    // Only one error: the 64 names were not looked up among the 8,000 filesystems.
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].field, "filesystems");
}

#[test]
fn a_link_of_many_parts_that_do_not_fit_is_given_up_early() {
    let switches = |at: u64| format!("~b@{at}s+per_zone_dirty_rfc");
    let parts: String = (1..1_000).map(switches).collect();
    let text = format!("weiner-usb~b=3.0-gfp_write{parts}");
    let reading = link::read(&text, &catalogue());
    let most = limits::IGNORED_PARTS.most as usize;
    assert_eq!(reading.problems.len(), most + 1, "{:?}", reading.problems);
    assert!(reading.scenario.is_some());
}

#[test]
fn a_link_can_bring_nothing_but_a_scenario() {
    for text in [
        "javascript:alert(1)",
        "https://example.org/#https://example.org/x.json",
        "data:application/json,{}",
        "v1._..",
        "v99999999999999999999.a.b.c",
        "%%%7E%7E%zz",
        "~~~~~~~~",
    ] {
        assert!(link::decode(text, &catalogue()).is_err(), "{text}");
    }
}

#[test]
fn what_is_admitted_is_written_and_read_as_the_same() {
    let text = changed("/title", Some(json!("\u{202e}\u{0}\"\\𝕏")));
    let scenario = parse(&text, &catalogue()).expect("a title may be anything");
    let again = parse(&write(&scenario), &catalogue()).expect("what was written");
    assert_eq!(scenario, again);
    assert!(prepare(&scenario, &catalogue()).is_ok());
}
