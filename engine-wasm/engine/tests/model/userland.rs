//! Daemons beside the workload: an evicted page comes back when its daemon touches it, and only then.

use reclaim_engine::catalogue;
use reclaim_engine::machine::Machine;
use reclaim_engine::mm::anon::Pte;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::parse;
use reclaim_engine::simulation::{RunStatus, Simulation};

use super::lab::MS;

/// Makes a machine with 20,000 pages of RAM, with swap and with the given programs. `/` is on a separate disk.
fn machine(swappiness: u32, workload: &str) -> Simulation {
    let text = format!(
        r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":20000}}]}},
        "devices":[{{"name":"sda","hardware":"sata_2010"}},{{"name":"sdb","hardware":"sata_2010"}},
          {{"name":"sdc","hardware":"swap_disk"}}],
        "filesystems":[{{"name":"/","kind":"ext2","device":"sda"}},{{"name":"/data","kind":"ext2","device":"sdb"}}],
        "swap":{{"device":"sdc","pages":50000}},"vm":{{"swappiness":{swappiness}}},
        "workload":[{workload}],"kernel":"3.0"}}"#
    );
    let scenario = parse(&text, &catalogue::of_engine()).expect("a sound scenario");
    Simulation::new(&scenario).expect("a machine")
}

/// Returns two daemon processes with 4,000 anonymous pages and 2,000 file pages in total. Each has a round every
/// second.
fn userland(percent: u32, more: &str) -> String {
    format!(
        r#"{{"name":"daemons"{more},"run":{{"program":"userland","filesystem":"/","anon_kb":16000,"file_kb":8000,
        "tasks":2,"every_ms":1000,"touched_percent":{percent}}}}}"#
    )
}

/// Returns a process that allocates `pages` at once, and holds them for `ms`.
fn hog(pages: u32, ms: u32) -> String {
    format!(
        r#"{{"name":"hog","run":{{"program":"anon_hog","size_kb":{},"pause_ms":{ms},"run_ms":{ms}}}}}"#,
        4 * pages
    )
}

fn in_memory(m: &Machine) -> (usize, usize) {
    // The first address space contains the resident pages. So select the spaces of the daemons, by their length.
    let spaces = m
        .memory
        .spaces()
        .iter()
        .filter(|space| space.len() == 2_000);
    let anon = spaces.flat_map(|space| (0..space.len()).map(|vpn| space.pte(vpn)));
    let anon = anon.filter(|pte| matches!(pte, Pte::Present(_))).count();
    let files = m.io.cache.live().filter(|(_, file)| file.executable);
    (anon, files.map(|(_, file)| file.nr_pages as usize).sum())
}

#[test]
fn daemons_that_start_with_the_run_are_in_memory_and_need_no_disk() {
    let mut simulation = machine(60, &format!("{},{}", userland(100, ""), hog(10, 5_000)));
    assert_eq!(in_memory(&simulation.machine()), (4_000, 2_000));
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    let m = simulation.machine();
    assert_eq!(m.check(), Ok(()));
    assert_eq!(in_memory(&m), (4_000, 2_000));
    assert_eq!(m.observed().vmstat.total(Counter::PgMajFault), 0);
    assert_eq!(m.observed().vmstat.total(Counter::PgPgIn), 0);
}

#[test]
fn daemons_that_start_later_read_their_files_and_take_their_memory_then() {
    let late = userland(10, r#","start_ms":500"#);
    let mut simulation = machine(60, &format!("{late},{}", hog(10, 5_000)));
    assert_eq!(in_memory(&simulation.machine()), (0, 0));
    simulation.run(5_000 * MS, u64::MAX);
    let m = simulation.machine();
    assert_eq!(in_memory(&m), (4_000, 2_000));
    // The files and their indirect blocks were read exactly once. The first fault on each file found no page; the other
    // windows were read ahead.
    assert_eq!(m.observed().vmstat.total(Counter::PgPgIn), 8_008);
    let missed = m.observed().vmstat.total(Counter::PgMajFault);
    assert!((2..2_000 / 32).contains(&missed), "{missed}");
}

/// Runs daemons beside a hog that allocates nearly all memory once and then sleeps. Returns three values: the minimum
/// number of pages in memory (anonymous, file), the pages in memory 6 s after the hog has ended, and the pages swapped
/// in.
fn beside_a_hog(percent: u32) -> ((usize, usize), (usize, usize), u64) {
    let end = r#"{"name":"end","after":"hog","start_ms":6000,"run":{"program":"anon_hog","size_kb":4,"pause_ms":1,"run_ms":1}}"#;
    let programs = format!("{},{},{end}", userland(percent, ""), hog(18_500, 6_000));
    let mut simulation = machine(100, &programs);
    let mut fewest = in_memory(&simulation.machine());
    let mut at = 0;
    while simulation.run(at, u64::MAX) != RunStatus::Finished {
        let now = in_memory(&simulation.machine());
        fewest = fewest.min(now);
        at += 20 * MS;
    }
    let m = simulation.machine();
    assert_eq!(m.check(), Ok(()));
    (
        fewest,
        in_memory(&m),
        m.observed().vmstat.total(Counter::PswpIn),
    )
}

#[test]
fn what_was_swapped_out_and_evicted_comes_back_when_it_is_touched() {
    let (fewest, after, swapped_in) = beside_a_hog(100);
    // The hog and all daemons together do not fit in memory.
    assert!(fewest.0 < 3_000, "{fewest:?}");
    assert_eq!(after, (4_000, 2_000));
    // Some pages were not read from swap, because they were touched again before they had been written to swap.
    assert!(2 * swapped_in as usize > 4_000 - fewest.0, "{swapped_in}");
}

#[test]
fn without_rounds_nothing_comes_back() {
    let (fewest, after, swapped_in) = beside_a_hog(0);
    assert!(fewest.0 < 2_500, "{fewest:?}");
    assert_eq!(swapped_in, 0);
    assert_eq!(after.0, fewest.0);
}

#[test]
fn the_working_set_stays_and_the_rest_goes() {
    // Each round touches a tenth of each space: 200 of 2,000 pages. Three quarters of these, 150 pages, are the same
    // every second.
    let programs = format!("{},{}", userland(10, ""), hog(16_000, 20_000));
    let mut simulation = machine(100, &programs);
    simulation.run(15_000 * MS, u64::MAX);
    let m = simulation.machine();
    let present = |vpns: std::ops::Range<u32>| {
        let spaces = m
            .memory
            .spaces()
            .iter()
            .filter(|space| space.len() == 2_000);
        let ptes = spaces.flat_map(|space| vpns.clone().map(|vpn| space.pte(vpn)));
        ptes.filter(|pte| matches!(pte, Pte::Present(_))).count()
    };
    assert!(present(0..150) >= 290, "{}", present(0..150));
    let rest = present(150..2_000);
    assert!(rest < 3_700 * 3 / 4, "{rest}");
}

#[test]
fn nobody_waits_for_daemons() {
    let mut simulation = machine(60, &format!("{},{}", userland(10, ""), hog(10, 300)));
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    assert!(simulation.now() < 400 * MS, "{}", simulation.now());
}
