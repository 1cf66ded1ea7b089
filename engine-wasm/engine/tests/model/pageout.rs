//! pageout: its conditions in their order, and the results of ->writepage.

use std::future::{Future, poll_fn};
use std::pin::pin;

use reclaim_engine::block::Origin;
use reclaim_engine::fs::write_cache_pages::write_cache_pages;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::vmscan::inactive::shrink_inactive_list;
use reclaim_engine::mm::zone::Lru;

use super::decisions_30::written;
use super::lab::{Lab, Who, ZONES_256M, scan};

#[test]
fn an_extra_reference_keeps_the_page_untouched_and_counts_as_congestion() {
    for who in [Who::Direct, Who::Kswapd] {
        let mut lab = Lab::new("3.0").inactive("A(d x) B(d x) C");
        lab.scan(32, who, 9);
        lab.expect(
            "A(d x) B(d x)",
            &format!("{}, congested 1", scan(who, 3, 1)),
        );
    }
}

#[test]
fn a_congested_queue_stops_direct_reclaim_but_not_kswapd() {
    let lab = || Lab::new("3.0").queue_writes(113).inactive("A(d) B(d) C");
    let mut direct = lab();
    direct.scan(32, Who::Direct, 11);
    direct.expect(
        "A(d) B(d)",
        &format!("{}, congested 1", scan(Who::Direct, 3, 1)),
    );
    let mut kswapd = lab();
    kswapd.scan(32, Who::Kswapd, 11);
    kswapd.expect(
        "A(w R) B(w R)",
        &format!(
            "{}, {}, {}",
            scan(Who::Kswapd, 3, 1),
            written("3.0"),
            written("3.0")
        ),
    );
}

#[test]
fn one_page_that_is_written_keeps_the_zone_from_being_congested() {
    // The task may write to this congested device, because it is inside a write() to the device.
    let mut lab = Lab::new("3.0").queue_writes(113).inactive("A(d) B(d x)");
    lab.call(|cx| async move {
        cx.with(|m| m.task_mut(cx.id).writes_to_bdi = Some(0));
        let mut sc = Who::Direct.control(11);
        reclaim_engine::mm::vmscan::inactive::shrink_inactive_list(&cx, 0, 32, true, &mut sc).await
    });
    lab.expect(
        "A(w R) B(d x)",
        &format!("{}, {}", scan(Who::Direct, 2, 0), written("3.0")),
    );
}

#[test]
fn the_reference_test_comes_before_the_queue() {
    let mut lab = Lab::new("3.0").queue_writes(113).inactive("A(d x)");
    lab.call(|cx| async move {
        cx.with(|m| m.task_mut(cx.id).writes_to_bdi = Some(0));
        let mut sc = Who::Direct.control(11);
        reclaim_engine::mm::vmscan::inactive::shrink_inactive_list(&cx, 0, 32, true, &mut sc).await
    });
    lab.expect(
        "A(d x)",
        &format!("{}, congested 1", scan(Who::Direct, 1, 0)),
    );
}

#[test]
fn swap_is_never_congested() {
    let mut lab = Lab::new("3.0")
        .swap(10)
        .queue_writes(113)
        .list(Lru::InactiveAnon, "S(s d)");
    lab.scan_type(32, Who::Direct, 11, false);
    assert_eq!(lab.drawn(Lru::InactiveAnon), "S(w R s)");
}

#[test]
fn a_swap_page_that_nobody_needs_loses_its_slot_without_io() {
    let mut lab = Lab::new("3.0").swap(10).list(Lru::InactiveAnon, "S(s d)");
    let pfn = lab.page("S");
    {
        let mut m = lab.m();
        let at = m.memory.frames.index[pfn as usize];
        m.memory.swap_mut().expect("swap").slot_mut(at).needed = false;
    }
    lab.scan_type(32, Who::Direct, 11, false);
    // Reclaim keeps the page dirty. Isolation holds its last reference, and frees the page when it drops this
    // reference. So pgsteal does not count the page.
    assert_eq!(lab.len(Lru::InactiveAnon), 0);
    lab.expect_changes(
        "pgscan_direct 1, scanned_anon 1, pages_scanned 1, nr_vmscan_write 1, swap_free 1, pgfree 1, pcp 1",
    );
}

/// Reclaims a dirty page of a filesystem, which has a block if `mapped`. Returns the page afterwards, and the number of
/// writes.
fn answer(kernel: &str, filesystem: &str, who: Who, mapped: bool) -> (String, u64) {
    let mut lab = Lab::with_disk(kernel, ZONES_256M, 1, filesystem, 1).inactive("A(d)");
    if mapped {
        let file = lab.file;
        lab.m().map_block(file, 0, 1);
    }
    lab.scan(32, who, 9);
    let m = lab.m();
    assert_eq!(
        m.observed()
            .vmstat
            .total(reclaim_engine::observer::vmstat::Counter::NrVmscanWrite),
        1
    );
    drop(m);
    let submitted = lab
        .m()
        .io
        .block
        .count(0, reclaim_engine::block::Class::ASYNC);
    (lab.drawn(Lru::InactiveFile), u64::from(submitted))
}

#[test]
fn filesystems_write_or_refuse_and_a_refusal_counts_too() {
    let wrote = ("A(w R)".to_owned(), 1);
    let refused = ("A(d)".to_owned(), 0);
    for who in [Who::Direct, Who::Kswapd] {
        assert_eq!(answer("3.0", "ext2", who, false), wrote);
        assert_eq!(answer("3.0", "ext3", who, false), wrote);
        assert_eq!(answer("3.0", "ext4", who, false), refused);
        assert_eq!(answer("3.0", "ext4", who, true), wrote);
        assert_eq!(answer("3.0", "btrfs", who, true), refused);
    }
    assert_eq!(answer("3.0", "xfs", Who::Direct, true), refused);
    assert_eq!(answer("3.0", "xfs", Who::Kswapd, false), wrote);
}

#[test]
fn some_filesystems_allow_no_calls_into_themselves_while_they_take_a_page() {
    for (kernel, filesystem, allowed) in [
        ("2.6.35", "xfs", true),
        ("2.6.36", "xfs", false),
        ("3.16", "xfs", false),
        ("2.6.29", "ext4", false),
        ("3.8", "ext4", false),
        ("3.9", "ext4", true),
        ("3.0", "ext2", true),
        ("3.0", "ext3", true),
    ] {
        let lab = Lab::with_disk(kernel, ZONES_256M, 1, filesystem, 1);
        let gfp = lab.m().write_gfp(lab.file);
        assert_eq!(gfp.fs, allowed, "{filesystem} on {kernel}");
    }
}

#[test]
fn a_reclaimer_that_may_not_call_into_filesystems_leaves_a_dirty_page() {
    for (fs, list) in [(true, "A(w R)"), (false, "A(d)")] {
        let mut lab = Lab::new("3.0").inactive("A(d)");
        let mut sc = Who::Direct.control(9);
        sc.gfp.fs = fs;
        lab.call(move |cx| async move { shrink_inactive_list(&cx, 0, 1, true, &mut sc).await });
        assert_eq!(lab.drawn(Lru::InactiveFile), list, "__GFP_FS {fs}");
    }
}

#[test]
fn a_page_of_the_block_device_is_written_whatever_lies_on_it() {
    let lab = Lab::with_disk("3.0", ZONES_256M, 1, "btrfs", 1);
    let file = lab.file;
    lab.m().io.cache.get_mut(file).block_device = true;
    let mut lab = lab.inactive("A(d)");
    lab.scan(32, Who::Direct, 11);
    assert_eq!(lab.drawn(Lru::InactiveFile), "A(w R)");
}

#[test]
fn xfs_takes_the_dirty_neighbours_along() {
    // A, B and C are adjacent in the file. C is under writeback, so the run ends before C, and D is not reached.
    let mut lab = Lab::with_disk("3.0", ZONES_256M, 1, "xfs", 1).inactive("A(d) B(d) C(w) D(d)");
    lab.scan(1, Who::Kswapd, 9);
    assert_eq!(lab.drawn(Lru::InactiveFile), "B(w) C(w) D(d) A(w R)");
    assert_eq!(
        lab.m()
            .io
            .block
            .count(0, reclaim_engine::block::Class::ASYNC),
        1
    );
    lab.expect_changes(&format!(
        "{}, nr_vmscan_write 1, nr_dirty -2, nr_writeback 2, nr_written 2, pgpgout 8",
        scan(Who::Kswapd, 1, 0)
    ));
}

#[test]
fn xfs_takes_32_pages_along_with_the_one_that_reclaim_writes() {
    let mut lab = Lab::with_disk("3.0", ZONES_256M, 1, "xfs", 1).fill(Lru::InactiveFile, 40, "d");
    lab.scan(1, Who::Kswapd, 9);
    assert_eq!(lab.m().memory.nr_writeback(), 33);
    assert_eq!(lab.m().memory.nr_dirty(), 7);
}

#[test]
fn xfs_marks_all_that_a_flusher_writes_of_a_file_before_it_sends_the_first_request() {
    // The flusher is asked to write 500 of 600 pages. XFS does not count the first one, so it marks 501 pages. On ext2,
    // an indirect block follows the first twelve pages on the device. So these twelve are submitted first, and then the
    // next 128 pages.
    for (kind, marked) in [("xfs", 501), ("ext2", 12 + 128)] {
        let mut lab =
            Lab::with_disk("3.0", ZONES_256M, 1, kind, 1).fill(Lru::InactiveFile, 600, "d");
        let file = lab.file;
        let first = lab.call(move |cx| async move {
            let mut writing = pin!(write_cache_pages(&cx, file, 500, false, Origin::Flusher));
            let mut first = None;
            poll_fn(|context| {
                let state = writing.as_mut().poll(context);
                first.get_or_insert_with(|| cx.with(|m| m.memory.nr_writeback()));
                state
            })
            .await;
            first
        });
        assert_eq!(first, Some(marked), "{kind}");
    }
}

/// Writes a chunk of 1,024 pages of a file with `dirty` dirty pages. Returns how many pages were written, and the largest
/// number of pages in one extent.
fn chunk_of_ext4(kernel: &str, dirty: u64, from_start: bool) -> (u64, u32) {
    let mut lab =
        Lab::with_disk(kernel, ZONES_256M, 1, "ext4", 1).fill(Lru::InactiveFile, dirty, "dn");
    let file = lab.file;
    let written = lab.call(move |cx| async move {
        write_cache_pages(&cx, file, 1_024, from_start, Origin::Flusher).await
    });
    let m = lab.m();
    let lengths = m.io.cache.get(file).extents.iter().map(|it| it.len);
    (written, lengths.max().unwrap_or(0))
}

#[test]
fn ext4_writes_all_consecutive_pages_without_blocks_up_to_3_10() {
    for (kernel, from_start, written) in [
        ("2.6.31", false, 1_024),
        ("2.6.32", false, 9_000),
        ("3.2", false, 9_000),
        ("3.10", false, 9_000),
        ("3.10", true, 8 * 1_024),
        ("3.16", false, 1_024),
    ] {
        let (pages, _) = chunk_of_ext4(kernel, 9_000, from_start);
        assert_eq!(pages, written, "{kernel}, from the start: {from_start}");
    }
    // With fewer pages than the chunk, all of them are written in either case.
    assert_eq!(chunk_of_ext4("3.2", 700, false).0, 700);
}

#[test]
fn xfs_refuses_reclaim_by_kernel() {
    for (kernel, direct, kswapd) in [
        ("2.6.34-rc1", "A(w R)", "A(w R)"),
        ("2.6.35", "A(d)", "A(d)"),
        ("2.6.36", "A(d)", "A(w R)"),
    ] {
        for (who, list) in [(Who::Direct, direct), (Who::Kswapd, kswapd)] {
            let mut lab = Lab::with_disk(kernel, ZONES_256M, 1, "xfs", 1).inactive("A(d)");
            lab.scan(1, who, 9);
            assert_eq!(lab.drawn(Lru::InactiveFile), list, "{kernel}, {who:?}");
        }
    }
}

#[test]
fn a_page_that_was_cleaned_meanwhile_is_neither_written_nor_counted() {
    let mut lab = Lab::new("3.0").inactive("A");
    let pfn = lab.page("A");
    lab.m().memory.frames.set(pfn, flag::LOCKED);
    lab.m().take_off_list(0, pfn);
    let result = lab.call(move |cx| async move {
        let mut sc = Who::Kswapd.control(9);
        reclaim_engine::mm::vmscan::pageout::pageout(&cx, pfn, &mut sc).await
    });
    assert_eq!(
        result,
        reclaim_engine::mm::vmscan::pageout::PageoutResult::Clean,
        "the page turned out clean"
    );
    lab.m().put_back(0, &[pfn]);
    lab.expect("A(l)", "");
}

#[test]
fn what_reclaim_writes_on_xfs_lies_within_the_whole_delayed_extent() {
    // A growing file of 100 pages has 128 blocks reserved. When reclaim writes the fifty-first page, XFS allocates all
    // 128 blocks.
    let lab = Lab::with_disk("3.0", ZONES_256M, 1, "xfs", 1).fill(Lru::InactiveFile, 100, "d");
    let mut m = lab.m();
    let pfn = m.io.cache.lookup(lab.file, 50).expect("a page");
    m.clear_page_dirty_for_io(pfn);
    let mut pages = Vec::new();
    m.cluster_for_reclaim(pfn, &mut pages);
    assert_eq!(pages.len(), 33);
    let extents = &m.io.cache.get(lab.file).extents;
    assert_eq!(extents.len(), 1);
    assert_eq!((extents[0].index, extents[0].len), (0, 128));
    // Closing the file frees the blocks behind its end.
    m.close_file(lab.file, 100);
    assert_eq!(m.io.cache.get(lab.file).extents[0].len, 100);
}

#[test]
fn reclaim_leaves_what_an_ext4_flusher_has_locked_until_it_is_sent() {
    let mut lab = Lab::with_disk("3.0", ZONES_256M, 1, "ext4", 1).inactive("A(d)");
    let file = lab.file;
    lab.m().map_block(file, 0, 1);
    lab.m().io.cache.get_mut(file).placement.locked = (0, 1);
    lab.scan(32, Who::Kswapd, 9);
    assert_eq!(lab.drawn(Lru::InactiveFile), "A(d)");
    lab.m().io.cache.get_mut(file).placement.locked = (0, 0);
    lab.scan(32, Who::Kswapd, 9);
    assert_eq!(lab.drawn(Lru::InactiveFile), "A(w R)");
}
