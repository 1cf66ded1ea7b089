//! Decisions of shrink_page_list on the rules of 3.0 and 3.1, row by row of the decision table.

use reclaim_engine::kernel::rules::PageReferences;
use reclaim_engine::mechanism::Mechanism::{ImmediateReclaim, NoDirectFsWriteback};
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::migratetype::Migratetype::Movable;
use reclaim_engine::mm::vmscan::inactive::shrink_inactive_list;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, Who, scan};
use super::writeback_series::WRITTEN;

const KERNELS: [&str; 2] = ["3.0", "3.1"];

/// Returns the counters that change when reclaim writes a page. 3.0 counts nr_written when the I/O starts.
pub fn written(kernel: &str) -> String {
    let at_start = if kernel.starts_with("3.0") {
        ", nr_written 1"
    } else {
        ""
    };
    format!("{WRITTEN}{at_start}")
}

/// Scans one page with each reclaimer on each kernel of this column of the decision table. Compares the page and
/// everything else that changes.
#[track_caller]
fn kept(page: &str, after: &str, more: &str) {
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive(page);
            assert_eq!(lab.scan(32, who, 12), 0, "{kernel} {who:?}");
            lab.expect(after, &format!("{}, {more}", scan(who, 1, 0)));
        }
    }
}

#[test]
fn row_1_a_locked_page_stays_whatever_else_it_is() {
    kept("A(l)", "A(l)", "");
    kept("A(d l)", "A(d l)", "");
    kept("A(w r l)", "A(w r l)", "");
}

#[test]
fn row_1_comes_before_the_doubled_count() {
    for (page, counted) in [
        ("A(l)", 0),
        ("A", 1),
        ("A(w)", 1),
        ("A(u)", 2),
        ("A(u l)", 0),
    ] {
        let mut lab = Lab::new("3.0").inactive(page);
        assert_eq!(
            lab.scan_type(32, Who::Direct, 12, true).1,
            counted,
            "{page}"
        );
    }
}

#[test]
fn row_2_an_unevictable_page_is_culled() {
    let mut lab = Lab::new("3.0").inactive("A");
    let pfn = lab.page("A");
    // The page becomes unevictable after its isolation, as if mlock had locked it.
    lab.m().take_off_list(0, pfn);
    lab.m()
        .memory
        .frames
        .set(pfn, reclaim_engine::mm::page::flag::UNEVICTABLE);
    let mut sc = Who::Direct.control(12);
    let mut counts = Default::default();
    let mapping = lab.m().page_mapping(pfn);
    let step = lab.m().judge_page(pfn, mapping, &mut sc, &mut counts);
    assert_eq!(step, reclaim_engine::mm::vmscan::judge::Step::Cull);
    assert_eq!(sc.nr_scanned, 1);
    lab.m().put_back(0, &[pfn]);
    assert_eq!(lab.len(Lru::Unevictable), 1);
    lab.expect("", "");
}

#[test]
fn row_4_mapped_and_swap_cache_pages_count_twice_for_slab_but_not_for_pgscan() {
    let mut lab = Lab::new("3.0")
        .swap(100)
        .list(Lru::InactiveAnon, "S(s w) T(s w)");
    assert_eq!(lab.scan_type(32, Who::Direct, 12, false), (0, 4));
    assert_eq!(lab.drawn(Lru::InactiveAnon), "S(w s) T(w s)");
    lab.expect_changes("pgscan_direct 2, scanned_anon 2, pages_scanned 2");
}

#[test]
fn row_6_a_page_under_writeback_stays_unmarked() {
    kept("A(w)", "A(w)", "");
    // The test for writeback comes before the reference test, so PG_referenced and the young bit are unchanged.
    kept("A(w r)", "A(w r)", "");
    kept("A(w y)", "A(w y)", "");
    // The page was dirtied again while it was under writeback.
    kept("A(d w)", "A(d w)", "");
}

#[test]
fn row_7_a_young_mapped_page_gets_a_second_trip_and_then_leaves_or_stays() {
    kept("A(y)", "A(r u)", "");
    for kernel in KERNELS {
        let mut lab = Lab::new(kernel).inactive("A(y) B(y)");
        lab.scan(32, Who::Kswapd, 12);
        lab.expect("A(r u) B(r u)", &scan(Who::Kswapd, 2, 0));
        let touched = lab.page("A");
        lab.m()
            .memory
            .frames
            .set(touched, reclaim_engine::mm::page::flag::YOUNG);
        assert_eq!(lab.scan(32, Who::Kswapd, 12), 1);
        assert_eq!(lab.drawn(Lru::ActiveFile), "A(r  u)");
        lab.expect(
            "",
            &format!("{}, pgactivate 1, rotated_file 1", scan(Who::Kswapd, 2, 1)),
        );
    }
}

#[test]
fn row_7_of_kernels_to_2_6_33_activates_what_is_used_and_in_use() {
    let lab = |page: &str| {
        Lab::new("3.0")
            .rules(|rules| rules.page_references = PageReferences::Once)
            .inactive(page)
    };
    for (page, after) in [("A(y)", "A(u)"), ("A(r u)", "A(u)")] {
        let mut lab = lab(page);
        lab.scan(32, Who::Kswapd, 12);
        assert_eq!(lab.drawn(Lru::ActiveFile), after, "{page}");
        lab.expect(
            "",
            &format!("{}, pgactivate 1, rotated_file 1", scan(Who::Kswapd, 1, 0)),
        );
    }
    // The page counts as in use if any address space maps its file, even if no page table maps the page.
    let mut lab_of_mapped = lab("A(r)");
    let page = lab_of_mapped.page("A");
    let file = lab_of_mapped.m().page_mapping(page).expect("a file");
    lab_of_mapped.m().map_shared(file);
    lab_of_mapped.scan(32, Who::Kswapd, 12);
    assert_eq!(lab_of_mapped.drawn(Lru::ActiveFile), "A");
    // The pages are referenced but not in use. Reclaim keeps the dirty page for another round, and frees the clean one.
    let mut lab = lab("A(d r) B(r)");
    lab.scan(32, Who::Kswapd, 12);
    lab.expect("A(d)", &scan(Who::Kswapd, 2, 1));
}

#[test]
fn row_7_a_referenced_clean_page_is_freed() {
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive("A(r) B(r u)");
            assert_eq!(lab.scan(32, who, 12), 2);
            lab.expect("", &scan(who, 2, 2));
        }
    }
}

#[test]
fn row_8_an_anonymous_page_needs_io_and_a_slot() {
    // Without a swap slot, the page goes to the active list.
    let mut lab = Lab::new("3.0").list(Lru::InactiveAnon, "A(u)");
    assert_eq!(lab.scan_type(32, Who::Direct, 12, false), (0, 2));
    assert_eq!(lab.drawn(Lru::ActiveAnon), "A(u)");
    lab.expect_changes(
        "pgscan_direct 1, scanned_anon 1, pages_scanned 1, pgactivate 1, rotated_anon 1",
    );
    // With a swap slot, the page is written immediately.
    let mut lab = Lab::new("3.0").swap(10).list(Lru::InactiveAnon, "A(u)");
    lab.scan_type(32, Who::Direct, 12, false);
    assert_eq!(lab.drawn(Lru::InactiveAnon), "A(w R s)");
    lab.expect_changes(
        "pgscan_direct 1, scanned_anon 1, pages_scanned 1, nr_vmscan_write 1, pswpout 1, nr_writeback 1, \
         nr_written 1, pgpgout 4, swap_free -1",
    );
    // Without __GFP_IO, the page stays on its list and takes no slot.
    let mut lab = Lab::new("3.0").swap(10).list(Lru::InactiveAnon, "A(u)");
    let freed = lab.call(|cx| async move {
        let mut sc = Who::Direct.control(12);
        sc.gfp = Gfp {
            io: false,
            fs: false,
            ..Gfp::USER
        };
        shrink_inactive_list(&cx, 0, 32, false, &mut sc).await
    });
    assert_eq!(freed, 0);
    assert_eq!(lab.drawn(Lru::InactiveAnon), "A(u)");
    lab.expect_changes("pgscan_direct 1, scanned_anon 1, pages_scanned 1");
}

#[test]
fn row_7_a_young_anonymous_page_is_activated() {
    let mut lab = Lab::new("3.0").swap(10).list(Lru::InactiveAnon, "A(y)");
    lab.scan_type(32, Who::Kswapd, 12, false);
    assert_eq!(lab.drawn(Lru::ActiveAnon), "A(u)");
    lab.expect_changes(
        "pgscan_kswapd 1, scanned_anon 1, pages_scanned 1, pgactivate 1, rotated_anon 1",
    );
}

#[test]
fn row_9_unmapping_finds_the_dirty_pte() {
    // The page counts as dirtied when reclaim unmaps it. Then reclaim writes the page.
    for kernel in KERNELS {
        let mut lab = Lab::new(kernel).inactive("A(u p)");
        assert_eq!(lab.scan(32, Who::Kswapd, 12), 0);
        lab.expect(
            "A(w R)",
            &format!(
                "{}, {}, nr_dirtied 1, nr_dirty 1",
                scan(Who::Kswapd, 1, 0),
                written(kernel)
            ),
        );
    }
}

#[test]
fn row_10c_a_dirty_referenced_page_stays_once() {
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive("A(d r)");
            lab.scan(32, who, 12);
            lab.expect("A(d)", &scan(who, 1, 0));
            lab.scan(32, who, 12);
            lab.expect(
                "A(w R)",
                &format!("{}, {}", scan(who, 1, 0), written(kernel)),
            );
        }
    }
}

#[test]
fn row_10d_without_gfp_fs_a_dirty_file_page_stays_and_a_swap_cache_page_does_not() {
    for kernel in KERNELS {
        let mut lab = Lab::new(kernel)
            .swap(10)
            .inactive("A(d) B")
            .list(Lru::InactiveAnon, "S(s d)");
        lab.call(|cx| async move {
            for file in [true, false] {
                let mut sc = Who::Direct.control(12);
                sc.gfp = Gfp::NOFS;
                shrink_inactive_list(&cx, 0, 32, file, &mut sc).await;
            }
        });
        assert_eq!(lab.drawn(Lru::InactiveAnon), "S(w R s)");
        assert_eq!(lab.drawn(Lru::InactiveFile), "A(d)");
    }
}

#[test]
fn row_10e_both_reclaimers_write_at_every_priority() {
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            for priority in [12, 11, 10, 9, 0] {
                let mut lab = Lab::new(kernel).inactive("A(d)");
                lab.scan(32, who, priority);
                lab.expect(
                    "A(w R)",
                    &format!("{}, {}", scan(who, 1, 0), written(kernel)),
                );
            }
        }
    }
}

#[test]
fn row_12_an_extra_reference_keeps_a_page_and_its_buffers_are_gone() {
    kept("A(x)", "A(n x)", "tree_lock_rounds 1");
}

#[test]
fn row_13_a_clean_page_is_freed_with_or_without_buffers() {
    for kernel in KERNELS {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new(kernel).inactive("A B(n) C(u)");
            assert_eq!(lab.scan(32, who, 12), 3);
            lab.expect("", &scan(who, 3, 3));
            let m = lab.m();
            assert_eq!(m.io.cache.get(lab.file).nr_pages, 0);
        }
    }
}

#[test]
fn freed_pages_go_cold_to_the_per_cpu_list_and_are_not_free() {
    let mut lab = Lab::new("3.0").inactive("A B C");
    let (a, b, c) = (lab.page("A"), lab.page("B"), lab.page("C"));
    lab.scan(32, Who::Direct, 12);
    let m = lab.m();
    let list: Vec<_> = m.memory.cpus[0].pcp[0].lists[Movable as usize]
        .from_head(&m.memory.frames)
        .collect();
    assert_eq!(list, [a, b, c], "each behind those before it");
}

#[test]
fn the_mechanisms_put_the_32_answers_on_the_31_rules() {
    let mut lab = Lab::new("3.1")
        .switch(NoDirectFsWriteback, true)
        .switch(ImmediateReclaim, true)
        .inactive("A(d r)");
    lab.scan(32, Who::Direct, 12);
    lab.expect(
        "A(d R)",
        &format!("{}, nr_vmscan_immediate_reclaim 1", scan(Who::Direct, 1, 0)),
    );
}
