//! Kernels, mechanisms and the rules between them.

use serde_json::json;

use super::super::parse;
use super::{catalogue, changed, expect, problems, refuses};

#[test]
fn an_unknown_kernel_names_the_nearest() {
    refuses(
        "/kernel",
        json!("3.0-per-zone"),
        "kernel",
        &["`3.0-per-zone`", "`3.0-per-zone-dirty`"],
    );
    refuses(
        "/kernel",
        json!("3.2"),
        "kernel",
        &["Did you mean", "`3.2-base`"],
    );
    refuses("/kernel", json!("windows"), "kernel", &["Use `3.0`,"]);
    let against = json!({ "kernel": "2.4" });
    refuses("/against", against, "against.kernel", &["`2.4`"]);
}

#[test]
fn an_unknown_mechanism_names_the_nearest() {
    let field = "mechanisms.per_zone_drity";
    let switch = json!({ "per_zone_drity": true });
    refuses(
        "/mechanisms",
        switch.clone(),
        field,
        &["does not exist", "`per_zone_dirty`"],
    );
    let lane = json!({ "kernel": "3.0", "mechanisms": switch });
    refuses(
        "/against",
        lane,
        "against.mechanisms.per_zone_drity",
        &["does not exist"],
    );
    let late = json!([{ "at_ns": 5, "mechanism": "magic", "on": true }]);
    refuses(
        "/interventions",
        late,
        "interventions[0].mechanism",
        &["`magic`", "reclaim list"],
    );
}

#[test]
fn a_mechanism_without_its_requirement_is_refused() {
    let field = "mechanisms.per_zone_dirty";
    let words = [
        "`gfp_write`",
        "is off in kernel 3.0",
        "Switch `gfp_write` on too",
    ];
    refuses(
        "/mechanisms",
        json!({ "per_zone_dirty": true }),
        field,
        &words,
    );
    let both = json!({ "per_zone_dirty": true, "gfp_write": true });
    assert!(parse(&changed("/mechanisms", Some(both)), &catalogue()).is_ok());
}

#[test]
fn switching_off_what_another_needs_is_refused() {
    let text = changed("/mechanisms", Some(json!({ "wait_iff_congested": false })))
        .replace("\"3.0\"", "\"3.2-writeback-series\"");
    let found = problems(&text);
    assert_eq!(found.len(), 1);
    let words = [
        "`throttle_on_writeback` is on",
        "switched off",
        "Keep `wait_iff_congested` on",
    ];
    expect(&found[0], "mechanisms.wait_iff_congested", &words);
}

#[test]
fn mechanisms_that_exclude_each_other_are_refused() {
    let text = changed("/mechanisms", Some(json!({ "per_zone_dirty": true })))
        .replace("\"3.0\"", "\"3.0-per-zone-dirty\"");
    let found = problems(&text);
    assert_eq!(found.len(), 1);
    let words = ["exclude each other", "Switch `per_zone_dirty_rfc` off"];
    expect(&found[0], "mechanisms.per_zone_dirty", &words);
    let exchanged = json!({ "per_zone_dirty": true, "per_zone_dirty_rfc": false });
    let text = changed("/mechanisms", Some(exchanged)).replace("\"3.0\"", "\"3.0-per-zone-dirty\"");
    assert!(parse(&text, &catalogue()).is_ok());
}

#[test]
fn interventions_obey_the_rules_at_their_moment() {
    let one = |at_ns: u64, mechanism: &str, on: bool| json!({ "at_ns": at_ns, "mechanism": mechanism, "on": on });
    let together = json!([one(5, "per_zone_dirty", true), one(5, "gfp_write", true)]);
    assert!(parse(&changed("/interventions", Some(together)), &catalogue()).is_ok());
    // The order of interventions in the document does not matter, only their times.
    let late = json!([one(9, "gfp_write", true), one(5, "per_zone_dirty", true)]);
    refuses("/interventions", late, "interventions[1]", &["`gfp_write`"]);
    let off = json!([
        one(1, "gfp_write", true),
        one(2, "per_zone_dirty", true),
        one(3, "gfp_write", false)
    ]);
    refuses(
        "/interventions",
        off,
        "interventions[2]",
        &["`per_zone_dirty`", "`gfp_write`"],
    );
    let twice = json!([one(5, "gfp_write", true), one(5, "gfp_write", false)]);
    refuses(
        "/interventions",
        twice,
        "interventions[1]",
        &["switched twice at 5 ns"],
    );
    let never = json!([one(u64::MAX, "gfp_write", true)]);
    refuses(
        "/interventions",
        never,
        "interventions[0].at_ns",
        &["a day"],
    );
    let many = json!(vec![one(1, "gfp_write", true); 1001]);
    refuses(
        "/interventions",
        many,
        "interventions",
        &["1,001", "at most 1,000"],
    );
}
