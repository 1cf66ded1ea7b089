//! A shared mapping of a file reads back the pages that were evicted from it, and nothing else.

use reclaim_engine::catalogue;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{GALLERY, gallery_scenario, parse};
use reclaim_engine::simulation::{RunStatus, Simulation};
use serde_json::{Map, Value, json};

/// Returns the kB read from the device when a machine of 64 MiB runs mmap-strm: one pass over `stream_kb`, then ten
/// passes over 70 % of `mixed_kb` (files) and five passes over the other 30 % (anonymous memory).
fn kb_read(filesystem: &str, stream_kb: u64, mixed_kb: u64) -> u64 {
    let with = json!({
        "machine": { "cpus": 1, "zones": [{ "name": "DMA32", "present_pages": 16_384 }] },
        "filesystems": [{ "name": "/data", "kind": filesystem, "device": "sdb" }],
        "devices": [{ "name": "sdb", "hardware": "sata_2010" }],
        "swap": null,
        "vm": {},
        "workload": [{ "name": "mmap-strm", "run": { "program": "mmap_stream", "filesystem": "/data",
            "threads": 1, "stream_kb": stream_kb, "mixed_kb": mixed_kb } }],
    });
    let entry = GALLERY.iter().find(|entry| entry.id == "mmap-strm-512m");
    let text = entry.expect("a scenario of the gallery").json;
    let mut document: Map<String, Value> = serde_json::from_str(text).expect("a document");
    document.extend(with.as_object().expect("fields").clone());
    let text = Value::Object(document).to_string();
    let scenario = parse(&text, &catalogue::of_engine()).expect("a sound scenario");
    let mut simulation = Simulation::new(&scenario).expect("a machine");
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    simulation
        .machine()
        .observed()
        .vmstat
        .total(Counter::PgPgIn)
}

#[test]
fn one_pass_over_a_sparse_file_reads_nothing_however_large_it_is() {
    // ext3 reads four bitmaps of 4 kB: the block bitmaps of three groups, and one inode bitmap.
    for (filesystem, kb) in [("xfs", 0), ("ext4", 0), ("ext3", 16)] {
        assert_eq!(kb_read(filesystem, 262_144, 4_096), kb, "{filesystem}");
    }
}

/// Returns the page faults beyond one for each page when a process writes once to each page of a mapping of twice the
/// memory, and then to 64 kB more.
fn faults_again(kernel: &str) -> u64 {
    let mut scenario = gallery_scenario("measured-shared-mapping").expect("a measured machine");
    scenario.kernel = kernel.into();
    let mut simulation = Simulation::new(&scenario).expect("a machine");
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    let machine = simulation.machine();
    machine.observed().vmstat.total(Counter::PgFault) - (524_288 + 64) / 4
}

#[test]
fn a_store_faults_again_if_its_page_was_cleaned_while_the_writer_was_throttled() {
    // The writer sleeps in the page fault. Meanwhile, the flusher writes the writer's last page, so the next store
    // faults again and waits for this write. In measured runs of 24 s this happens several times.
    let times = faults_again("3.0.101");
    assert!((2..100).contains(&times), "{times}");
}

#[test]
fn further_passes_read_back_what_does_not_fit_in_memory() {
    // The files have 100 MiB, more than one and a half times the memory. In nine of the ten passes, most pages are read
    // again. In each pass, no page is read twice, except pages that readahead brought in too early.
    let mixed_kb = 102_400 * 10 / 7;
    let read = kb_read("xfs", 1_024, mixed_kb);
    assert!((5 * 102_400..12 * 102_400).contains(&read), "{read}");
}
