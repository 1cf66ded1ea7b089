//! Pages that are in memory before the workload starts.

use std::collections::BTreeSet;

use reclaim_engine::mm::migratetype::Migratetype::Unmovable;
use reclaim_engine::mm::page::KERNEL;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;
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
        let sizes = [0, 1].map(|z| m.memory.zones[z].size(Lru::ActiveAnon));
        assert_eq!(sizes, expected, "{spread}");
    }
}

/// Boots a machine with a DMA zone and another zone of `pages` pages, half of which are in use.
fn booted(pages: u64, seed: u64) -> Simulation {
    let (kernel, programs) = (pages / 20, pages * 9 / 40);
    let text = format!(
        r#"{{"version":1,"title":"Booted","machine":{{"cpus":1,"zones":[
            {{"name":"DMA","present_pages":600,"kernel_pages":100}},
            {{"name":"DMA32","present_pages":{pages}}}],
          "resident":{{"kernel_pages":{kernel},"anon_pages":{programs},"active_file_pages":{programs}}}}},
        "devices":[{{"name":"sda","hardware":"sata_2010"}}],
        "filesystems":[{{"name":"/","kind":"ext4","device":"sda"}}],"workload":[{{"name":"pty","run":
          {{"program":"pty_writer","writes_per_s":1,"write_bytes":1,"run_ms":1}}}}],
        "kernel":"3.0","seed":{seed}}}"#
    );
    Simulation::new(&read(&text).expect("a scenario")).expect("a machine")
}

#[test]
fn a_seed_draws_where_pages_lie_and_not_how_many() {
    let machines = [1, 2, 3].map(|seed| booted(40_000, seed));
    let counts = machines.each_ref().map(|simulation| {
        let m = simulation.machine();
        m.check().expect("sound memory");
        let of_zone = |z: usize| {
            let zone = &m.memory.zones[z];
            (zone.free, zone.kernel, Lru::ALL.map(|lru| zone.size(lru)))
        };
        [0, 1].map(of_zone)
    });
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    assert_eq!(counts[0][1].1, 2_000);
    let columns = machines.each_ref().map(|simulation| {
        let m = simulation.machine();
        m.memory.frames.mapping.clone()
    });
    assert!(columns[0] != columns[1] && columns[1] != columns[2]);
    assert_eq!(
        columns[0],
        booted(40_000, 1).machine().memory.frames.mapping
    );
}

#[test]
fn programs_leave_gaps_and_the_kernels_page_blocks_are_its_own() {
    let simulation = booted(40_000, 1);
    let m = simulation.machine();
    let zone = &m.memory.zones[1];
    // Runs of 1 to 32 pages alternate with gaps of 1 to 32 pages, so there are hundreds of small blocks. If the memory
    // were in one piece, there would be only a few.
    let small: u64 = (0..5).map(|order| zone.buddy.nr_free(order)).sum();
    assert!((200..4_000).contains(&small), "{small}");
    let kernel =
        (zone.start..zone.end()).filter(|&pfn| m.memory.frames.mapping[pfn as usize] == KERNEL);
    assert!(
        kernel
            .clone()
            .all(|pfn| zone.buddy.type_of(pfn) == Unmovable)
    );
    // The kernel's 2,000 pages are in two of the largest blocks, of 1,024 pages each.
    let blocks: BTreeSet<_> = kernel.map(|pfn| (pfn - zone.start) / 1_024).collect();
    assert_eq!(blocks.len(), 2);
}

#[test]
fn a_machine_for_teaching_has_its_memory_in_order() {
    let [one, other] =
        [1, 2].map(|seed| booted(1_900, seed).machine().memory.frames.mapping.clone());
    assert_eq!(one, other);
}

#[test]
fn pages_of_a_ramfs_are_culled_when_reclaim_looks_at_them_and_not_before() {
    let text = r#"{"version":1,"title":"An initramfs","machine":{"cpus":1,"zones":[
            {"name":"DMA32","present_pages":4000}],
          "resident":{"active_file_pages":10,"inactive_file_pages":5,"unevictable_pages":20,
            "ramfs_active_pages":30,"ramfs_inactive_pages":40}},
        "devices":[{"name":"sda","hardware":"sata_2010"}],
        "filesystems":[{"name":"/","kind":"ext2","device":"sda"}],
        "workload":[{"name":"dd","run":{"program":"read_file","filesystem":"/","file_kb":32000,"call_kb":32,"passes":1}}],
        "kernel":"3.0"}"#;
    let mut simulation = Simulation::new(&read(text).expect("a scenario")).expect("a machine");
    let sizes = |simulation: &Simulation| {
        let m = simulation.machine();
        m.check().expect("sound memory");
        let culled = m.observed().vmstat.total(Counter::UnevictablePgsCulled);
        [Lru::Unevictable, Lru::ActiveFile]
            .map(|lru| m.memory.zones[0].size(lru))
            .into_iter()
            .chain([culled])
            .collect::<Vec<_>>()
    };
    assert_eq!(sizes(&simulation), [20, 40, 0]);
    simulation.run(u64::MAX, u64::MAX);
    // Reclaim evicts the reader's pages at the tail of the inactive list. The active list is shorter than the inactive
    // one, so reclaim does not age it. The active list also contains the nine indirect blocks of the file.
    assert_eq!(sizes(&simulation), [60, 49, 40]);
}
