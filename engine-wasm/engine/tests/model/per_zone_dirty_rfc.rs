//! `per_zone_dirty_rfc`: dirty limits in every attempt of an allocation, and the stage of the slow path that wakes the
//! flushers.

use reclaim_engine::mm::backing_dev::{Amount, Cause};
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::slow_path::alloc_page;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS};
use super::per_zone_dirty::{DMA, DMA32, FOR_WRITE, NORMAL, hold, keep, set_dirty, weiner};

const KERNEL: &str = "3.0-per-zone-dirty";

#[test]
fn limits_take_no_reserve_off() {
    let lab = weiner(KERNEL, [3_740, 2_600, 400]);
    let limits = [DMA, DMA32, NORMAL].map(|z| {
        let limits = lab.m().zone_dirty_limits_rfc(z);
        (limits.dirty, limits.background)
    });
    assert_eq!(limits, [(748, 374), (156_120, 78_060), (24_480, 12_240)]);
    let lab = weiner(KERNEL, [3_000, 2_600, 400]);
    hold(&lab, DMA, 820);
    let limits = lab.m().zone_dirty_limits_rfc(DMA);
    assert_eq!((limits.dirty, limits.background), (764, 382));
}

/// Returns a machine whose upper zones are over their limits, and a file on a flusher's list.
fn over(free: [u64; 3]) -> Lab {
    let mut lab = weiner(KERNEL, free);
    set_dirty(&lab, NORMAL, 24_000, 1_000);
    set_dirty(&lab, DMA32, 158_000, 2_000);
    let file = lab.file;
    lab.m().io.bdi_mut(0).b_dirty.push_back(file);
    lab.mark();
    lab
}

/// Returns the numbers of pages that the flusher was asked to write, in the order of the requests.
fn asked_for(lab: &Lab) -> Vec<u64> {
    let m = lab.m();
    let work = m.io.bdi(0).work.iter();
    work.map(|work| {
        assert_eq!(work.cause, Cause::Reclaim);
        match work.amount {
            Amount::Pages(pages) => pages,
            Amount::UntilBackground => panic!("a number of pages"),
        }
    })
    .collect()
}

fn start(lab: &mut Lab) {
    lab.start(|cx| async move {
        alloc_page(&cx, FOR_WRITE).await;
    });
}

#[test]
fn with_one_zone_below_its_limit_it_wakes_flushers_and_reclaims_at_once() {
    let mut lab = over([3_740, 2_600, 400]);
    start(&mut lab);
    lab.run_while(|m| m.observed().vmstat.total(Counter::AllocStall) == 0);
    assert!(lab.m().now() < MS, "no nap");
    assert_eq!(asked_for(&lab), [23_000, 156_000]);
    lab.expect_changes("allocstall 1");
}

#[test]
fn with_all_zones_over_their_limits_it_naps_once_first() {
    let mut lab = over([3_000, 2_600, 400]);
    hold(&lab, DMA, 820);
    set_dirty(&lab, DMA, 820, 0);
    lab.mark();
    start(&mut lab);
    lab.run_until(99 * MS);
    assert_eq!(asked_for(&lab), [23_000, 156_000, 820]);
    lab.expect_changes("");
    lab.run_while(|m| m.observed().vmstat.total(Counter::AllocStall) == 0);
    assert!((100 * MS..101 * MS).contains(&lab.m().now()), "25 jiffies");
    lab.expect_changes("allocstall 1");
}

#[test]
fn the_attempt_after_the_nap_may_succeed() {
    let mut lab = over([3_000, 2_600, 400]);
    hold(&lab, DMA, 820);
    set_dirty(&lab, DMA, 820, 0);
    start(&mut lab);
    lab.run_until(50 * MS);
    set_dirty(&lab, NORMAL, 24_480, 0);
    lab.mark();
    lab.run_until(101 * MS);
    keep(&lab, NORMAL);
    lab.expect_changes("pgalloc 1, nr_free_pages -31, pcp 30");
}

#[test]
fn zones_between_their_limits_only_wake_flushers_for_what_is_not_on_its_way() {
    let mut lab = over([3_740, 2_600, 257]);
    // Both upper zones are above the background limit. In NORMAL, as many pages are under writeback as are dirty.
    set_dirty(&lab, NORMAL, 6_121, 6_121);
    set_dirty(&lab, DMA32, 40_000, 39_000);
    lab.mark();
    start(&mut lab);
    lab.m().memory.zones[DMA32].watermarks.min = 2_600;
    lab.run_while(|m| m.observed().vmstat.total(Counter::AllocStall) == 0);
    assert_eq!(asked_for(&lab), [1_000]);
}

#[test]
fn no_attempt_takes_from_a_zone_over_its_limit() {
    let taken = |gfp: Gfp| {
        let mut lab = over([3_740, 2_600, 400]);
        let pfn = lab.call(move |cx| async move {
            cx.with(|m| m.task_mut(cx.id).memalloc = true);
            alloc_page(&cx, gfp).await
        });
        let pfn = pfn.expect("a page");
        lab.m().zone_of(pfn)
    };
    // An allocation that ignores the watermarks still respects the dirty limit.
    assert_eq!(taken(FOR_WRITE), DMA);
    assert_eq!(taken(Gfp::USER), NORMAL);
}
