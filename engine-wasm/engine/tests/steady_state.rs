//! Host memory that a run allocates. A run allocates some while it uses its files, requests and lists for the first
//! time. After that, it must allocate nothing per page. The test has its own file, because counting needs its own
//! allocator.

use allocation_counter::measure;
use reclaim_engine::catalogue;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{GALLERY, gallery_scenario, prepare, resized};
use reclaim_engine::simulation::{RunStatus, Simulation};

/// Number of page frames (128 MiB), small enough that a run reuses each frame several times.
const FRAMES: u64 = 32_768;
const WINDOW: u64 = FRAMES / 2;
/// Maximum number of windows in a run.
const WINDOWS: usize = 14;
/// Minimum number of windows in a run. A shorter run has only used its files and lists for the first time.
const LEAST_WINDOWS: usize = 3;
/// Events between two checks of the counters.
const EVENTS_AT_ONCE: u64 = 256;

/// Number of page allocations of the machine for which one host allocation is allowed: a list may grow when it becomes
/// longer than ever before.
const CYCLES_OF_ONE: u64 = 1_000;
/// Allocations allowed for each file beyond the highest number of files so far. Its extents and nodes grow with it.
const OF_A_FILE: u64 = 16;

/// Returns, for each window of a scenario, the allocations, and by how much the number of files exceeds its earlier
/// maximum.
fn windows(id: &str, kernel: Option<&str>) -> Vec<(u64, u64)> {
    let catalogue = catalogue::of_engine();
    let mut scenario = gallery_scenario(id).expect("a scenario of the gallery");
    if let Some(kernel) = kernel {
        scenario.kernel = String::from(kernel);
    }
    let sized = resized(&scenario, FRAMES, &catalogue).expect("every machine can be small");
    let scenario = prepare(&sized, &catalogue).expect("a scenario that can run");
    let mut simulation = Simulation::new(&scenario).expect("a machine");
    simulation.set_tracing(true);
    let allocated = |simulation: &Simulation| {
        simulation
            .machine()
            .observed()
            .vmstat
            .total(Counter::PgAlloc)
    };
    let files = |simulation: &Simulation| simulation.machine().io.cache.live().count() as u64;
    let mut most_files = files(&simulation);
    let mut windows = Vec::new();
    let mut finished = false;
    while !finished && windows.len() < WINDOWS {
        let end = allocated(&simulation) + WINDOW;
        let counted = measure(|| {
            while !finished && allocated(&simulation) < end {
                finished = simulation.run(u64::MAX, EVENTS_AT_ONCE) == RunStatus::Finished;
            }
        });
        let now = files(&simulation);
        windows.push((counted.count_total, now.saturating_sub(most_files)));
        most_files = most_files.max(now);
    }
    windows
}

/// Asserts that a run allocates little in its last third. Returns false if the run was too short for the check.
fn assert_last_third_allocates_little(id: &str, kernel: Option<&str>) -> bool {
    let windows = windows(id, kernel);
    if windows.len() < LEAST_WINDOWS {
        return false;
    }
    let last_third = &windows[windows.len() * 2 / 3..];
    let allocations: u64 = last_third.iter().map(|(allocations, _)| allocations).sum();
    let new_files: u64 = last_third.iter().map(|(_, files)| files).sum();
    let page_cycles = last_third.len() as u64 * WINDOW;
    let allowed = page_cycles / CYCLES_OF_ONE + new_files * OF_A_FILE;
    assert!(
        allocations <= allowed,
        "{id} on {}: {allocations} allocations of memory in {page_cycles} page-cycles with {new_files} new files, where \
         {allowed} are allowed; in each window: {windows:?}",
        kernel.unwrap_or("its own kernel")
    );
    true
}

fn assert_none_of_the_gallery_allocates_much(kernel: Option<&str>) {
    let told = GALLERY
        .iter()
        .filter(|entry| assert_last_third_allocates_little(entry.id, kernel));
    let told = told.count();
    assert!(
        4 * told >= 3 * GALLERY.len(),
        "only {told} of {} runs were long enough",
        GALLERY.len()
    );
}

#[test]
fn no_workload_allocates_memory_by_the_page() {
    assert_none_of_the_gallery_allocates_much(None);
}

/// The same test with the rules of the newest kernel, which keeps pages in other lists: plugs, the flusher's batches,
/// reclaim's lists.
#[test]
fn nor_does_one_on_the_last_kernel() {
    assert_none_of_the_gallery_allocates_much(Some("3.16"));
}
