//! `dirty_reserves`, `gfp_write` and `per_zone_dirty` on the three-zone machine.

use reclaim_engine::mechanism::Mechanism::{DirtyReserves, GfpWrite, PerZoneDirty};
use reclaim_engine::mm::anon::AnonSpace;
use reclaim_engine::mm::filemap::write_page;
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::memory::fault::touch;
use reclaim_engine::mm::readahead::{Readahead, read_page};
use reclaim_engine::mm::slow_path::alloc_page;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::allocator::WEINER;
use super::lab::{Lab, MS};

pub const DMA: usize = 0;
pub const DMA32: usize = 1;
pub const NORMAL: usize = 2;

pub const FOR_WRITE: Gfp = Gfp {
    write: true,
    ..Gfp::USER
};

/// Returns a machine with these free pages, and with 122,000 reclaimable pages in Normal and 778,000 in DMA32.
pub fn weiner(kernel: &str, free: [u64; 3]) -> Lab {
    let mut lab = Lab::with_zones(kernel, WEINER, 1);
    for (z, pages) in free.into_iter().enumerate() {
        lab.set_free(z, pages);
    }
    for (z, pages) in [(NORMAL, 122_000), (DMA32, 778_000)] {
        hold(&lab, z, pages);
    }
    lab.mark();
    lab
}

/// Turns kernel pages into reclaimable pages. These are only counted, and never accessed.
pub fn hold(lab: &Lab, z: usize, pages: u64) {
    let mut m = lab.m();
    m.memory.zones[z].kernel -= pages;
    m.memory.zones[z].lru[Lru::InactiveFile as usize].len += pages as u32;
}

pub fn set_dirty(lab: &Lab, z: usize, dirty: u64, writeback: u64) {
    let mut m = lab.m();
    m.memory.zones[z].dirty = dirty;
    m.memory.zones[z].writeback = writeback;
}

#[test]
fn reserves_are_not_dirtyable() {
    for (on, dirtyable, dirty, background) in [
        (false, 907_251, 181_450, 90_725),
        (true, 900_091, 180_018, 90_009),
    ] {
        let lab = weiner("3.3", [3_850, 3_000, 400]).switch(DirtyReserves, on);
        assert_eq!(lab.m().dirtyable_pages(), dirtyable);
        let limits = lab.m().global_dirty_limits(false);
        assert_eq!((limits.dirty, limits.background), (dirty, background));
    }
}

#[test]
fn a_zones_limit_is_its_share() {
    let lab = weiner("3.3", [3_850, 3_000, 400]);
    let limits = [DMA, DMA32, NORMAL].map(|z| lab.m().zone_dirty_limit(z));
    assert_eq!(limits, [21, 155_593, 24_403]);
}

#[test]
fn below_its_reserve_a_zones_limit_wraps_in_3_3_and_the_watermark_refuses() {
    let lab = weiner("3.3", [3_700, 2_600, 400]);
    assert!(lab.m().zone_dirty_limit(DMA) > 1 << 40);
    set_dirty(&lab, NORMAL, 24_404, 0);
    assert_eq!(lab.m().alloc_fast(FOR_WRITE), None);
}

/// Allocates one page while Normal has these dirty and writeback pages. Returns the zone that the page comes from.
fn zone_of_page(on: bool, free: [u64; 3], dirty: [u64; 2], gfp: Gfp) -> (usize, Lab) {
    let mut lab = weiner("3.3", free).switch(PerZoneDirty, on);
    set_dirty(&lab, NORMAL, dirty[0], dirty[1]);
    set_dirty(&lab, DMA32, 104_000, 0);
    lab.mark();
    let pfn = lab.call(move |cx| alloc(cx, gfp));
    let z = lab.m().zone_of(pfn);
    assert_eq!(lab.m().observed().vmstat.of_zone(z, Counter::PgAlloc), 1);
    keep(&lab, z);
    (z, lab)
}

/// Keeps the page that the test got from the zone: the page counts as the kernel's.
pub fn keep(lab: &Lab, z: usize) {
    lab.m().memory.zones[z].kernel += 1;
}

async fn alloc(cx: reclaim_engine::sched::context::Cx, gfp: Gfp) -> u32 {
    alloc_page(&cx, gfp).await.expect("a page")
}

#[test]
fn a_page_to_be_written_comes_from_a_zone_below_its_limit() {
    const ENOUGH: [u64; 3] = [3_850, 3_000, 400];
    const LITTLE: [u64; 3] = [3_850, 2_600, 400];
    const LEAST: [u64; 3] = [3_740, 2_600, 400];
    for (free, normal, gfp, off, on) in [
        (ENOUGH, 24_403, FOR_WRITE, NORMAL, NORMAL),
        (ENOUGH, 24_404, FOR_WRITE, NORMAL, DMA32),
        (LITTLE, 24_404, FOR_WRITE, NORMAL, DMA),
        (LEAST, 24_404, FOR_WRITE, NORMAL, NORMAL),
        (ENOUGH, 24_404, Gfp::USER, NORMAL, NORMAL),
    ] {
        for (switch, expected) in [(false, off), (true, on)] {
            let (z, mut lab) = zone_of_page(switch, free, [normal, 0], gfp);
            assert_eq!(z, expected, "{free:?} {normal} {switch}");
            // An allocation from Normal also takes a batch for the per-CPU list.
            lab.expect_changes(if z == NORMAL {
                "pgalloc 1, nr_free_pages -31, pcp 30"
            } else {
                "pgalloc 1"
            });
        }
    }
}

#[test]
fn pages_under_writeback_count_as_well() {
    let free = [3_850, 3_000, 400];
    assert_eq!(
        zone_of_page(true, free, [4_403, 20_000], FOR_WRITE).0,
        NORMAL
    );
    assert_eq!(
        zone_of_page(true, free, [4_403, 20_001], FOR_WRITE).0,
        DMA32
    );
}

/// Allocates a page for write() that no zone provides in the fast path. Returns its zone, and whether kswapd woke.
fn from_the_slow_path(dma32_free: u64) -> (usize, bool) {
    let mut lab = weiner("3.3", [3_740, dma32_free, 400]);
    set_dirty(&lab, NORMAL, 24_404, 0);
    let kswapd = lab.sleeping_kswapd();
    let pfn = lab.call(|cx| alloc(cx, FOR_WRITE));
    let now = lab.m().now();
    lab.run_until(now + MS);
    assert_eq!(lab.count(Counter::AllocStall), 0);
    let z = lab.m().zone_of(pfn);
    (z, lab.ended(kswapd))
}

#[test]
fn the_slow_path_ignores_the_limits_and_asks_every_zone_whether_kswapd_is_needed() {
    // 2,600 pages are above low if no reserve is added. The check for waking kswapd adds none.
    assert_eq!(from_the_slow_path(2_600), (NORMAL, false));
    assert_eq!(from_the_slow_path(2_116), (NORMAL, true));
}

#[test]
fn write_marks_its_allocations_and_reading_and_faulting_do_not() {
    let machine = || {
        let lab = weiner("3.3", [3_850, 3_000, 400]);
        set_dirty(&lab, NORMAL, 24_404, 0);
        lab
    };
    let taken = |lab: &Lab| {
        [DMA, DMA32, NORMAL].map(|z| lab.m().observed().vmstat.of_zone(z, Counter::PgAlloc))
    };
    for (on, zones) in [(true, [0, 1, 0]), (false, [0, 0, 1])] {
        let mut lab = machine().switch(GfpWrite, on);
        let file = lab.file;
        lab.call(move |cx| async move { write_page(&cx, file, 0).await });
        assert_eq!(taken(&lab), zones);
    }
    let mut lab = machine();
    let file = lab.file;
    lab.call(
        move |cx| async move { read_page(&cx, file, 0, 1, 1, &mut Readahead::default()).await },
    );
    assert_eq!(taken(&lab), [0, 0, 1]);
    let mut lab = machine();
    let space = lab.m().memory.add_space(AnonSpace::new(1));
    lab.call(move |cx| async move { touch(&cx, space, 0).await });
    assert_eq!(taken(&lab), [0, 0, 1]);
}
