//! The flusher: when it wakes, and where its work ends.

use reclaim_engine::block::Origin;
use reclaim_engine::fs::flusher::{flusher, write_inodes};
use reclaim_engine::mm::backing_dev::{Amount, Cause, Work};
use reclaim_engine::sched::context::Cx;
use reclaim_engine::sched::task::Activity;

use super::lab::{Lab, MS};

const SECOND: u64 = 1_000 * MS;

/// Starts the flusher of the disk.
fn with_flusher(kernel: &str) -> Lab {
    let mut lab = Lab::new(kernel);
    let id = lab.start(|cx| flusher(cx, 0));
    lab.m().io.bdi_mut(0).flusher = Some(id);
    lab.run_until(SECOND);
    lab
}

/// When the flusher last looked for old inodes, milliseconds.
fn last_look(lab: &Lab) -> u64 {
    let at = lab.m().io.bdi(0).last_old_flush;
    at.expect("it looks once when it starts") / MS
}

#[test]
fn up_to_2_6_35_a_flusher_wakes_every_five_seconds() {
    for kernel in ["2.6.32.10", "2.6.35"] {
        let mut lab = with_flusher(kernel);
        lab.run_until(22 * SECOND);
        assert!(last_look(&lab) > 15_000, "{kernel}: {}", last_look(&lab));
    }
}

#[test]
fn later_a_flusher_wakes_five_seconds_after_the_first_inode_became_dirty() {
    for kernel in ["2.6.36", "2.6.38", "3.0", "3.2"] {
        let mut lab = with_flusher(kernel);
        lab.run_until(22 * SECOND + MS);
        assert_eq!(last_look(&lab), 0, "{kernel}");
        let file = lab.file;
        lab.m().mark_inode_dirty(file);
        // The timer counts from the last tick, 1 ms before.
        lab.run_until(27 * SECOND - MS);
        assert_eq!(last_look(&lab), 0, "{kernel}");
        lab.run_until(27 * SECOND + MS);
        assert_eq!(last_look(&lab), 27_000, "{kernel}");
    }
}

#[test]
fn from_2_6_36_to_3_0_work_ends_at_an_inode_that_became_dirty_after_its_start() {
    // The first inode is older than the work. The second became dirty in the jiffy of its start, or in a later one.
    for (kernel, dirtied, left) in [
        ("2.6.35", 20, false),
        ("2.6.36", 10, false),
        ("2.6.36", 20, true),
        ("3.0", 11, false),
        ("3.0", 12, true),
    ] {
        let mut lab = Lab::new(kernel);
        let first = lab.file;
        let second = lab.m().io.cache.create(0, 0, false, 0).expect("a mapping");
        lab.m().mark_inode_dirty(first);
        lab.run_until(dirtied * MS);
        lab.m().mark_inode_dirty(second);
        lab.run_until(30 * MS);
        lab.call(|cx: Cx| async move {
            let mut work = Work {
                cause: Cause::Background,
                amount: Amount::UntilBackground,
                from_start: false,
                started: 10 * MS,
            };
            write_inodes(&cx, 0, &mut work, Origin::Flusher).await;
        });
        let m = lab.m();
        let b_io: Vec<_> = m.io.bdi(0).b_io.iter().copied().collect();
        let expected = if left { vec![second] } else { vec![] };
        assert_eq!(b_io, expected, "{kernel}, dirtied at {dirtied} ms");
    }
}

#[test]
fn timeouts_of_the_kernel_end_at_a_tick_and_those_of_programs_do_not() {
    // A jiffy has 4 ms.
    for (kernel_sleeps, ms, until) in [(true, 4, 8), (true, 100, 104), (false, 4, 9)] {
        let mut lab = Lab::new("3.0");
        lab.run_until(5 * MS);
        lab.call(|cx: Cx| async move {
            if kernel_sleeps {
                cx.schedule_timeout(ms * MS, Activity::Idle).await;
            } else {
                cx.sleep(ms * MS, Activity::Idle).await;
            }
        });
        let now = lab.m().now();
        assert!(
            (until * MS..until * MS + MS / 10).contains(&now),
            "{ms} ms end at {now} ns"
        );
    }
}
