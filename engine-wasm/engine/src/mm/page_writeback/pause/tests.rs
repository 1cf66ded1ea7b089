use super::super::limits::DirtyLimits;
use super::*;

const AT_SETPOINT: Throttle = Throttle {
    rate: 25_600,
    pos: 1_023,
    avg_bw: 25_600,
    bdi_dirty: 157_500,
    dirtied: 32,
    interval: 32,
    hz: 250,
};

#[test]
fn exceeded_by_rule() {
    let limits = DirtyLimits {
        dirty: 100,
        background: 50,
    };
    let with = |rule, bdi_dirty, dirty| {
        is_exceeded(
            rule,
            &Position {
                limits,
                dirty,
                bdi_thresh: 10,
                bdi_dirty,
            },
        )
    };
    let all = |rule| [(10, 100), (11, 100), (10, 101), (11, 101)].map(|(b, d)| with(rule, b, d));
    assert_eq!(all(BalanceDirty::TimedSleeps), [false, true, false, true]);
    assert_eq!(all(BalanceDirty::AtLimit), [true; 4]);
    assert_eq!(all(BalanceDirty::Exceeded), [false, true, true, true]);
    assert_eq!(all(BalanceDirty::Pauses), [false, true, true, true]);
    assert_eq!(
        all(BalanceDirty::PausesWithDebt),
        [false, false, false, true]
    );
}

#[test]
fn freerun_intervals() {
    for (room, expected) in [
        (0, 1),
        (1, 1),
        (3, 1),
        (4, 2),
        (15, 2),
        (16, 4),
        (45_000, 128),
    ] {
        assert_eq!(freerun_interval(1_000, 1_000 + room), expected, "{room}");
    }
    assert_eq!(freerun_interval(2_000, 1_000), 1);
}

#[test]
fn counter_error() {
    assert_eq!([1, 2, 4, 8].map(bdi_stat_error), [8, 32, 96, 256]);
}

#[test]
fn at_the_setpoint_in_3_2() {
    let few = AT_SETPOINT.pause();
    // The interval: 25,600 x (5 / 2) / 250 = 204 pages, but at most 4 x 32.
    assert_eq!(
        few,
        Pause {
            max_pause: 5,
            sleep: 0,
            again: false,
            interval: 128
        }
    );
    let many = Throttle {
        dirtied: 1_024,
        ..AT_SETPOINT
    };
    assert_eq!(many.period(many.task_rate()), 10);
    // The interval: 204 pages, but at least 1,024 / 4, and then made odd.
    assert_eq!(
        many.pause(),
        Pause {
            max_pause: 5,
            sleep: 5,
            again: false,
            interval: 257
        }
    );
    // The CPU's counter made this check due, not the task's, so the interval stays.
    let early = Throttle {
        interval: 33,
        ..AT_SETPOINT
    };
    assert_eq!(early.pause().interval, 33);
    // 204 pages: 250 x 204 / 25,575 = 1 jiffy, still too short. 512 pages: 5 jiffies, too long. 256 pages: 2 jiffies,
    // right.
    assert_eq!(
        Throttle {
            dirtied: 256,
            ..AT_SETPOINT
        }
        .pause()
        .sleep,
        2
    );
    assert_eq!(
        Throttle {
            dirtied: 256,
            ..AT_SETPOINT
        }
        .pause()
        .interval,
        32
    );
}

#[test]
fn longest_pause_of_3_2() {
    let max = |rate, bdi_dirty| {
        Throttle {
            rate,
            bdi_dirty,
            ..AT_SETPOINT
        }
        .pause()
        .max_pause
    };
    // 5 + 4 x 5,000 / 1,024.
    assert_eq!(max(1_600, 157_500), 24);
    // The rate is 2^10 times lower than the bandwidth: 5 + 10 x 5,000 / 1,024 = 53, at most HZ / 5.
    assert_eq!(max(25, 157_500), 50);
    // A longer pause could drain the device's dirty pages: 9,000 x 250 / 204,801 = 10.
    assert_eq!(max(1_600, 9_000), 10);
    assert_eq!(max(1_600, 0), 4);
}

#[test]
fn no_rate_means_the_longest_pause_and_again() {
    let stopped = Throttle {
        pos: 0,
        dirtied: 1_000,
        ..AT_SETPOINT
    };
    assert_eq!(
        stopped.pause(),
        Pause {
            max_pause: 5,
            sleep: 5,
            again: true,
            interval: 251
        }
    );
    let verdict = stopped.pause_with_debt(1_000, Some(900));
    assert_eq!(
        (verdict.sleep, verdict.again, verdict.paused_when),
        (50, true, 1_050)
    );
    assert_eq!((verdict.interval, verdict.dirtied), (0, 0));
}

#[test]
fn at_the_setpoint_in_3_3() {
    // Longest pause: 1 + 157,500 / 801 = 197 jiffies, but at most 50. Target: 2 jiffies, or 25,600 x 2 / 256 pages.
    let task = Throttle {
        dirtied: 200,
        interval: 200,
        ..AT_SETPOINT
    };
    let verdict = task.pause_with_debt(1_000, Some(1_000));
    assert_eq!((verdict.max_pause, verdict.min_pause), (50, 2));
    // 250 x 200 / 25,575 = 1 jiffy: too short for a sleep, so it becomes a debt.
    assert_eq!(
        (verdict.sleep, verdict.paused_when, verdict.dirtied),
        (0, 1_001, 0)
    );
    assert_eq!(verdict.interval, 200);
    // Called again immediately: 2 jiffies are worth a sleep, which pays the debt.
    let verdict = task.pause_with_debt(1_000, Some(1_001));
    assert_eq!(
        (verdict.sleep, verdict.paused_when, verdict.dirtied),
        (2, 1_002, 0)
    );
    // Time that the task spent elsewhere counts as paused.
    let verdict = Throttle {
        dirtied: 1_024,
        ..task
    }
    .pause_with_debt(1_003, Some(1_000));
    assert_eq!(
        (verdict.sleep, verdict.paused_when, verdict.interval),
        (7, 1_010, 200)
    );
}

#[test]
fn many_writers_in_3_3() {
    let task = Throttle {
        rate: 100,
        pos: 1_024,
        avg_bw: 5_120,
        bdi_dirty: 100_000,
        dirtied: 19,
        interval: 19,
        hz: 250,
    };
    // In 2 + 6 x 2,500 / 1,024 = 16 jiffies, the task dirties 6 pages, which is too few. In 50 jiffies, it dirties 19.
    let verdict = task.pause_with_debt(1_000, Some(1_000));
    assert_eq!((verdict.max_pause, verdict.min_pause), (50, 50));
    assert_eq!((verdict.sleep, verdict.paused_when), (0, 1_047));
    let verdict = task.pause_with_debt(1_000, Some(1_047));
    assert_eq!((verdict.sleep, verdict.interval), (50, 19));
    // 94 jiffies, cut to 50. The other 44 become a debt.
    assert_eq!(verdict.paused_when, 1_094);
}

#[test]
fn small_intervals_of_3_3_grow_to_32_pages() {
    // 2 jiffies at 2,560 pages per second are 20 pages; 32 pages take 3 jiffies.
    let task = Throttle {
        rate: 2_560,
        avg_bw: 2_560,
        dirtied: 32,
        ..AT_SETPOINT
    };
    let verdict = task.pause_with_debt(0, Some(0));
    assert_eq!(
        (verdict.min_pause, verdict.sleep, verdict.interval),
        (2, 3, 32)
    );
}

#[test]
fn light_and_fast_writers_of_3_3_are_let_go() {
    let task = Throttle {
        dirtied: 200,
        interval: 300,
        ..AT_SETPOINT
    };
    let verdict = task.pause_with_debt(1_000, Some(700));
    assert_eq!((verdict.sleep, verdict.paused_when), (0, 1_000));
    assert_eq!((verdict.dirtied, verdict.interval), (0, 300));
    // Too few pages for a pause of even one jiffy: the count is not reset, and the interval grows.
    let verdict = AT_SETPOINT.pause_with_debt(1_000, Some(990));
    assert_eq!((verdict.sleep, verdict.paused_when), (0, 990));
    assert_eq!((verdict.dirtied, verdict.interval), (32, 64));
}

#[test]
fn sleeps_stay_in_bounds() {
    let mut random = 3_u64;
    let mut next = |below: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) % below
    };
    for _ in 0..100_000 {
        let hz = [100, 250, 300, 1_000][next(4) as usize];
        let task = Throttle {
            rate: 1 + next(60_000),
            pos: next(2_100),
            avg_bw: next(60_000),
            bdi_dirty: next(300_000),
            dirtied: 1 + next(5_000),
            interval: next(5_000),
            hz,
        };
        let old = task.pause();
        assert!(old.sleep <= old.max_pause && (4..=hz / 5).contains(&old.max_pause));
        assert!(old.interval <= task.interval.max(4 * task.dirtied));
        assert_eq!(old.again, task.task_rate() == 0);
        let new = task.pause_with_debt(10_000, Some(9_000 + next(1_200)));
        assert!(new.sleep <= new.max_pause && (1..=hz / 5).contains(&new.max_pause));
        assert!(new.sleep == 0 || new.sleep >= new.min_pause || new.again);
        assert!(new.paused_when <= 10_000 + 2 * new.max_pause || new.sleep == 0);
    }
}
