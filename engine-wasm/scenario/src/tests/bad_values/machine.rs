//! Invalid machines.

use serde_json::json;

use super::super::{catalogue, changed, expect, problems, refuses};
use crate::parse;

#[test]
fn a_zone_without_pages_is_refused() {
    let field = "machine.zones[0].present_pages";
    refuses(
        "/machine/zones/0/present_pages",
        json!(0),
        field,
        &["`DMA`", "at least 1 page"],
    );
}

#[test]
fn a_machine_of_a_tebibyte_is_refused_with_the_most_there_can_be() {
    let tebibyte = json!(268_435_456);
    let words = ["268,435,456", "16,777,216", "64 GiB"];
    let zone = "machine.zones[1].present_pages";
    refuses("/machine/zones/1/present_pages", tebibyte, zone, &words);
    let together = json!(16_777_216);
    let words = ["page frames is 16,781,116", "16,777,216", "64 GiB"];
    refuses(
        "/machine/zones/1/present_pages",
        together,
        "machine.zones",
        &words,
    );
    let huge = json!(u64::MAX);
    refuses("/machine/zones/1/present_pages", huge, zone, &["64 GiB"]);
}

#[test]
fn a_machine_below_1_mib_is_refused() {
    let words = ["page frames is 200", "at least 256"];
    refuses(
        "/machine/zones",
        json!([{"name": "DMA", "present_pages": 200}]),
        "machine.zones",
        &words,
    );
    refuses(
        "/machine/zones",
        json!([]),
        "machine.zones",
        &["number of zones is 0", "at least 1"],
    );
}

#[test]
fn memory_in_use_from_the_start_has_to_leave_room() {
    let words = ["125,000 of 125,900", "at most 124,876"];
    let resident = json!({ "anon_pages": 125_000 });
    refuses("/machine/resident", resident, "machine.resident", &words);
    let endless = json!({ "anon_pages": u64::MAX, "kernel_pages": u64::MAX });
    let found = problems(&changed("/machine/resident", Some(endless)));
    expect(&found[0], "machine.resident", &["of 125,900 pages"]);
    // Any number of inactive file pages is valid: the machine starts with fewer if there is no room.
    let left = json!({ "inactive_file_pages": 1_000_000 });
    let text = changed("/machine/resident", Some(left));
    assert!(parse(&text, &catalogue()).is_ok());
    refuses(
        "/machine/resident",
        json!({ "inactive_file_pages": 20_000_000 }),
        "machine.resident.inactive_file_pages",
        &["the maximum is"],
    );
}

#[test]
fn anonymous_memory_has_to_find_room() {
    let hog = json!({ "program": "anon_hog", "size_kb": 4 * 126_901, "pause_ms": 1, "run_ms": 1 });
    let field = "workload[0].run.size_kb";
    refuses(
        "/workload/0/run",
        hog,
        field,
        &["507,604 kB", "507,600 kB of RAM and swap"],
    );
}

#[test]
fn zones_out_of_order_are_refused() {
    let zones = json!([{ "name": "Normal", "present_pages": 9000 },
        { "name": "Own", "present_pages": 9000 }, { "name": "DMA32", "present_pages": 9000 }]);
    let words = ["`DMA32` is below `Normal`", "lowest first"];
    refuses("/machine/zones", zones, "machine.zones[2]", &words);
}
