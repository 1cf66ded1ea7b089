//! The writeback series: `no_direct_fs_writeback`, `kswapd_fs_write_high_prio_only`, `throttle_on_writeback`,
//! `immediate_reclaim`.

use reclaim_engine::mechanism::Mechanism::{
    ImmediateReclaim, KswapdFsWriteHighPrioOnly, NoDirectFsWriteback, NoKswapdFsWriteback,
    ThrottleOnDirty, ThrottleOnWriteback, WaitIffCongested,
};
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS, Who, scan};

/// The changes of counters on 3.1 when reclaim writes one page.
pub const WRITTEN: &str = "nr_vmscan_write 1, nr_dirty -1, nr_writeback 1, pgpgout 4";

fn five_pages(on: bool) -> Lab {
    Lab::new("3.1")
        .switch(NoDirectFsWriteback, on)
        .inactive("A(d) B C(d r) D(w) E(r)")
}

#[test]
fn direct_reclaim_writes_before_the_series() {
    let mut lab = five_pages(false);
    assert_eq!(lab.scan(32, Who::Direct, 11), 2);
    lab.expect(
        "A(w R) C(d) D(w)",
        &format!("{}, {WRITTEN}", scan(Who::Direct, 5, 2)),
    );
}

#[test]
fn direct_reclaim_passes_dirty_file_pages_over() {
    let mut lab = five_pages(true);
    assert_eq!(lab.scan(32, Who::Direct, 11), 2);
    lab.expect(
        "A(d) C(d) D(w)",
        &format!("{}, nr_vmscan_write_skip 2", scan(Who::Direct, 5, 2)),
    );
}

#[test]
fn kswapd_writes_with_and_without_it() {
    for on in [false, true] {
        let mut lab = five_pages(on);
        assert_eq!(lab.scan(32, Who::Kswapd, 11), 2);
        lab.expect(
            "A(w R) C(d) D(w)",
            &format!("{}, {WRITTEN}", scan(Who::Kswapd, 5, 2)),
        );
    }
}

#[test]
fn a_dirty_swap_cache_page_is_written_by_direct_reclaim_with_and_without_it() {
    for on in [false, true] {
        let mut lab = Lab::new("3.1")
            .switch(NoDirectFsWriteback, on)
            .swap(1000)
            .list(Lru::InactiveAnon, "S(s d)");
        let (freed, scanned) = lab.scan_type(32, Who::Direct, 11, false);
        assert_eq!((freed, scanned), (0, 2));
        assert_eq!(lab.drawn(Lru::InactiveAnon), "S(w R s)");
        lab.expect_changes(
            "pgscan_direct 1, scanned_anon 1, pages_scanned 1, nr_vmscan_write 1, pswpout 1, nr_writeback 1, \
             pgpgout 4",
        );
    }
}

#[test]
fn kswapd_writes_only_from_priority_9_down() {
    for priority in (0..=12).rev() {
        for on in [false, true] {
            let mut lab = Lab::new("3.1")
                .switch(NoDirectFsWriteback, true)
                .switch(ImmediateReclaim, true)
                .switch(KswapdFsWriteHighPrioOnly, on)
                .inactive("A(d) B");
            assert_eq!(lab.scan(32, Who::Kswapd, priority), 1);
            let scanned = scan(Who::Kswapd, 2, 1);
            if on && priority >= 10 {
                lab.expect(
                    "A(d R)",
                    &format!("{scanned}, nr_vmscan_immediate_reclaim 1"),
                );
            } else {
                lab.expect("A(w R)", &format!("{scanned}, {WRITTEN}"));
            }
        }
    }
}

#[test]
fn kswapd_may_be_kept_from_writing_at_all() {
    for priority in (0..=12).rev() {
        let mut lab = Lab::new("3.1")
            .switch(NoDirectFsWriteback, true)
            .switch(NoKswapdFsWriteback, true)
            .inactive("A(d) B");
        assert_eq!(lab.scan(32, Who::Kswapd, priority), 1);
        let scanned = scan(Who::Kswapd, 2, 1);
        lab.expect("A(d)", &format!("{scanned}, nr_vmscan_write_skip 1"));
    }
}

#[test]
fn who_asked_for_a_write_is_counted_beside_nr_vmscan_write() {
    for (who, by_kswapd, by_direct) in [(Who::Kswapd, 1, 0), (Who::Direct, 0, 1)] {
        let mut lab = five_pages(false);
        lab.scan(32, who, 11);
        let m = lab.m();
        assert_eq!(
            m.observed().vmstat.total(Counter::WritepageKswapd),
            by_kswapd
        );
        assert_eq!(
            m.observed().vmstat.total(Counter::WritepageDirect),
            by_direct
        );
        assert_eq!(m.observed().vmstat.of_zone(0, Counter::NrVmscanWrite), 1);
    }
}

#[test]
fn as_first_posted_dirty_pages_at_the_tail_throttle_and_pages_under_writeback_do_not() {
    for (pages, priority, calls) in [
        ("A(d) B(d)", 12, 1),
        ("A(d) B", 12, 0),
        ("A(d) B", 11, 1),
        ("A(w) B(w)", 12, 0),
        ("A B", 0, 0),
    ] {
        for on in [false, true] {
            let mut lab = Lab::new("3.1")
                .switch(NoDirectFsWriteback, true)
                .switch(ThrottleOnDirty, on)
                .inactive(pages);
            lab.scan(32, Who::Direct, priority);
            let called = lab.m().observed().vmstat.total(Counter::WaitIffCongested);
            assert_eq!(called, u64::from(on) * calls, "{pages} at {priority}");
        }
    }
}

/// Scans at most 32 pages, of which `writeback` are under writeback. Returns whether wait_iff_congested was called.
fn throttles(on: bool, taken: u64, writeback: u64, priority: u32) -> bool {
    let [direct, kswapd] =
        [Who::Direct, Who::Kswapd].map(|who| throttles_whom(who, on, taken, writeback, priority));
    assert_eq!(direct, kswapd, "it makes no difference who reclaims");
    kswapd
}

fn throttles_whom(who: Who, on: bool, taken: u64, writeback: u64, priority: u32) -> bool {
    let mut lab = Lab::new("3.2")
        .switch(ThrottleOnWriteback, on)
        .fill(Lru::InactiveFile, writeback, "w")
        .fill(Lru::InactiveFile, taken - writeback, "");
    let clean = taken - writeback;
    assert_eq!(lab.scan(taken, who, priority), clean);
    assert!(lab.m().now() < MS, "nothing is congested: no time passes");
    let called = lab
        .m()
        .observed()
        .vmstat
        .total(reclaim_engine::observer::vmstat::Counter::ReclaimThrottled);
    lab.expect_changes(&format!(
        "{}, reclaim_throttled {called}",
        scan(who, taken, clean)
    ));
    assert_eq!(lab.len(Lru::InactiveFile), writeback);
    called == 1
}

#[test]
fn a_batch_full_of_writeback_calls_wait_iff_congested() {
    assert!(throttles(true, 32, 16, 11));
    assert!(!throttles(false, 32, 16, 11));
    assert!(!throttles(true, 32, 15, 11));
    assert!(!throttles(true, 32, 31, 12));
    assert!(throttles(true, 32, 32, 12));
    assert!(throttles(true, 20, 5, 10));
    assert!(throttles(true, 32, 1, 6));
    for priority in 0..=12 {
        assert!(!throttles(true, 32, 0, priority), "none is never enough");
    }
}

#[test]
fn the_share_under_writeback_that_is_needed_falls_with_the_priority() {
    for (priority, needed) in [(12, 32), (11, 16), (10, 8), (9, 4), (8, 2), (7, 1), (6, 1)] {
        assert!(throttles(true, 32, needed, priority));
        assert!(!throttles(true, 32, needed - 1, priority));
    }
}

#[test]
fn the_throttle_sleeps_only_in_a_congested_zone_with_a_congested_device() {
    // The queue has 113 requests, of which one completes each millisecond. The 11th completion leaves 102.
    for (requests, flagged, slept) in [
        (113, true, 11 * MS),
        (113, false, 0),
        (0, true, 0),
        (112, true, 0),
    ] {
        let mut lab = Lab::new("3.2")
            .fill(Lru::InactiveFile, 16, "w")
            .fill(Lru::InactiveFile, 16, "")
            .queue_writes(requests);
        lab.m().memory.zones[0].congested = flagged;
        lab.m().kick_queue(0);
        assert_eq!(lab.scan(32, Who::Kswapd, 11), 16);
        let now = lab.m().now();
        assert!((slept..slept + MS).contains(&now), "{now} for {slept}");
    }
}

#[test]
fn the_throttle_sleeps_a_tenth_of_a_second_at_most() {
    // The disk is so slow that its queue has more than 102 requests during the whole nap.
    let mut lab = Lab::with_disk("3.2", super::lab::ZONES_256M, 1, "ext2", 60)
        .fill(Lru::InactiveFile, 32, "w")
        .queue_writes(113);
    lab.m().memory.zones[0].congested = true;
    lab.m().kick_queue(0);
    lab.scan(32, Who::Kswapd, 12);
    let now = lab.m().now();
    assert!((100 * MS..101 * MS).contains(&now), "25 jiffies, not {now}");
}

/// Reclaim skips A, the flusher cleans it, and its I/O ends. Then kswapd scans one page.
fn passed_over_and_cleaned(on: bool) -> Lab {
    let mut lab = Lab::new("3.2")
        .switch(ImmediateReclaim, on)
        .inactive("A(d) B C D");
    assert_eq!(lab.scan(1, Who::Direct, 12), 0);
    if on {
        lab.expect(
            "B C D A(d R)",
            &format!("{}, nr_vmscan_immediate_reclaim 1", scan(Who::Direct, 1, 0)),
        );
    } else {
        lab.expect(
            "B C D A(d)",
            &format!("{}, nr_vmscan_write_skip 1", scan(Who::Direct, 1, 0)),
        );
    }
    lab
}

fn flush(lab: &mut Lab, name: &str) {
    let pfn = lab.page(name);
    assert!(lab.m().clear_page_dirty_for_io(pfn));
    lab.m().set_page_writeback(pfn);
}

#[test]
fn a_passed_over_page_goes_to_the_tail_once_it_is_clean() {
    let mut lab = passed_over_and_cleaned(true);
    flush(&mut lab, "A");
    lab.end_io("A");
    lab.expect("B C D A(x)", "nr_dirty -1, nr_written 1");
    assert_eq!(lab.scan(1, Who::Kswapd, 12), 1);
    lab.expect(
        "B C D",
        &format!("{}, pgrotated 1", scan(Who::Kswapd, 1, 1)),
    );
}

#[test]
fn without_the_mark_it_waits_its_turn() {
    let mut lab = passed_over_and_cleaned(false);
    flush(&mut lab, "A");
    lab.end_io("A");
    lab.expect("B C D A", "nr_dirty -1, nr_written 1");
    assert_eq!(lab.scan(1, Who::Kswapd, 12), 1);
    lab.expect("C D A", &scan(Who::Kswapd, 1, 1));
}

#[test]
fn a_page_that_writepage_refuses_keeps_the_mark() {
    for kernel in ["3.2", "3.3"] {
        let mut lab = Lab::new(kernel).inactive("A(d R) B");
        let pfn = lab.page("A");
        assert!(lab.m().clear_page_dirty_for_io(pfn));
        lab.m().redirty_page_for_writepage(pfn);
        assert_eq!(lab.drawn(Lru::InactiveFile), "A(d R) B", "{kernel}");
        lab.mark();
    }
}

#[test]
fn a_write_keeps_the_mark() {
    let lab = Lab::new("3.2").inactive("A(d R) B");
    let (file, pfn) = (lab.file, lab.page("A"));
    lab.m().finish_write(file, 0, pfn);
    assert_eq!(lab.drawn(Lru::InactiveFile), "A(d R) B");
}

#[test]
fn a_store_to_a_mapping_clears_the_mark() {
    let mut lab = passed_over_and_cleaned(true);
    let pfn = lab.page("A");
    lab.m().set_page_dirty(pfn);
    lab.expect("B C D A(d)", "");
    flush(&mut lab, "A");
    lab.end_io("A");
    lab.expect("B C D A", "nr_dirty -1, nr_written 1");
    assert_eq!(lab.scan(1, Who::Kswapd, 12), 1);
    lab.expect("C D A", &scan(Who::Kswapd, 1, 1));
}

#[test]
fn a_marked_page_that_is_isolated_when_its_io_ends_loses_its_chance() {
    let mut lab = passed_over_and_cleaned(true);
    flush(&mut lab, "A");
    let pfn = lab.page("A");
    lab.m().take_off_list(0, pfn);
    lab.end_io("A");
    lab.m().put_back(0, &[pfn]);
    lab.expect("B C D A", "nr_dirty -1, nr_written 1");
}

#[test]
fn each_later_pass_moves_a_marked_page_to_the_head_again() {
    let mut lab = Lab::new("3.2").inactive("A(d) B(d) C(d)");
    for list in [
        "B(d) C(d) A(d R)",
        "C(d) A(d R) B(d R)",
        "A(d R) B(d R) C(d R)",
        "B(d R) C(d R) A(d R)",
    ] {
        lab.scan(1, Who::Direct, 12);
        lab.expect(
            list,
            &format!("{}, nr_vmscan_immediate_reclaim 1", scan(Who::Direct, 1, 0)),
        );
    }
}

#[test]
fn the_series_needs_its_parts() {
    let needs = |m: reclaim_engine::mechanism::Mechanism| m.info().requires;
    assert_eq!(needs(ThrottleOnWriteback), [WaitIffCongested]);
    assert_eq!(needs(ImmediateReclaim), [NoDirectFsWriteback]);
    assert_eq!(needs(KswapdFsWriteHighPrioOnly), [NoDirectFsWriteback]);
}
