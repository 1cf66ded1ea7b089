//! `zone_pressure_wait` and `zone_pressure_kswapd`.

use reclaim_engine::mechanism::Mechanism::{ZonePressureKswapd, ZonePressureWait};
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::migratetype::Migratetype::Movable;
use reclaim_engine::mm::slow_path::alloc_page;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::mm::zone_pressure::wait_for_zone;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::sched::task::{Activity, TaskId};

use super::allocator::fragmented;
use super::lab::{Lab, MS};

const KERNEL: &str = "2.6.34-rc1";

/// At the time `at`, milliseconds, raises the zone's number of free pages to `free`, as when pages are freed in bulk.
fn returns(lab: &mut Lab, at: u64, free: u64) {
    lab.start(move |cx| async move {
        cx.sleep(at * MS, Activity::Idle).await;
        cx.with(|m| {
            let zone = &mut m.memory.zones[0];
            zone.kernel = zone.kernel + zone.free - free;
            zone.free = free;
            m.check_zone_pressure(0);
        });
    });
}

/// Starts a task that waits for the zone from time 0, with `free` pages free.
fn sleeper(order: u8, free: u64) -> (Lab, TaskId) {
    let mut lab = Lab::new(KERNEL)
        .switch(ZonePressureWait, true)
        .free(0, free);
    let id = lab.start(move |cx| async move { wait_for_zone(&cx, 0, order, 20 * MS).await });
    (lab, id)
}

/// Returns the time at which a task has ended, milliseconds.
fn ends(lab: &mut Lab, id: TaskId) -> u64 {
    for at in 0..100 {
        lab.run_until(at * MS + MS / 2);
        if lab.ended(id) {
            return at;
        }
    }
    panic!("it sleeps for ever");
}

#[test]
fn the_first_return_that_brings_the_zone_above_low_ends_it() {
    let (mut lab, id) = sleeper(0, 400);
    returns(&mut lab, 4, 580);
    returns(&mut lab, 8, 600);
    assert_eq!(ends(&mut lab, id), 8, "580 <= 586, 600 > 586");
}

#[test]
fn a_sleeper_of_a_larger_order_tests_for_itself() {
    // 400 of the pages are single. At order 1, 599 pages are above 586, but then 599 - 400 pages are not above 293.
    let mut lab = fragmented(KERNEL, 400, 0).switch(ZonePressureWait, true);
    let id = lab.start(|cx| async move { wait_for_zone(&cx, 0, 1, 20 * MS).await });
    returns(&mut lab, 8, 600);
    assert_eq!(ends(&mut lab, id), 20);
}

#[test]
fn it_sleeps_first_and_looks_after() {
    let (mut lab, id) = sleeper(0, 700);
    assert_eq!(ends(&mut lab, id), 20);
    let (mut lab, id) = sleeper(0, 700);
    returns(&mut lab, 5, 700);
    assert_eq!(ends(&mut lab, id), 5);
}

#[test]
fn a_return_of_a_per_cpu_list_is_one_and_a_zone_scan_too() {
    let (mut lab, id) = sleeper(0, 590);
    let pages: Vec<_> = (0..15)
        .map(|_| lab.m().take_page(0, 0, Movable).expect("a page"))
        .collect();
    lab.run_until(3 * MS);
    assert!(!lab.ended(id));
    for pfn in pages {
        lab.m().free_page(pfn, true);
    }
    lab.run_until(4 * MS);
    assert!(!lab.ended(id), "they lie on the per-CPU list");
    lab.m().drain_all_pages();
    lab.run_until(5 * MS);
    assert!(lab.ended(id));
}

/// Makes an allocation that naps once. Returns the naps, their jiffies, and the direct reclaims in the first 100 ms.
fn allocation(on: bool) -> [u64; 3] {
    let lab = Lab::with_zones(KERNEL, &[("DMA32", 152_000)], 1)
        .switch(ZonePressureWait, on)
        .fill(Lru::InactiveFile, 132_000, "");
    {
        let m = &mut **lab.m();
        m.memory.zones[0].watermarks = reclaim_engine::mm::zone::Watermarks {
            min: 469,
            low: 586,
            high: 703,
        };
    }
    let mut lab = lab.free(0, 400);
    let id = lab.start(|cx| async move {
        alloc_page(&cx, Gfp::USER).await;
    });
    lab.run_while(|m| m.observed().vmstat.total(Counter::AllocStall) == 0);
    returns(&mut lab, 4, 580);
    returns(&mut lab, 8, 600);
    lab.run_until(100 * MS);
    assert!(lab.ended(id));
    [
        Counter::PgStall,
        Counter::PgWaitJiffies,
        Counter::AllocStall,
    ]
    .map(|c| lab.count(c))
}

#[test]
fn the_allocator_naps_for_the_zone_and_then_reclaims_again() {
    // With the mechanism off, the nap lasts 5 jiffies (20 ms). With it on, it begins a little after 0 and ends at 8 ms.
    assert_eq!(allocation(false), [1, 5, 2]);
    let on = allocation(true);
    assert_eq!([on[0], on[2]], [1, 2]);
    assert!(on[1] <= 2, "{} jiffies", on[1]);
}

/// Returns the end of kswapd's nap, milliseconds. An I/O ends at 8 ms. If `woken`, kswapd is woken at 40 ms.
fn nap_ends(on: bool, woken: bool) -> u64 {
    let mut lab = Lab::with_disk(KERNEL, super::lab::ZONES_256M, 1, "ext2", 8)
        .switch(ZonePressureKswapd, on)
        .queue_writes(1)
        .fill(Lru::InactiveFile, 3_000, "x")
        .free(0, 500);
    lab.m().kick_queue(0);
    lab.start_kswapd();
    lab.run_until(MS);
    let looked_at = lab.count(Counter::PgScanKswapd);
    assert!(looked_at > 0);
    if woken {
        lab.start(|cx| async move {
            cx.sleep(39 * MS, Activity::Idle).await;
            cx.with(|m| m.wake_kswapd_for(0));
        });
    }
    for at in 1..200 {
        lab.run_until(at * MS + MS / 2);
        if lab.count(Counter::KswapdStall) > 0 {
            return at;
        }
    }
    panic!("it sleeps for ever");
}

#[test]
fn kswapds_nap_ends_when_it_is_needed_and_not_with_an_io() {
    assert_eq!(nap_ends(false, true), 8);
    assert_eq!(nap_ends(true, true), 40);
    assert_eq!(nap_ends(true, false), 100);
}
