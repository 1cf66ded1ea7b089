//! How long a writer sleeps and how much it may dirty before it is looked at again
//! (balance_dirty_pages without I/O, 3.2 and 3.3).

use super::bandwidth::interval as bandwidth_interval;
use super::pos_ratio::{Position, task_rate};
use crate::kernel::rules::BalanceDirty;

/// A new task is looked at after so many pages (nr_dirtied_pause).
pub const FIRST_INTERVAL: u64 = 32;

/// Intervals below this many pages are avoided (DIRTY_POLL_THRESH, 3.3).
const SMALL_INTERVAL: u64 = 32;

/// Position of the highest bit; 0 for 0, for which the original has no answer.
pub(super) fn floor_log2(n: u64) -> u32 {
    n.checked_ilog2().unwrap_or(0)
}

/// Whether the limits are exceeded, so that the device's writers are looked at more often.
///
/// Up to 2.6.36 by the device's limit alone, from 3.3 by both, between these by either. Up to 3.1
/// `bdi_thresh` of the position is the task's limit.
#[must_use]
pub fn is_exceeded(rule: BalanceDirty, position: &Position) -> bool {
    let bdi = position.bdi_dirty > position.bdi_thresh;
    let global = position.dirty > position.limits.dirty;
    match rule {
        BalanceDirty::Pdflush | BalanceDirty::PdflushAboveLimit | BalanceDirty::TimedSleeps => bdi,
        BalanceDirty::Exceeded | BalanceDirty::ExceededWithBandwidth | BalanceDirty::Ioless32 => {
            bdi || global
        }
        BalanceDirty::Ioless33 => bdi && global,
    }
}

/// Pages that a task may dirty before it is looked at again when it was left alone: about the root
/// of what is left to the dirty limit (dirty_poll_interval, 3.2).
#[must_use]
pub fn freerun_interval(dirty: u64, dirty_limit: u64) -> u64 {
    1 << (floor_log2(dirty_limit.saturating_sub(dirty)) / 2)
}

/// What the per-CPU deltas may hide of a device's counter, pages: a writer above the hard limit
/// whose device has no more than that is let go (bdi_stat_error, SMP).
#[must_use]
pub fn bdi_stat_error(cpus: u64) -> u64 {
    cpus * 8 * (1 + u64::from(floor_log2(cpus)))
}

/// A writer above freerun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// The device's base rate, pages a second.
    pub rate: u64,
    /// Position ratio, in 1024ths.
    pub pos: u64,
    /// The device's smoothed bandwidth, pages a second.
    pub avg_bw: u64,
    /// Dirty, unstable and writeback pages of the device.
    pub bdi_dirty: u64,
    /// Pages that the task has dirtied since it was looked at.
    pub dirtied: u64,
    /// Pages after which it was to be looked at.
    pub interval: u64,
    /// Jiffies a second.
    pub hz: u64,
}

/// The verdict of 3.2. The task then counts from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ioless32 {
    /// The longest sleep allowed, jiffies.
    pub max_pause: u64,
    /// Jiffies to sleep; 0: go on.
    pub sleep: u64,
    /// After the sleep the task is judged again, as its rate is 0; else it leaves.
    pub again: bool,
    /// Pages until the next look if the task leaves after this, be it because a further round finds
    /// dirty memory back in freerun.
    pub interval: u64,
}

/// The verdict of 3.3 and later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ioless33 {
    /// The longest sleep allowed, jiffies.
    pub max_pause: u64,
    /// The shortest sleep that is worth it, jiffies.
    pub min_pause: u64,
    /// Jiffies to sleep; 0: go on.
    pub sleep: u64,
    /// After the sleep the task is judged again, as its rate is 0; else it leaves.
    pub again: bool,
    /// Pages until the next look; 0 is as 1.
    pub interval: u64,
    /// Pages that the task now has dirtied since it was looked at.
    pub dirtied: u64,
    /// When the task's last pause counts as ended, jiffies. What was dirtied without a sleep moves
    /// it on: that is the debt.
    pub paused_when: u64,
}

impl Throttle {
    /// The task's rate, pages a second.
    #[must_use]
    pub fn task_rate(&self) -> u64 {
        task_rate(self.rate, self.pos)
    }

    /// Jiffies that the dirtied pages should have taken; the rate must not be 0.
    fn period(&self, task_rate: u64) -> u64 {
        self.hz.wrapping_mul(self.dirtied) / task_rate.max(1)
    }

    /// Powers of two between the device's bandwidth and a writer's rate: of the number of writers.
    fn log2_writers(&self) -> u64 {
        u64::from(floor_log2(self.avg_bw).saturating_sub(floor_log2(self.rate)))
    }

    /// bdi_max_pause, 3.2.
    fn max_pause_32(&self) -> u64 {
        let target = self.hz / 50 + self.log2_writers() * (20 * self.hz) / 1024;
        let drained =
            self.bdi_dirty.wrapping_mul(self.hz) / self.avg_bw.saturating_mul(8).saturating_add(1);
        target.min(drained).max(4).min(bandwidth_interval(self.hz))
    }

    /// balance_dirty_pages, 3.2.
    #[must_use]
    pub fn ioless32(&self) -> Ioless32 {
        let max_pause = self.max_pause_32();
        let task_rate = self.task_rate();
        let sleep = match task_rate {
            0 => max_pause,
            rate => self.period(rate).min(max_pause),
        };
        let half_way = self.rate.wrapping_mul(max_pause / 2) / self.hz.max(1);
        let (p, eighth) = (self.dirtied, self.dirtied / 8);
        // A pause of 0 counts as one jiffy here.
        let interval = if sleep.max(1) <= max_pause / 4 && p >= self.interval {
            half_way
                .max(p.saturating_add(eighth))
                .min(p.saturating_mul(4))
        } else if sleep >= max_pause {
            half_way.max(p / 4).min(p - eighth) | 1
        } else {
            self.interval
        };
        Ioless32 {
            max_pause,
            sleep,
            again: task_rate == 0,
            interval,
        }
    }

    /// bdi_max_pause, 3.3.
    fn max_pause_33(&self) -> u64 {
        let eighth_second = (1 + self.hz / 8).next_power_of_two();
        let drained = self.bdi_dirty / (1 + self.avg_bw / eighth_second);
        drained.saturating_add(1).min(bandwidth_interval(self.hz))
    }

    /// The shortest pause, jiffies, and the interval, pages, that go together (bdi_min_pause, 3.3).
    fn min_pause_33(&self, max_pause: u64, task_rate: u64) -> (u64, u64) {
        let second = self.hz.max(1).next_power_of_two();
        let target = (self.hz / 100).max(1) + self.log2_writers() * (10 * self.hz) / 1024;
        let mut pause = target.min(1 + max_pause / 2);
        let mut pages = self.rate.wrapping_mul(pause) / second;
        if pages < SMALL_INTERVAL {
            pause = max_pause;
            pages = self.rate.wrapping_mul(pause) / second;
            if pages > SMALL_INTERVAL {
                pages = SMALL_INTERVAL;
                pause = self.hz * SMALL_INTERVAL / self.rate.max(1);
            }
        }
        // At the rate of the moment such an interval may ask for more than the longest sleep.
        if self.hz.wrapping_mul(pages) / task_rate.saturating_add(1) > max_pause {
            pause = max_pause;
            pages = task_rate.wrapping_mul(pause) / second;
        }
        (
            if pages >= SMALL_INTERVAL {
                1 + pause / 2
            } else {
                pause
            },
            pages,
        )
    }

    /// balance_dirty_pages, 3.3 and later. `now` and `paused_when`, the end of the task's last
    /// pause (or its last call in freerun), in jiffies.
    #[must_use]
    pub fn ioless33(&self, now: u64, paused_when: Option<u64>) -> Ioless33 {
        let max_pause = self.max_pause_33();
        let task_rate = self.task_rate();
        let (min_pause, interval) = self.min_pause_33(max_pause, task_rate);
        let slept = |sleep: u64, credit: u64| Ioless33 {
            max_pause,
            min_pause,
            sleep,
            again: task_rate == 0,
            interval,
            dirtied: 0,
            paused_when: now.saturating_add(credit).saturating_add(sleep),
        };
        if task_rate == 0 {
            return slept(max_pause, 0);
        }
        let period = self.period(task_rate);
        let paused_when = paused_when.unwrap_or(now);
        let thought = now.wrapping_sub(paused_when) as i64;
        let pause = (period as i64).saturating_sub(thought);
        if pause >= min_pause as i64 {
            // A pause cut short leaves a credit of at most its own length.
            let cut = (pause as u64).saturating_sub(max_pause);
            return slept((pause as u64).min(max_pause), cut.min(max_pause));
        }
        let awake = slept(0, 0);
        if pause < -(self.hz as i64) {
            // A light writer: forget what it is owed.
            Ioless33 {
                interval: self.interval,
                ..awake
            }
        } else if period > 0 {
            let paused_when = paused_when.saturating_add(period);
            Ioless33 {
                interval: self.interval,
                paused_when,
                ..awake
            }
        } else {
            let longer = if self.interval <= self.dirtied {
                self.dirtied
            } else {
                0
            };
            let interval = self.interval.saturating_add(longer);
            Ioless33 {
                interval,
                dirtied: self.dirtied,
                paused_when,
                ..awake
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
        let all =
            |rule| [(10, 100), (11, 100), (10, 101), (11, 101)].map(|(b, d)| with(rule, b, d));
        assert_eq!(all(BalanceDirty::TimedSleeps), [false, true, false, true]);
        assert_eq!(all(BalanceDirty::Exceeded), [false, true, true, true]);
        assert_eq!(all(BalanceDirty::Ioless32), [false, true, true, true]);
        assert_eq!(all(BalanceDirty::Ioless33), [false, false, false, true]);
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
        let few = AT_SETPOINT.ioless32();
        // 25,600 x (5 / 2) / 250 = 204, at most 4 x 32.
        assert_eq!(
            few,
            Ioless32 {
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
        // 204, at least 1,024 / 4, and odd.
        assert_eq!(
            many.ioless32(),
            Ioless32 {
                max_pause: 5,
                sleep: 5,
                again: false,
                interval: 257
            }
        );
        // The CPU's counter asked, not the task's: the interval stays.
        let early = Throttle {
            interval: 33,
            ..AT_SETPOINT
        };
        assert_eq!(early.ioless32().interval, 33);
        // 250 x 204 / 25,575 = 1 jiffy: still too short; 512: 5 jiffies, too long; 256: 2, right.
        assert_eq!(
            Throttle {
                dirtied: 256,
                ..AT_SETPOINT
            }
            .ioless32()
            .sleep,
            2
        );
        assert_eq!(
            Throttle {
                dirtied: 256,
                ..AT_SETPOINT
            }
            .ioless32()
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
            .ioless32()
            .max_pause
        };
        // 5 + 4 x 5,000 / 1,024.
        assert_eq!(max(1_600, 157_500), 24);
        // Ten steps down: 5 + 10 x 5,000 / 1,024 = 53, at most HZ / 5.
        assert_eq!(max(25, 157_500), 50);
        // The device's dirty pages would be gone: 9,000 x 250 / 204,801 = 10.
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
            stopped.ioless32(),
            Ioless32 {
                max_pause: 5,
                sleep: 5,
                again: true,
                interval: 251
            }
        );
        let verdict = stopped.ioless33(1_000, Some(900));
        assert_eq!(
            (verdict.sleep, verdict.again, verdict.paused_when),
            (50, true, 1_050)
        );
        assert_eq!((verdict.interval, verdict.dirtied), (0, 0));
    }

    #[test]
    fn at_the_setpoint_in_3_3() {
        // Longest: 1 + 157,500 / 801 = 197, at most 50. Target 2 jiffies, 25,600 x 2 / 256 pages.
        let task = Throttle {
            dirtied: 200,
            interval: 200,
            ..AT_SETPOINT
        };
        let verdict = task.ioless33(1_000, Some(1_000));
        assert_eq!((verdict.max_pause, verdict.min_pause), (50, 2));
        // 250 x 200 / 25,575 = 1 jiffy: too short, owed.
        assert_eq!(
            (verdict.sleep, verdict.paused_when, verdict.dirtied),
            (0, 1_001, 0)
        );
        assert_eq!(verdict.interval, 200);
        // At once again: 2 jiffies are worth a sleep, and the debt is paid.
        let verdict = task.ioless33(1_000, Some(1_001));
        assert_eq!(
            (verdict.sleep, verdict.paused_when, verdict.dirtied),
            (2, 1_002, 0)
        );
        // Time spent elsewhere counts.
        let verdict = Throttle {
            dirtied: 1_024,
            ..task
        }
        .ioless33(1_003, Some(1_000));
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
        // 2 + 6 x 2,500 / 1,024 = 16 jiffies are 6 pages: too few; 50 jiffies are 19.
        let verdict = task.ioless33(1_000, Some(1_000));
        assert_eq!((verdict.max_pause, verdict.min_pause), (50, 50));
        assert_eq!((verdict.sleep, verdict.paused_when), (0, 1_047));
        let verdict = task.ioless33(1_000, Some(1_047));
        assert_eq!((verdict.sleep, verdict.interval), (50, 19));
        // 94 jiffies, cut to 50; the other 44 count as paused.
        assert_eq!(verdict.paused_when, 1_094);
    }

    #[test]
    fn small_intervals_of_3_3_grow_to_32_pages() {
        // 2 jiffies of 2,560 pages a second are 20 pages; 32 take 3 jiffies.
        let task = Throttle {
            rate: 2_560,
            avg_bw: 2_560,
            dirtied: 32,
            ..AT_SETPOINT
        };
        let verdict = task.ioless33(0, Some(0));
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
        let verdict = task.ioless33(1_000, Some(700));
        assert_eq!((verdict.sleep, verdict.paused_when), (0, 1_000));
        assert_eq!((verdict.dirtied, verdict.interval), (0, 300));
        // Too little even for a jiffy: it goes on counting, for longer.
        let verdict = AT_SETPOINT.ioless33(1_000, Some(990));
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
            let old = task.ioless32();
            assert!(old.sleep <= old.max_pause && (4..=hz / 5).contains(&old.max_pause));
            assert!(old.interval <= task.interval.max(4 * task.dirtied));
            assert_eq!(old.again, task.task_rate() == 0);
            let new = task.ioless33(10_000, Some(9_000 + next(1_200)));
            assert!(new.sleep <= new.max_pause && (1..=hz / 5).contains(&new.max_pause));
            assert!(new.sleep == 0 || new.sleep >= new.min_pause || new.again);
            assert!(new.paused_when <= 10_000 + 2 * new.max_pause || new.sleep == 0);
        }
    }
}
