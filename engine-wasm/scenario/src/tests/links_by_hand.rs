//! Share links that people write by hand.

use super::super::gallery_scenario;
use super::super::link::{crc32, decode, encode, encode_with, read};
use super::engine::of_engine;
use super::links::view;
use super::{catalogue, expect};
use crate::{Hardware, Scenario};

#[test]
fn a_link_can_be_written_by_hand() {
    let engine = of_engine();
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

    // Names of kernels may contain `+` and `-`.
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
    // Without a kernel: the kernel of the gallery scenario, with an additional switch.
    let lane = read_whole("weiner-usb~b=+instant_free").0.against.unwrap();
    assert_eq!(lane.kernel, gallery.against.unwrap().kernel);
    assert_eq!(lane.mechanisms, [("instant_free".to_owned(), true)].into());
    // Lane B does not change.
    let other = read_whole("real-write-3x-ram~a=3.0").0;
    let before = gallery_scenario("real-write-3x-ram").unwrap();
    assert_eq!(
        (other.kernel.as_str(), other.against.unwrap().kernel),
        ("3.0", before.kernel)
    );
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_used() {
    let engine = of_engine();
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
        (
            "weiner-usb~scale=0~seed=7",
            &["`scale=0`", "the minimum is 1"],
        ),
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
        (
            "weiner-usb~c=12345678~seed=7",
            &["truncated or altered", "`c=`"],
        ),
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
        // The command line ignores errors in the view.
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
        &["has changed", "`weiner-usb`"],
    );
    assert_eq!(reading.scenario, read(&link, &catalogue()).scenario);
}

#[test]
fn a_link_from_before_a_change_of_the_gallery_opens_the_scenario_as_it_was() {
    let link = "~kim-build~0719342a.ff5b0b74~seed=5";
    let former = decode(link, &of_engine()).unwrap();
    let current = gallery_scenario("kim-build").unwrap();
    assert_eq!(former.seed, 5);
    assert_eq!(former.machine.resident.anon_pages, 10_240);
    assert_eq!(current.machine.resident.anon_pages, 66_000);

    let former = decode("~teaching-machine~18a3caaa.d26585f3~seed=5", &of_engine()).unwrap();
    let current = gallery_scenario("teaching-machine").unwrap();
    let write_rate = |scenario: &Scenario| match &scenario.devices[1].hardware {
        Hardware::Figures(figures) => figures.write_kb_per_s,
        Hardware::Model(_) => 0,
    };
    assert_eq!((write_rate(&former), write_rate(&current)), (5_200, 9_000));
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
