//! `active_scan_fallthrough`, `evict_once_ratio`, and how earlier kernels scan an active list.

use reclaim_engine::mechanism::Mechanism::{ActiveScanFallthrough, EvictOnce, EvictOnceRatio};
use reclaim_engine::mechanism::evict_once_ratio::{Form, inactive_is_low};
use reclaim_engine::mm::vmscan::shrink_zone::{shrink_list, shrink_zone};
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, Who, scan};

/// Runs shrink_list on an active file list of 400 pages, with 500 inactive ones. Returns the lengths of both lists
/// afterwards.
fn after_shrink_list(mut lab: Lab) -> (Lab, [u64; 2]) {
    lab.call(|cx| async move {
        let mut sc = Who::Kswapd.control(12);
        shrink_list(&cx, 0, Lru::ActiveFile, 32, &mut sc).await
    });
    let lengths = [Lru::ActiveFile, Lru::InactiveFile].map(|lru| lab.len(lru));
    (lab, lengths)
}

fn lists(kernel: &str, active: u64) -> Lab {
    Lab::new(kernel)
        .fill(Lru::ActiveFile, active, "")
        .fill(Lru::InactiveFile, 500, "")
}

#[test]
fn where_the_active_list_may_not_shrink_the_inactive_one_is_scanned_once_more() {
    let (mut lab, lengths) = after_shrink_list(lists("2.6.31", 400));
    assert_eq!(lengths, [400, 468]);
    lab.expect_changes(&scan(Who::Kswapd, 32, 32));
    let mended = lists("2.6.31", 400).switch(ActiveScanFallthrough, false);
    let (mut lab, lengths) = after_shrink_list(mended);
    assert_eq!(lengths, [400, 500]);
    lab.expect_changes("");
    for (kernel, lengths) in [
        ("2.6.30", [368, 532]),
        ("2.6.31-revertevict", [368, 532]),
        ("2.6.32", [400, 468]),
        ("2.6.32-revertevict", [368, 532]),
        ("2.6.32.10", [400, 500]),
        ("2.6.33", [400, 500]),
        ("2.6.33-revertevict", [368, 532]),
        ("2.6.37", [400, 500]),
    ] {
        assert_eq!(after_shrink_list(lists(kernel, 400)).1, lengths, "{kernel}");
        let longer = after_shrink_list(lists(kernel, 501)).1;
        assert_eq!(longer, [469, 532], "{kernel}: all age a longer list");
    }
}

#[test]
fn a_turn_over_large_lists() {
    for (kernel, lengths) in [
        ("2.6.30", [39_961, 40_075]),
        ("2.6.33", [40_000, 40_036]),
        ("2.6.31", [40_000, 39_972]),
    ] {
        let mut lab = Lab::with_zones(kernel, &[("DMA32", 122_000)], 1)
            .fill(Lru::ActiveFile, 40_000, "")
            .fill(Lru::InactiveFile, 40_100, "");
        lab.call(|cx| async move {
            let mut sc = Who::Kswapd.control(10);
            shrink_zone(&cx, 0, &mut sc).await;
        });
        let after = [Lru::ActiveFile, Lru::InactiveFile].map(|lru| lab.len(lru));
        assert_eq!(after, lengths, "{kernel}");
    }
}

#[test]
fn the_protected_part_is_half_a_third_or_a_quarter() {
    let low = |form| inactive_is_low(form, 300, 500);
    assert!(!low(Form::OneToOne));
    assert!(low(Form::TwoToOne), "300 > 250");
    assert!(low(Form::Percent(25)), "300 > 200");
    assert!(!low(Form::Percent(50)), "300 <= 400");
    assert!(low(Form::Percent(0)), "always aged");
}

#[test]
fn with_a_quarter_protected_a_list_is_aged_that_evict_once_leaves_alone() {
    let on = |kernel| lists(kernel, 300).switch(EvictOnceRatio, true);
    assert_eq!(after_shrink_list(on("2.6.32.10")).1, [268, 532]);
    let off = lists("2.6.32.10", 300);
    assert_eq!(after_shrink_list(off).1, [300, 500]);
    // A quarter of the 666 pages (166 + 500) is 166.
    for (active, left) in [(166, [166, 500]), (167, [135, 532])] {
        let lab = lists("2.6.32.10", active).switch(EvictOnceRatio, true);
        assert_eq!(after_shrink_list(lab).1, left);
    }
    let without = on("2.6.32.10").switch(EvictOnce, false);
    assert_eq!(after_shrink_list(without).1, [268, 532]);
}

/// Calls shrink_list for an active anonymous list, with 200 inactive pages. Returns the pages scanned and deactivated.
fn anonymous(kernel: &str, active: u64) -> [u64; 2] {
    let mut lab = Lab::new(kernel)
        .swap(1_000)
        .fill(Lru::ActiveAnon, active, "")
        .fill(Lru::InactiveAnon, 200, "l");
    lab.call(|cx| async move {
        let mut sc = Who::Kswapd.control(12);
        shrink_list(&cx, 0, Lru::ActiveAnon, 32, &mut sc).await
    });
    [Counter::PgScanKswapd, Counter::PgDeactivate].map(|counter| lab.count(counter))
}

#[test]
fn an_anonymous_list_is_aged_if_inactive_is_low_and_else_falls_through_up_to_2_6_32() {
    for kernel in ["2.6.29", "2.6.30", "2.6.31", "2.6.32", "2.6.32-revertevict"] {
        assert_eq!(anonymous(kernel, 201), [0, 32], "{kernel}");
        assert_eq!(anonymous(kernel, 200), [32, 0], "{kernel}");
    }
    for kernel in ["2.6.32.10", "2.6.33", "2.6.34-rc1", "2.6.37", "3.0"] {
        assert_eq!(anonymous(kernel, 201), [0, 32], "{kernel}");
        assert_eq!(anonymous(kernel, 200), [0, 0], "{kernel}");
    }
    // With evict-once reverted as posted, anonymous pages are never aged here.
    for kernel in [
        "2.6.32.10-revertevict",
        "2.6.33-revertevict",
        "2.6.34-rc1-ttyfix-revertevict",
    ] {
        assert_eq!(anonymous(kernel, 201), [32, 0], "{kernel}");
    }
}

#[test]
fn at_its_end_a_turn_ages_anonymous_pages_if_there_may_be_use_for_it() {
    // (kernel, whether it ages with full swap, whether it ages without swap)
    for (kernel, full, none) in [
        ("2.6.29", true, true),
        ("2.6.30", true, true),
        ("2.6.31", false, false),
        ("2.6.34-rc1", false, false),
        ("2.6.37", true, false),
    ] {
        let ages = |lab: Lab| {
            let lab = lab
                .length(0, Lru::ActiveAnon, 2)
                .length(0, Lru::InactiveAnon, 1);
            lab.m().ages_anon_at_end(0)
        };
        assert!(ages(Lab::new(kernel).swap(10)), "{kernel}");
        let used_up = Lab::new(kernel).swap(10);
        used_up.m().memory.swap_mut().expect("swap").free = 0;
        assert_eq!(ages(used_up), full, "{kernel}");
        assert_eq!(ages(Lab::new(kernel)), none, "{kernel}");
    }
}
