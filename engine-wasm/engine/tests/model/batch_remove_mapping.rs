//! `batch_remove_mapping` on the rules of 3.10: which pages are removed from their mapping under one tree_lock.
//!
//! The digit after a name is the file that the page belongs to.

use reclaim_engine::mechanism::Mechanism::BatchRemoveMapping;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, Who};

/// Returns a machine with pages of several files drawn onto inactive_file.
fn drawn(on: bool, text: &str) -> Lab {
    let mut lab = Lab::new("3.10")
        .switch(BatchRemoveMapping, on)
        .inactive(text);
    let mut files = vec![lab.file];
    let pages: Vec<(u32, usize)> = (lab.names().iter())
        .filter_map(|(name, &pfn)| Some((pfn, name[1..].parse().ok()?)))
        .collect();
    for (pfn, file) in pages {
        let mut m = lab.m();
        while files.len() < file {
            files.push(m.io.cache.create(0, 0, false, 0).expect("a mapping"));
        }
        if file > 1 {
            let index = m.memory.frames.index[pfn as usize];
            m.io.cache.remove(files[0], index, None);
            m.io.cache.insert(files[file - 1], index, pfn);
            m.memory.frames.mapping[pfn as usize] = files[file - 1];
        }
    }
    lab.mark();
    lab
}

/// Scans with the mechanism off and on. Compares the number of times that tree_lock was taken, the list afterwards, and
/// all other changes (`more`), without the counts that every scan changes.
#[track_caller]
fn both(text: &str, who: Who, priority: u32, rounds: [u64; 2], lists: [&str; 2], more: &str) {
    for (on, (rounds, list)) in [false, true].into_iter().zip(rounds.into_iter().zip(lists)) {
        let mut lab = drawn(on, text);
        let looked_at = lab.len(Lru::InactiveFile);
        let freed = lab.scan(32, who, priority);
        let (scan, steal) = match who {
            Who::Direct => ("pgscan_direct", "pgsteal_direct"),
            Who::Kswapd => ("pgscan_kswapd", "kswapd_steal"),
        };
        lab.expect(
            list,
            &format!(
                "{scan} {looked_at}, scanned_file {looked_at}, pages_scanned {looked_at}, pgsteal {freed}, \
                 {steal} {freed}, pgfree {freed}, pcp {freed}, tree_lock_rounds {rounds}, {more}"
            ),
        );
    }
}

#[test]
fn neighbours_of_one_file_leave_together() {
    both("a1 b1 c2 d2 e2 f1", Who::Kswapd, 12, [6, 3], ["", ""], "");
}

#[test]
fn a_page_of_another_file_ends_the_batch_even_if_it_stays() {
    both(
        "a1 b2(l) c1",
        Who::Kswapd,
        12,
        [2, 2],
        ["b2(l)", "b2(l)"],
        "",
    );
}

#[test]
fn a_write_ends_the_batch() {
    both(
        "a1 b1 c1(d)",
        Who::Kswapd,
        9,
        [2, 1],
        ["c1(w R)", "c1(w R)"],
        super::writeback_series::WRITTEN,
    );
}

#[test]
fn a_page_that_somebody_holds_comes_back_without_its_buffers() {
    both(
        "a1 b1(x) c1",
        Who::Kswapd,
        12,
        [3, 1],
        ["b1(n x)", "b1(n x)"],
        "",
    );
}

#[test]
fn a_page_that_could_not_leave_goes_behind_those_kept_before() {
    both(
        "a1(x) x1(d)",
        Who::Direct,
        12,
        [1, 1],
        ["a1(n x) x1(d R)", "x1(d R) a1(n x)"],
        "nr_vmscan_immediate_reclaim 1",
    );
}

#[test]
fn pages_that_are_only_kept_take_no_lock() {
    both(
        "a1(d) b1(d)",
        Who::Direct,
        12,
        [0, 0],
        ["a1(d R) b1(d R)", "a1(d R) b1(d R)"],
        "nr_vmscan_immediate_reclaim 2",
    );
}

/// Draws 32 pages that belong to `files` files in turn.
fn of_files(files: usize) -> String {
    let letters = ('a'..='z').chain('A'..='F');
    let names = letters
        .enumerate()
        .map(|(n, c)| format!("{c}{}", n % files + 1));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_whole_batch_of_one_file_takes_one_round_and_of_32_files_takes_32() {
    both(&of_files(1), Who::Kswapd, 12, [32, 1], ["", ""], "");
    both(&of_files(32), Who::Kswapd, 12, [32, 32], ["", ""], "");
}

#[test]
fn the_report_has_the_runs_of_neighbours_in_both_lanes() {
    for on in [false, true] {
        let mut lab = drawn(on, "a1 b1 c2 d2 e2 f1");
        lab.scan(32, Who::Kswapd, 12);
        let mut expected = [0; 32];
        (expected[0], expected[1], expected[2]) = (1, 1, 1);
        assert_eq!(lab.m().observed().tree_locks.runs, expected);
    }
}

#[test]
fn swap_is_one_mapping() {
    for (on, rounds) in [(false, 3), (true, 1)] {
        let mut lab = Lab::new("3.10")
            .switch(BatchRemoveMapping, on)
            .swap(10)
            .list(Lru::InactiveAnon, "A(s) B(s) C(s)");
        assert_eq!(lab.scan_type(32, Who::Kswapd, 12, false), (3, 6));
        assert_eq!(
            lab.count(reclaim_engine::observer::vmstat::Counter::TreeLockRounds),
            rounds
        );
    }
}

#[test]
fn a_batch_of_one_costs_more_and_a_long_one_less() {
    let spent = |on, files| {
        let mut lab = drawn(on, &of_files(files));
        let before = lab.m().now();
        lab.call(|cx| async move {
            let mut sc = Who::Kswapd.control(12);
            reclaim_engine::mm::vmscan::inactive::shrink_inactive_list(&cx, 0, 32, true, &mut sc)
                .await;
            cx.burn().await;
        });
        lab.m().now() - before
    };
    // Removing a page alone takes 300 ns. Removing a batch takes 150 ns, and 200 ns for each page in it.
    assert_eq!(spent(false, 1), spent(false, 32));
    assert_eq!(spent(true, 32) - spent(false, 32), 32 * 50);
    assert_eq!(
        spent(false, 1) - spent(true, 1),
        32 * 300 - (150 + 32 * 200)
    );
}

#[test]
fn who_finds_the_lock_taken_spins() {
    use reclaim_engine::observer::profile::Function::{AddToPageCache, RemoveMapping, SpinLock};
    let mut lab = Lab::with_zones("3.10", super::lab::ZONES_256M, 2);
    lab.run_until(1_000);
    let tasks = [1, 2].map(|_| lab.start(|cx| async move { cx.burn().await }));
    let mut m = lab.m();
    m.sched.run_as(tasks[0]);
    m.hold_tree_lock(7, RemoveMapping, 300);
    m.sched.run_as(tasks[1]);
    m.hold_tree_lock(8, AddToPageCache, 400);
    assert_eq!(m.observed().tree_locks.contended, 0);
    m.task_mut(tasks[1]).charge = 100;
    m.hold_tree_lock(7, AddToPageCache, 400);
    assert_eq!(
        (
            m.observed().tree_locks.contended,
            m.observed().tree_locks.spin_ns
        ),
        (1, 200)
    );
    assert_eq!(m.task(tasks[1]).charge, 700);
    let row = *m.profile(tasks[1]);
    assert_eq!(row[SpinLock as usize], 150 + 350);
    assert_eq!(row[AddToPageCache as usize], 2 * 250);
}

#[test]
fn each_page_of_a_batch_is_removed_by_the_function_that_removes_a_single_page() {
    use reclaim_engine::observer::profile::Function::{
        RemoveMapping, RemoveMappingBatch, SpinLock,
    };
    let mut lab = Lab::with_zones("3.10", super::lab::ZONES_256M, 1);
    lab.run_until(1_000);
    let task = lab.start(|cx| async move { cx.burn().await });
    let mut m = lab.m();
    m.sched.run_as(task);
    m.lock_to_remove_batch(7, 4);
    // 150 ns for the lock, and for each page 150 ns to remove it and 50 ns to keep the list.
    let row = *m.profile(task);
    assert_eq!(row[SpinLock as usize], 150);
    assert_eq!(row[RemoveMapping as usize], 4 * 150);
    assert_eq!(row[RemoveMappingBatch as usize], 4 * 50);
    assert_eq!(m.task(task).charge, 150 + 4 * 200);
}
