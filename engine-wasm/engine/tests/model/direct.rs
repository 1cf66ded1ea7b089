//! Direct reclaim and the slow path around it: when enough pages of a zone are freed, when the call ends, and what
//! follows.

use reclaim_engine::kernel::rules::{BailOut, Rebalance, ScanFloor};
use reclaim_engine::mechanism::Mechanism::WaitIffCongested;
use reclaim_engine::mm::backing_dev::Amount;
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::slow_path::alloc_page;
use reclaim_engine::mm::vmscan::direct::try_to_free_pages;
use reclaim_engine::mm::vmscan::shrink_zone::shrink_zone;
use reclaim_engine::mm::zone::{Lru, Watermarks};
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS, Who, scan};
use super::per_zone_dirty::keep;

/// Returns a zone with room for `pages` file pages, and with the watermarks and per-CPU lists of the 256M machine.
fn large(pages: u64) -> Lab {
    let lab = Lab::with_zones("3.0", &[("DMA32", pages + 20_000)], 1);
    {
        let mut m = lab.m();
        let zone = &mut m.memory.zones[0];
        zone.watermarks = Watermarks {
            min: 469,
            low: 586,
            high: 703,
        };
        (zone.pcp_batch, zone.pcp_high) = (15, 90);
    }
    lab
}

/// Returns the pages that shrink_zone frees from a clean list, in a call that has already freed `before`.
fn freed(lab: &mut Lab, who: Who, priority: u32, before: u64) -> u64 {
    lab.call(move |cx| async move {
        let mut sc = who.control(priority);
        sc.nr_reclaimed = before;
        shrink_zone(&cx, 0, &mut sc).await;
        sc.nr_reclaimed - before
    })
}

const RULES: [BailOut; 3] = [
    BailOut::MoreThanTarget,
    BailOut::AtLeastTarget,
    BailOut::AtLeastTargetPerZone,
];

#[test]
fn direct_reclaim_stops_above_or_at_32_and_kswapd_goes_on() {
    for (rule, direct) in RULES.into_iter().zip([64, 32, 32]) {
        let mut lab = large(262_144).rules(|rules| rules.bail_out = rule).fill(
            Lru::InactiveFile,
            262_144,
            "",
        );
        assert_eq!(freed(&mut lab, Who::Direct, 11, 0), direct, "{rule:?}");
        lab.m().drain_all_pages();
        lab.mark();
        // The list is a few pages shorter than before, so the scan count is 127 and not 128.
        assert_eq!(freed(&mut lab, Who::Kswapd, 11, 0), 127, "{rule:?}");
        // At priority 12, direct reclaim scans its whole scan count, as kswapd does.
        assert_eq!(freed(&mut lab, Who::Direct, 12, 0), 63, "{rule:?}");
    }
}

#[test]
fn up_to_2_6_37_what_other_zones_gave_counts_and_from_3_0_each_zone_gives_32() {
    for (rule, clean, with_a_held_page) in [
        (BailOut::AtLeastTarget, 32, 31),
        (BailOut::AtLeastTargetPerZone, 32, 63),
    ] {
        let lab = || large(262_144).rules(|rules| rules.bail_out = rule);
        let mut all = lab().fill(Lru::InactiveFile, 262_144, "");
        assert_eq!(freed(&mut all, Who::Direct, 11, 32), clean);
        let mut held = lab()
            .fill(Lru::InactiveFile, 31, "")
            .fill(Lru::InactiveFile, 1, "l")
            .fill(Lru::InactiveFile, 262_112, "");
        assert_eq!(freed(&mut held, Who::Direct, 11, 32), with_a_held_page);
    }
}

#[test]
fn a_grant_of_74_is_74_pages_or_three_batches() {
    for (exact, looked_at) in [(true, 74), (false, 96)] {
        let mut lab = Lab::new("3.0")
            .rules(|rules| {
                rules.isolate_exact = exact;
                rules.scan_floor = ScanFloor::Saved;
            })
            .fill(Lru::InactiveFile, 45_000, "");
        for priority in [12, 11] {
            assert_eq!(freed(&mut lab, Who::Kswapd, priority, 0), 0);
        }
        lab.expect_changes("");
        assert_eq!(freed(&mut lab, Who::Kswapd, 10, 0), looked_at);
        // Full per-CPU lists were freed to the buddy allocator. This resets pages_scanned, so the test reads
        // pgscan_kswapd.
        assert_eq!(lab.count(Counter::PgScanKswapd), looked_at);
    }
}

/// Returns a machine whose free pages are below min. Its first pass at priority 12 frees 32 pages.
fn starved(free: u64) -> Lab {
    large(132_000)
        .switch(WaitIffCongested, false)
        .fill(Lru::InactiveFile, 132_000, "")
        .free(0, free)
}

fn allocate(lab: &mut Lab) -> u32 {
    lab.start(|cx| async move {
        alloc_page(&cx, Gfp::USER).await;
    })
}

#[test]
fn freed_pages_lie_on_the_per_cpu_list_until_somebody_drains_it() {
    let mut off = starved(460).rules(|rules| rules.drain_pcp_after_reclaim = false);
    off.mark();
    let id = allocate(&mut off);
    off.run_until(19 * MS);
    assert!(!off.ended(id), "460 <= 469");
    off.expect_changes(&format!("{}, allocstall 1", scan(Who::Direct, 32, 32)));
    let mut on = starved(460);
    on.mark();
    let id = allocate(&mut on);
    on.run_until(MS);
    assert!(on.ended(id), "492 > 469");
    keep(&on, 0);
    assert_eq!(on.m().memory.zones[0].free, 477);
    assert_eq!(on.m().memory.zones[0].pcp, 14);
    // Pages were freed to the buddy allocator, which resets pages_scanned.
    on.expect_changes(&format!(
        "{}, allocstall 1, pgalloc 1, nr_free_pages 17, pcp -18, pages_scanned -32",
        scan(Who::Direct, 32, 32)
    ));
}

#[test]
fn a_nap_after_reclaim_is_a_stall_of_five_jiffies() {
    let mut lab = starved(430);
    allocate(&mut lab);
    lab.run_until(19 * MS);
    assert_eq!(lab.count(Counter::PgStall), 0);
    lab.set_free(0, 600);
    lab.run_until(21 * MS);
    let stall = [
        Counter::PgStall,
        Counter::PgStallSlept,
        Counter::PgWaitJiffies,
        Counter::PgReclaimed,
    ];
    assert_eq!(stall.map(|c| lab.count(c)), [1, 1, 5, 32]);
}

#[test]
fn without_congestion_a_stall_is_counted_and_costs_no_time() {
    let mut lab = starved(430).switch(WaitIffCongested, true);
    let id = allocate(&mut lab);
    lab.run_until(2 * MS);
    assert!(lab.ended(id), "a second quantum was enough");
    assert_eq!(lab.count(Counter::PgStall), 1);
    assert_eq!(lab.count(Counter::PgStallSlept), 0);
    assert_eq!(lab.count(Counter::AllocStall), 2);
}

#[test]
fn after_the_nap_old_kernels_reclaim_before_they_look_at_the_free_lists() {
    for (rule, stalls, stolen) in [
        (Rebalance::FreelistFirst, 1, 32),
        (Rebalance::ReclaimFirst, 2, 64),
    ] {
        let mut lab = starved(430).rules(|rules| rules.rebalance = rule);
        let id = allocate(&mut lab);
        lab.run_until(10 * MS);
        lab.set_free(0, 600);
        lab.run_until(22 * MS);
        assert!(lab.ended(id));
        assert_eq!(lab.count(Counter::AllocStall), stalls, "{rule:?}");
        assert_eq!(lab.count(Counter::PgSteal), stolen, "{rule:?}");
    }
}

/// Returns the result of try_to_free_pages.
fn progress(lab: &mut Lab) -> u64 {
    lab.call(|cx| async move { try_to_free_pages(&cx, Gfp::USER).await })
}

#[test]
fn a_call_ends_with_32_pages_and_counts_one_stall() {
    let mut lab = large(131_072).fill(Lru::InactiveFile, 131_072, "");
    assert_eq!(progress(&mut lab), 32);
    lab.expect_changes(&format!("{}, allocstall 1", scan(Who::Direct, 32, 32)));
}

#[test]
fn priorities_fall_until_32_pages_are_freed() {
    // The call scans 9 pages at priority 12, 19 at 11, and 32 of 39 at 10: 60 pages.
    let mut lab = Lab::new("3.0").fill(Lru::InactiveFile, 40_000, "");
    assert_eq!(progress(&mut lab), 60);
    lab.expect_changes(&format!("{}, allocstall 1", scan(Who::Direct, 60, 60)));
}

#[test]
fn flushers_are_woken_for_what_was_scanned_once_that_is_more_than_48() {
    // The call scans 1, 3, 6, 12, 25, 50 and 100 pages at priorities 6 to 0.
    let mut lab = Lab::new("3.0").fill(Lru::InactiveFile, 100, "x");
    let file = lab.file;
    lab.m().io.bdi_mut(0).b_dirty.push_back(file);
    assert_eq!(progress(&mut lab), 1, "there is hope");
    let m = lab.m();
    let asked: Vec<_> = m.io.bdi(0).work.iter().map(|work| work.amount).collect();
    assert_eq!(asked, [97, 197].map(Amount::Pages));
    assert!(m.io.bdi(0).work.iter().all(|work| work.from_start));
    assert!(m.io.bdi(1).work.is_empty(), "nothing is dirty there");
}

#[test]
fn a_pass_at_low_priority_naps_in_a_congested_zone() {
    for (flagged, naps) in [(false, 0), (true, 10)] {
        // 3,000 >> 9 is 5, so every pass from priority 9 to 0 scans at least five pages.
        let mut lab = Lab::new("3.0")
            .fill(Lru::InactiveFile, 3_000, "x")
            .queue_writes(113);
        lab.m().memory.zones[0].congested = flagged;
        progress(&mut lab);
        let now = lab.m().now();
        assert_eq!(now / (100 * MS), naps);
    }
}

#[test]
fn a_zone_given_up_is_looked_at_only_at_12() {
    let mut lab = large(45_000).fill(Lru::InactiveFile, 45_000, "");
    lab.m().memory.zones[0].all_unreclaimable = true;
    lab.mark();
    assert_eq!(progress(&mut lab), 10);
    lab.expect_changes(&format!("{}, allocstall 1", scan(Who::Direct, 10, 10)));
}

#[test]
fn without_progress_and_hope_somebody_is_killed_unless_the_caller_holds_a_filesystem() {
    let hopeless = || {
        let lab = Lab::new("3.0").free(0, 400);
        lab.m().memory.zones[0].all_unreclaimable = true;
        lab
    };
    let mut lab = hopeless();
    assert_eq!(progress(&mut lab), 0);
    let mut lab = hopeless();
    let got = lab.call(|cx| async move { alloc_page(&cx, Gfp::USER).await });
    assert_eq!((got, lab.count(Counter::OomKill)), (None, 1));
    let mut lab = hopeless().switch(WaitIffCongested, false);
    let id = lab.start(|cx| async move {
        alloc_page(&cx, Gfp::NOFS).await;
    });
    lab.run_until(100 * MS);
    assert!(!lab.ended(id));
    assert_eq!(lab.count(Counter::OomKill), 0);
    assert!(lab.count(Counter::PgStall) >= 4);
}
