//! balance_dirty_pages: when it checks, which task it throttles and for how long, and which task writes.

use reclaim_engine::block::Origin;
use reclaim_engine::mm::balance_dirty::balance_dirty_pages;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, MS};

/// Returns a machine that may have 1,000 dirty pages. With more than 500, the flushers start.
fn limited(kernel: &str) -> Lab {
    let lab = Lab::new(kernel);
    {
        let mut m = lab.m();
        m.writeback.knobs.dirty_bytes = 1_000 * 4_096;
        m.writeback.knobs.dirty_background_bytes = 500 * 4_096;
    }
    lab
}

/// Sets the number of dirty pages in memory, and how many of them belong to the disk.
fn set_dirty(lab: &Lab, all: u64, of_disk: u64) {
    let mut m = lab.m();
    m.memory.zones[0].dirty = all;
    m.io.bdi_mut(0).reclaimable = of_disk;
}

/// Makes the disk the only one that has written so far, and this task the only one that has dirtied pages.
fn alone(lab: &Lab, id: u32) {
    let mut m = lab.m();
    let m = &mut **m;
    let completions = &mut m.writeback.completions;
    completions.set_dirty_limit(1_000);
    completions.add(&mut m.io.bdi_mut(0).completions, 1_000_000, 0);
    let dirties = &mut m.writeback.dirties;
    dirties.set_dirty_limit(1_000);
    dirties.add(&mut m.sched.task_mut(id).dirties, 1_000_000, 0);
}

/// Starts a writer that has already dirtied `dirtied` pages. It dirties `calls` more, and makes the check after each.
fn writer(lab: &mut Lab, dirtied: u64, calls: u64) -> u32 {
    lab.start(move |cx| async move {
        cx.with(|m| m.task_mut(cx.id).nr_dirtied = dirtied);
        for _ in 0..calls {
            if let Some(due) = cx.with(|m| m.dirty_ratelimit_due(0, 1)) {
                balance_dirty_pages(&cx, due).await;
            }
        }
    })
}

#[test]
fn old_kernels_look_once_in_so_many_pages_of_a_cpu() {
    for kernel in ["3.0", "3.1"] {
        // The interval between checks on a CPU is 59,000 / 32 pages, but at most 1,024. For a device over its limit, it
        // is 8 pages.
        for (exceeded, interval) in [(false, 1_024), (true, 8)] {
            for (calls, held) in [(interval - 1, false), (interval, true)] {
                let mut lab = limited(kernel);
                set_dirty(&lab, 2_000, 2_000);
                lab.m().io.bdi_mut(0).dirty_exceeded = exceeded;
                let id = writer(&mut lab, 0, calls);
                lab.run_until(MS);
                assert_eq!(lab.ended(id), !held, "{kernel} {exceeded} {calls}");
            }
        }
    }
}

#[test]
fn new_kernels_look_after_so_many_pages_of_a_task() {
    for kernel in ["3.2", "3.3"] {
        for (exceeded, interval) in [(false, 32), (true, 8)] {
            for (dirtied, held) in [(interval - 1, false), (interval, true)] {
                let mut lab = limited(kernel);
                set_dirty(&lab, 2_000, 2_000);
                lab.m().io.bdi_mut(0).dirty_exceeded = exceeded;
                let id = writer(&mut lab, dirtied, 1);
                lab.run_until(MS);
                assert_eq!(lab.ended(id), !held, "{kernel} {exceeded} {dirtied}");
            }
        }
    }
}

/// Returns whether a writer to a device that has no share of the limit yet is throttled.
fn held(kernel: &str, all: u64, of_disk: u64) -> bool {
    let mut lab = limited(kernel);
    set_dirty(&lab, all, of_disk);
    let id = writer(&mut lab, 1_024, 1_024);
    lab.run_until(MS);
    let exceeded = lab.m().io.bdi(0).dirty_exceeded;
    let held = !lab.ended(id);
    assert!(held || !exceeded, "{kernel} {all} {of_disk}");
    held
}

#[test]
fn halfway_between_the_limits_nobody_is_held() {
    for kernel in ["3.0", "3.1", "3.2", "3.3"] {
        assert!(!held(kernel, 750, 750), "{kernel}");
        assert!(held(kernel, 751, 751), "{kernel}");
    }
}

#[test]
fn above_it_old_kernels_hold_those_whose_device_or_the_machine_is_over() {
    for kernel in ["3.0", "3.1"] {
        assert!(!held(kernel, 1_000, 0));
        assert!(held(kernel, 1_001, 0));
        assert!(held(kernel, 1_000, 1));
    }
}

/// Returns the time at which the writer continues if everything is clean from `clean_at` on, milliseconds.
fn goes_on(kernel: &str, clean_at: u64) -> u64 {
    let mut lab = limited(kernel);
    set_dirty(&lab, 1_001, 0);
    let id = writer(&mut lab, 0, 1_024);
    lab.run_until(clean_at * MS);
    assert!(!lab.ended(id));
    set_dirty(&lab, 0, 0);
    let mut at = clean_at;
    while !lab.ended(id) {
        at += 1;
        lab.run_until(at * MS);
    }
    // The writer left the loop because dirty memory was below the mean of the two limits. Only the next check sees that
    // no limit is exceeded any more.
    assert!(lab.m().io.bdi(0).dirty_exceeded);
    let id = writer(&mut lab, 0, 8);
    lab.run_until((at + 1) * MS);
    assert!(lab.ended(id) && !lab.m().io.bdi(0).dirty_exceeded);
    at
}

#[test]
fn old_kernels_sleep_twice_as_long_each_time_up_to_a_tenth_of_a_second() {
    for kernel in ["3.0", "3.1"] {
        for (clean_at, next) in [(1, 4), (5, 12), (13, 28), (61, 124), (125, 224)] {
            assert_eq!(goes_on(kernel, clean_at), next, "{kernel}");
        }
    }
    assert_eq!(goes_on("3.0", 225), 324);
}

#[test]
fn after_200_ms_3_1_lets_a_writer_go_that_is_only_a_little_over_its_own_limit() {
    for (kernel, ends) in [("3.0", false), ("3.1", true)] {
        let mut lab = limited(kernel);
        let id = writer(&mut lab, 0, 1_024);
        alone(&lab, id);
        let thresh = lab.m().bdi_dirty_limit(0, 1_000);
        assert!((800..=1_000).contains(&thresh), "{thresh}");
        // The task's own limit is an eighth below the device's limit. The number of dirty pages is between the task's
        // limit and the mean of both limits.
        set_dirty(&lab, 990, thresh - thresh / 10);
        lab.run_until(223 * MS);
        assert!(!lab.ended(id));
        lab.run_until(1_000 * MS);
        assert_eq!(lab.ended(id), ends, "{kernel}");
    }
}

#[test]
fn a_device_counts_as_exceeded_in_3_1_until_no_task_could_exceed_it() {
    for (kernel, part, left) in [("3.0", 15, false), ("3.1", 15, true), ("3.1", 14, false)] {
        let mut lab = limited(kernel);
        lab.m().io.bdi_mut(0).dirty_exceeded = true;
        let id = writer(&mut lab, 0, 8);
        alone(&lab, id);
        // A task that has dirtied no page may use the device's whole limit.
        lab.m().task_mut(id).dirties = Default::default();
        let thresh = lab.m().bdi_dirty_limit(0, 1_000);
        set_dirty(&lab, 990, thresh * part / 16);
        lab.run_until(MS);
        assert!(lab.ended(id), "not exceeded");
        assert_eq!(lab.m().io.bdi(0).dirty_exceeded, left, "{kernel} {part}");
    }
}

#[test]
fn old_kernels_let_the_writer_write_and_new_ones_do_not() {
    for (kernel, writes) in [("3.0", true), ("3.1", true), ("3.2", false), ("3.3", false)] {
        let mut lab = limited(kernel).fill(Lru::InactiveFile, 1_200, "d");
        let id = writer(&mut lab, 1_024, 1_024);
        lab.run_until(150 * MS);
        let written = lab.m().io.block.stats(0).blocks_by_origin[Origin::Dirtier.index()];
        assert_eq!(written > 0, writes, "{kernel}");
        assert_eq!(lab.ended(id), writes, "{kernel}");
    }
}

#[test]
fn at_the_setpoint_3_2_sleeps_once_and_not_at_all_for_a_few_pages() {
    // The millisecond in which the writer goes on.
    for (dirtied, ms) in [(32, 1), (1_024, 20)] {
        let mut lab = limited("3.2");
        {
            let mut m = lab.m();
            m.writeback.knobs.dirty_bytes = 40_000 * 4_096;
            m.writeback.knobs.dirty_background_bytes = 20_000 * 4_096;
        }
        let id = writer(&mut lab, dirtied, 1);
        alone(&lab, id);
        // The longest pause of a writer that is alone is 5 jiffies (20 ms).
        set_dirty(&lab, 35_000, 35_000);
        lab.run_while(|m| m.task(id).nr_dirtied > 0);
        let mut at = 0;
        while !lab.ended(id) {
            at += 1;
            lab.run_until(at * MS);
        }
        assert_eq!(at, ms, "{dirtied} pages");
    }
}

#[test]
fn reclaimers_wait_for_few_pages_where_few_may_be_dirty() {
    // The threshold is a tenth above the limit of 20 pages. From 3.4 on, the kernel uses the limit that follows slowly
    // if it is larger; it is 20 pages here too.
    for kernel in ["2.6.29", "2.6.32", "3.0", "3.3", "3.4", "3.10", "3.16"] {
        let lab = Lab::new(kernel);
        {
            let mut m = lab.m();
            m.writeback.knobs.dirty_bytes = 20 * 4_096;
            m.writeback.knobs.dirty_background_bytes = 10 * 4_096;
            m.writeback.global_limit.limit = 20;
        }
        for (writeback, waits) in [(0, false), (22, false), (23, true), (63, true)] {
            lab.m().memory.zones[0].writeback = writeback;
            let too_much = lab.m().too_much_writeback();
            assert_eq!(too_much, waits, "{kernel}: {writeback} pages");
        }
    }
}
