//! The rules that distinguish old kernels, checked on the kernels that have them.

use reclaim_engine::kernel::presets::{PRESETS, Preset};
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::slow_path::alloc_page;
use reclaim_engine::mm::vmscan::direct::try_to_free_pages;
use reclaim_engine::mm::vmscan::shrink_zone::shrink_zone;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::simulation::conflicts;

use super::lab::{Lab, MS, Who};

/// Kernels without variants, oldest first.
const MAIN: [&str; 9] = [
    "2.6.29",
    "2.6.30",
    "2.6.31",
    "2.6.32",
    "2.6.32.10",
    "2.6.33",
    "2.6.34-rc1",
    "2.6.37",
    "3.0",
];

fn each<R>(f: impl Fn(&'static str) -> R) -> Vec<R> {
    MAIN.into_iter().map(f).collect()
}

#[test]
fn every_kernel_of_the_study_is_there_with_mechanisms_that_go_together() {
    let published = [
        ("2.6.30", &["", "-asyncconfusion"][..]),
        ("2.6.30.10", &["", "-asyncconfusion"]),
        (
            "2.6.31",
            &["", "-revertevict", "-ttyfix", "-ttyfix-revertevict"],
        ),
        (
            "2.6.31.12",
            &["", "-revertevict", "-ttyfix", "-ttyfix-revertevict"],
        ),
        (
            "2.6.32",
            &["", "-revertevict", "-ttyfix", "-ttyfix-revertevict"],
        ),
        (
            "2.6.32.10",
            &["", "-revertevict", "-ttyfix", "-ttyfix-revertevict"],
        ),
        (
            "2.6.33",
            &["", "-revertevict", "-ttyfix", "-ttyfix-revertevict"],
        ),
        (
            "2.6.33.1",
            &["", "-revertevict", "-ttyfix", "-ttyfix-revertevict"],
        ),
        (
            "2.6.34-rc1",
            &["", "-revertevict", "-ttyfix", "-ttyfix-revertevict"],
        ),
    ];
    assert!(Preset::by_id("2.6.29").is_some());
    for (kernel, variants) in published {
        for variant in variants {
            let id = format!("{kernel}{variant}");
            assert!(Preset::by_id(&id).is_some(), "{id}");
        }
    }
    for preset in PRESETS {
        assert_eq!(conflicts(preset.mechanisms), [], "{}", preset.id);
    }
}

/// Returns the number of pages that direct reclaim frees at priority 11, with 262,144 clean pages.
fn one_turn(kernel: &str) -> u64 {
    let mut lab =
        Lab::with_zones(kernel, &[("DMA32", 282_144)], 1).fill(Lru::InactiveFile, 262_144, "");
    lab.call(|cx| async move {
        let mut sc = Who::Direct.control(11);
        shrink_zone(&cx, 0, &mut sc).await;
        sc.nr_reclaimed
    })
}

#[test]
fn direct_reclaim_takes_64_pages_up_to_2_6_32_and_32_from_then_on() {
    assert_eq!(each(one_turn), [64, 64, 64, 64, 64, 32, 32, 32, 32]);
}

/// Returns the pages that shrink_zone scans at priorities 12, 11 and 10, with 45,000 pages that have an additional
/// reference.
fn three_turns(kernel: &str) -> [u64; 3] {
    let mut lab = Lab::new(kernel).fill(Lru::InactiveFile, 45_000, "x");
    [12, 11, 10].map(|priority| {
        let before = lab.count(Counter::PgScanDirect);
        lab.call(move |cx| async move {
            let mut sc = Who::Direct.control(priority);
            shrink_zone(&cx, 0, &mut sc).await;
        });
        lab.count(Counter::PgScanDirect) - before
    })
}

#[test]
fn small_scans_are_saved_up_to_2_6_37_and_taken_by_32_up_to_2_6_35() {
    for kernel in MAIN {
        let expected = match kernel {
            "3.0" => [10, 21, 43],
            "2.6.37" => [0, 0, 74],
            _ => [0, 0, 96],
        };
        assert_eq!(three_turns(kernel), expected, "{kernel}");
    }
}

#[test]
fn a_young_mapped_page_is_activated_at_once_up_to_2_6_33() {
    for kernel in MAIN {
        let mut lab = Lab::new(kernel).inactive("M(y)");
        lab.scan(1, Who::Kswapd, 12);
        let once = !matches!(kernel, "2.6.34-rc1" | "2.6.37" | "3.0");
        assert_eq!(lab.count(Counter::PgActivate), u64::from(once), "{kernel}");
        if once {
            assert_eq!(lab.m().memory.zones[0].recent_rotated[1], 1);
            continue;
        }
        assert_eq!(lab.drawn(Lru::InactiveFile), "M(r u)");
        lab.scan(1, Who::Kswapd, 12);
        assert_eq!(lab.count(Counter::PgSteal), 1, "{kernel}: untouched");
        let mut touched = Lab::new(kernel).inactive("M(r y)");
        touched.scan(1, Who::Kswapd, 12);
        assert_eq!(touched.count(Counter::PgActivate), 1, "{kernel}: touched");
    }
}

#[test]
fn ageing_reads_and_clears_pg_referenced_of_mapped_pages_up_to_2_6_33() {
    for kernel in MAIN {
        let lab = Lab::new(kernel).list(Lru::ActiveFile, "A(r) B(u r) C(u)");
        lab.m().shrink_active_list(0, 3, true);
        let once = !matches!(kernel, "2.6.34-rc1" | "2.6.37" | "3.0");
        let (list, rotated) = if once {
            ("A(r) B(u) C(u)", 1)
        } else {
            ("A(r) B(r u) C(u)", 0)
        };
        assert_eq!(lab.drawn(Lru::InactiveFile), list, "{kernel}");
        assert_eq!(
            lab.m().memory.zones[0].recent_rotated[1],
            rotated,
            "{kernel}"
        );
    }
}

/// Allocates a page while free pages are below min. The first reclaim frees 32 pages to the per-CPU list. During the
/// nap, the number of free pages rises to `later`.
fn starved(kernel: &str, free: u64, later: u64) -> [u64; 3] {
    let lab =
        Lab::with_zones(kernel, &[("DMA32", 152_000)], 1).fill(Lru::InactiveFile, 132_000, "");
    {
        let m = &mut **lab.m();
        let zone = &mut m.memory.zones[0];
        zone.watermarks = reclaim_engine::mm::zone::Watermarks {
            min: 469,
            low: 586,
            high: 703,
        };
        (zone.pcp_batch, zone.pcp_high) = (15, 90);
        m.memory.zones[0].congested = true;
    }
    let mut lab = lab.queue_writes(113).free(0, free);
    let id = lab.start(|cx| async move {
        alloc_page(&cx, Gfp::USER).await;
    });
    lab.run_until(10 * MS);
    if !lab.ended(id) {
        lab.set_free(0, later);
    }
    lab.run_until(30 * MS);
    assert!(lab.ended(id), "{kernel}");
    [Counter::PgStall, Counter::AllocStall, Counter::PgSteal].map(|c| lab.count(c))
}

#[test]
fn per_cpu_lists_are_drained_from_2_6_36_and_the_free_list_comes_first_from_3_0() {
    for kernel in MAIN {
        let drained = starved(kernel, 460, 600);
        let napped = starved(kernel, 400, 600);
        match kernel {
            "3.0" => assert_eq!((drained, napped), ([0, 1, 32], [1, 1, 32])),
            "2.6.37" => assert_eq!((drained, napped), ([0, 1, 32], [1, 2, 64])),
            _ => {
                assert_eq!(drained[..2], [1, 2], "{kernel}");
                assert_eq!(napped[..2], [1, 2], "{kernel}");
            }
        }
    }
}

#[test]
fn before_it_sleeps_kswapd_looks_again_from_2_6_33() {
    for kernel in MAIN {
        let mut lab = Lab::new(kernel)
            .fill(Lru::InactiveFile, 45_000, "")
            .free(0, 710);
        lab.start_kswapd();
        lab.run_until(99 * MS);
        lab.set_free(0, 650);
        lab.run_until(200 * MS);
        let again = !matches!(
            kernel,
            "2.6.29" | "2.6.30" | "2.6.31" | "2.6.32" | "2.6.32.10"
        );
        let runs = lab.count(Counter::PageOutRun);
        assert_eq!(runs > 0, again, "{kernel}");
        let quickly = lab.count(Counter::KswapdHighWmarkHitQuickly);
        assert_eq!(quickly > 0, again, "{kernel}");
    }
}

#[test]
fn below_min_kswapd_does_not_nap_from_2_6_33() {
    for kernel in MAIN {
        let mut lab = Lab::new(kernel)
            .fill(Lru::InactiveFile, 5, "")
            .fill(Lru::InactiveFile, 3_000, "x")
            .free(0, 460);
        lab.start_kswapd();
        if matches!(
            kernel,
            "2.6.29" | "2.6.30" | "2.6.31" | "2.6.32" | "2.6.32.10"
        ) {
            lab.m().wake_kswapd_for(0);
        }
        lab.run_until(5 * MS);
        lab.m().wake_kswapd_for(0);
        lab.run_until(101 * MS);
        let skips = !matches!(
            kernel,
            "2.6.29" | "2.6.30" | "2.6.31" | "2.6.32" | "2.6.32.10"
        );
        let skipped = lab.count(Counter::KswapdSkipCongestionWait);
        assert_eq!(skipped > 0, skips, "{kernel}");
        lab.run_until(150 * MS);
        assert_eq!(lab.count(Counter::KswapdStall) == 0, skips, "{kernel}");
    }
}

#[test]
fn without_success_a_call_returns_hope_from_2_6_36() {
    for kernel in MAIN {
        let mut lab = Lab::new(kernel).fill(Lru::InactiveFile, 100, "x");
        let got = lab.call(|cx| async move { try_to_free_pages(&cx, Gfp::USER).await });
        let hope = u64::from(kernel == "3.0");
        // When the call ends in 2.6.37, pages_scanned is still below six times the 100 pages, so the zone counts as
        // reclaimable.
        let hope = if kernel == "2.6.37" { 1 } else { hope };
        assert_eq!(got, hope, "{kernel}");
    }
}

#[test]
fn dirty_limits_doubled_in_2_6_30() {
    for (kernel, ratios) in [
        ("2.6.29", [5, 10]),
        ("2.6.30", [10, 20]),
        ("2.6.37", [10, 20]),
    ] {
        let m = Lab::new(kernel);
        let m = m.m();
        assert_eq!(
            [
                m.writeback.knobs.dirty_background_ratio,
                m.writeback.knobs.dirty_ratio
            ],
            ratios
        );
    }
}
