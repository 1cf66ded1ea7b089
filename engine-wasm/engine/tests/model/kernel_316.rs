//! Decisions in which 3.16 differs from 3.10, apart from its mechanisms.

use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::vmscan::shrink_zone::keep_proportion;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::kernel_310::counts;
use super::lab::{Lab, MS, Who};

#[test]
fn enough_freed_the_longer_type_is_scanned_as_far_as_the_other_came() {
    // One round has scanned 32 pages of each type. Of 100 anon pages, 68 are left: 67 percent, because the divisor is
    // 101. So a third (33 percent) of the 400 file pages is scanned, 132 pages, of which 100 remain.
    let mut counts = [68, 0, 368, 0];
    assert!(keep_proportion(&[100, 0, 400, 0], &mut counts));
    assert_eq!(counts, [0, 0, 100, 0]);
    // The file lists have fewer pages left, so the scan of the anon lists continues. 36 of 101 pages are 35 percent. So
    // 65 percent of each anon list of 200 pages is scanned, 130 pages. 32 pages of the first list are already done.
    let mut counts = [168, 200, 18, 18];
    assert!(keep_proportion(&[200, 200, 50, 50], &mut counts));
    assert_eq!(counts, [130 - 32, 130, 0, 0]);
    // One type is done, so there is nothing left to keep in proportion.
    let mut counts = [0, 0, 368, 0];
    assert!(!keep_proportion(&[32, 0, 400, 0], &mut counts));
}

#[test]
fn a_given_up_zone_is_scanned_by_force_only_if_nothing_else_would_be() {
    for (kernel, active) in [("3.10", 20), ("3.16", 0)] {
        let lab = Lab::new(kernel);
        {
            let mut m = lab.m();
            m.memory.zones[0].all_unreclaimable = true;
            m.memory.zones[0].pages_scanned = 1 << 20;
        }
        assert_eq!(
            counts(&lab, [0, 0, 8_192, 20], Who::Kswapd, 12),
            [0, 0, 2, active]
        );
        assert_eq!(
            counts(&lab, [0, 0, 40, 20], Who::Kswapd, 12),
            [0, 0, 32, 20]
        );
        assert_eq!(counts(&lab, [0, 0, 40, 20], Who::Direct, 12), [0; 4]);
    }
}

#[test]
fn a_zone_is_given_up_by_what_was_scanned_not_by_a_flag() {
    let lab = Lab::new("3.16").length(0, Lru::InactiveFile, 100);
    lab.m().memory.zones[0].pages_scanned = 599;
    assert!(!lab.m().unreclaimable(0));
    lab.m().memory.zones[0].pages_scanned = 600;
    assert!(lab.m().unreclaimable(0));
}

#[test]
fn kswapd_is_woken_below_high() {
    for (kernel, free, woken) in [
        ("3.10", 587, false),
        ("3.10", 586, true),
        ("3.16", 704, false),
        ("3.16", 703, true),
    ] {
        let mut lab = Lab::new(kernel).free(0, free);
        let kswapd = lab.sleeping_kswapd();
        lab.m().wake_kswapd_for(0);
        lab.run_until(MS);
        assert_eq!(lab.ended(kswapd), woken, "{kernel} {free}");
    }
}

#[test]
fn kswapd_runs_once_until_the_zone_is_balanced() {
    for (kernel, once) in [("3.10", false), ("3.16", true)] {
        let mut lab = Lab::new(kernel)
            .fill(Lru::InactiveFile, 45_000, "")
            .free(0, 500);
        lab.start_kswapd();
        lab.run_while(|m| m.memory.zones[0].free <= 703);
        assert_eq!(lab.count(Counter::PageOutRun) == 1, once, "{kernel}");
    }
}

#[test]
fn anonymous_memory_is_not_dirtyable() {
    let dirtyable = |kernel| {
        let lab = Lab::new(kernel).swap(10).length(0, Lru::ActiveAnon, 10_000);
        let pages = lab.m().dirtyable_pages();
        lab.m().memory.zones[0].lru[Lru::ActiveAnon as usize].len = 0;
        pages - lab.m().dirtyable_pages()
    };
    assert_eq!((dirtyable("3.10"), dirtyable("3.16")), (10_000, 0));
}

#[test]
fn a_page_used_twice_in_the_pagevec_becomes_active_there() {
    for (kernel, active) in [("3.10", 0), ("3.16", 1)] {
        let mut lab = Lab::new(kernel);
        let pfn = lab.m().alloc_fast(Gfp::USER).expect("a page");
        let file = lab.file;
        lab.m().add_to_page_cache(file, 0, pfn, Lru::InactiveFile);
        lab.m().mark_page_accessed(pfn);
        lab.m().mark_page_accessed(pfn);
        assert_eq!(
            lab.m().memory.frames.has(pfn, flag::REFERENCED),
            active == 0
        );
        lab.drain();
        assert_eq!(
            (lab.len(Lru::ActiveFile), lab.len(Lru::InactiveFile)),
            (active, 1 - active)
        );
        assert_eq!(lab.count(Counter::PgActivate), 0);
    }
}

#[test]
fn new_pages_wait_for_a_fifteenth_of_whatever_list() {
    for (kernel, after_14, after_15) in [("3.10", 14, 14), ("3.16", 0, 14)] {
        let lab = Lab::new(kernel);
        let file = lab.file;
        for index in 0..15 {
            if index == 14 {
                assert_eq!(lab.len(Lru::InactiveFile), after_14, "{kernel}");
            }
            let pfn = lab.m().alloc_fast(Gfp::USER).expect("a page");
            lab.m()
                .add_to_page_cache(file, index, pfn, Lru::InactiveFile);
        }
        assert_eq!(lab.len(Lru::InactiveFile), after_15, "{kernel}");
    }
}
