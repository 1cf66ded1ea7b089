//! kswapd: what wakes it, which zones it scans, at which priorities, and when it sleeps.

use reclaim_engine::kernel::rules::BalancePgdat;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS, Who, scan};

const DMA: usize = 0;
const DMA32: usize = 1;
/// 256 MB in two zones. Watermarks (min, low, high): DMA has 31, 38, 46 and a reserve of 230; DMA32 has 469, 586, 703.
const TWO: &[(&str, u64)] = &[("DMA", 3_900), ("DMA32", 59_000)];

fn quickly(lab: &Lab) -> [u64; 2] {
    [
        Counter::KswapdLowWmarkHitQuickly,
        Counter::KswapdHighWmarkHitQuickly,
    ]
    .map(|counter| lab.count(counter))
}

fn looked_at(lab: &Lab, z: usize) -> u64 {
    lab.m().observed().vmstat.of_zone(z, Counter::PgScanKswapd)
}

#[test]
fn a_zone_at_its_low_mark_wakes_it_whatever_is_reserved() {
    for (free, woken) in [
        ([39, 587], false),
        ([39, 586], true),
        ([38, 587], true),
        ([300, 5_000], false),
    ] {
        let lab = Lab::with_zones("3.0.101", TWO, 1);
        let mut lab = lab.free(DMA, free[0]).free(DMA32, free[1]);
        let kswapd = lab.sleeping_kswapd();
        lab.m().wake_kswapd_for(0);
        lab.run_until(MS);
        assert_eq!(lab.ended(kswapd), woken, "{free:?}");
    }
}

/// Returns a machine whose kswapd goes to sleep with 710 free pages, seven more than high, and with pages to reclaim.
fn lying_down(check: bool) -> Lab {
    let mut lab = Lab::new("3.0.101")
        .rules(|rules| rules.premature_sleep_check = check)
        .fill(Lru::InactiveFile, 45_000, "")
        .free(0, 710);
    lab.start_kswapd();
    lab
}

#[test]
fn on_a_booted_machine_it_sleeps_until_somebody_needs_it() {
    for kernel in ["2.6.29", "3.0", "3.16"] {
        let mut lab = Lab::new(kernel)
            .fill(Lru::InactiveFile, 45_000, "")
            .free(0, 710);
        lab.booted_kswapd();
        lab.run_until(MS);
        // 650 free pages are between low (586) and high (703). kswapd would reclaim if it were awake.
        lab.set_free(0, 650);
        lab.run_until(200 * MS);
        assert_eq!(lab.count(Counter::PageOutRun), 0, "{kernel}");
        assert_eq!(quickly(&lab), [0, 0]);
        lab.set_free(0, 580);
        lab.m().wake_kswapd_for(0);
        lab.run_until(201 * MS);
        assert!(lab.count(Counter::PageOutRun) > 0, "{kernel}");
    }
}

#[test]
fn it_naps_and_looks_again_before_it_sleeps() {
    let mut lab = lying_down(true);
    lab.run_until(99 * MS);
    lab.set_free(0, 650);
    assert_eq!(lab.count(Counter::PageOutRun), 0);
    lab.run_until(100 * MS - 1);
    assert_eq!(lab.count(Counter::PageOutRun), 0);
    lab.run_while(|m| m.observed().vmstat.total(Counter::PageOutRun) == 0);
    assert!(lab.m().now() < 101 * MS, "25 jiffies");
    assert_eq!(quickly(&lab), [0, 1]);
}

#[test]
fn woken_in_the_nap_it_says_so() {
    let mut lab = lying_down(true);
    lab.run_until(40 * MS);
    lab.set_free(0, 580);
    lab.m().wake_kswapd_for(0);
    lab.run_while(|m| m.observed().vmstat.total(Counter::PageOutRun) == 0);
    assert!(lab.m().now() < 41 * MS);
    assert_eq!(quickly(&lab), [1, 0]);
}

#[test]
fn still_balanced_after_the_nap_it_sleeps() {
    let mut lab = lying_down(true);
    lab.run_until(99 * MS);
    lab.set_free(0, 704);
    lab.run_until(10_000 * MS);
    lab.set_free(0, 600);
    lab.run_until(20_000 * MS);
    assert_eq!(lab.count(Counter::PageOutRun), 0);
    assert_eq!(quickly(&lab), [0, 0]);
}

#[test]
fn up_to_2_6_32_it_sleeps_at_once() {
    let mut lab = lying_down(false);
    lab.run_until(99 * MS);
    lab.set_free(0, 650);
    lab.run_until(10_000 * MS);
    assert_eq!(lab.count(Counter::PageOutRun), 0);
    assert_eq!(quickly(&lab), [0, 0]);
}

#[test]
fn out_of_balance_it_does_not_lie_down_at_all() {
    let mut lab = lying_down(true).free(0, 703);
    lab.run_while(|m| m.observed().vmstat.total(Counter::PageOutRun) == 0);
    assert!(lab.m().now() < MS);
    assert_eq!(quickly(&lab), [0, 1]);
}

#[test]
fn priority_falls_only_while_all_passes_together_freed_less_than_32() {
    // The first run scans 10, 21 and 43 pages at priorities 12 to 10. The next run starts at 12 again, with 10 pages.
    let mut lab = lying_down(true).free(0, 600);
    lab.mark();
    lab.run_while(|m| m.observed().vmstat.total(Counter::PageOutRun) < 2);
    lab.expect_changes(&format!(
        "{}, pageoutrun 2, kswapd_high_wmark_hit_quickly 1",
        scan(Who::Kswapd, 84, 84)
    ));
}

/// Returns a machine after kswapd's pass at priority 9, which scanned 40 pages and freed five. The other pages have an
/// additional reference.
fn after_9(free: u64, skips: bool) -> Lab {
    let mut lab = Lab::new("3.0")
        .rules(|rules| rules.skip_nap_under_min = skips)
        .fill(Lru::InactiveFile, 5, "")
        .fill(Lru::InactiveFile, 3_000, "x")
        .free(0, free);
    lab.start_kswapd();
    lab.run_until(5 * MS);
    lab
}

#[test]
fn a_pass_below_10_ends_with_a_nap_unless_a_zone_is_below_min() {
    for (free, skips) in [(460, false), (500, false), (500, true), (472, true)] {
        let mut lab = after_9(free, skips);
        assert_eq!(looked_at(&lab, 0), 40, "{free} {skips}");
        assert_eq!(lab.count(Counter::PgSteal), 5);
        lab.run_until(99 * MS);
        assert_eq!(looked_at(&lab, 0), 40);
        lab.run_until(101 * MS);
        assert!(looked_at(&lab, 0) > 40);
        assert_eq!(lab.count(Counter::KswapdStall), 1);
        assert_eq!(lab.count(Counter::KswapdWaitJiffies), 25);
        assert_eq!(lab.count(Counter::KswapdSkipCongestionWait), 0);
    }
    for free in [460, 471] {
        let lab = after_9(free, true);
        assert!(looked_at(&lab, 0) > 40, "{free}");
        assert_eq!(lab.count(Counter::KswapdStall), 0);
        assert!(lab.count(Counter::KswapdSkipCongestionWait) > 0);
    }
}

/// Returns the pages that kswapd's first run scans in each of two zones. Each zone has a batch of clean pages.
fn first_run(form: BalancePgdat, free: [u64; 2]) -> [u64; 2] {
    let mut lab = Lab::with_zones("3.0", TWO, 1)
        .rules(|rules| {
            rules.balance_pgdat = form;
            // The class zone came with 2.6.38, and the balance gap with 2.6.39.
            rules.balance_gap = form.knows_classzone();
        })
        .fill_in(DMA, Lru::InactiveFile, 32, "")
        .fill(Lru::InactiveFile, 32, "")
        .free(DMA, free[0])
        .free(DMA32, free[1]);
    lab.start_kswapd();
    lab.run_until(MS / 2);
    [DMA, DMA32].map(|z| looked_at(&lab, z))
}

#[test]
fn it_goes_from_the_lowest_zone_to_the_highest_that_is_short() {
    // 3.0 does not count two of the free pages. So its watermarks are in effect two pages higher.
    let v30 = |free| first_run(BalancePgdat::QuarterOfClasszone, free);
    assert_eq!(v30([49, 706]), [0, 0]);
    // Only DMA is short. The zone above it is not scanned.
    assert_eq!(v30([48, 706]), [32, 0]);
    // DMA32 is short. DMA must have its high watermark, the balance gap and the reserve for DMA32 free: 46 + 38 + 230.
    assert_eq!(v30([316, 705]), [32, 32]);
    assert_eq!(v30([317, 705]), [0, 32]);
}

#[test]
fn up_to_2_6_37_zones_are_shrunk_up_to_eight_times_their_high_mark() {
    // DMA must have 8 × 46 + 230 pages free, and the two pages that 3.0 ignores: 600 pages are not enough.
    assert_eq!(first_run(BalancePgdat::TestsAfter, [600, 705]), [32, 32]);
    assert_eq!(first_run(BalancePgdat::TestsAfter, [601, 705]), [0, 32]);
}

#[test]
fn a_zone_with_nothing_to_give_is_given_up_after_six_looks_at_it() {
    let mut lab = Lab::with_zones("3.0", TWO, 1)
        .fill_in(DMA, Lru::InactiveFile, 4, "x")
        .free(DMA, 40);
    lab.start_kswapd();
    lab.run_until(10_000 * MS);
    assert_eq!(looked_at(&lab, DMA), 24);
    assert!(lab.m().memory.zones[DMA].all_unreclaimable);
    assert!(!lab.m().memory.zones[DMA32].all_unreclaimable);
    assert_eq!(lab.count(Counter::PageOutRun), 1);
    // kswapd naps at priorities 9 and 8. At 7, it gives up on the zone, and then all zones count as balanced.
    assert_eq!(lab.count(Counter::KswapdStall), 2);
}

#[test]
fn a_zone_is_no_longer_congested_once_it_is_balanced() {
    let mut lab = lying_down(true).free(0, 600);
    lab.m().memory.zones[0].congested = true;
    lab.run_while(|m| m.memory.zones[0].free <= 703);
    lab.run_until(99 * MS);
    assert!(!lab.m().memory.zones[0].congested);
}

#[test]
fn from_3_1_on_zones_that_need_nothing_are_no_longer_congested_either() {
    for (kernel, left) in [("3.0", true), ("3.0.101", false), ("3.1", false)] {
        let mut lab = Lab::with_zones(kernel, TWO, 1)
            .fill_in(DMA, Lru::InactiveFile, 32, "")
            .free(DMA, 40);
        lab.m().memory.zones[DMA32].congested = true;
        lab.start_kswapd();
        lab.run_until(MS);
        assert_eq!(lab.m().memory.zones[DMA32].congested, left, "{kernel}");
    }
}

#[test]
fn before_it_sleeps_it_looks_only_at_the_zones_that_it_went_up_to() {
    for (dma, again) in [(40, 0), (47, 1)] {
        // Only DMA is short, so kswapd does not consider DMA32. Before its first sleep, it checks all zones.
        let mut lab = Lab::with_zones("3.0.101", TWO, 1)
            .fill_in(DMA, Lru::InactiveFile, 64, "")
            .fill(Lru::InactiveFile, 1_000, "")
            .free(DMA, dma)
            .free(DMA32, 704);
        lab.start_kswapd();
        lab.run_until(50 * MS);
        lab.mark();
        lab.set_free(DMA32, 650);
        lab.run_until(10_000 * MS);
        assert_eq!(lab.count(Counter::KswapdHighWmarkHitQuickly), again);
    }
}
