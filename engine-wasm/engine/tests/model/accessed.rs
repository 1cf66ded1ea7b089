//! mark_page_accessed, and the pagevecs in front of the lists.

use reclaim_engine::mm::filemap::write_page;
use reclaim_engine::mm::migratetype::Migratetype::Movable;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, MS, ZONES_256M};

const ACTIVATED: &str = "pgactivate 1, scanned_file 1, rotated_file 1";

fn access(lab: &Lab, name: &str) {
    let pfn = lab.page(name);
    let mut m = lab.m();
    m.sched.run_on(0);
    m.mark_page_accessed(pfn);
}

#[test]
fn the_first_access_marks_and_the_second_activates() {
    let mut lab = Lab::new("3.0").inactive("A B");
    access(&lab, "A");
    lab.expect("A(r) B", "");
    access(&lab, "A");
    assert_eq!(lab.drawn(Lru::ActiveFile), "A");
    lab.expect("B", ACTIVATED);
    access(&lab, "A");
    assert_eq!(lab.drawn(Lru::ActiveFile), "A(r)");
    access(&lab, "A");
    assert_eq!(lab.drawn(Lru::ActiveFile), "A(r)");
    lab.expect("B", "");
}

#[test]
fn an_activated_page_goes_to_the_head() {
    let lab = Lab::new("3.0")
        .list(Lru::ActiveFile, "A B")
        .inactive("C(r)");
    access(&lab, "C");
    assert_eq!(lab.drawn(Lru::ActiveFile), "A B C");
}

#[test]
fn a_deactivated_page_that_kept_its_mark_needs_one_access() {
    let mut lab = Lab::new("3.0").list(Lru::ActiveFile, "A(r)");
    lab.m().shrink_active_list(0, 1, true);
    lab.mark();
    access(&lab, "A");
    assert_eq!(lab.drawn(Lru::ActiveFile), "A");
    lab.expect("", ACTIVATED);
}

#[test]
fn with_more_cpus_activation_waits_in_a_pagevec_but_the_mark_goes_at_once() {
    let mut lab = Lab::with_zones("3.0", ZONES_256M, 2).inactive("A(r) B");
    access(&lab, "A");
    lab.expect("A(x) B", "");
    // Page A is still in the pagevec. Another access sets PG_referenced again.
    access(&lab, "A");
    lab.expect("A(r x) B", "");
    lab.drain();
    assert_eq!(lab.drawn(Lru::ActiveFile), "A(r)");
    lab.expect("B", ACTIVATED);
}

#[test]
fn kernels_before_the_activate_pagevec_move_at_once() {
    let mut lab = Lab::with_zones("3.0", ZONES_256M, 2)
        .rules(|rules| rules.activate_pagevec = false)
        .inactive("A(r)");
    access(&lab, "A");
    assert_eq!(lab.drawn(Lru::ActiveFile), "A");
    lab.expect("", ACTIVATED);
}

#[test]
fn the_fourteenth_activation_moves_all() {
    let mut lab = Lab::with_zones("3.0", ZONES_256M, 2).fill(Lru::InactiveFile, 14, "r");
    let pages: Vec<_> = {
        let m = lab.m();
        let list = m.memory.zones[0].lru[Lru::InactiveFile as usize];
        list.from_tail(&m.memory.frames).collect()
    };
    for &pfn in &pages[..13] {
        lab.m().mark_page_accessed(pfn);
    }
    lab.expect_changes("");
    lab.m().mark_page_accessed(pages[13]);
    lab.expect_changes("pgactivate 14, scanned_file 14, rotated_file 14");
    assert_eq!(lab.len(Lru::ActiveFile), 14);
}

#[test]
fn a_page_that_is_used_alone_fills_the_pagevec_alone() {
    let mut lab = Lab::with_zones("3.0", ZONES_256M, 2).inactive("A(r) B");
    // Every second access is an activation, which adds A to the pagevec. The fourteenth activation empties the pagevec.
    for _ in 0..26 {
        access(&lab, "A");
    }
    lab.expect("A(r x) B", "");
    access(&lab, "A");
    assert_eq!(lab.drawn(Lru::ActiveFile), "A");
    lab.expect("B", ACTIVATED);
}

#[test]
fn a_page_that_every_cpu_uses_stands_in_the_pagevec_of_each() {
    let mut lab =
        Lab::with_zones("3.0", ZONES_256M, 5)
            .inactive("A(r)")
            .fill(Lru::InactiveFile, 13, "r");
    let (page, others): (_, Vec<_>) = {
        let m = lab.m();
        let list = m.memory.zones[0].lru[Lru::InactiveFile as usize];
        let pages: Vec<_> = list.from_tail(&m.memory.frames).collect();
        (pages[0], pages[1..].to_vec())
    };
    // An activation takes two accesses, because PG_referenced is cleared when the page joins a pagevec.
    for cpu in 0..5 {
        let mut m = lab.m();
        m.sched.run_on(cpu);
        m.memory.frames.set(page, flag::REFERENCED);
        m.mark_page_accessed(page);
    }
    for &pfn in &others[..12] {
        lab.m().mark_page_accessed(pfn);
    }
    lab.expect_changes("");
    // This page fills the pagevec of the last CPU. Page A is still in the pagevecs of the other four CPUs.
    lab.m().mark_page_accessed(others[12]);
    lab.expect_changes("pgactivate 14, scanned_file 14, rotated_file 14");
    for cpu in 0..4 {
        let mut m = lab.m();
        assert!(
            m.memory.frames.pagevec_references(page) > 0,
            "CPU {cpu} holds it"
        );
        m.sched.run_on(cpu);
        m.lru_add_drain();
    }
    assert_eq!(lab.m().memory.frames.pagevec_references(page), 0);
    lab.m().check().expect("frames and pagevecs agree");
}

#[test]
fn unevictable_isolated_and_active_pages_are_only_marked() {
    let mut lab = Lab::new("3.0")
        .inactive("A(r) B")
        .list(Lru::Unevictable, "C(r)");
    let pfn = lab.page("A");
    lab.m().take_off_list(0, pfn);
    access(&lab, "A");
    access(&lab, "C");
    lab.m().put_back(0, &[pfn]);
    assert_eq!(lab.drawn(Lru::Unevictable), "C(r)");
    lab.expect("B A(r)", "");
}

/// Allocates a frame for a new page of the file.
fn new_page(lab: &Lab, index: u32) -> u32 {
    let file = lab.file;
    let mut m = lab.m();
    m.sched.run_on(0);
    let pfn = m.take_page(0, 0, Movable).expect("a page");
    assert!(m.add_to_page_cache(file, index, pfn, Lru::InactiveFile));
    pfn
}

#[test]
fn new_pages_reach_the_list_fourteen_at_a_time_and_feed_the_balance() {
    let mut lab = Lab::new("3.0");
    lab.m().take_page(0, 0, Movable).expect("a page");
    lab.mark();
    for index in 0..13 {
        new_page(&lab, index);
    }
    assert_eq!(lab.len(Lru::InactiveFile), 0);
    assert_eq!(lab.m().memory.zones[0].recent_scanned, [0, 0]);
    new_page(&lab, 13);
    assert_eq!(lab.len(Lru::InactiveFile), 14);
    assert_eq!(lab.m().memory.zones[0].recent_scanned, [0, 14]);
    assert_eq!(lab.m().memory.zones[0].recent_rotated, [0, 0]);
    let last = new_page(&lab, 14);
    lab.drain();
    let m = lab.m();
    assert_eq!(m.memory.zones[0].lru[Lru::InactiveFile as usize].head, last);
}

#[test]
fn a_page_in_the_pagevec_cannot_be_activated() {
    let lab = Lab::new("3.0");
    let pfn = new_page(&lab, 0);
    for _ in 0..3 {
        lab.m().mark_page_accessed(pfn);
    }
    lab.m().lru_add_drain();
    assert_eq!(lab.m().lru_of(pfn), Lru::InactiveFile);
    assert!(lab.m().memory.frames.has(pfn, flag::REFERENCED));
    lab.m().mark_page_accessed(pfn);
    assert_eq!(lab.m().lru_of(pfn), Lru::ActiveFile);
}

#[test]
fn a_new_anonymous_page_starts_active_and_counts_as_rotated() {
    let lab = Lab::new("3.0");
    let space = (lab.m().memory).add_space(reclaim_engine::mm::anon::AnonSpace::new(1));
    let pfn = lab.m().take_page(0, 0, Movable).expect("a page");
    lab.m().map_new_page(space, 0, pfn);
    lab.m().lru_add_drain();
    let m = lab.m();
    assert_eq!(m.memory.zones[0].lru[Lru::ActiveAnon as usize].head, pfn);
    assert_eq!(m.memory.zones[0].recent_scanned, [1, 0]);
    assert_eq!(m.memory.zones[0].recent_rotated, [1, 0]);
    assert_eq!(
        m.observed()
            .vmstat
            .total(reclaim_engine::observer::vmstat::Counter::PgActivate),
        0
    );
}

#[test]
fn a_page_written_once_ends_referenced_and_twice_active() {
    let mut lab = Lab::new("3.0");
    let file = lab.file;
    lab.call(move |cx| async move { write_page(&cx, file, 0).await });
    lab.drain();
    let pfn = lab.m().io.cache.lookup(file, 0).expect("the page");
    assert_eq!(lab.m().lru_of(pfn), Lru::InactiveFile);
    assert!(
        lab.m()
            .memory
            .frames
            .has(pfn, flag::REFERENCED | flag::DIRTY | flag::PRIVATE)
    );
    lab.call(move |cx| async move { write_page(&cx, file, 0).await });
    assert_eq!(lab.m().lru_of(pfn), Lru::ActiveFile);
    assert!(!lab.m().memory.frames.has(pfn, flag::REFERENCED));
}

#[test]
fn two_writes_without_a_drain_between_do_not_activate() {
    let mut lab = Lab::new("3.0");
    let file = lab.file;
    for _ in 0..2 {
        lab.call(move |cx| async move { write_page(&cx, file, 0).await });
    }
    lab.drain();
    let pfn = lab.m().io.cache.lookup(file, 0).expect("the page");
    assert_eq!(lab.m().lru_of(pfn), Lru::InactiveFile);
}

#[test]
fn a_writer_waits_for_a_page_under_writeback_from_3_0_on() {
    for stable in [true, false] {
        let mut lab = Lab::new("3.0")
            .rules(|rules| rules.stable_pages = stable)
            .inactive("A(w)");
        let file = lab.file;
        let id = lab.start(move |cx| async move {
            write_page(&cx, file, 0).await;
        });
        lab.run_until(5 * MS);
        assert_eq!(lab.ended(id), !stable);
        lab.end_io("A");
        lab.run_until(6 * MS);
        assert!(lab.ended(id));
        assert_eq!(lab.drawn(Lru::InactiveFile), "A(d r)");
    }
}
