//! Decisions in which 3.10 differs from 3.3.

use reclaim_engine::mm::filemap::write_page;
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::vmscan::direct::try_to_free_pages;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS, Who, scan};
use super::per_zone_dirty::{DMA, FOR_WRITE, NORMAL, set_dirty, weiner};

/// Returns the scan counts with lists of these lengths: inactive and active anon, inactive and active file.
pub fn counts(lab: &Lab, lengths: [u32; 4], who: Who, priority: u32) -> [u64; 4] {
    let mut m = lab.m();
    for (lru, len) in Lru::EVICTABLE.into_iter().zip(lengths) {
        m.memory.zones[0].lru[lru as usize].len = len;
    }
    m.scan_counts(0, &who.control(priority))
}

#[test]
fn while_inactive_file_pages_suffice_only_file_pages_are_scanned() {
    for (kernel, anon) in [("3.3", true), ("3.10", false)] {
        let lab = Lab::new(kernel).swap(10);
        let scanned = counts(&lab, [4_096, 0, 8_192, 8_192], Who::Direct, 4);
        assert_eq!(scanned[0] > 0, anon, "{kernel}");
        // With one more active page, there are no longer enough inactive file pages, and both types are scanned.
        assert!(counts(&lab, [4_096, 0, 8_192, 8_193], Who::Direct, 4)[0] > 0);
    }
    let lab = Lab::new("3.10").swap(10);
    assert_eq!(
        counts(&lab, [4_096, 0, 8_192, 8_192], Who::Direct, 4),
        [0, 0, 512, 512]
    );
    // The shares are 60 and 140 of 201. Earlier kernels add 1 to both priorities; 3.10 does not.
    assert_eq!(
        counts(&lab, [16_080, 0, 0, 16_080], Who::Direct, 4),
        [1_005 * 60 / 201, 0, 0, 1_005 * 140 / 201]
    );
}

#[test]
fn near_oom_all_lists_are_scanned_by_size_unless_swappiness_is_0() {
    let lab = Lab::new("3.10").swap(10);
    let lengths = [400, 300, 200, 100];
    assert_eq!(counts(&lab, lengths, Who::Direct, 0), [400, 300, 200, 100]);
    lab.m().memory.knobs.swappiness = 0;
    assert_eq!(counts(&lab, lengths, Who::Direct, 0), [0, 0, 200, 100]);
}

#[test]
fn the_floor_of_a_given_up_zone_is_at_most_the_lists_size() {
    for (kernel, expected) in [("3.3", 32), ("3.10", 20)] {
        let lab = Lab::new(kernel);
        assert_eq!(counts(&lab, [0, 0, 20, 0], Who::Kswapd, 12)[2], 0);
        lab.m().memory.zones[0].all_unreclaimable = true;
        assert_eq!(
            counts(&lab, [0, 0, 20, 0], Who::Kswapd, 12)[2],
            expected,
            "{kernel}"
        );
        assert_eq!(counts(&lab, [0, 0, 20, 0], Who::Direct, 12)[2], 0);
    }
}

#[test]
fn a_page_found_under_writeback_is_marked_and_rotates() {
    for (kernel, marked, rotated) in [("3.3", "A(w)", 0), ("3.10", "A(w R)", 1)] {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive("A(w) B(l)");
            lab.scan(1, who, 12);
            lab.expect(
                &format!("B(l) {marked}"),
                &format!("{}, reclaim_throttled 1", scan(who, 1, 0)),
            );
            lab.end_io("A");
            lab.drain();
            assert_eq!(lab.count(Counter::PgRotated), rotated, "{kernel}");
        }
    }
}

#[test]
fn a_writer_does_not_wait_for_writeback() {
    for (kernel, waits) in [("3.3", true), ("3.10", false)] {
        let mut lab = Lab::new(kernel).inactive("A(w)");
        let file = lab.file;
        let writer = lab.start(move |cx| async move {
            write_page(&cx, file, 0).await;
        });
        lab.run_until(MS);
        assert_eq!(!lab.ended(writer), waits, "{kernel}");
    }
}

#[test]
fn with_half_of_the_reserves_gone_a_reclaimer_waits_for_kswapd() {
    // min is 469 pages. 234 free pages are not more than half of it, so the reclaimer is throttled.
    for (kernel, free, throttled) in [("3.10", 235, 0), ("3.10", 234, 1), ("3.3", 234, 0)] {
        let mut lab = Lab::new(kernel)
            .fill(Lru::InactiveFile, 3_000, "")
            .free(0, free);
        let task = lab.start(|cx| async move {
            try_to_free_pages(&cx, Gfp::USER).await;
        });
        lab.run_until(10 * MS);
        assert_eq!(
            lab.count(Counter::PgScanDirectThrottle),
            throttled,
            "{kernel} {free}"
        );
        assert_eq!(lab.ended(task), throttled == 0);
        lab.set_free(0, 300);
        lab.m().wake_pfmemalloc_waiters();
        lab.run_until(20 * MS);
        assert!(lab.ended(task));
        assert_eq!(lab.count(Counter::AllocStall), 1);
    }
}

#[test]
fn one_that_may_not_enter_filesystems_waits_a_second_at_most() {
    let mut lab = Lab::new("3.10")
        .fill(Lru::InactiveFile, 3_000, "")
        .free(0, 100);
    let task = lab.start(|cx| async move {
        try_to_free_pages(&cx, Gfp::NOFS).await;
    });
    lab.run_until(999 * MS);
    assert!(!lab.ended(task));
    lab.run_until(1_010 * MS);
    assert!(lab.ended(task));
}

#[test]
fn kswapd_fills_the_reserves_and_lets_reclaimers_go() {
    let mut lab = Lab::new("3.10")
        .fill(Lru::InactiveFile, 3_000, "")
        .free(0, 100);
    let task = lab.start(|cx| async move {
        try_to_free_pages(&cx, Gfp::USER).await;
    });
    lab.start_kswapd();
    lab.run_until(5 * MS);
    assert!(lab.ended(task));
    assert_eq!(lab.count(Counter::PgScanDirectThrottle), 1);
}

#[test]
fn kswapd_takes_no_nap_in_trouble() {
    for (kernel, naps) in [("3.3", true), ("3.10", false)] {
        let mut lab = Lab::new(kernel)
            .fill(Lru::InactiveFile, 5_000, "x")
            .free(0, 600);
        lab.start_kswapd();
        lab.run_until(500 * MS);
        assert_eq!(lab.count(Counter::KswapdStall) > 0, naps, "{kernel}");
    }
}

#[test]
fn below_its_reserve_a_zone_has_nothing_dirtyable() {
    let lab = weiner("3.10", [3_700, 2_600, 400]);
    assert_eq!(lab.m().zone_dirty_limit(DMA), 0);
    set_dirty(&lab, NORMAL, 24_404, 0);
    // The zone has no dirty pages and a limit of 0. The limit allows the allocation, but the watermark refuses it.
    assert_eq!(lab.m().alloc_fast(FOR_WRITE), None);
}

#[test]
fn min_free_kbytes_are_not_dirtyable() {
    let (old, new) = ("3.3", "3.10");
    let pages = |kernel| weiner(kernel, [3_850, 3_000, 400]).m().dirtyable_pages();
    let min_free = weiner(new, [3_850, 3_000, 400])
        .m()
        .memory
        .knobs
        .min_free_kbytes;
    assert_eq!(pages(old) - pages(new), min_free / 4);
}

#[test]
fn reclaimers_wait_for_writeback_above_the_slow_limit_only() {
    let lab = weiner("3.10", [3_850, 3_000, 400]);
    let dirty = lab.m().global_dirty_limits(false).dirty;
    lab.m().writeback.global_limit.limit = 2 * dirty;
    set_dirty(&lab, NORMAL, 0, dirty + dirty / 10 + 1);
    assert!(!lab.m().too_much_writeback());
    set_dirty(&lab, NORMAL, 0, 2 * dirty + dirty / 5 + 1);
    assert!(lab.m().too_much_writeback());
    let old = weiner("3.3", [3_850, 3_000, 400]);
    let dirty = old.m().global_dirty_limits(false).dirty;
    old.m().writeback.global_limit.limit = 2 * dirty;
    set_dirty(&old, NORMAL, 0, dirty + dirty / 10 + 1);
    assert!(old.m().too_much_writeback());
}
