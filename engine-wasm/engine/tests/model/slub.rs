//! Slab caches: the pages that they allocate and free for objects (mm/slub.c).

use reclaim_engine::mm::slub::SlabCacheId::{Bio, BufferHead, RadixTreeNode};
use reclaim_engine::mm::slub::{SlabCacheId, slab_order};
use reclaim_engine::scenario::read;
use reclaim_engine::simulation::Simulation;
use serde_json::json;

use super::lab::{Lab, MS, ZONES_256M};

/// Buffer heads in a slab of one page.
const OF_PAGE: u32 = 39;

fn pages(lab: &Lab, id: SlabCacheId) -> u64 {
    lab.m().memory.slab_caches().get(id).pages()
}

#[test]
fn slabs_are_as_large_as_proc_slabinfo_says() {
    // Object size (bytes), CPUs, log2 of the pages per slab. The objects are buffer_head, radix_tree_node and bio-0.
    for (size, cpus, order) in [
        (104, 1, 0),
        (560, 1, 1),
        (192, 1, 0),
        (104, 8, 0),
        (560, 4, 2),
        (192, 8, 0),
        (192, 16, 1),
    ] {
        assert_eq!(slab_order(size, cpus), order, "{size} bytes, {cpus} CPUs");
    }
}

#[test]
fn a_page_comes_for_the_first_object_without_room_and_goes_when_a_slab_is_empty() {
    let mut lab = Lab::new("3.0");
    lab.m().slab_alloc(BufferHead, OF_PAGE);
    assert_eq!(pages(&lab, BufferHead), 0, "the slab that boot has left");
    lab.m().slab_alloc(BufferHead, 1);
    lab.expect_changes("pgalloc 1, pcp 14, nr_free_pages -15");
    lab.m().slab_alloc(BufferHead, OF_PAGE);
    assert_eq!(pages(&lab, BufferHead), 2);
    lab.m().slab_free(BufferHead, 1);
    assert_eq!(pages(&lab, BufferHead), 1);
}

#[test]
fn of_empty_slabs_a_node_keeps_some_from_3_1_on_and_a_cpu_more_from_3_2_on() {
    // The node's list keeps log2(object size) empty slabs: 6 for 104-byte objects, and 9 for 560-byte objects. From 3.2
    // on, a CPU holds 31 slabs, or 14 of the larger objects, before it moves any to that list. One of the kept slabs
    // was allocated at boot, and its page is not counted.
    for (kernel, id, of_slab, emptied, left) in [
        ("3.0", BufferHead, OF_PAGE, 20, 0),
        ("3.1", BufferHead, OF_PAGE, 20, 5),
        ("3.2", BufferHead, OF_PAGE, 37, 36),
        ("3.2", BufferHead, OF_PAGE, 38, 5),
        ("3.1", RadixTreeNode, 14, 20, 8),
        ("3.2", RadixTreeNode, 14, 23, 22),
        ("3.2", RadixTreeNode, 14, 24, 8),
    ] {
        let lab = Lab::new(kernel);
        lab.m().slab_alloc(id, emptied * of_slab);
        lab.m().slab_free(id, emptied * of_slab);
        let pages_of_slab = if id == BufferHead { 1 } else { 2 };
        assert_eq!(
            pages(&lab, id) / pages_of_slab,
            left,
            "{kernel}, {id:?}, {emptied} slabs"
        );
    }
}

#[test]
fn without_a_page_above_min_objects_are_owed_and_the_next_pays() {
    let lab = Lab::new("3.0").free(0, 460);
    lab.m().slab_alloc(BufferHead, OF_PAGE + 1);
    assert_eq!(pages(&lab, BufferHead), 0);
    lab.set_free(0, 5_000);
    lab.m().slab_alloc(BufferHead, OF_PAGE);
    assert_eq!(pages(&lab, BufferHead), 2);
    assert_eq!(lab.m().memory.slab_caches().get(BufferHead).in_use(), 79);
}

#[test]
fn without_a_page_a_task_takes_the_two_bios_of_the_mempool() {
    let lab = Lab::new("3.0").free(0, 460);
    let room = lab.m().memory.slab_caches().get(Bio).room();
    assert_eq!(lab.m().alloc_bios(room + 5), room + 2);
    assert_eq!(lab.m().alloc_bios(1), 0, "the task must wait");
    lab.m().slab_free(Bio, 1);
    assert_eq!(lab.m().alloc_bios(3), 1);
    lab.set_free(0, 5_000);
    assert_eq!(lab.m().alloc_bios(3), 3);
    assert_eq!(pages(&lab, Bio), 1);
}

#[test]
fn the_page_of_a_bio_may_come_from_below_min_up_to_2_6_37() {
    for (kernel, slabs) in [("2.6.37", 1), ("2.6.38", 0)] {
        let lab = Lab::new(kernel).free(0, 460);
        let room = lab.m().memory.slab_caches().get(Bio).room();
        lab.m().alloc_bios(room + 1);
        assert_eq!(pages(&lab, Bio), slabs, "{kernel}");
    }
}

#[test]
fn none_lies_in_highmem() {
    let lab = Lab::with_zones("3.0", &[("Normal", 60_000), ("HighMem", 60_000)], 1);
    let before: Vec<u64> = lab.m().memory.zones.iter().map(|z| z.kernel).collect();
    lab.m().slab_alloc(RadixTreeNode, 1_000);
    let after: Vec<u64> = lab.m().memory.zones.iter().map(|z| z.kernel).collect();
    assert_eq!(after[1], before[1]);
    // A slab of 14 objects, which has two pages, exists already. So 986 objects need new slabs.
    assert_eq!(after[0] - before[0], 2 * 986_u64.div_ceil(14));
}

/// Returns the largest number of bios, and of pages under writeback, at any time during a copy to a filesystem.
fn most_in_flight(kernel: &str, filesystem: &str) -> (u64, u64) {
    let disk = Lab::scenario(kernel, ZONES_256M, 1, filesystem, 1);
    let mut document = serde_json::to_value(&disk).expect("a document");
    document["workload"] = json!([{"name": "dd", "run": {"program": "write_file", "filesystem": "/", "tasks": 1,
        "file_kb": 200_000, "call_kb": 64, "passes": 1}}]);
    let scenario = read(&document.to_string()).expect("a scenario");
    let mut simulation = Simulation::new(&scenario).expect("a machine");
    let (mut bios, mut writeback) = (0, 0);
    for ms in 1..1_000 {
        simulation.run(ms * 5 * MS, u64::MAX);
        let machine = simulation.machine();
        bios = bios.max(machine.memory.slab_caches().get(Bio).in_use());
        writeback = writeback.max(machine.memory.nr_writeback());
    }
    (bios, writeback)
}

#[test]
fn buffer_heads_are_written_in_a_bio_each_and_extents_in_a_few() {
    for (kernel, filesystem, one_each) in [
        ("3.0", "block_device", true),
        ("3.0", "ext3", true),
        ("2.6.38", "ext4", true),
        ("3.0", "ext4", false),
        ("3.0", "ext2", false),
        ("3.0", "xfs", false),
    ] {
        let (bios, writeback) = most_in_flight(kernel, filesystem);
        assert!(writeback > 1_000, "{filesystem}: {writeback} pages");
        let found = bios >= writeback;
        assert_eq!(
            found, one_each,
            "{filesystem}: {bios} for {writeback} pages"
        );
        assert!(one_each || bios < writeback / 8, "{bios} for {writeback}");
    }
}
