//! `workingset`: shadows, refault distances, and which pages start active.

use reclaim_engine::mechanism::Mechanism::{InstantFree, Workingset};
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, Who, scan};

fn add(lab: &Lab, index: u32) -> u32 {
    let mut m = lab.m();
    let pfn = m
        .alloc_fast(reclaim_engine::mm::gfp::Gfp::USER)
        .expect("a page");
    assert!(m.add_to_page_cache(lab.file, index, pfn, Lru::InactiveFile));
    pfn
}

fn refaults(lab: &Lab) -> [u64; 3] {
    [
        Counter::WorkingsetRefault,
        Counter::WorkingsetActivate,
        Counter::PgActivate,
    ]
    .map(|counter| lab.count(counter))
}

#[test]
fn a_page_that_comes_back_within_the_active_list_starts_active() {
    for (on, active_file, expected, age) in [
        (true, 200, [1, 1, 0], 301),
        (true, 199, [1, 1, 0], 301),
        (true, 198, [1, 0, 0], 300),
        (false, 200, [0, 0, 0], 300),
    ] {
        let mut lab = Lab::new("3.16").switch(Workingset, on).inactive("A");
        lab.m().memory.zones[0].inactive_age = 100;
        assert_eq!(lab.scan(1, Who::Kswapd, 12), 1);
        assert_eq!(lab.m().memory.zones[0].inactive_age, 100 + u64::from(on));
        lab.m().memory.zones[0].inactive_age = 300;
        let lab = lab.length(0, Lru::ActiveFile, active_file);
        let pfn = add(&lab, 0);
        assert_eq!(refaults(&lab), expected, "{active_file}");
        assert_eq!(
            lab.m().memory.frames.has(pfn, flag::ACTIVE),
            expected[1] == 1
        );
        assert_eq!(lab.m().memory.zones[0].inactive_age, age);
    }
}

#[test]
fn a_shadow_serves_once() {
    let mut lab = Lab::new("3.16").inactive("A");
    lab.scan(1, Who::Kswapd, 12);
    let file = lab.file;
    assert_eq!(lab.m().io.cache.lookup(file, 0), None);
    assert_eq!(lab.m().io.cache.next_page(file, 0), None);
    let pfn = add(&lab, 0);
    assert_eq!(refaults(&lab)[0], 1);
    lab.drain();
    lab.m().truncate_page(pfn);
    add(&lab, 0);
    assert_eq!(refaults(&lab)[0], 1, "a truncated page leaves no shadow");
}

#[test]
fn shadows_go_with_the_file() {
    let mut lab = Lab::new("3.16").inactive("A B");
    lab.scan(2, Who::Kswapd, 12);
    let file = lab.file;
    let mut m = lab.m();
    m.io.cache.destroy(file);
    assert_eq!(m.io.cache.create(0, 0, false, 0), Some(file));
    drop(m);
    add(&lab, 0);
    assert_eq!(refaults(&lab), [0; 3]);
}

#[test]
fn activation_counts_as_leaving_the_inactive_list() {
    for (on, age) in [(true, 1), (false, 0)] {
        let lab = Lab::new("3.16").switch(Workingset, on).inactive("A(r)");
        let pfn = lab.page("A");
        lab.m().mark_page_accessed(pfn);
        assert_eq!(lab.m().memory.zones[0].inactive_age, age);
        assert_eq!(lab.count(Counter::PgActivate), 1);
    }
}

#[test]
fn a_page_freed_at_the_end_of_its_io_leaves_no_shadow() {
    for (on, age, refaulted) in [(false, 1, 1), (true, 0, 0)] {
        let mut lab = Lab::new("3.16")
            .switch(InstantFree, on)
            .inactive("F(w R n)");
        lab.end_io("F");
        lab.drain();
        if on {
            lab.expect(
                "",
                "nr_writeback -1, nr_written 1, pgfree 1, pcp 1, instant_freed 1",
            );
        } else {
            lab.expect("F(n)", "nr_writeback -1, nr_written 1, pgrotated 1");
            assert_eq!(lab.scan(32, Who::Kswapd, 12), 1);
            lab.expect("", &scan(Who::Kswapd, 1, 1));
        }
        assert_eq!(lab.m().memory.zones[0].inactive_age, age);
        add(&lab, 0);
        assert_eq!(refaults(&lab)[0], refaulted);
    }
}
