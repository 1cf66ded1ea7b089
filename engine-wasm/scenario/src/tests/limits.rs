//! Every limit of the table: a value beyond it is refused, and the message has the limit.

use serde_json::{Value, json};

use super::super::limits::{self, Limit};
use super::super::problem::grouped;
use super::super::{Problem, link};
use super::{SOUND, catalogue, changed, problems};

/// Returns the valid document with another program.
fn running(run: Value) -> String {
    changed("/workload/0/run", Some(run))
}

/// Returns the valid document with another figure of its device.
fn device(field: &str, n: u64) -> String {
    let mut figures = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 1 });
    figures[field] = json!(n);
    changed("/devices/0/hardware", Some(figures))
}

fn flash(field: &str, n: u64) -> String {
    let mut flash = json!({ "allocation_unit_kb": 4, "open_units": 1, "copy_kb_per_s": 1 });
    flash[field] = json!(n);
    let figures =
        json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 64, "flash": flash });
    changed("/devices/0/hardware", Some(figures))
}

fn knob(field: &str, n: u64) -> String {
    changed("/vm", Some(json!({ field: n })))
}

fn written(field: &str, n: u64) -> String {
    changed(&format!("/workload/0/run/{field}"), Some(json!(n)))
}

/// Returns the valid document with a list of `n` items.
fn many(pointer: &str, n: u64, item: impl Fn(u64) -> Value) -> String {
    changed(pointer, Some((0..n).map(item).collect()))
}

fn iozone(field: &str, n: u64) -> String {
    let mut run = json!({ "program": "iozone", "filesystem": "/data", "steps": 1,
        "total_kb": 64, "record_kb": 4 });
    run[field] = json!(n);
    running(run)
}

/// Returns the valid document with this program as its only one, and `n` in one of its fields.
fn alone(program: &str, field: &str, n: u64) -> String {
    let mut run = match program {
        "pty_writer" => json!({ "writes_per_s": 1, "write_bytes": 1, "run_ms": 1 }),
        "take_blocks" => json!({ "order": 1, "held": 1, "requests_per_s": 1, "run_ms": 1 }),
        "read_zipf" => json!({ "filesystem": "/data", "file_kb": 4, "requests": 1 }),
        "userland" => json!({ "filesystem": "/data", "anon_kb": 4, "file_kb": 0,
            "every_ms": 1, "touched_percent": 1 }),
        _ => json!({ "size_kb": 4, "pause_ms": 1, "run_ms": 1 }),
    };
    run["program"] = json!(program);
    run[field] = json!(n);
    running(run)
}

/// Returns a document in which the quantity of the limit `name` is `n`.
fn document(name: &str, n: u64) -> String {
    let at = |pointer: &str| changed(pointer, Some(json!(n)));
    let letters = |n: u64| json!("x".repeat(n as usize));
    match name {
        "DOCUMENT_BYTES" => SOUND.to_owned() + &" ".repeat(n as usize - SOUND.len()),
        "WRITES_PER_S" => alone("pty_writer", "writes_per_s", n),
        "PTY_BYTES" => alone("pty_writer", "write_bytes", n),
        "REQUESTS_PER_S" => alone("take_blocks", "requests_per_s", n),
        "ORDER" => alone("take_blocks", "order", n),
        "FRAMES" => many(
            "/machine/zones",
            2,
            |zone| json!({ "name": format!("Z{zone}"), "present_pages": if zone == 0 { n - 100 } else { 100 } }),
        ),
        "CPUS" => at("/machine/cpus"),
        "CPU_SPEED_PERCENT" => at("/machine/cpu_speed_percent"),
        "COPY_SPEED_PERCENT" => at("/machine/copy_speed_percent"),
        "ZONES" => many(
            "/machine/zones",
            n,
            |zone| json!({ "name": format!("Z{zone}"), "present_pages": 9_000 }),
        ),
        "ZONE_FRAMES" => at("/machine/zones/1/present_pages"),
        "LOWMEM_RESERVE_RATIO" => at("/machine/zones/0/lowmem_reserve_ratio"),
        "SLAB_OBJECTS" => changed("/machine/resident", Some(json!({ "slab_objects": n }))),
        "DEVICES" => many(
            "/devices",
            n,
            |device| json!({ "name": format!("sd{device}"), "hardware": "sata_2010" }),
        ),
        "FILESYSTEMS" => many(
            "/filesystems",
            n,
            |fs| json!({ "name": format!("/{fs}"), "kind": "xfs", "device": "sda" }),
        ),
        "WORKLOADS" => many(
            "/workload",
            n,
            |_| json!({ "name": "hog", "run": { "program": "anon_hog", "size_kb": 4, "pause_ms": 1, "run_ms": 1 } }),
        ),
        "TASKS" => written("tasks", n),
        "FILES" => running(
            json!({ "program": "fs_mark", "filesystem": "/data", "threads": 1,
            "files_per_thread": n, "file_kb": 4, "call_kb": 4, "loops": 1 }),
        ),
        "SWITCHES" => {
            let switches = (0..n).map(|at| (format!("m{at}"), json!(true)));
            changed("/mechanisms", Some(Value::Object(switches.collect())))
        }
        "INTERVENTIONS" => many(
            "/interventions",
            n,
            |at| json!({ "at_ns": at, "mechanism": "gfp_write", "on": at % 2 == 0 }),
        ),
        "NAME_CHARS" => changed("/workload/0/name", Some(letters(n))),
        "TITLE_CHARS" => changed("/title", Some(letters(n))),
        "DESCRIPTION_CHARS" => changed("/description", Some(letters(n))),
        "SEED" => at("/seed"),
        "UNTIL_MS" => at("/until_ms"),
        "MOMENT_MS" => at("/workload/0/start_ms"),
        "PERIOD_MS" => alone("userland", "every_ms", n),
        "MOMENT_NS" => many(
            "/interventions",
            1,
            |_| json!({ "at_ns": n, "mechanism": "gfp_write", "on": true }),
        ),
        "SCALE" => at("/scale"),
        "FILE_KB" => written("file_kb", n),
        "ANON_KB" => alone("anon_hog", "size_kb", n),
        "CALL_KB" => written("call_kb", n),
        "TOTAL_KB" => running(
            json!({ "program": "simple_writeback", "filesystem": "/data",
            "first_jobs": 1, "steps": 1, "total_kb": n, "call_kb": 4 }),
        ),
        "ZIPF_KB" => alone("read_zipf", "file_kb", n),
        "PAGE_REQUESTS" => alone("read_zipf", "requests", n),
        "STREAMS" => written("streams", n),
        "PASSES" => written("passes", n),
        "LOOPS" => running(
            json!({ "program": "fs_mark", "filesystem": "/data", "threads": 1,
            "files_per_thread": 1, "file_kb": 4, "call_kb": 4, "loops": n }),
        ),
        "STEPS" => iozone("steps", n),
        "METADATA_KB" => iozone("mkfs_kb", n),
        "METADATA" => iozone("meta_pages", n),
        "SWAP_PAGES" => at("/swap/pages"),
        "PERCENT" => knob("swappiness", n),
        "DIRTY_BYTES" => knob("dirty_bytes", n),
        "CENTISECS" => knob("dirty_expire_centisecs", n),
        "PAGE_CLUSTER" => knob("page_cluster", n),
        "READ_AHEAD_KB" => knob("read_ahead_kb", n),
        "RATE_KB_PER_S" => device("read_kb_per_s", n),
        "DEVICE_US" => device("overhead_us", n),
        "NCQ_DEPTH" => device("ncq_depth", n),
        "RPM" => device("rpm", n),
        "JITTER_PERCENT" => device("jitter_percent", n),
        "PER_MILLE" => device("stall_per_mille", n),
        "CAPACITY_MIB" => device("capacity_mib", n),
        "IN_FLIGHT" => device("in_flight", n),
        "NR_REQUESTS" => device("nr_requests", n),
        "REQUEST_KB" => device("max_request_kb", n),
        "MEMBERS" => device("members", n),
        "CHUNK_KB" => device("chunk_kb", n),
        "SMALL_WRITE_KB" => device("small_write_kb", n),
        "ALLOCATION_UNIT_KB" => flash("allocation_unit_kb", n),
        "OPEN_UNITS" => flash("open_units", n),
        other => panic!("the limit {other} has no document here"),
    }
}

/// Returns the problems of a document or link in which the quantity of the limit `name` is `n`.
fn told(name: &str, n: u64) -> Vec<Problem> {
    let link = |text: String| link::read(&text, &catalogue()).problems;
    match name {
        "LINK_CHARS" => link("~".repeat(n as usize)),
        "LINK_PARTS" => link(format!("weiner-usb{}", "~x".repeat(n as usize))),
        // None of the switches can be applied, because they require another mechanism.
        "IGNORED_PARTS" => {
            let parts = (0..n).map(|at| format!("~b@{at}s+per_zone_dirty_rfc"));
            let parts: String = parts.collect();
            link(format!("weiner-usb~b=3.0-gfp_write{parts}"))
        }
        // The document itself is valid; only scaling fails, because it leaves too few page frames.
        "SCALED_FRAMES" => super::super::prepare(
            &super::super::parse(&changed("/scale", Some(json!(8))), &catalogue()).expect("sound"),
            &catalogue(),
        )
        .expect_err("too small"),
        _ => problems(&document(name, n)),
    }
}

fn names_the_number(problems: &[Problem], number: u64) -> bool {
    let number = grouped(number);
    let whole_word = |text: &str| {
        text.split(|c: char| !c.is_ascii_digit() && c != ',')
            .any(|word| word.trim_end_matches(',') == number)
    };
    problems
        .iter()
        .any(|problem| whole_word(&problem.problem) || whole_word(&problem.fix))
}

#[test]
fn what_passes_a_limit_is_told_the_number() {
    for &(name, Limit { least, most, .. }) in limits::ALL {
        if name == "SCALED_FRAMES" {
            let found = told(name, least - 1);
            assert!(
                found.iter().any(|problem| problem.field == "scale"),
                "{found:?}"
            );
            continue;
        }
        let found = told(name, most + 1);
        assert!(names_the_number(&found, most), "{name}, {most}: {found:?}");
        assert!(found.len() <= 51, "{name}");
    }
}

#[test]
fn what_falls_short_of_a_limit_is_told_the_number() {
    // The messages of these limits have no number: a value below the minimum is reported as empty or absent.
    let nothing = ["WORKLOADS", "NAME_CHARS", "TITLE_CHARS", "SCALED_FRAMES"];
    let least = limits::ALL
        .iter()
        .filter(|(name, limit)| limit.least > 0 && !nothing.contains(name));
    for &(name, Limit { least, .. }) in least {
        let found = told(name, least - 1);
        assert!(
            names_the_number(&found, least),
            "{name}, {least}: {found:?}"
        );
    }
}

#[test]
fn what_keeps_to_a_limit_is_not_refused_for_it() {
    for &(name, limit) in limits::ALL {
        if name.starts_with("LINK") || matches!(name, "IGNORED_PARTS" | "SCALED_FRAMES") {
            continue;
        }
        let found = super::super::parse(&document(name, limit.most), &catalogue());
        let too_much = format!("The {} is {}", limit.what, grouped(limit.most));
        let refused = found.err().unwrap_or_default();
        assert!(
            (refused.iter()).all(|problem| !problem.problem.starts_with(&too_much)),
            "{name}: {refused:?}"
        );
    }
}
