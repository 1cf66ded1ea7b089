//! `evict_once`, and shrink_active_list.

use reclaim_engine::kernel::rules::ScanFloor;
use reclaim_engine::mechanism::Mechanism::EvictOnce;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::vmscan::shrink_zone::{shrink_list, shrink_zone};
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, Who};

const AGED: &str = "pgrefill 32, pgdeactivate 32, scanned_file 32, pages_scanned 32";

fn after_shrink_list(on: bool, active: u64) -> (Lab, u64, u64) {
    let mut lab = Lab::new("3.0")
        .switch(EvictOnce, on)
        .fill(Lru::ActiveFile, active, "r")
        .fill(Lru::InactiveFile, 500, "");
    let freed = lab.call(|cx| async move {
        let mut sc = Who::Kswapd.control(12);
        shrink_list(&cx, 0, Lru::ActiveFile, 32, &mut sc).await
    });
    assert_eq!(freed, 0, "an active list gives no pages");
    let lengths = (lab.len(Lru::ActiveFile), lab.len(Lru::InactiveFile));
    (lab, lengths.0, lengths.1)
}

#[test]
fn without_it_the_active_list_is_always_aged() {
    let (mut lab, active, inactive) = after_shrink_list(false, 400);
    assert_eq!((active, inactive), (368, 532));
    lab.expect_changes(AGED);
    let m = lab.m();
    let head: Vec<_> = m.memory.zones[0].lru[Lru::InactiveFile as usize]
        .from_head(&m.memory.frames)
        .take(33)
        .collect();
    let referenced = |&pfn: &u32| m.memory.frames.has(pfn, flag::REFERENCED);
    assert!(head[..32].iter().all(referenced), "PG_referenced stays");
    assert!(!referenced(&head[32]));
}

#[test]
fn with_it_the_active_list_is_aged_only_while_it_is_longer() {
    let (mut lab, active, inactive) = after_shrink_list(true, 400);
    assert_eq!((active, inactive), (400, 500));
    lab.expect_changes("");
    let (mut lab, active, inactive) = after_shrink_list(true, 500);
    assert_eq!((active, inactive), (500, 500));
    lab.expect_changes("");
    let (mut lab, active, inactive) = after_shrink_list(true, 501);
    assert_eq!((active, inactive), (469, 532));
    lab.expect_changes(AGED);
}

/// Runs shrink_zone as kswapd at priority 10 with 40,000 active and 40,100 inactive clean pages, with the isolation of
/// 2.6.35.
fn large_lists(on: bool, exact: bool) -> (u64, u64, Lab) {
    let mut lab = Lab::with_zones("3.0", &[("DMA32", 122_000)], 1)
        .switch(EvictOnce, on)
        .rules(|rules| {
            rules.isolate_exact = exact;
            rules.scan_floor = ScanFloor::Saved;
        })
        .fill(Lru::ActiveFile, 40_000, "")
        .fill(Lru::InactiveFile, 40_100, "");
    lab.call(|cx| async move {
        let mut sc = Who::Kswapd.control(10);
        shrink_zone(&cx, 0, &mut sc).await;
    });
    (lab.len(Lru::ActiveFile), lab.len(Lru::InactiveFile), lab)
}

#[test]
fn a_turn_over_large_lists() {
    let freed = |n: u64| {
        format!(
            "pgscan_kswapd {n}, pgsteal {n}, kswapd_steal {n}, pgfree {n}, pcp {n}, tree_lock_rounds {n}, \
             scanned_file {n}, pages_scanned {n}"
        )
    };
    let aged = "pgrefill 39, pgdeactivate 39, scanned_file 39, pages_scanned 39";
    let (active, inactive, mut lab) = large_lists(false, false);
    assert_eq!((active, inactive), (39_961, 40_075));
    lab.expect_changes(&format!("{}, {aged}", freed(64)));
    let (active, inactive, mut lab) = large_lists(true, false);
    assert_eq!((active, inactive), (40_000, 40_036));
    lab.expect_changes(&freed(64));
    let (active, inactive, mut lab) = large_lists(false, true);
    assert_eq!((active, inactive), (39_961, 40_100));
    lab.expect_changes(&format!("{}, {aged}", freed(39)));
    let (active, inactive, mut lab) = large_lists(true, true);
    assert_eq!((active, inactive), (40_000, 40_061));
    lab.expect_changes(&freed(39));
}

#[test]
fn ageing_keeps_order_and_referenced_and_clears_young() {
    let mut lab = Lab::new("3.0")
        .list(Lru::ActiveFile, "A(r) B(y) C(u r) D(d) E")
        .inactive("F");
    lab.m().shrink_active_list(0, 4, true);
    assert_eq!(lab.drawn(Lru::ActiveFile), "E");
    lab.expect(
        "F A(r) B(u) C(r u) D(d)",
        "pgrefill 4, pgdeactivate 4, scanned_file 4, rotated_file 1, pages_scanned 4",
    );
}

#[test]
fn the_code_of_a_running_process_stays_active_until_the_process_exits() {
    let mut lab = Lab::new("3.0").list(Lru::ActiveFile, "A(y) B(u)");
    let file = lab.file;
    lab.m().io.cache.get_mut(file).executable = true;
    lab.m().execute(file);
    lab.m().execute(file);
    for _ in 0..3 {
        lab.m().shrink_active_list(0, 2, true);
        assert_eq!(lab.drawn(Lru::ActiveFile), "A(y)");
    }
    // The exit counts as an access, but another process still executes the code.
    lab.m().exit_executable(file);
    lab.m().shrink_active_list(0, 2, true);
    assert_eq!(lab.drawn(Lru::ActiveFile), "A(r  y)");
    // After the last exit nobody sets the bit again.
    lab.m().exit_executable(file);
    lab.mark();
    lab.m().shrink_active_list(0, 2, true);
    lab.expect(
        "B(u) A(r u)",
        "pgrefill 1, pgdeactivate 1, scanned_file 1, pages_scanned 1",
    );
}

#[test]
fn ageing_stops_at_the_end_of_the_list() {
    let mut lab = Lab::new("3.0").list(Lru::ActiveFile, "A B");
    lab.m().shrink_active_list(0, 32, true);
    lab.expect(
        "A B",
        "pgrefill 2, pgdeactivate 2, scanned_file 2, pages_scanned 2",
    );
    lab.m().shrink_active_list(0, 32, true);
    lab.expect("A B", "");
}

#[test]
fn inactive_anon_is_low_by_the_ratio_and_only_with_swap() {
    let low = |lab: Lab, inactive, active| {
        let lab = lab
            .length(0, Lru::InactiveAnon, inactive)
            .length(0, Lru::ActiveAnon, active);
        lab.m().inactive_anon_is_low(0)
    };
    // With 59,000 pages, the ratio of active to inactive pages is 1.
    assert!(!low(Lab::new("3.0").swap(10), 100, 100));
    assert!(low(Lab::new("3.0").swap(10), 100, 101));
    assert!(!low(Lab::new("3.0"), 100, 101), "no swap is configured");
    let earlier = Lab::new("3.0").rules(|rules| rules.anon_low_needs_swap = false);
    assert!(low(earlier, 100, 101));
    // With 830,000 pages (3 GiB, rounded down), the ratio is isqrt(10 × 3) = 5.
    let big = || Lab::with_zones("3.0", &[("DMA32", 830_000)], 1).swap(10);
    assert!(!low(big(), 100, 500));
    assert!(low(big(), 100, 501));
}
