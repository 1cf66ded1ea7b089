//! Decisions of shrink_page_list on the rules of 3.2 and 3.3, row by row of the decision table, and the order of its
//! tests.

use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::vmscan::inactive::shrink_inactive_list;
use reclaim_engine::mm::vmscan::page_list::shrink_page_list;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, Who, scan};
use super::writeback_series::WRITTEN;

const KERNELS: [&str; 3] = ["3.2-writeback-series", "3.2", "3.3"];

/// Scans one page with each reclaimer on each kernel of this column of the decision table.
#[track_caller]
fn kept(page: &str, after: &str, more: &str) {
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            passed(kernel, who, 12, page, after, more);
        }
    }
}

#[track_caller]
fn passed(kernel: &str, who: Who, priority: u32, page: &str, after: &str, more: &str) {
    let mut lab = Lab::new(kernel).inactive(page);
    assert_eq!(lab.scan(32, who, priority), 0, "{kernel} {who:?}");
    lab.expect(after, &format!("{}, {more}", scan(who, 1, 0)));
}

#[test]
fn row_1_a_locked_page_stays() {
    kept("A(l)", "A(l)", "");
    kept("A(d r l)", "A(d r l)", "");
}

#[test]
fn row_6_a_page_under_writeback_stays_unmarked_and_is_counted() {
    kept("A(r w l)", "A(w r l)", "");
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive("A(w r)");
            lab.scan(32, who, 12);
            // The batch has a single page, so the whole batch is under writeback.
            lab.expect(
                "A(w r)",
                &format!("{}, reclaim_throttled 1", scan(who, 1, 0)),
            );
        }
    }
}

#[test]
fn row_6_counts_pages_found_under_writeback_not_those_that_it_writes() {
    for kernel in KERNELS {
        let mut lab = Lab::new(kernel).inactive("A(w) B(d) C D(l w) E(w r)");
        let batch = ["A", "B", "C", "D", "E"].map(|name| lab.page(name));
        for pfn in batch {
            lab.m().take_off_list(0, pfn);
        }
        let (freed, counts, kept) = lab.call(move |cx| async move {
            let mut batch = batch.to_vec();
            let mut sc = Who::Kswapd.control(5);
            let (freed, counts) = shrink_page_list(&cx, 0, &mut batch, &mut sc).await;
            (freed, counts, batch)
        });
        assert_eq!((freed, counts.nr_writeback, counts.nr_dirty), (1, 2, 1));
        assert_eq!(counts.nr_congested, 0);
        assert_eq!(kept, [batch[0], batch[1], batch[3], batch[4]]);
        lab.m().put_back(0, &kept);
        assert_eq!(lab.drawn(Lru::InactiveFile), "A(w) B(w R) D(w l) E(w r)");
    }
}

#[test]
fn row_7_a_young_mapped_page_gets_a_second_trip() {
    kept("A(y)", "A(r u)", "");
}

#[test]
fn row_7_activation_comes_before_the_dirty_test() {
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive("A(d r y)");
            lab.scan(32, who, 12);
            assert_eq!(lab.drawn(Lru::ActiveFile), "A(d r  u)");
            lab.expect(
                "",
                &format!("{}, pgactivate 1, rotated_file 1", scan(who, 1, 0)),
            );
        }
    }
}

#[test]
fn row_7_a_young_dirty_page_stays_mapped_and_unmarked() {
    kept("A(d y)", "A(d r u)", "");
}

#[test]
fn row_7_clears_referenced_even_where_row_10b_keeps_the_page() {
    for kernel in KERNELS {
        passed(
            kernel,
            Who::Direct,
            12,
            "A(d r)",
            "A(d R)",
            "nr_vmscan_immediate_reclaim 1",
        );
    }
}

#[test]
fn row_9_runs_before_row_10b_keeps_the_page() {
    // Reclaim unmaps the page, so the next scan sees no PTE. The PTE was dirty, so the page is dirty now.
    for kernel in KERNELS {
        passed(
            kernel,
            Who::Direct,
            12,
            "A(d u)",
            "A(d R)",
            "nr_vmscan_immediate_reclaim 1",
        );
        passed(
            kernel,
            Who::Direct,
            12,
            "A(u p)",
            "A(d R)",
            "nr_vmscan_immediate_reclaim 1, nr_dirty 1, nr_dirtied 1",
        );
    }
}

#[test]
fn row_10b_direct_reclaim_marks_at_every_priority() {
    for kernel in KERNELS {
        for priority in 0..=12 {
            passed(
                kernel,
                Who::Direct,
                priority,
                "A(d)",
                "A(d R)",
                "nr_vmscan_immediate_reclaim 1",
            );
        }
    }
}

#[test]
fn row_10b_kswapd_marks_down_to_10_and_writes_below() {
    for kernel in KERNELS {
        for priority in 0..=12 {
            if priority >= 10 {
                passed(
                    kernel,
                    Who::Kswapd,
                    priority,
                    "A(d)",
                    "A(d R)",
                    "nr_vmscan_immediate_reclaim 1",
                );
            } else {
                passed(kernel, Who::Kswapd, priority, "A(d)", "A(w R)", WRITTEN);
            }
        }
    }
}

#[test]
fn row_10b_comes_before_the_referenced_test_where_it_acts() {
    for kernel in KERNELS {
        // At priority 10, the page is marked in spite of PG_referenced. At 9, row 10c keeps the page without a mark.
        passed(
            kernel,
            Who::Kswapd,
            10,
            "A(d r)",
            "A(d R)",
            "nr_vmscan_immediate_reclaim 1",
        );
        passed(kernel, Who::Kswapd, 9, "A(d r)", "A(d)", "");
    }
}

#[test]
fn row_10b_comes_before_the_gfp_test() {
    for kernel in KERNELS {
        let mut lab = Lab::new(kernel).inactive("A(d)");
        lab.call(|cx| async move {
            let mut sc = Who::Direct.control(12);
            sc.gfp = Gfp::NOFS;
            shrink_inactive_list(&cx, 0, 32, true, &mut sc).await;
        });
        lab.expect(
            "A(d R)",
            &format!("{}, nr_vmscan_immediate_reclaim 1", scan(Who::Direct, 1, 0)),
        );
    }
}

#[test]
fn row_10b_comes_before_pageout_looks_at_references() {
    for kernel in KERNELS {
        passed(
            kernel,
            Who::Direct,
            12,
            "A(d x)",
            "A(d R x)",
            "nr_vmscan_immediate_reclaim 1",
        );
    }
}

#[test]
fn row_10b_spares_swap_cache_pages() {
    for kernel in KERNELS {
        let mut lab = Lab::new(kernel).swap(10).list(Lru::InactiveAnon, "S(s d)");
        lab.scan_type(32, Who::Direct, 12, false);
        assert_eq!(lab.drawn(Lru::InactiveAnon), "S(w R s)");
        lab.expect_changes(
            "pgscan_direct 1, scanned_anon 1, pages_scanned 1, nr_vmscan_write 1, pswpout 1, nr_writeback 1, \
             pgpgout 4",
        );
    }
}

#[test]
fn row_10c_spares_swap_cache_pages_from_2_6_36_on() {
    for kernel in KERNELS {
        let mut lab = Lab::new(kernel)
            .swap(10)
            .list(Lru::InactiveAnon, "S(s d r)");
        lab.scan_type(32, Who::Kswapd, 12, false);
        assert_eq!(lab.drawn(Lru::InactiveAnon), "S(w R s)");
    }
}

#[test]
fn rows_12_and_13_are_as_before() {
    kept("A(x)", "A(n x)", "tree_lock_rounds 1");
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive("A B(r) C(u) D(n r)");
            assert_eq!(lab.scan(32, who, 12), 4);
            lab.expect("", &scan(who, 4, 4));
        }
    }
}

#[test]
fn a_passed_over_page_keeps_its_place_among_those_that_return() {
    let mut lab = Lab::new("3.2").inactive("A(d) B C(l) D(d r) E F(y)");
    lab.scan(6, Who::Direct, 12);
    lab.expect(
        "A(d R) C(l) D(d R) F(r u)",
        &format!("{}, nr_vmscan_immediate_reclaim 2", scan(Who::Direct, 6, 2)),
    );
}

#[test]
fn no_direct_reclaimer_ever_writes_a_file_page() {
    let all = "A(d) B(d r) C(d u) D(u p) E(d n) F(d x) G(d l)";
    for kernel in KERNELS {
        for priority in 0..=12 {
            let mut lab = Lab::new(kernel).inactive(all);
            lab.scan(32, Who::Direct, priority);
            for name in ["A", "B", "C", "D", "E", "F", "G"] {
                let pfn = lab.page(name);
                assert!(!lab.m().memory.frames.has(pfn, flag::WRITEBACK), "{name}");
            }
        }
    }
}
