//! The page cache with popular pages, compared with two plain lists on the same requests.

use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{Program, Scenario, gallery_scenario};
use reclaim_engine::simulation::Simulation;
use reclaim_engine::workload::read_zipf::order;
use reclaim_reference::plain_lru::misses;

const PAGES: u32 = 20_000;
const REQUESTS: u64 = 150_000;

/// The gallery's experiment on a small machine, with room for about a tenth of the pages, as in the gallery.
fn small() -> Scenario {
    let mut scenario = gallery_scenario("cache-zipf").expect("in the gallery");
    scenario.machine.zones[0].present_pages = 3_500;
    let Program::ReadZipf(reads) = &mut scenario.workload[0].run else {
        panic!("it reads popular pages");
    };
    reads.file_kb = 4 * u64::from(PAGES);
    reads.requests = REQUESTS;
    scenario
}

#[test]
fn the_page_cache_misses_as_often_as_two_plain_lists() {
    let scenario = small();
    let mut simulation = Simulation::new(&scenario).expect("a valid scenario");
    // Smallest and largest number of cached pages: reclaim frees 32 at a time, between two watermarks.
    let (mut least, mut most) = (u64::MAX, 0);
    while simulation.step() {
        let m = simulation.machine();
        if m.observed().vmstat.total(Counter::PgSteal) > 0 {
            let cached =
                m.memory.zones[0].size(Lru::InactiveFile) + m.memory.zones[0].size(Lru::ActiveFile);
            (least, most) = (least.min(cached), most.max(cached));
        }
    }
    // The process reads without readahead, so a miss reads one page of 4 kB.
    let missed = simulation
        .machine()
        .observed()
        .vmstat
        .total(Counter::PgPgIn)
        / 4;
    let lists = |room: u64| misses(order(PAGES, REQUESTS, scenario.seed), room as usize);
    println!("{least}..{most} {missed} {} {}", lists(least), lists(most));
    assert!(
        (lists(most)..=lists(least)).contains(&missed),
        "{missed} misses, two lists have {} with room for {most} pages and {} with room for {least}",
        lists(most),
        lists(least)
    );
}
