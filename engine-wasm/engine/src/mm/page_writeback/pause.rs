//! How long a writer sleeps, and how much it may dirty before its next check (balance_dirty_pages without I/O, 3.2 and
//! 3.3).

use super::bandwidth::interval as bandwidth_interval;
use super::pos_ratio::{Position, task_rate};
use crate::kernel::rules::{BalanceDirty, ExceededBy};

/// Number of dirtied pages after which a new task is checked for the first time (nr_dirtied_pause).
pub const FIRST_INTERVAL: u64 = 32;

/// Intervals below this many pages are avoided (DIRTY_POLL_THRESH, 3.3).
const SMALL_INTERVAL: u64 = 32;

/// Returns the position of the highest set bit. Returns 0 for `n` = 0, where the kernel's function is undefined.
pub(super) fn floor_log2(n: u64) -> u32 {
    n.checked_ilog2().unwrap_or(0)
}

/// Returns whether the limits are exceeded. If so, the device's writers are checked more often.
///
/// Up to 2.6.35, only the device's limit decides. From 3.3 on, both limits must be exceeded. In the kernels between
/// these, one exceeded limit is enough. Up to 3.1, `bdi_thresh` of the position is the task's limit. In 2.6.36, a count
/// equal to a limit exceeds it.
#[must_use]
pub fn is_exceeded(rule: BalanceDirty, position: &Position) -> bool {
    let above = |pages: u64, limit: u64| pages > limit || (rule.counts_reached() && pages == limit);
    let bdi = above(position.bdi_dirty, position.bdi_thresh);
    let global = above(position.dirty, position.limits.dirty);
    match rule.exceeded_by() {
        ExceededBy::Device => bdi,
        ExceededBy::Either => bdi || global,
        ExceededBy::Both => bdi && global,
    }
}

/// Returns how many pages a task below the freerun ceiling may dirty before its next check: about the square root of
/// the pages left to the dirty limit (dirty_poll_interval, 3.2).
#[must_use]
pub fn freerun_interval(dirty: u64, dirty_limit: u64) -> u64 {
    1 << (floor_log2(dirty_limit.saturating_sub(dirty)) / 2)
}

/// Returns by how many pages a device's counter may be wrong because of per-CPU deltas (bdi_stat_error, SMP). A writer
/// above the hard limit continues if its device has at most this many dirty pages.
#[must_use]
pub fn bdi_stat_error(cpus: u64) -> u64 {
    cpus * 8 * (1 + u64::from(floor_log2(cpus)))
}

/// State of a writer above the freerun ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// The device's base rate, pages per second.
    pub rate: u64,
    /// Position ratio, in 1024ths.
    pub pos: u64,
    /// The device's smoothed bandwidth, pages per second.
    pub avg_bw: u64,
    /// Dirty, unstable and writeback pages of the device.
    pub bdi_dirty: u64,
    /// Pages that the task has dirtied since its last check.
    pub dirtied: u64,
    /// Number of dirtied pages after which this check was due.
    pub interval: u64,
    /// Jiffies per second.
    pub hz: u64,
}

/// The result of [`Throttle::pause`] (3.2). The task's count of dirtied pages then restarts at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// The longest sleep allowed, jiffies.
    pub max_pause: u64,
    /// Jiffies to sleep; 0: the task continues without a sleep.
    pub sleep: u64,
    /// Whether the task is checked again after the sleep, because its rate is 0. If not, balance_dirty_pages returns.
    pub again: bool,
    /// Pages until the next check. This value is used if the task leaves after this round, or after a later round that
    /// finds dirty memory back in freerun.
    pub interval: u64,
}

/// The result of [`Throttle::pause_with_debt`] (3.3 and later).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseWithDebt {
    /// The longest sleep allowed, jiffies.
    pub max_pause: u64,
    /// The shortest worthwhile sleep, jiffies.
    pub min_pause: u64,
    /// Jiffies to sleep; 0: the task continues without a sleep.
    pub sleep: u64,
    /// Whether the task is checked again after the sleep, because its rate is 0. If not, balance_dirty_pages returns.
    pub again: bool,
    /// Pages until the next check; 0 counts as 1.
    pub interval: u64,
    /// New value of the task's count of pages dirtied since its last check.
    pub dirtied: u64,
    /// Time at which the task's last pause counts as ended, jiffies. A pause that the task does not sleep, or not in
    /// full, also moves this time forward. If it is after the current time, the difference is the debt.
    pub paused_when: u64,
}

impl Throttle {
    /// Returns the task's rate, pages per second.
    #[must_use]
    pub fn task_rate(&self) -> u64 {
        task_rate(self.rate, self.pos)
    }

    /// Returns how many jiffies the dirtied pages should have taken; the rate must not be 0.
    fn period(&self, task_rate: u64) -> u64 {
        self.hz.wrapping_mul(self.dirtied) / task_rate.max(1)
    }

    /// Returns log2 of the estimated number of writers: the device's bandwidth divided by the base rate of one writer.
    fn log2_writers(&self) -> u64 {
        u64::from(floor_log2(self.avg_bw).saturating_sub(floor_log2(self.rate)))
    }

    /// Returns the longest pause, jiffies (bdi_max_pause, 3.2).
    fn longest_pause(&self) -> u64 {
        let target = self.hz / 50 + self.log2_writers() * (20 * self.hz) / 1024;
        let drained =
            self.bdi_dirty.wrapping_mul(self.hz) / self.avg_bw.saturating_mul(8).saturating_add(1);
        target.min(drained).max(4).min(bandwidth_interval(self.hz))
    }

    /// Computes the pause of balance_dirty_pages in 3.2.
    #[must_use]
    pub fn pause(&self) -> Pause {
        let max_pause = self.longest_pause();
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
        Pause {
            max_pause,
            sleep,
            again: task_rate == 0,
            interval,
        }
    }

    /// Returns the longest pause, jiffies (bdi_max_pause, 3.3).
    fn longest_pause_with_debt(&self) -> u64 {
        let eighth_second = (1 + self.hz / 8).next_power_of_two();
        let drained = self.bdi_dirty / (1 + self.avg_bw / eighth_second);
        drained.saturating_add(1).min(bandwidth_interval(self.hz))
    }

    /// Returns the shortest pause, jiffies, and the interval that goes with it, pages (bdi_min_pause, 3.3).
    fn shortest_pause_with_debt(&self, max_pause: u64, task_rate: u64) -> (u64, u64) {
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
        // At the task's current rate, this interval may take longer than the longest pause.
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

    /// Computes the pause of balance_dirty_pages in 3.3 and later. `paused_when` is when the task's last pause, or its
    /// last call in freerun, ended. Both times are in jiffies.
    #[must_use]
    pub fn pause_with_debt(&self, now: u64, paused_when: Option<u64>) -> PauseWithDebt {
        let max_pause = self.longest_pause_with_debt();
        let task_rate = self.task_rate();
        let (min_pause, interval) = self.shortest_pause_with_debt(max_pause, task_rate);
        let slept = |sleep: u64, credit: u64| PauseWithDebt {
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
            // If a pause is cut to the maximum, the rest becomes a debt, which is at most the maximum too.
            let cut = (pause as u64).saturating_sub(max_pause);
            return slept((pause as u64).min(max_pause), cut.min(max_pause));
        }
        let awake = slept(0, 0);
        if pause < -(self.hz as i64) {
            // A light writer: its credit is dropped.
            PauseWithDebt {
                interval: self.interval,
                ..awake
            }
        } else if period > 0 {
            let paused_when = paused_when.saturating_add(period);
            PauseWithDebt {
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
            PauseWithDebt {
                interval,
                dirtied: self.dirtied,
                paused_when,
                ..awake
            }
        }
    }
}

#[cfg(test)]
mod tests;
