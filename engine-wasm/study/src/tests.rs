use std::collections::BTreeMap;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Problem, Scenario};
use reclaim_results::RunResult;
use serde_json::{Value, json};

use crate::ablation::Ablation;
use crate::design::{count, points};
use crate::ram::set_ram;
use crate::{Outcome, Plan, Spread, Study, StudyResult, lower_in, read, read_result};

fn try_read(document: &Value) -> Result<(Study, Scenario), Vec<Problem>> {
    read(&document.to_string(), &catalogue::of_engine())
}

fn plan(document: &Value) -> Plan {
    let (study, base) = try_read(document).expect("the study is valid");
    Plan::new(study, &base)
}

fn study(factors: Value, design: Value) -> Value {
    json!({
        "version": 1,
        "title": "A study",
        "base": { "gallery": "weiner-usb" },
        "factors": factors,
        "design": design,
        "measures": ["elapsed_seconds"],
    })
}

fn sentence(document: &Value) -> String {
    let problems = try_read(document).expect_err("the study has a problem");
    let sentences: Vec<String> = problems.iter().map(ToString::to_string).collect();
    sentences.join("\n")
}

#[test]
fn a_grid_runs_every_combination_once() {
    let factors = json!([
        { "vary": "field", "path": "vm.dirty_ratio", "values": [10, 20, 40] },
        { "vary": "mechanism", "id": "gfp_write" },
    ]);
    let plan = plan(&study(factors, json!({ "kind": "grid" })));
    assert_eq!(plan.points.len(), 6);
    assert_eq!(plan.runs.len(), 6);
    assert_eq!(plan.points[1].labels, ["10", "on"]);
    assert_eq!(plan.points[1].scenario.vm.dirty_ratio, Some(10));
    assert_eq!(
        plan.points[1].scenario.mechanisms.get("gfp_write"),
        Some(&true)
    );
}

#[test]
fn a_value_can_have_a_label() {
    let mut field = json!({
        "vary": "field",
        "path": "vm.min_free_kbytes",
        "values": [2048, 4096],
        "labels": ["2 MiB", "4 MiB"],
    });
    let with = plan(&study(json!([field]), json!({ "kind": "grid" })));
    assert_eq!(with.points[0].labels, ["2 MiB"]);
    assert_eq!(with.points[1].scenario.vm.min_free_kbytes, Some(4096));
    field["labels"] = json!(["one"]);
    let said = sentence(&study(json!([field]), json!({ "kind": "grid" })));
    assert!(
        said.contains(
            "factors[0].labels: The number of labels is 1, but the number of values is 2."
        ),
        "{said}"
    );
}

#[test]
fn a_factor_that_names_no_field_is_refused_with_the_field_that_was_meant() {
    let field = json!({ "vary": "field", "path": "vm.dirty_ration", "values": [10, 20] });
    let said = sentence(&study(json!([field]), json!({ "kind": "grid" })));
    let expected =
        "factors[0].path: There is no field `dirty_ration` here. Did you mean `dirty_ratio`?";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_measure_of_what_the_scenario_lacks_is_warned_of() {
    let mut document = study(json!([]), json!({ "kind": "grid" }));
    let there = [
        "task:dd:stall_seconds",
        "task:kswapd0:cpu_ms",
        "device:sdb:idle_percent",
    ];
    document["measures"] = json!(there);
    assert!(plan(&document).warnings().is_empty());
    let lacking = [
        "b:device:sdz:idle_percent",
        "task:cp:stall_seconds",
        "mean:HighMem:dirty_percent",
    ];
    document["measures"] = json!(lacking);
    let warnings = plan(&document).warnings();
    assert_eq!(
        warnings[0],
        "`device:sdz:idle_percent` has no value: the scenario has no device `sdz`, only `sda`, `sdb`."
    );
    assert_eq!(warnings.len(), 3, "{warnings:?}");
}

#[test]
fn equal_scenarios_run_once() {
    // The second seed of the first combination is the first seed of the second one.
    let mut document = study(
        json!([{ "vary": "field", "path": "seed", "values": [0, 1] }]),
        json!({ "kind": "grid" }),
    );
    document["seeds"] = json!(2);
    let base = plan(&study(json!([]), json!({ "kind": "grid" }))).points[0]
        .scenario
        .seed;
    document["factors"][0]["values"] = json!([base, base + 1]);
    assert_eq!(plan(&document).runs.len(), 3);
}

#[test]
fn an_impossible_combination_is_left_out_with_its_reason() {
    let factors = json!([
        { "vary": "mechanism", "id": "gfp_write" },
        { "vary": "mechanism", "id": "per_zone_dirty" },
    ]);
    let plan = plan(&study(factors, json!({ "kind": "ablation" })));
    assert_eq!(plan.points.len(), 3);
    assert_eq!(plan.left_out.len(), 1);
    assert_eq!(plan.left_out[0].labels, ["off", "on"]);
    assert!(
        plan.left_out[0].problems[0]
            .to_string()
            .contains("gfp_write")
    );
}

#[test]
fn one_at_a_time_keeps_the_other_factors_at_their_first_value() {
    let factors = json!([
        { "vary": "field", "path": "vm.dirty_ratio", "values": [20, 10] },
        { "vary": "ram", "values_mib": [3750, 2048, 1024] },
    ]);
    let plan = plan(&study(factors, json!({ "kind": "one_at_a_time" })));
    let levels: Vec<&[usize]> = plan.points.iter().map(|point| &point.levels[..]).collect();
    assert_eq!(levels, [&[0, 0], &[1, 0], &[0, 1], &[0, 2]]);
}

#[test]
fn a_latin_hypercube_meets_each_part_of_each_range_once() {
    let factors = json!([
        { "vary": "range", "path": "vm.dirty_ratio", "from": 5, "to": 50 },
        { "vary": "range", "path": "machine.cpus", "from": 1, "to": 10 },
    ]);
    let design = json!({ "kind": "latin_hypercube", "points": 10, "seed": 7 });
    let (study, _) = try_read(&study(factors, design)).expect("the study is valid");
    let points = points(&study);
    assert_eq!(points.len(), count(&study));
    for factor in 0..2 {
        let mut parts: Vec<usize> = points.iter().map(|point| point[factor]).collect();
        parts.sort_unstable();
        assert_eq!(parts, (0..10).collect::<Vec<_>>());
    }
    assert!(
        points.iter().any(|point| point[0] != point[1]),
        "each factor has an order of its own"
    );
}

#[test]
fn zones_follow_ram() {
    let base = plan(&study(json!([]), json!({ "kind": "grid" }))).points[0]
        .scenario
        .clone();
    let zones = |mib: u64| {
        let mut machine = base.machine.clone();
        set_ram(&mut machine, mib);
        machine
            .zones
            .iter()
            .map(|zone| (zone.name.clone(), zone.present_pages))
            .collect::<Vec<_>>()
    };
    let full = &base.machine.zones;
    assert_eq!(zones(8_192)[1].1, full[1].present_pages);
    assert_eq!(
        zones(8_192).iter().map(|(_, pages)| pages).sum::<u64>(),
        8_192 * 256
    );
    let half = zones(1_024);
    assert_eq!(half.len(), 2, "{half:?}");
    assert_eq!(half[0].1, full[0].present_pages);
}

#[test]
fn what_is_wrong_is_said_with_field_and_fix() {
    let grid = || json!({ "kind": "grid" });
    let cases = [
        (
            study(
                json!([{ "vary": "field", "path": "vm..x", "values": [1] }]),
                grid(),
            ),
            "factors[0].path: `vm..x` is not a path.",
        ),
        (
            study(
                json!([{ "vary": "field", "path": "workload[9].name", "values": [1] }]),
                grid(),
            ),
            "the list has no item 9",
        ),
        (
            study(json!([{ "vary": "mechanism", "id": "nothing" }]), grid()),
            "factors[0].id: There is no mechanism `nothing`.",
        ),
        (
            study(
                json!([{ "vary": "ram", "values_mib": [512] }]),
                json!({ "kind": "ablation" }),
            ),
            "An ablation varies mechanisms only.",
        ),
        (
            study(
                json!([{ "vary": "range", "path": "seed", "from": 9, "to": 3 }]),
                grid(),
            ),
            "The range starts at 9, above its end, 3.",
        ),
    ];
    for (document, expected) in cases {
        let sentence = sentence(&document);
        assert!(sentence.contains(expected), "{sentence}");
    }
    let mut two = study(json!([]), grid());
    two["base"]["scenario"] = json!({});
    assert!(sentence(&two).contains("two base scenarios"));
    let mut unknown = study(json!([]), grid());
    unknown["measures"] = json!(["counter:nothing"]);
    assert!(sentence(&unknown).contains("measures[0]"));
    let many = json!([{ "vary": "range", "path": "seed", "from": 0, "to": 900, "steps": 200 }]);
    let mut large = study(many, grid());
    large["seeds"] = json!(1_000);
    assert!(sentence(&large).contains("200000 runs"));
}

#[test]
fn a_field_of_a_wrong_value_is_left_out_with_the_reason() {
    let factors = json!([{ "vary": "field", "path": "machine.cpus", "values": [2, 0, "two"] }]);
    let plan = plan(&study(factors, json!({ "kind": "grid" })));
    assert_eq!(plan.points.len(), 1);
    assert!(
        plan.left_out
            .iter()
            .all(|it| it.problems[0].field == "machine.cpus")
    );
}

/// Values of the sets of three mechanisms: the first two reduce the value by 10, but only together; the third by 4.
fn together() -> BTreeMap<u32, f64> {
    let value = |set: u32| {
        let both = if set & 0b011 == 0b011 { 10.0 } else { 0.0 };
        let third = if set & 0b100 == 0 { 0.0 } else { 4.0 };
        100.0 - both - third
    };
    (0..8).map(|set| (set, value(set))).collect()
}

#[test]
fn mechanisms_that_only_work_together_share_the_effect() {
    let ablation = Ablation::of(3, 20, together(), Vec::new()).expect("every set has a value");
    let shares: Vec<f64> = ablation.shares.iter().map(|share| share.shapley).collect();
    for (share, expected) in shares.iter().zip([-5.0, -5.0, -4.0]) {
        assert!((share - expected).abs() < 1e-9, "{shares:?}");
    }
    assert_eq!(ablation.shares[0].alone, Some(0.0));
    assert_eq!(ablation.shares[0].last, Some(-10.0));
    let first = ablation.pairs[0];
    assert_eq!((first.one, first.other, first.interaction), (0, 1, -10.0));
    assert_eq!(ablation.all - ablation.none, -14.0);
}

#[test]
fn a_mechanism_without_what_it_requires_changes_nothing() {
    // The second mechanism requires the first, so it cannot be on alone.
    let values = BTreeMap::from([(0b00, 0.0), (0b01, 1.0), (0b11, 3.0)]);
    let ablation = Ablation::of(2, 20, values, Vec::new()).expect("the empty set has a value");
    // If the second is switched on first, it adds 0 and the first adds 3; in the other order, the first adds 1 and the
    // second 2.
    assert_eq!(ablation.shares[0].shapley, 2.0);
    assert_eq!(ablation.shares[1].shapley, 1.0);
    assert_eq!(ablation.shares[1].alone, None);
    assert_eq!(ablation.shares[0].last, None);
}

#[test]
fn shares_have_the_range_of_the_seeds() {
    let seed = |first: f64, both: f64| BTreeMap::from([(0b00, 0.0), (0b01, first), (0b11, both)]);
    let of = |seeds| Ablation::of(2, 20, seed(1.0, 3.0), seeds).expect("the empty set has a value");
    let shares = of(vec![seed(1.0, 3.0), seed(3.0, 3.0), seed(-1.0, 1.0)]).shares;
    // The first mechanism's share by seed, the mean of its gains in both orders: (3 + 1) / 2, (3 + 3) / 2, (1 - 1) / 2.
    assert_eq!((shares[0].least, shares[0].most), (Some(0.0), Some(3.0)));
    assert_eq!((shares[1].least, shares[1].most), (Some(0.0), Some(1.0)));
    let one = of(vec![seed(1.0, 3.0)]).shares;
    assert_eq!((one[0].least, one[0].most), (None, None));
}

#[test]
fn a_spread_has_the_median_and_its_interval() {
    let spread = Spread::of(&[5.0, 1.0, 3.0]).expect("there are values");
    assert_eq!((spread.median, spread.least, spread.most), (3.0, 1.0, 5.0));
    assert_eq!(spread.low, None);
    let low_of = |count: u32| Spread::of(&(0..count).map(f64::from).collect::<Vec<_>>())?.low;
    assert_eq!((low_of(5), low_of(6).is_some()), (None, true));
    let values: Vec<f64> = (0..30).map(f64::from).collect();
    let spread = Spread::of(&values).expect("there are values");
    let (low, high) = (spread.low.expect("low"), spread.high.expect("high"));
    assert!(
        5.0 < low && low < 14.5 && 14.5 < high && high < 24.0,
        "{low} {high}"
    );
    assert_eq!(Spread::of(&values), Some(spread));
    assert_eq!(Spread::of(&[]), None);
}

/// Returns the result of a run that took this long.
fn result(seconds: f64) -> Option<RunResult> {
    Some(RunResult {
        digest: format!("{:016x}", seconds.to_bits()),
        values: BTreeMap::from([
            ("elapsed_seconds".to_owned(), seconds),
            ("counter:allocstall".to_owned(), 7.0),
        ]),
    })
}

#[test]
fn ratios_pair_lanes_by_seed() {
    let mut document = study(json!([]), json!({ "kind": "grid" }));
    document["measures"] = json!(["ratio:elapsed_seconds", "b:counter:allocstall"]);
    document["seeds"] = json!(3);
    let plan = plan(&document);
    assert_eq!(plan.runs.len(), 6);
    let results = [10.0, 5.0, 10.0, 8.0, 10.0, 12.0].map(result);
    let outcome = Outcome::new(&plan, &results);
    let ratio = outcome.points[0].spreads[0].expect("there are ratios");
    assert_eq!((ratio.median, ratio.least, ratio.most), (0.8, 0.5, 1.2));
    assert_eq!(outcome.points[0].lower[0], Some((2, 3)));
    assert_eq!(outcome.points[0].lower[1], None);
    assert_eq!(
        lower_in(&[Some(1.0), None], &[Some(1.0), Some(0.0)]),
        (0, 1)
    );
}

#[test]
fn a_study_of_both_lanes_has_their_ratio_too() {
    let mut document = study(json!([]), json!({ "kind": "grid" }));
    document["measures"] = json!([
        "elapsed_seconds",
        "b:elapsed_seconds",
        "b:counter:allocstall"
    ]);
    document["seeds"] = json!(2);
    let both = StudyResult::new(
        &plan(&document),
        "0.1.0",
        &[10.0, 5.0, 10.0, 8.0].map(result),
    );
    document["measures"] = json!(["ratio:elapsed_seconds"]);
    let asked = StudyResult::new(&plan(&document), "0.1.0", &both.runs);
    let name = "ratio:elapsed_seconds";
    let (both, asked) = (&both.points[0], &asked.points[0]);
    assert_eq!(both.values[name], asked.values[name]);
    assert_eq!(both.spread[name], asked.spread[name]);
    assert_eq!(both.lower_in_b, asked.lower_in_b);
    assert!(!both.values.contains_key("ratio:counter:allocstall"));
}

#[test]
fn a_result_that_was_read_gives_the_same_result() {
    let mut document = study(json!([]), json!({ "kind": "grid" }));
    document["measures"] = json!(["ratio:elapsed_seconds"]);
    document["seeds"] = json!(2);
    let plan = plan(&document);
    let runs = [result(10.0), result(5.0), None, result(8.0)];
    let written = StudyResult::new(&plan, "0.1.0", &runs);
    assert_eq!(
        written.points[0].values["ratio:elapsed_seconds"],
        [Some(0.5), None]
    );
    let text = json!(written).to_string();
    let read = read_result(&text).expect("the result is valid");
    let again = StudyResult::new(&read.plan, &read.engine, &read.runs);
    assert_eq!(json!(again).to_string(), text);
}

#[test]
fn a_result_that_does_not_fit_its_study_is_refused() {
    let plan = plan(&study(json!([]), json!({ "kind": "grid" })));
    let written = json!(StudyResult::new(&plan, "0.1.0", &[result(10.0)]));
    let sentence = |change: &dyn Fn(&mut Value)| {
        let mut result = written.clone();
        change(&mut result);
        let problems = read_result(&result.to_string()).expect_err("the result has a problem");
        problems[0].to_string()
    };
    assert!(sentence(&|it| it["runs"] = json!([])).starts_with("runs: The result has 0 runs; its"));
    assert!(sentence(&|it| it["version"] = json!(9)).starts_with("version: Version 9"));
    assert!(sentence(&|it| it["study"]["seeds"] = json!(0)).starts_with("study.seeds: "));
    assert!(sentence(&|it| it["runs"] = json!("none")).starts_with("document: This is not"));
}

#[test]
fn runs_that_differ_only_in_mechanisms_are_in_one_group() {
    let factors = json!([
        { "vary": "field", "path": "vm.dirty_ratio", "values": [10, 20] },
        { "vary": "mechanism", "id": "gfp_write" },
        { "vary": "mechanism", "id": "per_zone_dirty" },
    ]);
    let mut document = study(factors, json!({ "kind": "grid" }));
    document["seeds"] = 2.into();
    let plan = plan(&document);
    let groups = plan.groups(|run| run != 0);
    let sizes: Vec<usize> = groups.iter().map(|group| group.variants.len()).collect();
    // per_zone_dirty requires gfp_write, so there are three sets. Run 0 is not wanted, so one group has two runs.
    assert_eq!(sizes, [3, 2, 3, 3]);
    for group in groups {
        for variant in group.variants.iter() {
            let scenario = &plan.runs[variant.run].scenario;
            assert_eq!(scenario.seed, group.scenario.seed);
            assert_eq!(scenario.vm, group.scenario.vm);
        }
    }
}
