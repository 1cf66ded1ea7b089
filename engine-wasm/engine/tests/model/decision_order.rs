//! The order of shrink_page_list's tests: if two adjacent rows apply to a page, the first row decides.

use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::vmscan::inactive::shrink_inactive_list;
use reclaim_engine::mm::vmscan::judge::Step;
use reclaim_engine::mm::vmscan::scan_control::BatchCounts;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::trace::Reason;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, Who};

const OLD: [&str; 2] = ["3.0", "3.1"];
const NEW: [&str; 3] = ["3.2-writeback-series", "3.2", "3.3"];
const BOTH: [Who; 2] = [Who::Direct, Who::Kswapd];
/// An allocation that may neither enter a filesystem nor start I/O.
const NOIO: Gfp = Gfp {
    io: false,
    ..Gfp::NOFS
};

/// Judges one isolated page, which is marked PG_unevictable first if `unevictable`. Returns the next step, how much the
/// page adds to nr_scanned (for shrink_slab), and the counts of the batch.
fn judge(kernel: &str, page: &str, unevictable: bool) -> (Step, u64, BatchCounts) {
    let lab = Lab::new(kernel).inactive(page);
    let pfn = lab.page("A");
    lab.m().take_off_list(0, pfn);
    if unevictable {
        lab.m().memory.frames.set(pfn, flag::UNEVICTABLE);
    }
    let mut sc = Who::Direct.control(12);
    let mut counts = BatchCounts::default();
    let mapping = lab.m().page_mapping(pfn);
    let step = lab.m().judge_page(pfn, mapping, &mut sc, &mut counts);
    (step, sc.nr_scanned, counts)
}

#[test]
fn rows_1_to_6() {
    for kernel in OLD.into_iter().chain(NEW) {
        for (page, unevictable, step, scanned, writeback) in [
            ("A(l)", true, Step::Keep, 0, 0),
            ("A(l w)", false, Step::Keep, 0, 0),
            ("A", true, Step::Cull, 1, 0),
            ("A(u)", true, Step::Cull, 1, 0),
            ("A(w)", true, Step::Cull, 1, 0),
            ("A(u w)", false, Step::Keep, 2, 1),
        ] {
            let (got, nr_scanned, counts) = judge(kernel, page, unevictable);
            assert_eq!(
                (got, nr_scanned, counts.nr_writeback),
                (step, scanned, writeback),
                "{kernel} {page}"
            );
        }
    }
}

/// Scans one page. Returns the reason for the decision, the page afterwards, and whether its zone counts as congested.
fn why(
    kernel: &str,
    (who, priority, gfp): (Who, u32, Gfp),
    lru: Lru,
    page: &str,
) -> (Reason, String, bool) {
    let lab = Lab::new(kernel);
    // A page in the swap cache needs a slot, so the machine has swap. Any other page must not get a slot, so the
    // machine has no swap.
    let lab = if page.contains('s') {
        lab.swap(10)
    } else {
        lab
    };
    let mut lab = lab.list(lru, page);
    lab.m().set_tracing(true);
    lab.call(move |cx| async move {
        let mut sc = who.control(priority);
        sc.gfp = gfp;
        shrink_inactive_list(&cx, 0, 32, lru.is_file(), &mut sc).await;
    });
    let reason = lab
        .m()
        .observed()
        .trace
        .latest(1)
        .next()
        .expect("a decision")
        .reason;
    let drawn = [lru, Lru::active(lru.is_file())].map(|lru| lab.drawn(lru));
    let congested = lab.m().memory.zones[0].congested;
    (reason, drawn.concat(), congested)
}

#[track_caller]
fn decides(kernels: &[&str], how: (Who, u32, Gfp), page: &str, reason: Reason, after: &str) {
    for kernel in kernels {
        let (got, drawn, congested) = why(kernel, how, Lru::InactiveFile, page);
        assert_eq!((got, drawn.as_str()), (reason, after), "{kernel} {how:?}");
        let kept_by_pageout = reason == Reason::ExtraReference;
        assert_eq!(congested, kept_by_pageout, "{kernel} {how:?} {page}");
    }
}

const ALL: [&str; 5] = ["3.0", "3.1", "3.2-writeback-series", "3.2", "3.3"];

#[test]
fn rows_6_to_9_of_file_pages() {
    for who in BOTH {
        let how = (who, 9, Gfp::USER);
        decides(&ALL, how, "A(w r y)", Reason::UnderWriteback, "A(w r y)");
        // Reclaim keeps or activates the page before it would unmap it, and before it tests whether it is dirty.
        decides(&ALL, how, "A(d y)", Reason::Referenced, "A(d r u)");
        decides(&ALL, how, "A(d r y)", Reason::Activated, "A(d r  u)");
        // The page is clean, so PG_referenced does not keep it. Reclaim unmaps the page and then frees it.
        decides(&ALL, how, "A(r u)", Reason::Freed, "");
    }
}

#[test]
fn rows_7_to_9_of_anonymous_pages() {
    for kernel in ALL {
        for who in BOTH {
            let how = (who, 9, Gfp::USER);
            let without_slot = |page| why(kernel, how, Lru::InactiveAnon, page);
            let (reason, drawn, _) = without_slot("A(y)");
            assert_eq!((reason, drawn.as_str()), (Reason::Activated, "A(u)"));
            let (reason, drawn, _) = without_slot("A(u)");
            assert_eq!((reason, drawn.as_str()), (Reason::NoSwap, "A(u)"));
        }
    }
}

#[test]
fn row_10_of_kernels_that_write() {
    for who in BOTH {
        for priority in [12, 9] {
            let how = (who, priority, Gfp::USER);
            decides(&OLD, how, "A(d r x)", Reason::DirtyReferenced, "A(d x)");
            decides(&OLD, how, "A(d x)", Reason::ExtraReference, "A(d x)");
            decides(&OLD, how, "A(d)", Reason::Written, "A(w R)");
            let how = (who, priority, Gfp::NOFS);
            decides(&OLD, how, "A(d r)", Reason::DirtyReferenced, "A(d)");
            decides(&OLD, how, "A(d x)", Reason::MayNotEnter, "A(d x)");
        }
    }
}

#[test]
fn row_10_of_kernels_that_leave_it_to_the_flusher() {
    for (who, priority, reason) in [
        (Who::Direct, 12, Reason::PassedOverDirect),
        (Who::Direct, 0, Reason::PassedOverDirect),
        (Who::Kswapd, 12, Reason::PassedOverPriority),
        (Who::Kswapd, 10, Reason::PassedOverPriority),
    ] {
        for gfp in [Gfp::USER, Gfp::NOFS] {
            let how = (who, priority, gfp);
            decides(&NEW, how, "A(d)", reason, "A(d R)");
            decides(&NEW, how, "A(d r)", reason, "A(d R)");
            decides(&NEW, how, "A(d x)", reason, "A(d R x)");
        }
    }
    let kswapd = |gfp| (Who::Kswapd, 9, gfp);
    for gfp in [Gfp::USER, Gfp::NOFS] {
        decides(
            &NEW,
            kswapd(gfp),
            "A(d r x)",
            Reason::DirtyReferenced,
            "A(d x)",
        );
    }
    decides(
        &NEW,
        kswapd(Gfp::NOFS),
        "A(d x)",
        Reason::MayNotEnter,
        "A(d x)",
    );
    decides(
        &NEW,
        kswapd(Gfp::USER),
        "A(d x)",
        Reason::ExtraReference,
        "A(d x)",
    );
    decides(&NEW, kswapd(Gfp::USER), "A(d)", Reason::Written, "A(w R)");
}

#[test]
fn row_10d_of_swap_cache_pages_asks_for_io() {
    for kernel in ALL {
        for (gfp, reason, after) in [
            (NOIO, Reason::MayNotEnter, "S(d s)"),
            (Gfp::NOFS, Reason::Written, "S(w R s)"),
        ] {
            let how = (Who::Direct, 12, gfp);
            let (got, drawn, _) = why(kernel, how, Lru::InactiveAnon, "S(s d)");
            assert_eq!((got, drawn.as_str()), (reason, after), "{kernel}");
        }
    }
}

#[test]
fn row_10a_counts_dirty_pages_that_later_rows_keep() {
    for kernel in ALL {
        let (_, _, counts) = judge(kernel, "A(d r)", false);
        assert_eq!(counts.nr_dirty, 1, "{kernel}");
        // The count includes B, which a later row keeps. So B alone keeps the zone from being marked as congested.
        let mut lab = Lab::new(kernel).inactive("A(d x) B(d r)");
        lab.scan(32, Who::Kswapd, 9);
        assert_eq!(lab.drawn(Lru::InactiveFile), "A(d x) B(d)");
        assert!(!lab.m().memory.zones[0].congested, "{kernel}");
    }
}

#[test]
fn rows_11_to_13() {
    for who in BOTH {
        let how = (who, 12, Gfp::USER);
        // Reclaim frees the page's buffers before it checks the references.
        decides(&ALL, how, "A(r x)", Reason::NotFreeable, "A(n x)");
        decides(&ALL, how, "A", Reason::Freed, "");
        // Reclaim frees a clean page even if it may not enter a filesystem or start I/O.
        decides(&ALL, (who, 12, NOIO), "A(r)", Reason::Freed, "");
    }
}

#[test]
fn a_page_dirtied_through_its_page_table_meets_row_10() {
    for (kernels, reason, after) in [
        (&OLD[..], Reason::Written, "A(w R)"),
        (&NEW[..], Reason::PassedOverPriority, "A(d R)"),
    ] {
        let how = (Who::Kswapd, 12, Gfp::USER);
        decides(kernels, how, "A(u p)", reason, after);
    }
}

#[test]
fn nobody_counts_a_page_as_written_that_an_earlier_row_kept() {
    for kernel in ALL {
        for page in ["A(d l)", "A(d w)", "A(d y)", "A(d r)"] {
            let mut lab = Lab::new(kernel).inactive(page);
            lab.scan(32, Who::Kswapd, 9);
            assert_eq!(lab.count(Counter::NrVmscanWrite), 0, "{kernel} {page}");
        }
    }
}
