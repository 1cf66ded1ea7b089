//! What is in memory before the workload starts.

use reclaim_engine::mm::zone::Lru;
use reclaim_engine::scenario::read;
use reclaim_engine::simulation::Simulation;

#[test]
fn what_a_full_zone_has_no_room_for_lies_in_another() {
    for (spread, expected) in [("by_size", [2_000, 0]), ("by_allocation", [2_000, 0])] {
        let text = format!(
            r#"{{"version":1,"title":"Full","machine":{{"cpus":1,"zones":[
                {{"name":"DMA32","present_pages":4000}},
                {{"name":"Normal","present_pages":3000,"kernel_pages":2990}}],
              "resident":{{"anon_pages":2000,"spread":"{spread}"}}}},
            "devices":[],"workload":[{{"name":"pty","run":
              {{"program":"pty_writer","writes_per_s":1,"write_bytes":1,"run_ms":1}}}}],"kernel":"3.0"}}"#
        );
        let simulation = Simulation::new(&read(&text).expect("a scenario")).expect("a machine");
        let m = simulation.machine();
        let sizes = [0, 1].map(|z| m.zones[z].size(Lru::ActiveAnon));
        assert_eq!(sizes, expected, "{spread}");
    }
}
