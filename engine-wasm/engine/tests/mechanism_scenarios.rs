//! For each mechanism of 3.10 to 3.16 a small machine on which it is all that differs, and a count by which it is seen
//! to have decided.

use reclaim_engine::scenario::{Catalogue, parse};
use reclaim_engine::simulation::{RunStatus, Simulation};
use reclaim_engine::vmstat::Counter;
use serde_json::{Value, json};

/// A machine of 80 MB with swap that runs a workload to its end, with a mechanism off and on.
fn runs(kernel: &str, mechanism: &str, workload: &Value) -> [Simulation; 2] {
    runs_with(kernel, mechanism, workload, &json!({}))
}

/// The same with knobs.
fn runs_with(kernel: &str, mechanism: &str, workload: &Value, vm: &Value) -> [Simulation; 2] {
    [false, true].map(|on| {
        let document = json!({
            "version": 1, "title": "small", "kernel": kernel, "mechanisms": { mechanism: on },
            "machine": { "cpus": 2, "zones": [
                { "name": "DMA", "present_pages": 3900 }, { "name": "DMA32", "present_pages": 16500 }] },
            "devices": [{ "name": "sda", "hardware": { "read_kb_per_s": 100_000, "write_kb_per_s": 20_000,
                "capacity_mib": 4096 } }],
            "filesystems": [{ "name": "/", "kind": "ext4", "device": "sda" }],
            "swap": { "device": "sda", "pages": 40_000 },
            "workload": workload, "vm": vm, "seed": 3 });
        let scenario = parse(&document.to_string(), &Catalogue::of_engine()).expect("a sound scenario");
        let mut simulation = Simulation::new(&scenario).expect("a machine");
        assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
        assert_eq!(simulation.machine().check(), Ok(()));
        simulation
    })
}

fn count(simulation: &Simulation, counter: Counter) -> u64 {
    simulation.machine().vmstat.total(counter)
}

fn read(file_kb: u64, passes: u32) -> Value {
    json!([{ "name": "dd", "run": { "program": "read_file", "filesystem": "/", "file_kb": file_kb,
        "call_kb": 64, "passes": passes } }])
}

#[test]
fn batch_remove_mapping_takes_the_lock_less_often() {
    let [off, on] = runs("3.10", "batch_remove_mapping", &read(200_000, 1));
    assert_eq!(
        count(&off, Counter::TreeLockRounds),
        count(&off, Counter::PgSteal)
    );
    assert!(5 * count(&on, Counter::TreeLockRounds) < count(&on, Counter::PgSteal));
    let moved = off.machine().tree_locks.runs.iter().sum::<u64>();
    assert!(moved > 0, "the runs are there without it too");
}

#[test]
fn zone_flags_let_kswapd_write_only_where_a_batch_is_dirty() {
    let write = json!([{ "name": "dd", "run": { "program": "write_file", "filesystem": "/",
        "file_kb": 300_000, "call_kb": 64 } }]);
    let vm = json!({ "dirty_ratio": 95, "dirty_background_ratio": 90 });
    let [off, on] = runs_with("3.16", "zone_flags_v311", &write, &vm);
    assert_ne!(
        count(&off, Counter::NrVmscanImmediate),
        count(&on, Counter::NrVmscanImmediate)
    );
    // Without either rule kswapd calls ->writepage at every dirty page.
    assert!(count(&off, Counter::NrVmscanWrite) >= count(&on, Counter::NrVmscanWrite));
}

#[test]
fn alloc_fairness_uses_both_zones_from_the_start() {
    let [off, on] = runs("3.16", "alloc_fairness", &read(30_000, 1));
    let dma = |run: &Simulation| run.machine().vmstat.of_zone(0, Counter::PgAlloc);
    assert_eq!(dma(&off), 0);
    assert!(dma(&on) > 1_000, "{}", dma(&on));
}

#[test]
fn workingset_sees_pages_come_back() {
    let [off, on] = runs("3.16", "workingset", &read(100_000, 3));
    assert_eq!(count(&off, Counter::WorkingsetRefault), 0);
    // Every page of the second and third pass was evicted before.
    assert!(count(&on, Counter::WorkingsetRefault) > 40_000);
    assert!(count(&on, Counter::WorkingsetRefault) <= count(&on, Counter::PgSteal));
}

#[test]
fn instant_free_frees_what_others_rotate() {
    let hog = json!([{ "name": "hog", "run": { "program": "anon_hog", "size_kb": 100_000,
        "pause_ms": 0, "run_ms": 8000 } }]);
    let [off, on] = runs("3.16", "instant_free", &hog);
    assert_eq!(count(&off, Counter::InstantFreed), 0);
    assert!(count(&on, Counter::InstantFreed) > 1_000);
    assert!(10 * count(&on, Counter::PgRotated) < count(&off, Counter::PgRotated));
}
