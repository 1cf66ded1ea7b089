//! Reclaim for larger orders: blocks of adjacent pages, the second pass that waits, `no_lumpy_sync_write`,
//! `fs_reclaim_warnings`.

use reclaim_engine::mechanism::Mechanism::{
    FsReclaimWarnings, NoDirectFsWriteback, NoLumpySyncWrite,
};
use reclaim_engine::mm::vmscan::inactive::shrink_inactive_list;
use reclaim_engine::mm::vmscan::page_list::shrink_page_list;
use reclaim_engine::mm::vmscan::scan_control::ScanControl;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS, Who};

fn control(who: Who, priority: u32, order: u8) -> ScanControl {
    let mut sc = who.control(priority);
    sc.gfp.order = order;
    sc
}

/// Runs shrink_inactive_list on the file list for an order. Returns the pages freed.
fn shrink(lab: &mut Lab, n: u64, who: Who, priority: u32, order: u8) -> u64 {
    lab.call(move |cx| async move {
        let mut sc = control(who, priority, order);
        shrink_inactive_list(&cx, 0, n, true, &mut sc).await
    })
}

/// Case A2 of the model: a swap page under I/O is kept. It becomes clean and dirty again, and reaches the second pass.
fn second_pass(on: bool, still_under_io: bool) -> (Lab, u64, u64) {
    let mut lab = Lab::new("3.1")
        .swap(10)
        .switch(NoDirectFsWriteback, true)
        .switch(NoLumpySyncWrite, on)
        .list(Lru::InactiveAnon, "S(s w)");
    let pfn = lab.page("S");
    let mut sc = control(Who::Direct, 12, 4);
    sc.begin_batch(true);
    lab.m().take_off_list(0, pfn);
    let (mut sc, taken) = lab.call(move |cx| async move {
        let mut batch = vec![pfn];
        let (freed, _) = shrink_page_list(&cx, 0, &mut batch, &mut sc).await;
        assert_eq!((freed, batch.len()), (0, 1));
        let rule = cx.with(|m| m.rules.lumpy_wait);
        assert!(sc.wants_second_pass(rule, 1, freed));
        (sc, batch)
    });
    assert_eq!(taken, [pfn]);
    if !still_under_io {
        lab.end_io("S");
        lab.m().set_page_dirty(pfn);
    }
    lab.mark();
    let start = lab.m().now();
    if still_under_io {
        // This task ends the page's I/O.
        lab.start(move |cx| async move {
            cx.sleep(5 * MS, reclaim_engine::sched::task::Activity::Idle)
                .await;
            cx.with(|m| m.end_page_writeback(pfn));
        });
    }
    sc.sync = true;
    let freed = lab.call(move |cx| async move {
        let mut batch = vec![pfn];
        let (freed, _) = shrink_page_list(&cx, 0, &mut batch, &mut sc).await;
        cx.with(|m| m.put_back(0, &batch));
        freed
    });
    let took = lab.m().now() - start;
    (lab, freed, took)
}

#[test]
fn the_second_pass_no_longer_waits_for_its_own_writes() {
    let (lab, freed, took) = second_pass(false, false);
    assert_eq!((freed, took / MS), (1, 9), "the time of the write");
    assert_eq!(lab.drawn(Lru::InactiveAnon), "");
    let written = [Counter::NrVmscanWrite, Counter::PswpOut];
    assert_eq!(written.map(|c| lab.count(c)), [1, 1]);
    let (lab, freed, took) = second_pass(true, false);
    assert_eq!((freed, took / MS), (0, 0));
    assert_eq!(lab.drawn(Lru::InactiveAnon), "S(w R s)");
    assert_eq!(written.map(|c| lab.count(c)), [1, 1]);
}

#[test]
fn it_waits_for_what_is_under_way_in_both() {
    for on in [false, true] {
        let (lab, freed, took) = second_pass(on, true);
        assert_eq!((freed, took / MS), (1, 5));
        assert_eq!(lab.count(Counter::NrVmscanWrite), 0);
    }
}

/// Reclaims a list with pages under writeback for an order. Returns the duration, jiffies, and the pages freed.
fn waits(kernel: &str, priority: u32, order: u8, list: &str) -> (u64, u64) {
    let mut lab = Lab::new(kernel).inactive(list);
    let pages: Vec<_> = ["A", "B"].map(|name| lab.page(name)).into();
    lab.start(move |cx| async move {
        cx.sleep(30 * MS, reclaim_engine::sched::task::Activity::Idle)
            .await;
        cx.with(|m| m.end_page_writeback(pages[0]));
    });
    let freed = shrink(&mut lab, 2, Who::Direct, priority, order);
    let now = lab.m().now();
    (now / (4 * MS), freed)
}

#[test]
fn who_waits_and_who_naps_first() {
    let list = "A(w) B";
    // When the nap of 25 jiffies ends, the I/O is over.
    assert_eq!(waits("2.6.29", 12, 4, list), (25, 2));
    assert_eq!(waits("2.6.30", 9, 1, list), (0, 1), "order 1 does not wait");
    assert_eq!(waits("2.6.31", 9, 1, list), (25, 2));
    assert_eq!(waits("2.6.34-rc1", 9, 1, list), (25, 2));
    assert_eq!(waits("2.6.34-rc1", 10, 1, list), (0, 1), "not lumpy at 10");
    // These kernels do not nap. They wait for the page, whose I/O ends after 7 jiffies (30 ms).
    assert_eq!(waits("2.6.37", 12, 4, list), (7, 2));
    assert_eq!(waits("3.0", 12, 4, list), (7, 2));
    assert_eq!(waits("3.0", 5, 1, list), (0, 1));
    assert_eq!(waits("3.0", 4, 1, list), (7, 2));
    // 2.6.36 naps before it waits.
    assert_eq!(waits("2.6.36", 12, 4, list), (25, 2));
    // Reclaim kept one page for a reason other than I/O, so waiting would be useless.
    assert_eq!(waits("3.0", 12, 4, "A(w) B(l)"), (0, 0));
}

#[test]
fn kswapd_does_not_wait() {
    for kernel in ["2.6.29", "2.6.34-rc1", "3.0"] {
        let mut lab = Lab::new(kernel).inactive("A(w) B");
        assert_eq!(shrink(&mut lab, 2, Who::Kswapd, 9, 4), 1);
        assert!(lab.m().now() < MS);
    }
}

#[test]
fn a_block_is_taken_with_its_active_pages_and_those_of_the_other_kind() {
    let lab = || {
        Lab::new("2.6.34-rc1")
            .inactive("A")
            .list(Lru::ActiveFile, "B")
            .inactive("C(l) D(l)")
    };
    let mut lumpy = lab();
    assert_eq!(lumpy.page("A") % 2, 0);
    assert_eq!(lumpy.page("B"), lumpy.page("A") + 1);
    assert_eq!(shrink(&mut lumpy, 1, Who::Direct, 9, 1), 2);
    let counts = [Counter::PgDeactivate, Counter::PgScanDirect];
    // These kernels isolate up to 32 pages, whatever number is requested, so both calls scan C and D as well.
    assert_eq!(counts.map(|c| lumpy.count(c)), [1, 4]);
    let mut single = lab();
    assert_eq!(shrink(&mut single, 1, Who::Direct, 10, 1), 1);
    assert_eq!(counts.map(|c| single.count(c)), [0, 3]);
    assert_eq!(single.drawn(Lru::ActiveFile), "B");
}

#[test]
fn from_2_6_37_a_block_ends_at_a_page_that_cannot_be_taken() {
    // In a block of four pages, the second page is unevictable, and the others are inactive.
    for (kernel, taken) in [("2.6.34-rc1", 3), ("2.6.37", 1)] {
        let mut lab = Lab::new(kernel)
            .rules(|rules| rules.isolate_exact = true)
            .inactive("A")
            .list(Lru::Unevictable, "U")
            .inactive("C D");
        assert_eq!(shrink(&mut lab, 1, Who::Kswapd, 9, 2), taken, "{kernel}");
    }
}

#[test]
fn anonymous_neighbours_stay_where_they_could_not_go() {
    for (kernel, looked_at) in [("2.6.32", 2), ("2.6.33", 1), ("2.6.37", 1)] {
        let mut lab = Lab::new(kernel)
            .rules(|rules| rules.isolate_exact = true)
            .inactive("A")
            .list(Lru::InactiveAnon, "B(u)");
        shrink(&mut lab, 1, Who::Kswapd, 9, 1);
        assert_eq!(lab.count(Counter::PgScanKswapd), looked_at, "{kernel}");
    }
}

#[test]
fn filesystems_would_complain_of_direct_reclaim_and_have_no_cause_to() {
    for (a1, complaints) in [(false, 1), (true, 0)] {
        for who in [Who::Direct, Who::Kswapd] {
            let mut lab = Lab::new("3.1")
                .swap(10)
                .switch(NoDirectFsWriteback, a1)
                .switch(FsReclaimWarnings, true)
                .inactive("A(d)")
                .list(Lru::InactiveAnon, "S(s d)");
            lab.scan(32, who, 9);
            lab.scan_type(32, who, 9, false);
            let expected = if who == Who::Direct { complaints } else { 0 };
            assert_eq!(
                lab.m().observed().fs_reclaim_warnings,
                expected,
                "{who:?} {a1}"
            );
        }
    }
}
