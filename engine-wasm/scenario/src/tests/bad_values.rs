//! Documents of the right shape with values that cannot be.

use serde_json::{Value, json};

use super::{SOUND, changed, expect, problems, refuses};

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
    let words = ["16,781,116 page frames", "16,777,216", "64 GiB"];
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
    let words = ["200 page frames", "at least 256"];
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
        &["0 zones", "at least 1"],
    );
}

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
        &["cannot be seen"],
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
fn a_filesystem_or_swap_on_a_device_that_is_not_there_is_refused() {
    let words = ["`sdb`", "no such device", "`sda`"];
    refuses(
        "/filesystems/0/device",
        json!("sdb"),
        "filesystems[0].device",
        &words,
    );
    refuses("/swap/device", json!("sdb"), "swap.device", &words);
    let none = changed("/devices", Some(json!([])));
    expect(
        &problems(&none)[0],
        "filesystems[0].device",
        &["`sda`", "Add a device"],
    );
}

#[test]
fn a_workload_on_a_filesystem_that_is_not_there_is_refused() {
    let field = "workload[0].run.filesystem";
    refuses(
        "/workload/0/run/filesystem",
        json!("/dta"),
        field,
        &["`/dta`", "`/data`"],
    );
}

#[test]
fn an_unknown_device_model_names_the_nearest() {
    let field = "devices[0].hardware";
    refuses(
        "/devices/0/hardware",
        json!("sata_2011"),
        field,
        &["`sata_2011`", "`sata_2010`"],
    );
    refuses(
        "/devices/0/hardware",
        json!("floppy"),
        field,
        &["`floppy`", "`raid0_4`"],
    );
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
    refuses("/swap/pages", json!(0), "swap.pages", &["no slot"]);
    refuses("/machine/cpus", json!(0), "machine.cpus", &["at least 1"]);
    let speed = "machine.cpu_speed_percent";
    refuses(
        "/machine/cpu_speed_percent",
        json!(0),
        speed,
        &["at least 1"],
    );
    let after = "workload[0].after";
    refuses(
        "/workload/0/after",
        json!("cp"),
        after,
        &["no entry named", "leave `after` out"],
    );
    refuses(
        "/workload/0/after",
        json!("dd"),
        after,
        &["only after its own"],
    );
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
        &["17 devices", "at most 16"],
    );
    let zones: Vec<_> = (0..9)
        .map(|index| json!({ "name": format!("Z{index}"), "present_pages": 9000 }))
        .collect();
    refuses(
        "/machine/zones",
        json!(zones),
        "machine.zones",
        &["9 zones", "at most 8"],
    );
    let entry = json!({ "name": "hog", "run":
        { "program": "anon_hog", "size_kb": 4096, "pause_ms": 1, "run_ms": 1 } });
    refuses(
        "/workload",
        json!(vec![entry; 65]),
        "workload",
        &["65 entries", "at most 64"],
    );
    let many = json!({ "program": "fs_mark", "filesystem": "/data", "threads": 300,
        "files_per_thread": 1000, "file_kb": 4, "call_kb": 4, "loops": 1 });
    refuses(
        "/workload/0/run",
        many,
        "workload",
        &["300,000 files", "200,000"],
    );
    let steps = json!({ "program": "simple_writeback", "filesystem": "/data", "first_jobs": 4,
        "steps": 10, "total_kb": 65536, "call_kb": 64 });
    refuses(
        "/workload/0/run",
        steps.clone(),
        "workload[0].run.steps",
        &["2,048 tasks"],
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
fn files_have_to_fit_their_device() {
    let stick = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 7 });
    refuses(
        "/devices/0/hardware",
        stick,
        "devices[0]",
        &["holds 7 MiB", "8 MiB"],
    );
}

#[test]
fn a_run_without_end_is_refused() {
    refuses(
        "/workload/0/awaited",
        json!(false),
        "workload",
        &["never end", "`until_ms`"],
    );
}

/// Daemons that run for as long as the rest.
fn daemons(field: &str, value: serde_json::Value) -> serde_json::Value {
    let mut run = json!({ "program": "userland", "filesystem": "/data", "anon_kb": 4_000, "file_kb": 4_000,
        "tasks": 4, "every_ms": 1_000, "touched_percent": 10 });
    run[field] = value;
    json!({ "name": "daemons", "run": run })
}

#[test]
fn daemons_without_anything_or_without_end_are_refused() {
    let with = |entry: serde_json::Value| {
        let dd = json!({ "name": "dd", "run": { "program": "write_file", "filesystem": "/data",
            "file_kb": 4_096, "call_kb": 32 } });
        changed("/workload", Some(json!([dd, entry])))
    };
    let sound = with(daemons("tasks", json!(4)));
    assert!(super::super::parse(&sound, &super::catalogue()).is_ok());
    for (field, value, at, words) in [
        ("tasks", json!(0), "tasks", "at least 1"),
        ("every_ms", json!(0), "every_ms", "at least 1"),
        (
            "touched_percent",
            json!(101),
            "touched_percent",
            "at most 100",
        ),
        ("anon_kb", json!(12), "anon_kb", "at least 16"),
        ("anon_kb", json!(600_000), "anon_kb", "find no room"),
        ("filesystem", json!("/dta"), "filesystem", "`/data`"),
    ] {
        let found = problems(&with(daemons(field, value)));
        assert_eq!(found.len(), 1, "{found:?}");
        expect(&found[0], &format!("workload[1].run.{at}"), &[words]);
    }
    let mut nothing = daemons("anon_kb", json!(0));
    nothing["run"]["file_kb"] = json!(0);
    let found = problems(&with(nothing));
    expect(
        &found[0],
        "workload[1].run.anon_kb",
        &["neither", "Give `anon_kb`"],
    );
    let alone = changed("/workload", Some(json!([daemons("tasks", json!(4))])));
    let found = problems(&alone);
    expect(
        &found[0],
        "workload",
        &["never end", "Add a program that ends"],
    );
}

#[test]
fn waiting_for_what_never_ends_is_refused() {
    let entry = |name: &str, after: &str| {
        json!({ "name": name, "after": after, "run":
        { "program": "anon_hog", "size_kb": 4_096, "pause_ms": 1, "run_ms": 1 } })
    };
    let first = json!({ "name": "first", "run":
        { "program": "anon_hog", "size_kb": 4_096, "pause_ms": 1, "run_ms": 1 } });
    let endless = json!([first, daemons("tasks", json!(4)), entry("hog", "daemons")]);
    refuses(
        "/workload",
        endless,
        "workload[2].after",
        &["`daemons` never ends", "leave `after` out"],
    );
    let circle = json!([first, entry("a", "c"), entry("b", "a"), entry("c", "b")]);
    let found = problems(&changed("/workload", Some(circle)));
    assert_eq!(found.len(), 3);
    expect(
        &found[0],
        "workload[1].after",
        &["`a` would wait", "only after its own", "leave `after` out"],
    );
}

#[test]
fn orders_of_calls_that_exclude_each_other_are_refused() {
    let run = json!({ "program": "write_file", "filesystem": "/data", "file_kb": 4_096, "call_kb": 32,
        "random": true, "streams": 2 });
    let words = ["not both", "Leave `random` or `streams` out"];
    refuses("/workload/0/run", run, "workload[0].run.streams", &words);
    let field = "workload[0].run.file";
    refuses("/workload/0/run/file", json!(""), field, &["empty"]);
}

#[test]
fn a_write_cache_that_cannot_be_is_refused() {
    let refused = |kb: u32, flash: Option<Value>| {
        let mut disk = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 8, "write_cache_kb": kb });
        if let Some(flash) = flash {
            disk["flash"] = flash;
        }
        problems(&changed("/devices/0/hardware", Some(disk)))
    };
    let field = "devices[0].hardware.write_cache_kb";
    let larger = refused(8_193, None);
    expect(
        &larger[0],
        field,
        &["8193 kB", "which has 8192 kB", "smaller cache"],
    );
    let smaller = refused(511, None);
    expect(
        &smaller[0],
        field,
        &["511 kB", "512 kB", "or 0 for no cache"],
    );
    let flash = json!({ "allocation_unit_kb": 4, "open_units": 1, "copy_kb_per_s": 1 });
    let both = refused(512, Some(flash));
    expect(&both[0], field, &["either", "leave `flash` out"]);
    assert_eq!((larger.len(), smaller.len(), both.len()), (1, 1, 1));
}

#[test]
fn a_flash_layer_that_cannot_be_is_refused() {
    let refused = |flash| {
        let stick =
            json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 8, "flash": flash });
        problems(&changed("/devices/0/hardware", Some(stick)))
    };
    let found = refused(json!({ "allocation_unit_kb": 0, "open_units": 1, "copy_kb_per_s": 1 }));
    expect(
        &found[0],
        "devices[0].hardware.flash.allocation_unit_kb",
        &["too little", "at least 4"],
    );
    let found = refused(
        json!({ "allocation_unit_kb": 4_096, "open_units": 3, "open_units_random": 4, "copy_kb_per_s": 1 }),
    );
    expect(
        &found[0],
        "devices[0].hardware.flash.open_units_random",
        &["4 units", "only 3", "at most"],
    );
    expect(
        &found[1],
        "devices[0].hardware.flash.open_units",
        &["3 allocation units", "only 2", "Open fewer"],
    );
    assert_eq!(found.len(), 2);
}

#[test]
fn a_device_that_cannot_be_built_is_refused() {
    let disk = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 64,
        "seek_min_us": 9, "seek_max_us": 8, "max_request_kb": 6, "jitter_percent": 91 });
    let found = problems(&changed("/devices/0/hardware", Some(disk)));
    expect(
        &found[0],
        "devices[0].hardware.jitter_percent",
        &["at most 90"],
    );
    expect(
        &found[1],
        "devices[0].hardware.seek_max_us",
        &["shorter", "at least 9"],
    );
    expect(
        &found[2],
        "devices[0].hardware.max_request_kb",
        &["multiple of 4"],
    );
    assert_eq!(found.len(), 3);
}

#[test]
fn zones_out_of_order_are_refused() {
    let zones = json!([{ "name": "Normal", "present_pages": 9000 },
        { "name": "Own", "present_pages": 9000 }, { "name": "DMA32", "present_pages": 9000 }]);
    let words = ["`DMA32` lies below `Normal`", "lowest first"];
    refuses("/machine/zones", zones, "machine.zones[2]", &words);
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
        &["20,000 switches", "at most 200"],
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
