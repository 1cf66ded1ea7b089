//! Programs: waiting for one another, shared files, the order of writes, and kernel builds.

use reclaim_engine::catalogue;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::parse;
use reclaim_engine::sched::task::TaskState;
use reclaim_engine::simulation::{RunStatus, Simulation};

use super::lab::MS;

fn run(workload: &str) -> Simulation {
    run_on("ext2", workload)
}

fn run_on(kind: &str, workload: &str) -> Simulation {
    run_with("3.0", kind, workload)
}

fn run_with(kernel: &str, kind: &str, workload: &str) -> Simulation {
    let text = format!(
        r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":20000}}]}},
        "devices":[{{"name":"sda","hardware":"sata_2010"}}],
        "filesystems":[{{"name":"/","kind":"{kind}","device":"sda"}}],"workload":[{workload}],"kernel":"{kernel}"}}"#
    );
    let scenario = parse(&text, &catalogue::of_engine()).expect("a sound scenario");
    Simulation::new(&scenario).expect("a machine")
}

fn write_file(more: &str) -> String {
    format!(
        r#"{{"name":"dd","run":{{"program":"write_file","filesystem":"/","tasks":2,"file_kb":8000,"call_kb":64{more}}}}}"#
    )
}

#[test]
fn a_program_that_comes_after_another_begins_once_all_tasks_of_that_one_have_ended() {
    let cat = r#"{"name":"cat","after":"dd","start_ms":200,"run":{"program":"read_file","filesystem":"/",
        "file_kb":4000,"call_kb":64}}"#;
    let mut simulation = run(&format!("{cat},{}", write_file("")));
    let mut dd_ended_at = None;
    let mut cat_began_at = None;
    while simulation.step() {
        let m = simulation.machine();
        let states = |name: &str| {
            let tasks = m
                .sched
                .tasks()
                .iter()
                .filter(move |task| task.name.starts_with(name));
            tasks.map(|task| task.state).collect::<Vec<_>>()
        };
        let done: u64 = m.sched.tasks().iter().map(|task| task.bytes_done).sum();
        if done == 2 * 8_000 * 1_024 && states("dd") == [TaskState::Dead; 2] {
            dd_ended_at = dd_ended_at.or(Some(m.now()));
        }
        if states("cat") != [TaskState::Dead] {
            cat_began_at = cat_began_at.or(Some(m.now()));
        }
    }
    let waited = cat_began_at.expect("it runs") - dd_ended_at.expect("they end");
    assert!((200 * MS..=205 * MS).contains(&waited), "{waited}");
    assert!(simulation.finished() && !simulation.has_programs());
}

#[test]
fn a_file_that_is_written_in_random_order_is_written_whole_and_makes_the_disk_seek() {
    let [plain, random] = [write_file(""), write_file(r#","random":true"#)].map(|dd| {
        let synced = dd.replace(r#""tasks":2"#, r#""tasks":1,"fsync_kb":1024"#);
        let mut simulation = run(&synced);
        assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
        let m = simulation.machine();
        assert_eq!(m.check(), Ok(()));
        let pages = m.observed().vmstat.total(Counter::NrDirtied);
        let written = m.observed().vmstat.total(Counter::PgPgOut);
        (pages, written, m.now())
    });
    // The dirtied pages include two bitmaps, three indirect blocks and the inode. These six are not yet written.
    assert_eq!((plain.0, plain.1), (2_006, 8_000));
    assert!((2_006..2_060).contains(&random.0), "{random:?}");
    assert!((8_000..8_240).contains(&random.1), "{random:?}");
    assert!(2 * random.2 > 3 * plain.2, "{plain:?} {random:?}");
}

/// Returns the kB read from the device when a file is written, and then read by `readers` programs, one after the
/// other.
fn kb_read(file_kb: u32, readers: u32) -> u64 {
    let file = format!(r#""filesystem":"/","file":"data","file_kb":{file_kb},"call_kb":64"#);
    let mut programs = format!(r#"{{"name":"p0","run":{{"program":"write_file",{file}}}}}"#);
    for n in 0..readers {
        programs += &format!(
            r#",{{"name":"p{}","after":"p{n}","run":{{"program":"read_file",{file}}}}}"#,
            n + 1
        );
    }
    let mut simulation = run(&programs);
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    let m = simulation.machine();
    assert_eq!(m.check(), Ok(()));
    let bytes: u64 = m.sched.tasks().iter().map(|task| task.bytes_done).sum();
    assert_eq!(bytes, u64::from(file_kb) * 1_024 * (1 + u64::from(readers)));
    m.observed().vmstat.total(Counter::PgPgIn)
}

#[test]
fn a_file_that_fits_in_memory_is_found_there_by_who_reads_it_later() {
    // The device reads only two bitmaps and a block of the inode table, all for the writer.
    assert_eq!([1, 2].map(|readers| kb_read(40_000, readers)), [12, 12]);
}

#[test]
fn a_file_twice_as_large_as_memory_is_read_anew_each_time() {
    let [once, twice] = [1, 2].map(|readers| kb_read(160_000, readers));
    // The first reader could find the end of the file in memory, but these pages are evicted before it gets there.
    assert!((150_000..=161_000).contains(&once), "{once}");
    assert!((150_000..=161_000).contains(&(twice - once)), "{twice}");
}

#[test]
fn files_without_a_common_name_have_nothing_in_common() {
    let reader = |file: &str| {
        format!(
            r#"{{"name":"cat","after":"dd","run":{{"program":"read_file","filesystem":"/"{file},"tasks":2,"file_kb":8000,"call_kb":64}}}}"#
        )
    };
    for (writes, reads, kb) in [
        ("", "", 16_000),
        (r#","file":"a""#, r#","file":"b""#, 16_000),
        (r#","file":"a""#, "", 16_000),
        // The n-th reader reads the file of the n-th writer.
        (r#","file":"a""#, r#","file":"a""#, 0),
    ] {
        let mut simulation = run(&format!("{},{}", write_file(writes), reader(reads)));
        assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
        let read = simulation
            .machine()
            .observed()
            .vmstat
            .total(Counter::PgPgIn);
        // The device also reads up to three indirect blocks per file, and three blocks for the writers.
        assert!((kb..=kb + 36).contains(&read), "{writes} {reads} {read}");
    }
}

/// Returns the number of streams in the writes to a device. A write continues a stream if it starts where an earlier
/// write of this stream ended.
fn streams_on_device(order: &str) -> usize {
    let dd = format!(
        r#"{{"name":"dd","run":{{"program":"write_file","filesystem":"/","file_kb":8192,"call_kb":64,"fsync_kb":1024{order}}}}}"#
    );
    let mut simulation = run_on("block_device", &dd);
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    let m = simulation.machine();
    let mut ends: Vec<u64> = Vec::new();
    let mut pages = 0;
    for request in m.observed().requests.since(0) {
        pages += request.pages;
        let end = request.block + u64::from(request.pages);
        match ends.iter_mut().find(|end| **end == request.block) {
            Some(before) => *before = end,
            None => ends.push(end),
        }
    }
    assert_eq!(pages, 2_048);
    ends.len()
}

#[test]
fn writes_at_four_offsets_reach_the_device_as_four_streams() {
    assert_eq!(streams_on_device(""), 1);
    assert_eq!(streams_on_device(r#","streams":4"#), 4);
    assert!(streams_on_device(r#","random":true"#) > 16);
}

#[test]
fn a_device_is_one_file_for_all_who_write_to_it_each_at_a_place_of_its_own() {
    let programs = [
        write_file(""),
        write_file("").replace(r#""dd""#, r#""more""#),
    ];
    let mut simulation = run_on("block_device", &programs.join(","));
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    let m = simulation.machine();
    assert_eq!(m.check(), Ok(()));
    // Ignore the mapping for the metadata of the filesystem: it is empty here.
    let files: Vec<_> =
        m.io.cache
            .live()
            .map(|(_, file)| file)
            .filter(|file| file.nr_pages > 0)
            .collect();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].nr_pages, 4 * 2_000);
    // For every page, the difference between its block on the device and its index in the file is the same.
    let starts = files[0]
        .extents
        .iter()
        .map(|e| e.block - u64::from(e.index));
    assert_eq!(starts.collect::<std::collections::BTreeSet<_>>().len(), 1);
}

#[test]
fn from_3_2_on_a_device_without_a_part_of_the_limit_yet_is_written_to_at_the_next_wake() {
    let hog = r#"{"name":"hog","run":{"program":"anon_hog","size_kb":40,"pause_ms":20000,"run_ms":20000}}"#;
    let written = |kernel| {
        let small = write_file("").replace(r#""file_kb":8000"#, r#""file_kb":2000"#);
        let mut simulation = run_with(kernel, "ext2", &format!("{small},{hog}"));
        simulation.run(12_000 * MS, u64::MAX);
        simulation
            .machine()
            .observed()
            .vmstat
            .total(Counter::NrWritten)
    };
    // Dirty memory is far below both limits. Up to 3.1, no page is written before it is 30 s old.
    let [old, new] = ["3.1", "3.2"].map(written);
    assert!(old < 20, "{old}");
    assert!(new >= 1_000, "{new}");
}

#[test]
fn a_kernel_build_links_each_directory_and_module_once_and_the_image_four_times() {
    // Objects have one page.
    let dirtied = |kind: &str, jobs: u64, image: u64| {
        let make = format!(
            r#"{{"name":"make","run":{{"program":"kernel_build","filesystem":"/","slots":3,"jobs":{jobs},"builds":1,
            "text_kb":400,"headers_kb":400,"read_kb":40,"anon_kb":400,"cpu_ms":1,"object_kb":4,"link_anon_kb":400,
            "image_kb":{}}}}}"#,
            image * 4,
        );
        let mut simulation = run_with("3.16", kind, &make);
        assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
        let m = simulation.machine();
        assert_eq!(m.check(), Ok(()));
        m.observed().vmstat.total(Counter::NrDirtied)
    };
    for (jobs, image) in [(1, 1), (16, 10), (20, 10), (33, 40)] {
        let pages = 3 * jobs + 4 * image;
        assert_eq!(dirtied("ext4", jobs, image), pages, "{jobs} {image}");
    }
    // A block device has no separate files for the objects, but the build ends.
    assert!(dirtied("block_device", 20, 10) > 0);
}

#[test]
fn iozone_fills_its_memory_at_the_start_of_each_step_and_gives_it_back_at_the_end() {
    let [with, without] = [1_024, 0].map(|buffer_kb| {
        let mut simulation = run(&format!(
            r#"{{"name":"iozone","run":{{"program":"iozone","filesystem":"/","steps":2,"total_kb":8000,
            "record_kb":64,"buffer_kb":{buffer_kb}}}}}"#
        ));
        assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
        let m = simulation.machine();
        assert_eq!(m.check(), Ok(()));
        let anon: u64 = m.memory.zones.iter().map(|zone| zone.anon_pages()).sum();
        (m.observed().vmstat.total(Counter::PgFault), anon)
    });
    // In the first step, one process touches 256 pages and a record buffer of 16; in the second, two processes have one.
    assert_eq!(with.0 - without.0, (256 + 16) + (256 + 2 * 16));
    assert_eq!(with.1, without.1);
}
