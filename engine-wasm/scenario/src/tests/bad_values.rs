//! Documents of the right shape with invalid values: names, ranges, and values of every kind.

mod devices;
mod machine;
mod workload;

use serde_json::json;

use super::{SOUND, changed, expect, problems, refuses};

#[test]
fn names_that_stand_twice_are_refused() {
    let zone = json!({ "name": "DMA32", "present_pages": 5 });
    refuses(
        "/machine/zones/2",
        zone,
        "machine.zones[2].name",
        &["two zones named `DMA32`"],
    );
    let device = json!({ "name": "sda", "hardware": "sata_2010" });
    refuses(
        "/devices/1",
        device,
        "devices[1].name",
        &["two devices named `sda`"],
    );
    let filesystem = json!({ "name": "/data", "kind": "ext4", "device": "sda" });
    refuses(
        "/filesystems/1",
        filesystem,
        "filesystems[1].name",
        &["two filesystems"],
    );
}

#[test]
fn names_that_counters_cannot_carry_are_refused() {
    refuses(
        "/machine/zones/0/name",
        json!("high mem"),
        "machine.zones[0].name",
        &["letters"],
    );
    refuses(
        "/machine/zones/0/name",
        json!(""),
        "machine.zones[0].name",
        &["empty"],
    );
    refuses(
        "/workload/0/name",
        json!("d\nd"),
        "workload[0].name",
        &["invisible"],
    );
    refuses(
        "/workload/0/name",
        json!("d".repeat(65)),
        "workload[0].name",
        &["at most 64"],
    );
    refuses("/title", json!("  "), "title", &["empty"]);
}

#[test]
fn knobs_outside_their_range_are_refused() {
    for knob in ["dirty_ratio", "dirty_background_ratio", "swappiness"] {
        refuses(
            "/vm",
            json!({ knob: 101 }),
            &format!("vm.{knob}"),
            &["101", "at most 100"],
        );
    }
    refuses(
        "/vm",
        json!({ "dirty_bytes": 4096 }),
        "vm.dirty_bytes",
        &["at least 8,192"],
    );
    let both = json!({ "dirty_bytes": 8192, "dirty_ratio": 20 });
    refuses("/vm", both, "vm.dirty_bytes", &["dirty_ratio", "only one"]);
    let most = json!({ "min_free_kbytes": 125_901 });
    refuses(
        "/vm",
        most,
        "vm.min_free_kbytes",
        &["125,900", "a quarter of RAM"],
    );
    refuses(
        "/machine/hz",
        json!(60),
        "machine.hz",
        &["60 ticks", "100, 250, 300 or 1000"],
    );
}

#[test]
fn zero_sizes_are_refused() {
    refuses(
        "/workload/0/run/file_kb",
        json!(0),
        "workload[0].run.file_kb",
        &["at least 4"],
    );
    refuses(
        "/workload/0/run/call_kb",
        json!(0),
        "workload[0].run.call_kb",
        &["at least 1"],
    );
    refuses(
        "/workload/0/run/tasks",
        json!(0),
        "workload[0].run.tasks",
        &["at least 1"],
    );
    refuses(
        "/workload/0/run/passes",
        json!(0),
        "workload[0].run.passes",
        &["at least 1"],
    );
    refuses("/swap/pages", json!(0), "swap.pages", &["no slots"]);
    refuses("/machine/cpus", json!(0), "machine.cpus", &["at least 1"]);
    let speed = "machine.cpu_speed_percent";
    refuses(
        "/machine/cpu_speed_percent",
        json!(0),
        speed,
        &["at least 1"],
    );
    refuses(
        "/machine/copy_speed_percent",
        json!(0),
        "machine.copy_speed_percent",
        &["at least 1"],
    );
    let share = "devices[0].earlier_writes_percent";
    refuses(
        "/devices/0/earlier_writes_percent",
        json!(101),
        share,
        &["the maximum is 100", "at most 100"],
    );
    let after = "workload[0].after";
    refuses(
        "/workload/0/after",
        json!("cp"),
        after,
        &["no entry named", "remove `after`"],
    );
    refuses("/workload/0/after", json!("dd"), after, &["waits for it"]);
    refuses("/scale", json!(0), "scale", &["at least 1"]);
    refuses("/until_ms", json!(0), "until_ms", &["at least 1"]);
    refuses("/workload", json!([]), "workload", &["Nothing runs"]);
    let stick = json!({ "read_kb_per_s": 0, "write_kb_per_s": 1, "capacity_mib": 64 });
    let field = "devices[0].hardware.read_kb_per_s";
    refuses("/devices/0/hardware", stick, field, &["at least 1"]);
}

#[test]
fn too_much_of_anything_is_refused() {
    refuses(
        "/workload/0/run/tasks",
        json!(1025),
        "workload[0].run.tasks",
        &["1,024"],
    );
    refuses(
        "/workload/0/run/file_kb",
        json!(1_u64 << 31),
        "workload[0].run.file_kb",
        &["1 TiB"],
    );
    let total = changed("/workload/0/run/passes", Some(json!(10_000)))
        .replace("\"file_kb\":4096", "\"file_kb\":1048576");
    expect(&problems(&total)[0], "workload[0].run", &["4 TiB"]);
    refuses("/until_ms", json!(86_400_001), "until_ms", &["a day"]);
    refuses("/seed", json!(1_u64 << 53), "seed", &["2^53 - 1"]);
    let devices: Vec<_> = (0..17)
        .map(|index| json!({ "name": format!("sd{index}"), "hardware": "sata_2010" }))
        .collect();
    let text = changed("/devices", Some(json!(devices))).replace("\"sda\"", "\"sd0\"");
    expect(
        &problems(&text)[0],
        "devices",
        &["number of devices is 17", "at most 16"],
    );
    let zones: Vec<_> = (0..9)
        .map(|index| json!({ "name": format!("Z{index}"), "present_pages": 9000 }))
        .collect();
    refuses(
        "/machine/zones",
        json!(zones),
        "machine.zones",
        &["number of zones is 9", "at most 8"],
    );
    let entry = json!({ "name": "hog", "run":
        { "program": "anon_hog", "size_kb": 4096, "pause_ms": 1, "run_ms": 1 } });
    refuses(
        "/workload",
        json!(vec![entry; 65]),
        "workload",
        &["number of entries is 65", "at most 64"],
    );
    let many = json!({ "program": "fs_mark", "filesystem": "/data", "threads": 300,
        "files_per_thread": 1000, "file_kb": 4, "call_kb": 4, "loops": 1 });
    refuses(
        "/workload/0/run",
        many,
        "workload",
        &["files at the same time is 300,000", "200,000"],
    );
    let steps = json!({ "program": "simple_writeback", "filesystem": "/data", "first_jobs": 4,
        "steps": 10, "total_kb": 65536, "call_kb": 64 });
    refuses(
        "/workload/0/run",
        steps.clone(),
        "workload[0].run.steps",
        &["tasks at the same time is 2,048"],
    );
}

#[test]
fn a_flood_of_problems_is_cut_and_does_not_take_long() {
    let device = json!({ "name": "", "hardware": "", "x": 1 });
    let wrong_shape = problems(&changed("/devices", Some(json!(vec![device; 15_000]))));
    assert_eq!(wrong_shape.len(), 51);
    expect(&wrong_shape[50], "document", &["more problems"]);
    let late = json!({ "at_ns": 1, "mechanism": "x", "on": true });
    let wrong_values = problems(&changed("/interventions", Some(json!(vec![late; 1_000]))));
    assert_eq!(wrong_values.len(), 51);
    let mut switches = serde_json::Map::new();
    for index in 0..20_000 {
        switches.insert(format!("mechanism_{index}"), json!(true));
    }
    refuses(
        "/mechanisms",
        json!(switches),
        "mechanisms",
        &["number of switches is 20,000", "at most 200"],
    );
}

#[test]
fn wild_numbers_do_not_panic() {
    for most in [u64::from(u32::MAX), u64::MAX] {
        let mut text = SOUND.to_owned();
        for number in ["3900", "122000", "1000", "4096", "32", ": 2,"] {
            let to = if number == ": 2," {
                format!(": {},", u32::MAX)
            } else {
                most.to_string()
            };
            text = text.replace(number, &to);
        }
        assert!(!problems(&text).is_empty());
    }
}
