//! rotate_reclaimable_page: how the end of a page's I/O changes the page's place on its list.

use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, Who, ZONES_256M, scan};

const ENDED: &str = "nr_writeback -1, nr_written 1";

#[test]
fn a_marked_page_goes_to_the_tail_at_the_drain() {
    let mut lab = Lab::new("3.1").inactive("A B C(w R) D");
    lab.end_io("C");
    lab.expect("A B C(x) D", ENDED);
    lab.drain();
    lab.expect("C A B D", "pgrotated 1");
}

#[test]
fn an_unmarked_page_stays_where_it_is() {
    let mut lab = Lab::new("3.1").inactive("A B(w) C");
    lab.end_io("B");
    lab.expect("A B C", ENDED);
}

#[test]
fn the_last_that_ends_is_scanned_first() {
    let mut lab = Lab::new("3.1").inactive("A(w R) B(w R) C(w R) D");
    for name in ["B", "A", "C"] {
        lab.end_io(name);
    }
    lab.drain();
    lab.expect("C A B D", "nr_writeback -3, nr_written 3, pgrotated 3");
}

#[test]
fn a_page_whose_io_ends_twice_moves_twice() {
    let mut lab = Lab::new("3.1").inactive("A(w R) B(w R) C");
    lab.end_io("A");
    lab.end_io("B");
    let pfn = lab.page("A");
    lab.m().set_page_writeback(pfn);
    lab.m().memory.frames.set(pfn, flag::RECLAIM);
    lab.end_io("A");
    lab.drain();
    lab.expect("A B C", "nr_writeback -2, nr_written 3, pgrotated 3");
}

#[test]
fn the_fourteenth_page_empties_the_pagevec() {
    let mut lab = Lab::new("3.1")
        .inactive("A")
        .fill(Lru::InactiveFile, 15, "wR");
    let pages: Vec<_> = {
        let m = lab.m();
        let list = m.memory.zones[0].lru[Lru::InactiveFile as usize];
        list.from_tail(&m.memory.frames).skip(1).collect()
    };
    for &pfn in &pages[..13] {
        lab.m().end_page_writeback(pfn);
    }
    lab.expect_changes("nr_writeback -13, nr_written 13");
    lab.m().end_page_writeback(pages[13]);
    lab.expect_changes("nr_writeback -1, nr_written 1, pgrotated 14");
    let m = lab.m();
    let list = m.memory.zones[0].lru[Lru::InactiveFile as usize];
    assert_eq!(list.tail, pages[13]);
    assert_eq!(list.head, pages[14], "still under writeback, not moved");
}

#[test]
fn an_isolated_page_loses_its_mark_and_returns_to_the_head() {
    let mut lab = Lab::new("3.1").inactive("A(w R) B C");
    let pfn = lab.page("A");
    lab.m().take_off_list(0, pfn);
    lab.end_io("A");
    lab.m().put_back(0, &[pfn]);
    lab.drain();
    lab.expect("B C A", ENDED);
}

#[test]
fn redirtied_locked_active_and_unevictable_pages_do_not_rotate() {
    let mut lab = Lab::new("3.1")
        .inactive("A B(d w R) C(w R l) D")
        .list(Lru::ActiveFile, "E F(w R)")
        .list(Lru::Unevictable, "G H(w R)");
    for name in ["B", "C", "F", "H"] {
        lab.end_io(name);
    }
    lab.drain();
    assert_eq!(lab.drawn(Lru::ActiveFile), "E F");
    assert_eq!(lab.drawn(Lru::Unevictable), "G H");
    lab.expect("A B(d) C(l) D", "nr_writeback -4, nr_written 4");
}

#[test]
fn a_page_activated_in_the_pagevec_does_not_move_and_a_dirtied_one_does() {
    let mut lab = Lab::new("3.1").inactive("A B(w R r) C(w R) D");
    lab.end_io("B");
    lab.end_io("C");
    let (b, c) = (lab.page("B"), lab.page("C"));
    lab.m().mark_page_accessed(b);
    lab.m().set_page_dirty(c);
    lab.drain();
    assert_eq!(lab.drawn(Lru::ActiveFile), "B");
    lab.expect(
        "C(d) A D",
        "nr_writeback -2, nr_written 2, pgrotated 1, nr_dirty 1, nr_dirtied 1, pgactivate 1, scanned_file 1, \
         rotated_file 1",
    );
}

#[test]
fn in_another_cpus_pagevec_a_page_cannot_be_freed() {
    let mut lab = Lab::with_zones("3.1", ZONES_256M, 2).inactive("A(w R) B");
    // The interrupt arrives on CPU 0, and the scan runs on CPU 1.
    lab.m().sched.run_on(0);
    lab.end_io("A");
    lab.m().sched.give_cpu(0, 0);
    assert_eq!(lab.scan(1, Who::Kswapd, 12), 0);
    assert_eq!(lab.m().sched.cpu(), 1);
    lab.expect(
        "B A(n x)",
        &format!("{ENDED}, {}, tree_lock_rounds 1", scan(Who::Kswapd, 1, 0)),
    );
    lab.m().sched.run_on(0);
    lab.drain();
    lab.expect("A(n) B", "pgrotated 1");
}

#[test]
fn a_rewrite_while_under_writeback_clears_the_mark() {
    let mut lab = Lab::new("3.1").inactive("A B(w R) C");
    let pfn = lab.page("B");
    lab.m().set_page_dirty(pfn);
    assert!(!lab.m().memory.frames.has(pfn, flag::RECLAIM));
    lab.end_io("B");
    lab.drain();
    lab.expect("A B(d) C", &format!("{ENDED}, nr_dirty 1, nr_dirtied 1"));
}

#[test]
fn a_page_that_reclaim_wrote_rotates_when_the_disk_has_it() {
    let mut lab = Lab::new("3.1").inactive("A(d) B C");
    lab.scan(1, Who::Kswapd, 12);
    assert_eq!(lab.drawn(Lru::InactiveFile), "B C A(w R)");
    lab.mark();
    lab.run_until(super::lab::MS / 2);
    lab.expect("B C A(w R)", "");
    lab.run_until(3 * super::lab::MS);
    lab.drain();
    lab.expect("A B C", &format!("{ENDED}, pgrotated 1"));
}
