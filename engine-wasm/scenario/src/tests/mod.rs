//! Tests of documents: which ones are refused, and with which messages.

mod bad_values;
mod engine;
mod hostile;
mod limits;
mod links;
mod links_by_hand;
mod links_damaged;
mod mechanisms;
mod reading;
mod scaling;
mod schema;

use super::machine::DeviceFigures;
use super::{Catalogue, DeviceModel, MechanismInfo, PresetInfo, Problem, Scenario};

const FIGURES: DeviceFigures = DeviceFigures {
    read_kb_per_s: 90_000,
    write_kb_per_s: 90_000,
    overhead_us: 100,
    seek_min_us: 1_000,
    seek_max_us: 16_000,
    half_rotation_us: 4_170,
    rpm: 0,
    small_write_kb: 0,
    small_write_extra_us: 0,
    stall_per_mille: 0,
    stall_us: 0,
    write_cache_kb: None,
    write_cache_kb_per_s: None,
    jitter_percent: 5,
    capacity_mib: 953_869,
    in_flight: 1,
    ncq_depth: 0,
    nr_requests: 128,
    max_request_kb: 512,
    members: 1,
    chunk_kb: 64,
    flash: None,
};

/// Returns a small catalogue with every kind of rule between mechanisms.
pub(super) fn catalogue() -> Catalogue {
    let mechanism = |id, requires: &[&'static str], excludes: &[&'static str]| MechanismInfo {
        id,
        title: id,
        explanation: id,
        source: id,
        posting: id,
        kernel: id,
        requires: requires.to_vec(),
        excludes: excludes.to_vec(),
        assumed: false,
    };
    let preset = |id, mechanisms: &[&'static str]| PresetInfo {
        id,
        title: id,
        mechanisms: mechanisms.to_vec(),
    };
    let device = |id| DeviceModel {
        id,
        title: id,
        reason: id,
        figures: FIGURES,
    };
    Catalogue {
        presets: vec![
            preset("3.0", &["wait_iff_congested"]),
            preset(
                "3.0-per-zone-dirty",
                &["wait_iff_congested", "gfp_write", "per_zone_dirty_rfc"],
            ),
            preset("3.2-base", &["wait_iff_congested"]),
            preset(
                "3.2-writeback-series",
                &["wait_iff_congested", "throttle_on_writeback"],
            ),
        ],
        mechanisms: vec![
            mechanism("wait_iff_congested", &[], &[]),
            mechanism("throttle_on_writeback", &["wait_iff_congested"], &[]),
            mechanism("gfp_write", &[], &[]),
            mechanism("per_zone_dirty", &["gfp_write"], &["per_zone_dirty_rfc"]),
            mechanism("per_zone_dirty_rfc", &["gfp_write"], &[]),
            // Mechanisms that the gallery switches on.
            mechanism("fs_reclaim_warnings", &[], &[]),
            mechanism("immediate_reclaim", &[], &[]),
            mechanism("kswapd_fs_write_high_prio_only", &[], &[]),
            mechanism("no_direct_fs_writeback", &[], &[]),
            mechanism("no_lumpy_sync_write", &[], &[]),
        ],
        devices: [
            "sata_2010",
            "raid0_4",
            "usb_stick_weiner",
            "sata_single",
            "usb_stick_laptop",
            "swap_disk",
        ]
        .map(device)
        .to_vec(),
    }
}

/// A valid document.
pub(super) const SOUND: &str = r#"{
    "version": 1,
    "title": "A copy",
    "machine": {
        "cpus": 2,
        "zones": [
            { "name": "DMA", "present_pages": 3900 },
            { "name": "DMA32", "present_pages": 122000 }
        ]
    },
    "devices": [{ "name": "sda", "hardware": "sata_2010" }],
    "filesystems": [{ "name": "/data", "kind": "xfs", "device": "sda" }],
    "swap": { "device": "sda", "pages": 1000 },
    "workload": [{
        "name": "dd",
        "run": { "program": "write_file", "filesystem": "/data", "file_kb": 4096, "call_kb": 32 }
    }],
    "kernel": "3.0",
    "seed": 1
}"#;

/// Returns the valid document with another value at a JSON pointer; `None` removes the field.
pub(super) fn changed(pointer: &str, value: Option<serde_json::Value>) -> String {
    let mut document: serde_json::Value = serde_json::from_str(SOUND).unwrap();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = document.pointer_mut(parent).unwrap();
    match (value, parent) {
        (Some(value), serde_json::Value::Object(fields)) => {
            fields.insert(key.into(), value);
        }
        (None, serde_json::Value::Object(fields)) => {
            fields.remove(key);
        }
        (Some(value), serde_json::Value::Array(items)) => {
            let index: usize = key.parse().unwrap();
            if index == items.len() {
                items.push(value);
            } else {
                items[index] = value;
            }
        }
        _ => panic!("no such place: {pointer}"),
    }
    document.to_string()
}

pub(super) fn sound() -> Scenario {
    super::parse(SOUND, &catalogue()).unwrap()
}

pub(super) fn problems(text: &str) -> Vec<Problem> {
    super::parse(text, &catalogue()).expect_err(text)
}

/// Checks that a change of the valid document leads to one problem, at this field and with these words in its message.
pub(super) fn refuses(pointer: &str, value: serde_json::Value, field: &str, words: &[&str]) {
    let text = changed(pointer, Some(value));
    let found = problems(&text);
    assert_eq!(found.len(), 1, "{pointer}: {found:?}");
    expect(&found[0], field, words);
}

pub(super) fn expect(problem: &Problem, field: &str, words: &[&str]) {
    assert_eq!(problem.field, field, "{problem}");
    for word in words {
        assert!(
            problem.to_string().contains(word),
            "{word:?} is not in: {problem}"
        );
    }
    for sentence in [&problem.problem, &problem.fix] {
        assert!(sentence.ends_with(['.', '?']), "no sentence: {sentence}");
    }
}
