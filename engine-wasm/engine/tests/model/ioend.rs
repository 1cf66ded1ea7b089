//! XFS ends the writeback of the pages of one ->writepage call together (xfs_ioend).

use reclaim_engine::scenario::read;
use reclaim_engine::simulation::Simulation;
use serde_json::json;

use super::lab::{Lab, MS, ZONES_256M};

/// Returns how many pages of a copy end their writeback together, for the first five times at which any do.
fn first_ends(filesystem: &str) -> Vec<u64> {
    let disk = Lab::scenario("3.0", ZONES_256M, 1, filesystem, 1);
    let mut document = serde_json::to_value(&disk).expect("a document");
    document["vm"]["dirty_background_ratio"] = json!(1);
    document["workload"] = json!([{"name": "dd", "run": {"program": "write_file", "filesystem": "/", "tasks": 1,
        "file_kb": 100_000, "call_kb": 64, "passes": 1}}]);
    let scenario = read(&document.to_string()).expect("a scenario");
    let mut simulation = Simulation::new(&scenario).expect("a machine");
    let (mut ends, mut before) = (Vec::new(), 0);
    for step in 1..20_000 {
        simulation.run(step * MS / 10, u64::MAX);
        let written = simulation.machine().io.bdi(0).written;
        if written > before {
            ends.push(written - before);
        }
        before = written;
    }
    ends.truncate(5);
    ends
}

#[test]
fn pages_that_xfs_sends_together_come_out_of_writeback_together() {
    // A pass of the flusher writes 1,024 pages. The device gets them in eight requests of at most 128 pages.
    assert!(first_ends("xfs").iter().all(|&pages| pages >= 1_024));
    assert!(first_ends("ext2").iter().all(|&pages| pages <= 128));
}
