//! `zone_flags_v311` on 3.16, compared with 3.10.

use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS, Who, scan};

#[test]
fn kswapd_writes_only_after_a_batch_full_of_dirty_pages() {
    for (kernel, second) in [("3.10", "R"), ("3.16", "w")] {
        let mut lab = Lab::new(kernel).inactive("A(d) B(d) C(d) D(d)");
        lab.scan(4, Who::Kswapd, 12);
        lab.expect(
            "A(d R) B(d R) C(d R) D(d R)",
            &format!("{}, nr_vmscan_immediate_reclaim 4", scan(Who::Kswapd, 4, 0)),
        );
        assert_eq!(lab.m().memory.zones[0].tail_lru_dirty, kernel == "3.16");
        lab.scan(4, Who::Kswapd, 12);
        if second == "R" {
            lab.expect(
                "A(d R) B(d R) C(d R) D(d R)",
                &format!("{}, nr_vmscan_immediate_reclaim 4", scan(Who::Kswapd, 4, 0)),
            );
        } else {
            lab.expect(
                "A(w R) B(w R) C(w R) D(w R)",
                &format!(
                    "{}, nr_vmscan_write 4, nr_dirty -4, nr_writeback 4, pgpgout 16",
                    scan(Who::Kswapd, 4, 0)
                ),
            );
        }
    }
}

#[test]
fn a_clean_page_in_the_batch_is_enough_to_leave_writing_to_the_flusher() {
    let mut lab = Lab::new("3.16").inactive("A(d) B C(d)");
    lab.scan(3, Who::Kswapd, 12);
    assert!(!lab.m().memory.zones[0].tail_lru_dirty);
    lab.scan(3, Who::Kswapd, 5);
    assert_eq!(lab.count(Counter::NrVmscanWrite), 0);
}

#[test]
fn direct_reclaim_never_writes_file_pages_whatever_the_flag_says() {
    let mut lab = Lab::new("3.16").inactive("A(d) B(d)");
    lab.m().memory.zones[0].tail_lru_dirty = true;
    lab.scan(2, Who::Direct, 12);
    lab.expect(
        "A(d R) B(d R)",
        &format!("{}, nr_vmscan_immediate_reclaim 2", scan(Who::Direct, 2, 0)),
    );
}

#[test]
fn kswapd_naps_where_pages_under_writeback_come_back() {
    let mut lab = Lab::new("3.16").inactive("A(w) B(w) C(w) D(w)");
    lab.scan(4, Who::Kswapd, 12);
    lab.expect("A(w R) B(w R) C(w R) D(w R)", &scan(Who::Kswapd, 4, 0));
    assert!(lab.m().memory.zones[0].under_writeback);
    let start = lab.m().now();
    assert!(start < MS);
    lab.scan(4, Who::Kswapd, 12);
    lab.expect(
        "A(w R) B(w R) C(w R) D(w R)",
        &format!(
            "{}, congested 1, reclaim_throttled 1",
            scan(Who::Kswapd, 4, 0)
        ),
    );
    let slept = lab.m().now() - start;
    assert!((100 * MS..101 * MS).contains(&slept), "25 jiffies: {slept}");
    let mut old = Lab::new("3.10").inactive("A(w) B(w) C(w) D(w)");
    for _ in 0..2 {
        old.scan(4, Who::Kswapd, 12);
        old.expect(
            "A(w R) B(w R) C(w R) D(w R)",
            &format!("{}, reclaim_throttled 1", scan(Who::Kswapd, 4, 0)),
        );
    }
    assert!(old.m().now() < MS);
}

#[test]
fn a_direct_reclaimer_meets_them_without_a_nap() {
    let mut lab = Lab::new("3.16").inactive("A(w R) B(w R)");
    lab.m().memory.zones[0].under_writeback = true;
    lab.scan(2, Who::Direct, 12);
    // Both pages are under writeback and marked. So the zone counts as congested, although no device is.
    lab.expect(
        "A(w R) B(w R)",
        &format!("{}, congested 1", scan(Who::Direct, 2, 0)),
    );
    assert!(lab.m().now() < MS);
}

#[test]
fn a_balanced_zone_forgets() {
    let mut lab = Lab::new("3.16").free(0, 5_000);
    {
        let mut m = lab.m();
        m.memory.zones[0].tail_lru_dirty = true;
        m.memory.zones[0].congested = true;
    }
    lab.start_kswapd();
    lab.run_until(MS);
    lab.m().wake_kswapd();
    lab.run_until(2 * MS);
    let m = lab.m();
    assert!(!m.memory.zones[0].tail_lru_dirty && !m.memory.zones[0].congested);
}
