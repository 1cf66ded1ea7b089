//! `instant_free`: a page that reclaim wrote is freed when its I/O ends.

use reclaim_engine::mechanism::Mechanism::InstantFree;
use reclaim_engine::mechanism::instant_free::{Page, frees};
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, Who, scan};

fn lab(on: bool) -> Lab {
    Lab::new("3.3").switch(InstantFree, on).swap(10)
}

const ENDED: &str = "nr_writeback -1, nr_written 1";
const FREED: &str = "pgfree 1, pcp 1, instant_freed 1";

#[test]
fn a_swap_cache_page_rotates_without_it_and_needs_a_scan() {
    let mut lab = lab(false).list(Lru::InactiveAnon, "S(s w R) T(s w)");
    lab.end_io("S");
    lab.drain();
    assert_eq!(lab.drawn(Lru::InactiveAnon), "S(s) T(w s)");
    lab.expect_changes(&format!("{ENDED}, pgrotated 1"));
    assert_eq!(lab.scan_type(1, Who::Kswapd, 12, false), (1, 2));
    assert_eq!(lab.drawn(Lru::InactiveAnon), "T(w s)");
    lab.expect_changes(
        "pgscan_kswapd 1, scanned_anon 1, pages_scanned 1, pgsteal 1, kswapd_steal 1, pgfree 1, pcp 1, \
         tree_lock_rounds 1",
    );
}

#[test]
fn a_swap_cache_page_is_freed_at_the_drain_with_it() {
    let mut lab = lab(true).list(Lru::InactiveAnon, "S(s w R)");
    lab.end_io("S");
    assert_eq!(lab.drawn(Lru::InactiveAnon), "S(s x)");
    lab.expect_changes(ENDED);
    lab.drain();
    assert_eq!(lab.drawn(Lru::InactiveAnon), "");
    lab.expect_changes(FREED);
    assert_eq!(lab.scan_type(32, Who::Kswapd, 12, false), (0, 0));
    lab.expect_changes("");
}

#[test]
fn a_file_page_with_buffers_has_one_reference_too_many() {
    for on in [false, true] {
        let mut lab = lab(on).inactive("B F(w R)");
        lab.end_io("F");
        lab.drain();
        lab.expect("F B", &format!("{ENDED}, pgrotated 1"));
        assert_eq!(lab.scan(1, Who::Kswapd, 12), 1);
        lab.expect("B", &scan(Who::Kswapd, 1, 1));
    }
}

#[test]
fn a_file_page_without_buffers_is_freed_with_it() {
    let mut off = lab(false).inactive("B F(w R n)");
    off.end_io("F");
    off.drain();
    off.expect("F(n) B", &format!("{ENDED}, pgrotated 1"));
    assert_eq!(off.scan(1, Who::Kswapd, 12), 1);
    off.expect("B", &scan(Who::Kswapd, 1, 1));
    let mut on = lab(true).inactive("B F(w R n)");
    on.end_io("F");
    on.drain();
    on.expect("B", &format!("{ENDED}, {FREED}"));
    let file = on.file;
    assert_eq!(on.m().io.cache.get(file).nr_pages, 1);
    assert_eq!(on.scan(0, Who::Kswapd, 12), 0);
    on.expect("B", "");
}

#[test]
fn a_locked_page_neither_rotates_nor_goes() {
    for on in [false, true] {
        let mut lab = lab(on).list(Lru::InactiveAnon, "T(s) S(s w R l)");
        lab.end_io("S");
        lab.drain();
        assert_eq!(lab.drawn(Lru::InactiveAnon), "T(s) S(s l)");
        lab.expect_changes(ENDED);
    }
}

#[test]
fn a_page_locked_after_the_end_of_its_io_rotates() {
    for on in [false, true] {
        let mut lab = lab(on).list(Lru::InactiveAnon, "T(s) S(s w R)");
        lab.end_io("S");
        let pfn = lab.page("S");
        lab.m()
            .memory
            .frames
            .set(pfn, reclaim_engine::mm::page::flag::LOCKED);
        lab.drain();
        assert_eq!(lab.drawn(Lru::InactiveAnon), "S(s l) T(s)");
        lab.expect_changes(&format!("{ENDED}, pgrotated 1"));
    }
}

#[test]
fn a_page_rotates_while_another_cpu_holds_the_swap_lock() {
    let mut lab = Lab::with_zones("3.3", super::lab::ZONES_256M, 2)
        .switch(InstantFree, true)
        .swap(10)
        .list(Lru::InactiveAnon, "T(s w) S(s w R)");
    lab.end_io("S");
    {
        let mut m = lab.m();
        let (here, now) = (m.sched.cpu(), m.now());
        m.sched.run_on(1 - here);
        m.hold_swap_lock();
        m.sched.run_on(here);
        let lock = m.memory.swap().expect("swap").lock;
        assert_eq!((lock.start, lock.end), (now, now + 150));
    }
    lab.drain();
    assert_eq!(lab.drawn(Lru::InactiveAnon), "S(s) T(w s)");
    lab.expect_changes(&format!("{ENDED}, pgrotated 1"));
    assert_eq!(lab.scan_type(1, Who::Kswapd, 12, false), (1, 2));
    assert_eq!(lab.drawn(Lru::InactiveAnon), "T(w s)");
}

#[test]
fn a_page_dirtied_before_the_end_of_its_io_stays() {
    for on in [false, true] {
        let mut lab = lab(on).list(Lru::InactiveAnon, "T(s) S(s w R)");
        let pfn = lab.page("S");
        lab.m().set_page_dirty(pfn);
        lab.end_io("S");
        lab.drain();
        assert_eq!(lab.drawn(Lru::InactiveAnon), "T(s) S(d s)");
        lab.expect_changes(ENDED);
    }
}

#[test]
fn every_condition_is_needed() {
    let page = Page {
        on_inactive: true,
        locked: false,
        has_mapping: true,
        references: 1,
        dirty: false,
        swap_lock_held: false,
    };
    assert!(frees(true, page));
    assert!(!frees(false, page));
    let lacking = [
        Page {
            on_inactive: false,
            ..page
        },
        Page {
            locked: true,
            ..page
        },
        Page {
            has_mapping: false,
            ..page
        },
        Page {
            references: 2,
            ..page
        },
        Page {
            dirty: true,
            ..page
        },
        Page {
            swap_lock_held: true,
            ..page
        },
    ];
    for page in lacking {
        assert!(!frees(true, page), "{page:?}");
    }
}

#[test]
fn the_fourteenth_page_frees_all() {
    let mut lab = lab(true).fill(Lru::InactiveFile, 14, "wRn");
    let pages: Vec<_> = {
        let m = lab.m();
        let list = m.memory.zones[0].lru[Lru::InactiveFile as usize];
        list.from_tail(&m.memory.frames).collect()
    };
    for &pfn in &pages[..13] {
        lab.m().end_page_writeback(pfn);
    }
    lab.expect_changes("nr_writeback -13, nr_written 13");
    lab.m().end_page_writeback(pages[13]);
    lab.expect_changes("nr_writeback -1, nr_written 1, pgfree 14, pcp 14, instant_freed 14");
    assert_eq!(lab.len(Lru::InactiveFile), 0);
}
