//! shrink_inactive_list: isolation, putting back, and the reclaimer's nap when too many pages are isolated.

use reclaim_engine::kernel::rules::TooManyIsolated;
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::vmscan::inactive::shrink_inactive_list;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, MS, Who, scan};

#[test]
fn kept_pages_return_to_the_head_in_the_order_in_which_they_were_looked_at() {
    let mut lab = Lab::new("3.0").inactive("A(l) B C(w) D(y) E F(l)");
    assert_eq!(lab.scan(4, Who::Direct, 12), 1);
    lab.expect("E F(l) A(l) C(w) D(r u)", &scan(Who::Direct, 4, 1));
}

#[test]
fn activated_pages_return_to_the_head_of_active() {
    let mut lab = Lab::new("3.0")
        .list(Lru::ActiveFile, "X Y")
        .inactive("A(r y) B(l) C(r y) D(l)");
    lab.scan(32, Who::Direct, 12);
    assert_eq!(lab.drawn(Lru::ActiveFile), "X Y A(r  u) C(r  u)");
    lab.expect(
        "B(l) D(l)",
        &format!("{}, pgactivate 2, rotated_file 2", scan(Who::Direct, 4, 0)),
    );
}

#[test]
fn a_short_list_is_looked_at_once() {
    let mut lab = Lab::new("3.0").inactive("A(l) B(l) C");
    assert_eq!(lab.scan(32, Who::Direct, 12), 1);
    lab.expect("A(l) B(l)", &scan(Who::Direct, 3, 1));
}

#[test]
fn up_to_2_6_35_a_short_list_is_looked_at_again_until_n() {
    let mut lab = Lab::new("3.0")
        .rules(|rules| rules.isolate_exact = false)
        .inactive("A(l) B(l) C");
    assert_eq!(lab.scan(6, Who::Direct, 12), 1);
    // The passes scan 3, 2 and 2 pages. Then the seven pages scanned are not less than six, and the loop ends.
    lab.expect("A(l) B(l)", &scan(Who::Direct, 7, 1));
}

#[test]
fn an_empty_list_changes_nothing() {
    let mut lab = Lab::new("3.0");
    assert_eq!(lab.scan(32, Who::Direct, 12), 0);
    lab.expect("", "");
}

#[test]
fn exactly_n_pages_are_taken_and_isolated_ones_have_no_lru_flag() {
    let mut lab = Lab::new("3.0").inactive("A(d) B(d) C").queue_writes(150);
    // The queue is full, so the task sleeps inside pageout while its batch is isolated.
    lab.start(|cx| async move {
        let mut sc = Who::Kswapd.control(9);
        shrink_inactive_list(&cx, 0, 2, true, &mut sc).await;
    });
    lab.run_until(1);
    let (a, b, c) = (lab.page("A"), lab.page("B"), lab.page("C"));
    let lru = |pfn| lab.m().memory.frames.has(pfn, flag::LRU);
    assert!(!lru(a) && !lru(b) && lru(c));
    assert_eq!(lab.m().memory.zones[0].isolated, [0, 2]);
    assert_eq!(lab.drawn(Lru::InactiveFile), "C");
}

/// Starts a scan while `isolated` pages are isolated from a list that still has `inactive` pages.
fn held(who: Who, rule: TooManyIsolated, gfp: Gfp, isolated: u64, inactive: u64) -> Lab {
    let mut lab = Lab::new("3.0")
        .rules(|rules| rules.too_many_isolated = rule)
        .fill(Lru::InactiveFile, inactive, "l");
    {
        let mut m = lab.m();
        m.memory.zones[0].isolated[1] = isolated;
        m.memory.zones[0].free -= isolated;
    }
    lab.mark();
    lab.start(move |cx| async move {
        let mut sc = Who::control(who, 12);
        sc.gfp = gfp;
        shrink_inactive_list(&cx, 0, 32, true, &mut sc).await;
    });
    lab
}

fn looked_at(lab: &Lab) -> u64 {
    lab.m().memory.zones[0].pages_scanned
}

#[test]
fn a_direct_reclaimer_naps_while_more_is_isolated_than_inactive() {
    let mut lab = held(
        Who::Direct,
        TooManyIsolated::AboveInactive,
        Gfp::USER,
        11,
        10,
    );
    lab.run_until(250 * MS);
    assert_eq!(looked_at(&lab), 0, "two naps and no end");
    {
        let mut m = lab.m();
        m.memory.zones[0].isolated[1] -= 1;
        m.memory.zones[0].free += 1;
    }
    lab.run_until(299 * MS);
    assert_eq!(looked_at(&lab), 0);
    lab.run_until(301 * MS);
    assert_eq!(looked_at(&lab), 10);
}

#[test]
fn who_is_held_and_from_where_on() {
    let goes = |who, rule, gfp, isolated, inactive| {
        let mut lab = held(who, rule, gfp, isolated, inactive);
        lab.run_until(MS);
        looked_at(&lab) > 0
    };
    use TooManyIsolated::{AboveEighth, AboveInactive, Never};
    assert!(goes(Who::Direct, AboveInactive, Gfp::USER, 10, 10));
    assert!(goes(Who::Kswapd, AboveInactive, Gfp::USER, 11, 10));
    assert!(goes(Who::Direct, Never, Gfp::USER, 11, 10));
    assert!(goes(Who::Direct, AboveEighth, Gfp::USER, 2, 16));
    assert!(!goes(Who::Direct, AboveEighth, Gfp::USER, 3, 16));
    assert!(goes(Who::Direct, AboveEighth, Gfp::NOFS, 16, 16));
    assert!(!goes(Who::Direct, AboveEighth, Gfp::NOFS, 17, 16));
}
