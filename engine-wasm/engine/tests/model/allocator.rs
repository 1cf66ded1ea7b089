//! The page allocator: watermarks, the zonelist, per-CPU lists, and what atomic requests may take.

use reclaim_engine::machine::Machine;
use reclaim_engine::mm::gfp::{AllocFlags, Gfp};
use reclaim_engine::mm::migratetype::Migratetype::{Movable, Reserve, Unmovable};
use reclaim_engine::mm::slow_path::alloc_page;
use reclaim_engine::mm::zone::Mark;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS};

/// The three-zone machine of the per-zone dirty limits.
pub const WEINER: &[(&str, u64)] = &[("DMA", 3_900), ("DMA32", 830_000), ("Normal", 126_000)];
/// 256 MB in two zones.
const TWO: &[(&str, u64)] = &[("DMA", 3_900), ("DMA32", 59_000)];

fn flags(mark: Mark, high: bool, harder: bool) -> AllocFlags {
    AllocFlags { mark, harder, high }
}

#[test]
fn the_dma_zone_keeps_nearly_all_of_itself_from_the_normal_class() {
    let lab = Lab::with_zones("3.0.101", WEINER, 1);
    lab.set_free(0, 3_743);
    assert!(lab.m().zone_ok(0, Mark::Low, 2));
    lab.set_free(0, 3_742);
    assert!(!lab.m().zone_ok(0, Mark::Low, 2));
    // Allocations whose class zone is this zone ignore the reserve, so only the watermark counts.
    assert!(lab.m().zone_ok(0, Mark::High, 0));
    lab.set_free(0, 10);
    assert!(!lab.m().zone_ok(0, Mark::High, 0));
}

#[test]
fn an_atomic_request_halves_the_mark_and_takes_a_quarter_off() {
    let lab = Lab::with_zones("3.0.101", TWO, 1);
    let min = lab.m().memory.zones[1].watermarks.min;
    assert_eq!(min, 469);
    for (high, harder, least) in [
        (false, false, 469),
        (true, false, 235),
        (false, true, 352),
        (true, true, 177),
    ] {
        let ok = |free| {
            lab.set_free(1, free);
            lab.m()
                .watermark_ok(1, 0, min, 1, flags(Mark::Min, high, harder))
        };
        assert!(ok(least + 1) && !ok(least), "{high} {harder}");
    }
}

#[test]
fn from_2_6_38_to_3_2_two_free_pages_are_overlooked() {
    for (kernel, least) in [
        ("2.6.37", 469),
        ("3.0", 471),
        ("3.0.101", 469),
        ("3.1", 471),
        ("3.2", 471),
        ("3.3", 469),
    ] {
        let lab = Lab::new(kernel);
        let ok = |free| {
            lab.set_free(0, free);
            lab.m()
                .watermark_ok(0, 0, 469, 0, AllocFlags::at(Mark::Min))
        };
        assert!(ok(least + 1) && !ok(least), "{kernel}");
    }
}

#[test]
fn the_reserve_is_added_after_the_privileges() {
    let lab = Lab::with_zones("3.0.101", TWO, 1);
    // In the DMA zone, min is 31. The privileges reduce it to 16 and then to 12. The reserve of 230 is added
    // afterwards: 242.
    let ok = |free| {
        lab.set_free(0, free);
        lab.m()
            .watermark_ok(0, 0, 31, 1, flags(Mark::Min, true, true))
    };
    assert!(ok(243) && !ok(242));
}

/// Returns a machine whose zone has `singles` free blocks of order 0 and `pairs` of order 1.
pub fn fragmented(kernel: &str, singles: u64, pairs: u64) -> Lab {
    let lab = Lab::new(kernel);
    {
        let mut m = lab.m();
        let m = &mut **m;
        let zone = &mut m.memory.zones[0];
        let mut taken = Vec::new();
        while let Some(pfn) = zone.buddy.take(&mut m.memory.frames, 0, Movable) {
            taken.push(pfn);
        }
        zone.kernel += zone.free;
        zone.free = 0;
        taken.sort_unstable();
        for n in 0..singles {
            zone.buddy
                .free(&mut m.memory.frames, taken[4 * n as usize], 0);
        }
        for n in singles..singles + pairs {
            zone.buddy
                .free(&mut m.memory.frames, taken[4 * n as usize], 1);
        }
        zone.free = singles + 2 * pairs;
        zone.kernel -= zone.free;
        assert_eq!(
            [zone.buddy.nr_free(0), zone.buddy.nr_free(1)],
            [singles, pairs]
        );
    }
    lab
}

#[test]
fn a_higher_order_needs_enough_in_larger_blocks() {
    let lab = fragmented("3.0.101", 150, 25);
    let atomic = flags(Mark::Min, true, true);
    assert!(lab.m().watermark_ok(0, 0, 469, 0, atomic), "200 > 177");
    assert!(
        !lab.m().watermark_ok(0, 1, 469, 0, atomic),
        "199 > 177, then 49 <= 88"
    );
    // Without the 110 single pages, 89 of the 199 pages count for order 1: one more than half of the mark.
    assert!(
        fragmented("3.0.101", 110, 45)
            .m()
            .watermark_ok(0, 1, 469, 0, atomic),
        "199 - 110 = 89 > 88"
    );
    assert!(
        !fragmented("3.0.101", 111, 44)
            .m()
            .watermark_ok(0, 1, 469, 0, atomic),
        "198 - 111 = 87"
    );
}

#[test]
fn kswapds_high_mark_at_order_1() {
    let lab = fragmented("3.0.101", 700, 100);
    let at = AllocFlags::at(Mark::High);
    assert!(lab.m().watermark_ok(0, 0, 703, 0, at), "900 > 703");
    assert!(
        !lab.m().watermark_ok(0, 1, 703, 0, at),
        "899 > 703, then 199 <= 351"
    );
}

#[test]
fn the_zonelist_goes_down_and_skips_zones_below_the_mark() {
    let zone_of_next = |lab: &Lab| {
        let pfn = lab.m().alloc_fast(Gfp::USER);
        pfn.map(|pfn| lab.m().zone_of(pfn))
    };
    let lab = Lab::with_zones("3.0.101", WEINER, 1);
    assert_eq!(zone_of_next(&lab), Some(2));
    lab.set_free(2, 322);
    assert_eq!(zone_of_next(&lab), Some(2), "322 > 321");
    let lab = lab.free(2, 321);
    assert_eq!(zone_of_next(&lab), Some(1));
    let lab = lab.free(1, 2_608);
    assert_eq!(zone_of_next(&lab), Some(0), "2,608 <= 2,116 + 492");
    let lab = lab.free(0, 3_742);
    assert_eq!(zone_of_next(&lab), None);
}

#[test]
fn pages_on_the_per_cpu_list_do_not_help_the_watermark_but_are_given_out_above_it() {
    let lab = Lab::new("3.0.101").free(0, 601);
    let take = || lab.m().alloc_fast(Gfp::USER);
    assert!(take().is_some(), "601 > 586");
    let state = |m: &Machine| (m.memory.zones[0].free, m.memory.zones[0].pcp);
    assert_eq!(state(&lab.m()), (586, 14));
    assert!(take().is_none(), "586 <= 586, with 14 pages at hand");
}

#[test]
fn the_list_takes_a_batch_when_empty_and_gives_one_back_when_full() {
    let lab = Lab::new("3.0.101");
    let state = || {
        let m = lab.m();
        (m.memory.zones[0].free, m.memory.zones[0].pcp)
    };
    let pages: Vec<_> = (0..90)
        .map(|_| lab.m().take_page(0, 0, Movable).expect("a page"))
        .collect();
    assert_eq!(state(), (58_910, 0), "six batches of 15");
    for &pfn in &pages[..89] {
        lab.m().free_page(pfn, true);
    }
    assert_eq!(state(), (58_910, 89));
    lab.m().memory.zones[0].pages_scanned = 7;
    lab.m().memory.zones[0].all_unreclaimable = true;
    lab.m().free_page(pages[89], true);
    assert_eq!(state(), (58_925, 75));
    assert_eq!(lab.m().memory.zones[0].pages_scanned, 0);
    assert!(!lab.m().memory.zones[0].all_unreclaimable);
    let m = lab.m();
    let first = m.memory.cpus[0].pcp[0].lists[Movable as usize].head;
    assert_eq!(first, pages[0]);
    let last = m.memory.cpus[0].pcp[0].lists[Movable as usize].tail;
    assert_eq!(last, pages[74], "the coldest 15 went");
}

#[test]
fn a_free_that_stays_on_the_list_resets_nothing() {
    let lab = Lab::new("3.0.101");
    let pfn = lab.m().take_page(0, 0, Movable).expect("a page");
    lab.m().memory.zones[0].pages_scanned = 7;
    lab.m().memory.zones[0].all_unreclaimable = true;
    lab.m().free_page(pfn, true);
    assert_eq!(lab.m().memory.zones[0].pages_scanned, 7);
    assert!(lab.m().memory.zones[0].all_unreclaimable);
}

#[test]
fn hot_pages_are_given_out_first_and_cold_ones_last() {
    let lab = Lab::new("3.0.101");
    let [a, b, c] = [0; 3].map(|_| lab.m().take_page(0, 0, Movable).expect("a page"));
    lab.m().drain_all_pages();
    lab.m().free_page(a, false);
    lab.m().free_page(b, true);
    lab.m().free_page(c, false);
    let next = [0; 3].map(|_| lab.m().take_page(0, 0, Movable));
    assert_eq!(next, [Some(c), Some(a), Some(b)]);
}

#[test]
fn the_dma_zones_list_gives_every_page_back_at_once() {
    let lab = Lab::with_zones("3.0.101", TWO, 1);
    let free = lab.m().memory.zones[0].free;
    let state = || {
        let m = lab.m();
        (m.memory.zones[0].free, m.memory.zones[0].pcp)
    };
    let pfn = lab.m().take_page(0, 0, Movable).expect("a page");
    assert_eq!(state(), (free - 1, 0));
    lab.m().free_page(pfn, true);
    assert_eq!(state(), (free, 0));
}

#[test]
fn an_atomic_request_goes_down_to_its_share_and_fails_without_sleeping() {
    let mut lab = Lab::new("3.0.101").free(0, 178);
    let got = lab.call(|cx| async move { alloc_page(&cx, Gfp::ATOMIC).await });
    assert!(got.is_some(), "178 > 177");
    let mut lab = Lab::new("3.0.101").free(0, 177);
    let got = lab.call(|cx| async move { alloc_page(&cx, Gfp::ATOMIC).await });
    assert_eq!(got, None);
    assert!(lab.m().now() < MS);
    assert_eq!(lab.count(Counter::AllocStall), 0);
}

#[test]
fn a_request_between_low_and_min_wakes_kswapd_and_gets_its_page() {
    let mut lab = Lab::new("3.0.101").free(0, 470);
    let got = lab.call(|cx| async move { alloc_page(&cx, Gfp::USER).await });
    assert!(got.is_some());
    assert_eq!(lab.count(Counter::AllocStall), 0);
    let mut lab = Lab::new("3.0.101").free(0, 469).inactive("A");
    lab.start(|cx| async move {
        alloc_page(&cx, Gfp::USER).await;
    });
    lab.run_until(MS);
    assert!(lab.count(Counter::AllocStall) > 0, "469 is not above min");
}

#[test]
fn a_reclaimer_that_allocates_passes_the_watermarks() {
    let mut lab = Lab::new("3.0.101").free(0, 20);
    let got = lab.call(|cx| async move {
        cx.with(|m| m.task_mut(cx.id).memalloc = true);
        alloc_page(&cx, Gfp::USER).await
    });
    assert!(got.is_some());
    assert_eq!(lab.count(Counter::AllocStall), 0);
}

/// Returns the free pages on a zone's per-CPU lists, by type: unmovable, reclaimable, movable.
fn per_cpu(lab: &Lab) -> [u32; 3] {
    lab.m().memory.cpus[0].pcp[0].lists.map(|list| list.len)
}

/// Allocates `pages` movable pages, and frees them as reclaim does. Returns them.
fn with_freed(lab: &Lab, pages: usize) -> Vec<u32> {
    let taken: Vec<_> = (0..pages)
        .map(|_| lab.m().take_page(0, 0, Movable).expect("a page"))
        .collect();
    lab.m().free_page_list(0, &taken);
    taken
}

#[test]
fn a_freed_movable_page_is_not_for_an_unmovable_request() {
    let lab = Lab::new("3.0.101");
    let freed = with_freed(&lab, 15);
    assert_eq!(per_cpu(&lab), [0, 0, 15]);
    let free = lab.m().memory.zones[0].free;
    let kernel = lab.m().alloc_fast(Gfp::KERNEL).expect("a page");
    assert!(!freed.contains(&kernel));
    // The allocator took a separate batch for this request, from a block that is unmovable from now on.
    assert_eq!(per_cpu(&lab), [14, 0, 15]);
    assert_eq!(lab.m().memory.zones[0].free, free - 15);
    assert_eq!(lab.m().memory.zones[0].buddy.type_of(kernel), Unmovable);
    assert_eq!(lab.m().alloc_fast(Gfp::USER), Some(freed[0]));
    // A freed page goes to the list for the migrate type of its page block.
    lab.m().free_page(kernel, false);
    lab.m().free_page(freed[0], false);
    assert_eq!(per_cpu(&lab), [15, 0, 15]);
}

#[test]
fn a_movable_page_of_an_unmovable_block_is_freed_to_its_list() {
    let lab = Lab::new("3.0.101");
    let pfn = lab.m().alloc_fast(Gfp::KERNEL).expect("a page");
    assert_eq!(per_cpu(&lab), [14, 0, 0]);
    lab.m().free_page_list(0, &[pfn]);
    assert_eq!(per_cpu(&lab), [15, 0, 0]);
}

#[test]
fn a_full_cpu_gives_pages_back_from_its_lists_in_turn() {
    // Frees 45 movable and 45 unmovable pages. The ninetieth freed page makes the CPU free a batch of 15 pages.
    for (kernel, left) in [
        // The CPU frees one page at a time from the longest list, or from the later one of two equal lists.
        ("2.6.31", [38, 0, 37]),
        // The CPU takes the lists in turn. It frees two movable pages at a time, because the list before theirs is
        // empty, and one unmovable page.
        ("2.6.32", [40, 0, 35]),
        ("3.0.101", [40, 0, 35]),
    ] {
        let lab = Lab::new(kernel);
        let take = |gfp: Gfp, n: usize| -> Vec<_> {
            (0..n)
                .map(|_| lab.m().alloc_fast(gfp).expect("a page"))
                .collect()
        };
        let (movable, unmovable) = (take(Gfp::USER, 45), take(Gfp::KERNEL, 45));
        assert_eq!(per_cpu(&lab), [0; 3]);
        lab.m().free_page_list(0, &movable);
        lab.m().free_page_list(0, &unmovable[..44]);
        assert_eq!(per_cpu(&lab), [44, 0, 45]);
        let free = lab.m().memory.zones[0].free;
        lab.m().free_page_list(0, &unmovable[44..]);
        assert_eq!(per_cpu(&lab), left, "{kernel}");
        assert_eq!(lab.m().memory.zones[0].free, free + 15);
        lab.m().check().expect("sound lists");
    }
}

#[test]
fn the_reserve_is_given_out_last() {
    let lab = Lab::new("3.0.101");
    let reserve = |pfn: u32, m: &Machine| m.memory.zones[0].buddy.type_of(pfn) == Reserve;
    let taken: Vec<_> = std::iter::from_fn(|| lab.m().take_page(0, 0, Movable)).collect();
    assert_eq!(taken.len(), 59_000);
    let m = lab.m();
    // The 469 pages of min need one page block of 512 pages. This page block is half of a larger block that was
    // completely free.
    let first = taken.iter().position(|&pfn| reserve(pfn, &m));
    assert_eq!(first, Some(59_000 - 1_024));
    assert_eq!(taken.iter().filter(|&&pfn| reserve(pfn, &m)).count(), 512);
}

#[test]
fn a_machine_of_less_than_five_page_blocks_has_one_list() {
    for (pages, lists) in [(2_559, [1, 0, 0]), (2_560, [0, 0, 1])] {
        let lab = Lab::with_zones("3.0.101", &[("Normal", pages)], 1);
        let pfn = lab.m().take_page(0, 0, Movable).expect("a page");
        lab.m().drain_all_pages();
        lab.m().memory.zones[0].pcp_high = 90;
        lab.m().free_page(pfn, false);
        assert_eq!(per_cpu(&lab), lists, "{pages}");
    }
}
