//! `alloc_fairness`: zones take turns in providing pages. In each turn, a zone provides as many pages as there are
//! between its low and high watermarks.

use reclaim_engine::mechanism::Mechanism::AllocFairness;
use reclaim_engine::mm::gfp::Gfp;

use super::lab::Lab;

const DMA: usize = 0;
const DMA32: usize = 1;
const ONE_GIB: &[(&str, u64)] = &[("DMA", 3_900), ("DMA32", 250_000)];

/// Returns the zones that `pages` pages come from, in order.
fn taken(lab: &Lab, pages: usize) -> Vec<usize> {
    (0..pages)
        .map(|_| {
            let mut m = lab.m();
            let pfn = m.alloc_fast(Gfp::USER).expect("a page");
            m.zone_of(pfn)
        })
        .collect()
}

#[test]
fn a_zone_that_has_given_its_batch_is_passed_over() {
    let lab = Lab::with_zones("3.16", ONE_GIB, 1);
    (
        lab.m().memory.zones[DMA].alloc_batch,
        lab.m().memory.zones[DMA32].alloc_batch,
    ) = (1, 2);
    assert_eq!(taken(&lab, 4), [DMA32, DMA32, DMA, DMA32]);
    let m = lab.m();
    assert_eq!(
        (
            m.memory.zones[DMA].alloc_batch,
            m.memory.zones[DMA32].alloc_batch
        ),
        (4, 247)
    );
}

#[test]
fn without_it_the_highest_zone_gives_all() {
    let lab = Lab::with_zones("3.16", ONE_GIB, 1).switch(AllocFairness, false);
    (
        lab.m().memory.zones[DMA].alloc_batch,
        lab.m().memory.zones[DMA32].alloc_batch,
    ) = (1, 2);
    assert_eq!(taken(&lab, 4), [DMA32; 4]);
}

#[test]
fn a_round_is_248_pages_and_4() {
    let lab = Lab::with_zones("3.16", ONE_GIB, 1);
    let zones = taken(&lab, 253);
    assert!(zones[..248].iter().all(|&z| z == DMA32));
    assert_eq!(zones[248..], [DMA, DMA, DMA, DMA, DMA32]);
}

#[test]
fn a_zone_with_no_more_than_its_reserve_gives_nothing_in_its_turn() {
    let lab = Lab::with_zones("3.16", ONE_GIB, 1).free(DMA, 994);
    assert!(taken(&lab, 600).iter().all(|&z| z == DMA32));
}
