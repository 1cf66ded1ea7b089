//! What the generator draws: everything that a document can name, and any two mechanisms in every allowed combination.

use std::collections::{BTreeMap, BTreeSet};

use reclaim_engine::catalogue;
use reclaim_engine::kernel::presets::Preset;
use reclaim_engine::mechanism::{CATALOGUE, Mechanism, MechanismSet};
use reclaim_engine::scenario::{Lane, Scenario, json_schema, validate};
use reclaim_engine::simulation::conflicts;
use reclaim_trials::draw;
use serde_json::Value;

/// Number of seeds in which everything occurs.
const SEEDS: u64 = 3_000;

fn lanes(scenario: &Scenario) -> Vec<Lane> {
    let own = Lane {
        kernel: scenario.kernel.clone(),
        mechanisms: scenario.mechanisms.clone(),
        interventions: scenario.interventions.clone(),
    };
    std::iter::once(own)
        .chain(scenario.against.clone())
        .collect()
}

fn set_of(lane: &Lane) -> MechanismSet {
    let preset = Preset::by_id(&lane.kernel).expect("a kernel").mechanisms;
    lane.mechanisms.iter().fold(preset, |set, (id, &on)| {
        set.with(Mechanism::by_id(id).expect("a mechanism"), on)
    })
}

#[test]
fn every_scenario_is_sound_and_the_same_again() {
    for seed in 0..SEEDS {
        let scenario = draw::scenario(seed);
        let problems = validate(&scenario, &catalogue::of_engine());
        assert_eq!(problems, Ok(()), "{seed}");
        assert_eq!(scenario, draw::scenario(seed));
    }
}

/// Returns the values that the schema allows for a field, by the name of its definition.
fn named_in_schema(definition: &str) -> BTreeSet<String> {
    let schema = serde_json::to_value(json_schema()).expect("a schema");
    let of = &schema["$defs"][definition];
    let mut names = BTreeSet::new();
    collect(of, &mut names);
    assert!(names.len() > 1, "{definition}: {of}");
    names
}

fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            names.extend(
                fields
                    .get("const")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            let listed = fields.get("enum").and_then(Value::as_array);
            names.extend(
                listed
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .map(str::to_owned),
            );
            fields.values().for_each(|field| collect(field, names));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, names)),
        _ => {}
    }
}

#[test]
fn everything_that_a_document_can_name_is_drawn() {
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    let catalogue = catalogue::of_engine();
    let named = |kind: &str, names: Vec<String>| -> Vec<String> {
        names
            .into_iter()
            .map(|name| format!("{kind} {name}"))
            .collect()
    };
    let ids = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
    wanted.extend(named(
        "program",
        named_in_schema("Program").into_iter().collect(),
    ));
    wanted.extend(named(
        "filesystem",
        named_in_schema("FilesystemKind").into_iter().collect(),
    ));
    wanted.extend(named(
        "kernel",
        ids(catalogue.presets.iter().map(|it| it.id).collect()),
    ));
    wanted.extend(named(
        "device",
        ids(catalogue.devices.iter().map(|it| it.id).collect()),
    ));
    for info in CATALOGUE {
        for how in ["on", "off", "switched on", "switched off"] {
            wanted.insert(format!("mechanism {} {how}", info.id));
        }
    }
    for other in [
        "1 zones",
        "2 zones",
        "3 zones",
        "4 zones",
        "8 zones",
        "swap",
        "no swap",
        "1 lanes",
        "2 lanes",
        "an end",
        "no end",
        "a scale",
        "own figures",
        "a RAID",
        "two switches at once",
    ] {
        wanted.insert(other.to_owned());
    }
    let mut drawn: BTreeSet<String> = BTreeSet::new();
    for seed in 0..SEEDS {
        drawn.extend(features(&draw::scenario(seed)));
    }
    let missing: Vec<&String> = wanted.difference(&drawn).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn features(scenario: &Scenario) -> Vec<String> {
    let document = serde_json::to_value(scenario).expect("a document");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for entry in document["workload"].as_array().expect("a workload") {
        found.push(format!("program {}", text(&entry["run"]["program"])));
    }
    for filesystem in document["filesystems"].as_array().expect("a list") {
        found.push(format!("filesystem {}", text(&filesystem["kind"])));
    }
    for device in document["devices"].as_array().expect("devices") {
        let hardware = &device["hardware"];
        match hardware.as_str() {
            Some(model) => found.push(format!("device {model}")),
            None => found.push("own figures".into()),
        }
        if hardware["members"].as_u64() > Some(1) {
            found.push("a RAID".into());
        }
    }
    for lane in lanes(scenario) {
        found.push(format!("kernel {}", lane.kernel));
        let set = set_of(&lane);
        for info in CATALOGUE {
            let how = if set.has(info.mechanism) { "on" } else { "off" };
            found.push(format!("mechanism {} {how}", info.id));
        }
        for it in &lane.interventions {
            let how = if it.on { "on" } else { "off" };
            found.push(format!("mechanism {} switched {how}", it.mechanism));
            let at_once = lane
                .interventions
                .iter()
                .filter(|other| other.at_ns == it.at_ns);
            if at_once.count() > 1 {
                found.push("two switches at once".into());
            }
        }
    }
    found.push(format!("{} zones", scenario.machine.zones.len()));
    found.push(format!("{} lanes", lanes(scenario).len()));
    found.push(
        if scenario.swap.is_some() {
            "swap"
        } else {
            "no swap"
        }
        .into(),
    );
    found.push(
        if scenario.until_ms.is_some() {
            "an end"
        } else {
            "no end"
        }
        .into(),
    );
    if scenario.scale > 1 {
        found.push("a scale".into());
    }
    found
}

/// Two mechanisms can be combined in four ways. Combinations that the rules forbid cannot be drawn.
#[test]
fn any_two_mechanisms_stand_beside_each_other_in_every_way_that_is_allowed() {
    let mut seen: BTreeMap<(usize, usize), u8> = BTreeMap::new();
    for seed in 0..SEEDS {
        for lane in lanes(&draw::scenario(seed)) {
            let set = set_of(&lane);
            assert!(conflicts(set).is_empty(), "{seed}");
            for (a, one) in CATALOGUE.iter().enumerate() {
                for (b, other) in CATALOGUE.iter().enumerate().skip(a + 1) {
                    let way = usize::from(set.has(one.mechanism)) * 2
                        + usize::from(set.has(other.mechanism));
                    *seen.entry((a, b)).or_default() |= 1 << way;
                }
            }
        }
    }
    for ((a, b), ways) in seen {
        let (one, other) = (&CATALOGUE[a], &CATALOGUE[b]);
        let mut allowed = 0b1111;
        if excludes(one.mechanism, other.mechanism) {
            allowed &= !0b1000;
        }
        if needs(one.mechanism, other.mechanism) {
            allowed &= !0b0100;
        }
        if needs(other.mechanism, one.mechanism) {
            allowed &= !0b0010;
        }
        assert_eq!(ways, allowed, "{} and {}", one.id, other.id);
    }
}

/// Returns a mechanism with all mechanisms that it requires.
fn closure(of: Mechanism) -> Vec<Mechanism> {
    let mut all = vec![of];
    let mut at = 0;
    while at < all.len() {
        for &needed in all[at].info().requires {
            if !all.contains(&needed) {
                all.push(needed);
            }
        }
        at += 1;
    }
    all
}

fn needs(one: Mechanism, other: Mechanism) -> bool {
    one != other && closure(one).contains(&other)
}

fn excludes(one: Mechanism, other: Mechanism) -> bool {
    let says = |a: &Mechanism, b: &Mechanism| a.info().excludes.contains(b);
    let (one, other) = (closure(one), closure(other));
    one.iter()
        .any(|a| other.iter().any(|b| says(a, b) || says(b, a)))
}
