//! Tests of commits, by the requests that a device serves and by what the writers do.

use super::*;
use crate::block::Served;
use crate::observer::vmstat::Counter;
use crate::scenario::read;
use crate::simulation::Simulation;

/// Returns the requests without file data that the device served in a run that writes one file of 4 MiB at 2 s.
fn served(kind: &str, kernel: &str, cache_kb: u32, until_s: u64) -> Vec<Served> {
    let text = format!(
        r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":60000}}]}},
        "devices":[{{"name":"sda","hardware":{{"read_kb_per_s":100000,"write_kb_per_s":100000,"jitter_percent":0,
          "write_cache_kb":{cache_kb},"capacity_mib":4096}}}}],
        "filesystems":[{{"name":"/","kind":"{kind}","device":"sda"}}],
        "workload":[{{"name":"dd","awaited":false,"start_ms":2000,"run":{{"program":"write_file","filesystem":"/",
          "tasks":1,"file_kb":4096,"call_kb":64,"passes":1}}}}],"until_ms":100000,"kernel":"{kernel}"}}"#
    );
    let mut run = Simulation::new(&read(&text).expect("a scenario")).expect("a machine");
    run.run(until_s * 1_000_000_000, u64::MAX);
    let sync = Origin::Fsync.index() as u8;
    let machine = run.machine();
    let requests = machine.observed().requests.since(0);
    requests.filter(|request| request.origin == sync).collect()
}

/// Returns, for each request that `served` finds, its first block, its number of blocks, and the second in which it
/// started.
fn metadata(kind: &str, until_s: u64) -> Vec<(u64, u32, u64)> {
    let served = served(kind, "3.0", 0, until_s).into_iter();
    served
        .map(|request| (request.block, request.pages, request.start / 1_000_000_000))
        .collect()
}

#[test]
fn a_commit_flushes_the_device_s_cache_before_and_behind_its_last_record() {
    // Blocks of each request; a flush has none.
    let blocks = |kind, kernel, cache_kb| -> Vec<u32> {
        let served = served(kind, kernel, cache_kb, 80).into_iter();
        served.map(|request| request.pages).collect()
    };
    // ext4 commits the new inode, and later the blocks.
    assert_eq!(blocks("ext4", "3.0", 65_536), [4, 0, 1, 0, 4, 0, 1, 0]);
    assert_eq!(blocks("ext4", "3.0", 0), [4, 1, 4, 1], "no cache, no flush");
    assert_eq!(blocks("ext3", "3.0", 65_536), [6, 1], "barrier=0");
    assert_eq!(blocks("ext3", "3.1", 65_536), [6, 0, 1, 0], "barrier=1");
    assert_eq!(blocks("xfs", "3.0", 65_536), [0, 1, 0, 2, 1, 2]);
    assert!(blocks("ext2", "3.0", 65_536).is_empty());
}

#[test]
fn ext3_commits_five_seconds_after_a_write_and_ext4_after_blocks_are_chosen() {
    // 4 GiB: the middle group is the seventeenth, and its first 514 blocks are its own metadata. The log has a
    // descriptor, the group descriptors, both bitmaps, a block of the inode table and the indirect block; then the
    // commit block.
    let log = 16 * 32_768 + 514;
    assert_eq!(metadata("ext3", 20), [(log, 6, 7), (log + 6, 1, 7)]);
    // The flusher allocates blocks for delayed pages in its first period after they are 30 s old.
    let ext4 = metadata("ext4", 60);
    let blocks: Vec<u32> = ext4.iter().map(|&(_, blocks, _)| blocks).collect();
    // The inode's bitmap and block; then the bitmap of the blocks, and the inode again.
    assert_eq!(blocks, [4, 1, 4, 1]);
    assert_eq!(ext4[0].2, 7);
    assert!((37..=43).contains(&ext4[2].2), "{ext4:?}");
    assert_eq!(metadata("ext2", 60), []);
}

/// Returns a machine whose only program writes a file to a device of 20 MB/s.
fn writing(kind: &str, kernel: &str, file_kb: u32, until_ms: u32) -> Simulation {
    let text = format!(
        r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":60000}}]}},
        "devices":[{{"name":"sda","hardware":{{"read_kb_per_s":20000,"write_kb_per_s":20000,"jitter_percent":0,
          "capacity_mib":4096}}}}],
        "filesystems":[{{"name":"/","kind":"{kind}","device":"sda"}}],
        "workload":[{{"name":"dd","run":{{"program":"write_file","filesystem":"/",
          "tasks":1,"file_kb":{file_kb},"call_kb":64,"passes":1}}}}],"until_ms":{until_ms},"kernel":"{kernel}"}}"#
    );
    Simulation::new(&read(&text).expect("a scenario")).expect("a machine")
}

/// Returns the longest time, in tenths of a second, for which nothing is written to files while one writer keeps the
/// device busy for 15 s.
fn longest_stand(kind: &str, kernel: &str) -> u32 {
    let mut run = writing(kind, kernel, 1_048_576, 15_000);
    let (mut longest, mut stands, mut before) = (0, 0, 0);
    for tenths in 1..=150_u64 {
        run.run(tenths * 100_000_000, u64::MAX);
        let dirtied = (run.machine().observed().vmstat).total(Counter::NrDirtied);
        stands = if dirtied == before { stands + 1 } else { 0 };
        longest = longest.max(stands);
        before = dirtied;
    }
    longest
}

#[test]
fn writers_on_ext4_stand_still_while_a_commit_waits_for_data() {
    // Some 9,000 pages are under writeback at a commit, and a second's worth of writing is 4,900 pages.
    let stands = ["3.0", "3.10"].map(|kernel| longest_stand("ext4", kernel));
    assert!(
        stands.iter().all(|stand| (10..25).contains(stand)),
        "{stands:?}"
    );
    // No inode in the log, or a log that does not wait for data.
    let others = [
        ("ext2", "3.0"),
        ("ext3", "3.0"),
        ("xfs", "3.0"),
        ("ext4", "3.16"),
    ];
    let others = others.map(|(kind, kernel)| longest_stand(kind, kernel));
    assert!(others.iter().all(|&stand| stand < 5), "{others:?}");
}

#[test]
fn xfs_writes_its_log_and_then_each_changed_group_s_metadata() {
    // Four groups. The log is behind the headers of the third, and the file is in the first. The flusher chooses
    // the file's blocks when it is 30 s old, and the next sync is at most one period later.
    let log = 2 * 262_144 + 12;
    let writes = metadata("xfs", 80);
    let at = writes[0].2;
    assert!((32..=68).contains(&at), "{writes:?}");
    assert_eq!(writes, [(log, 1, at), (1, 2, at), (0, 1, at), (8, 2, at)]);
}

/// Writes 256 MiB. Returns how many more pages of file data are dirtied than the file has.
fn dirtied_again(kind: &str, kernel: &str) -> u64 {
    let mut run = writing(kind, kernel, 262_144, 60_000);
    run.run(u64::MAX, u64::MAX);
    (run.machine().observed().vmstat).total(Counter::NrDirtied) - 65_536
}

#[test]
fn a_commit_of_ext4_counts_pages_without_blocks_as_dirtied_once_more_until_3_2() {
    // Two commits or three; at each, the pages between the background limit and the limit are dirty, or fewer.
    for kernel in ["2.6.32", "3.0", "3.2"] {
        let again = dirtied_again("ext4", kernel);
        assert!((500..20_000).contains(&again), "{kernel}: {again}");
    }
    let others = [
        ("ext4", "3.3"),
        ("ext4", "3.16"),
        ("ext3", "3.0"),
        ("xfs", "3.0"),
        ("ext2", "3.0"),
    ];
    for (kind, kernel) in others {
        let again = dirtied_again(kind, kernel);
        assert!(again < 200, "{kind} on {kernel}: {again}");
    }
}
