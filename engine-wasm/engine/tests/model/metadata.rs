//! Bitmaps, inode tables and indirect blocks of ext2, ext3 and ext4 are pages of the block device.

use reclaim_engine::mm::page::{Pfn, flag};
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::read;
use reclaim_engine::simulation::Simulation;

/// Runs a machine for `until_s` seconds. At 2 s, it writes a file of `pages` pages on an empty filesystem of 4 GiB.
fn written(kind: &str, pages: u32, until_s: u64) -> Simulation {
    let kb = 4 * pages;
    let text = format!(
        r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":60000}}]}},
        "devices":[{{"name":"sda","hardware":{{"read_kb_per_s":100000,"write_kb_per_s":100000,"jitter_percent":0,
          "capacity_mib":4096}}}}],"filesystems":[{{"name":"/","kind":"{kind}","device":"sda"}}],
        "workload":[{{"name":"dd","awaited":false,"start_ms":2000,"run":{{"program":"write_file","filesystem":"/",
          "tasks":1,"file_kb":{kb},"call_kb":48,"passes":1}}}}],"until_ms":200000,"kernel":"3.0"}}"#
    );
    let mut run = Simulation::new(&read(&text).expect("a scenario")).expect("a machine");
    run.run(until_s * 1_000_000_000, u64::MAX);
    assert_eq!(run.machine().check(), Ok(()));
    run
}

/// Returns the metadata in memory: for each page, its block on the device and its frame.
fn metadata(run: &Simulation) -> Vec<(u64, Pfn)> {
    let m = run.machine();
    let id =
        m.io.filesystem(0)
            .metadata
            .as_ref()
            .expect("of ext2 to ext4")
            .id;
    let (mut pages, mut from) = (Vec::new(), 0);
    while let Some((index, pfn)) = m.io.cache.next_page(id, from) {
        pages.push((m.io.cache.block(id, index).expect("a block"), pfn));
        from = index + 1;
    }
    pages.sort_unstable();
    pages
}

/// Returns the number of metadata pages that have all these flags.
fn with(run: &Simulation, flags: u16) -> usize {
    let pages = metadata(run).into_iter();
    pages
        .filter(|&(_, pfn)| run.machine().memory.frames.has(pfn, flags))
        .count()
}

#[test]
fn a_file_of_2_000_pages_on_ext2_has_three_indirect_blocks_between_its_data() {
    let run = written("ext2", 2_000, 4);
    // Five pages are dirty: the bitmaps of blocks and inodes, which were read, and three new blocks: the double
    // indirect block and two indirect blocks. The inode changes only when the flusher writes it.
    assert_eq!(with(&run, flag::DIRTY), 5);
    assert_eq!(run.machine().observed().vmstat.total(Counter::PgPgIn), 8);
    assert_eq!(
        run.machine().observed().vmstat.total(Counter::NrDirtied),
        2_005
    );
    let blocks: Vec<u64> = metadata(&run).iter().map(|&(block, _)| block).collect();
    let first = blocks[2] - 12;
    let bitmap = first / 32_768 * 32_768;
    // The order on the device: 12 pages, an indirect block, 1,024 pages, the double indirect block and the next
    // indirect block.
    let indirect = first + 12;
    let double = indirect + 1 + 1_024;
    assert_eq!(blocks, [bitmap, bitmap + 1, indirect, double, double + 1]);
}

#[test]
fn on_ext2_the_flusher_writes_them_with_the_data_and_after_it() {
    let run = written("ext2", 2_000, 120);
    let m = run.machine();
    assert_eq!((m.memory.nr_dirty(), m.memory.nr_writeback()), (0, 0));
    assert_eq!(metadata(&run).len(), 6, "with a block of the inode table");
    assert_eq!(m.observed().vmstat.total(Counter::PgPgIn), 12);
    assert_eq!(m.observed().vmstat.total(Counter::PgPgOut), 4 * 2_006);
}

#[test]
fn a_file_of_12_pages_has_no_indirect_block() {
    assert_eq!(with(&written("ext2", 12, 4), flag::DIRTY), 2);
    assert_eq!(with(&written("ext2", 13, 4), flag::DIRTY), 3);
}

#[test]
fn a_bitmap_that_is_used_again_and_again_becomes_active() {
    let run = written("ext2", 2_000, 4);
    let active: Vec<bool> = metadata(&run)
        .iter()
        .map(|&(_, pfn)| run.machine().memory.frames.has(pfn, flag::ACTIVE))
        .collect();
    // The filesystem accesses the inode bitmap and the double indirect block only once or twice, while they are still
    // in a pagevec.
    assert!(active[0] && active[2] && !active[1], "{active:?}");
}

#[test]
fn a_transaction_holds_them_until_it_is_in_the_log() {
    let before = written("ext3", 1_000, 3);
    // The transaction holds four pages: two bitmaps, the inode and the indirect block.
    assert_eq!(with(&before, flag::LOCKED), 4);
    assert_eq!(with(&before, flag::DIRTY), 0);
    let after = written("ext3", 1_000, 10);
    assert_eq!(with(&after, flag::LOCKED), 0);
    assert_eq!(with(&after, flag::DIRTY), 4);
    let written_back = written("ext3", 1_000, 120);
    assert_eq!(with(&written_back, flag::DIRTY), 0);
    // The log has seven blocks: a descriptor, the group descriptors, these four blocks and the commit block.
    let total = written_back
        .machine()
        .observed()
        .vmstat
        .total(Counter::PgPgOut);
    assert_eq!(total, 4 * (1_000 + 4 + 7));
}
