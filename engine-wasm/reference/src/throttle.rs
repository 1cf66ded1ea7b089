//! IO-less balance_dirty_pages, from `mm/page-writeback.c` of 3.2 and of 3.3 to 3.10: the decision of a round from its
//! inputs. Units: pages, jiffies and pages per second, as wrapping 64-bit numbers.

use reclaim_engine::observer::record::{Round, TaskDirt};

/// A call of balance_dirty_pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call {
    /// Pages that the task had dirtied before the call; the same in all rounds.
    dirtied: u64,
    /// Whether the last round that checked the limits found them exceeded.
    exceeded: bool,
    /// Whether an earlier round has paused; used only for 3.2.
    paused: bool,
    /// Expected state of the task after the call.
    task: TaskDirt,
}

/// Position of the highest bit.
fn log2(n: u64) -> u64 {
    63 - u64::from((n | 1).leading_zeros())
}

fn clamp(n: u64, low: u64, high: u64) -> u64 {
    let n = if n < low { low } else { n };
    if n > high { high } else { n }
}

/// bdi_position_ratio, in 1024ths.
fn pos_ratio(round: &Round) -> u64 {
    let (dirty, writers) = (round.dirty, round.bdi_dirty);
    let freerun = (round.dirty_limit + round.background) / 2;
    let limit = round.dirty_limit.max(round.global_limit);
    if dirty >= limit {
        return 0;
    }
    let setpoint = (freerun + limit) / 2;
    let x = (setpoint.wrapping_sub(dirty) as i64) * 1024 / (limit as i64 - setpoint as i64 + 1);
    let ratio = ((((x * x) >> 10) * x) >> 10) + 1024;

    let part = round
        .bdi_thresh
        .min(round.dirty_limit)
        .max((limit - dirty) / 8);
    let scale = (part << 16) / (round.dirty_limit + 1);
    let own = setpoint.wrapping_mul(scale) >> 16;
    let slope = round
        .dirty_limit
        .wrapping_sub(part)
        .wrapping_add(8 * round.avg_bw);
    let span = slope.wrapping_mul(scale) >> 16;
    let end = own + span;
    let mut ratio = if writers < end - span / 4 {
        (ratio as u64).wrapping_mul(end - writers) / (end - own + 1)
    } else {
        ratio as u64 / 4
    };
    let reserve = part / 2;
    if writers < reserve {
        ratio = if writers > reserve / 8 {
            ratio.wrapping_mul(reserve) / writers
        } else {
            ratio * 8
        };
    }
    ratio
}

impl Call {
    /// Starts a call of a task with this state.
    #[must_use]
    pub fn new(task: TaskDirt) -> Self {
        Self {
            dirtied: task.dirtied,
            exceeded: false,
            paused: false,
            task,
        }
    }

    /// Result of the call: the state of the task, and whether the device's limit counts as exceeded.
    #[must_use]
    pub fn ends(&self, was_exceeded: bool) -> (TaskDirt, bool) {
        (self.task, was_exceeded && self.exceeded)
    }

    /// One round: the duration of its sleep, and whether another round follows; `None` if it ends the call.
    pub fn round(&mut self, round: &Round) -> Option<(u64, bool)> {
        if round.dirty <= (round.dirty_limit + round.background) / 2 {
            let left = round.dirty_limit.saturating_sub(round.dirty);
            let poll = if left > 0 { 1 << (log2(left) / 2) } else { 1 };
            // 3.2 sets the interval here only if no earlier round has paused.
            if round.both || !self.paused {
                self.task.interval = poll;
            }
            self.task.dirtied = 0;
            self.task.paused_when = Some(round.now);
            return None;
        }
        let of_bdi = round.bdi_dirty > round.bdi_thresh;
        let of_all = round.dirty > round.dirty_limit;
        self.exceeded = if round.both {
            of_bdi && of_all
        } else {
            of_bdi || of_all
        };
        let rate = round.rate.wrapping_mul(pos_ratio(round)) >> 10;
        let again = rate == 0 && round.bdi_dirty > 8 * round.cpus * (1 + log2(round.cpus));
        Some(if round.both {
            self.round_33(round, rate, again)
        } else {
            self.round_32(round, rate, again)
        })
    }

    fn round_32(&mut self, round: &Round, rate: u64, again: bool) -> (u64, bool) {
        let (hz, p) = (round.hz, self.dirtied);
        let writers = log2(round.avg_bw).saturating_sub(log2(round.rate));
        let mut most = hz / 50 + writers * (20 * hz) / 1024;
        // The fewer dirty pages the device has, the shorter is the longest pause (bdi_max_pause in 3.2).
        most = most.min(round.bdi_dirty * hz / (8 * round.avg_bw + 1));
        let most = clamp(most, 4, (hz / 5).max(1));
        let sleep = (hz * p).checked_div(rate).map_or(most, |it| it.min(most));
        // The state of the task if this round is the last one that sleeps.
        let aim = round.rate * (most / 2) / hz;
        let before = round.interval_at_entry;
        self.task.interval = if sleep.max(1) <= most / 4 && p >= before {
            clamp(aim, p + p / 8, p * 4)
        } else if sleep >= most {
            clamp(aim, p / 4, p - p / 8) | 1
        } else {
            before
        };
        (self.task.dirtied, self.paused) = (0, true);
        (sleep, again)
    }

    fn round_33(&mut self, round: &Round, rate: u64, again: bool) -> (u64, bool) {
        let (hz, p) = (round.hz, self.dirtied);
        let most = 1 + round.bdi_dirty / (1 + round.avg_bw / (1 + hz / 8).next_power_of_two());
        let most = most.min((hz / 5).max(1));
        let second = hz.next_power_of_two();
        let writers = log2(round.avg_bw).saturating_sub(log2(round.rate));
        let mut aim = (hz / 100).max(1) + writers * (10 * hz) / 1024;
        aim = aim.min(1 + most / 2);
        let mut pages = round.rate * aim / second;
        if pages < 32 {
            aim = most;
            pages = round.rate * aim / second;
            if pages > 32 {
                (pages, aim) = (32, hz * 32 / round.rate);
            }
        }
        if hz * pages / (rate + 1) > most {
            (aim, pages) = (most, rate * most / second);
        }
        let least = if pages >= 32 { 1 + aim / 2 } else { aim };
        let mut from = round.now;
        let mut sleep = most;
        if let Some(period) = (hz * p).checked_div(rate) {
            let paused = self.task.paused_when.unwrap_or(round.now);
            let pause = period as i64 - round.now.wrapping_sub(paused) as i64;
            if pause < least as i64 {
                if pause < -(hz as i64) {
                    (self.task.paused_when, self.task.dirtied) = (Some(round.now), 0);
                } else if period > 0 {
                    (self.task.paused_when, self.task.dirtied) = (Some(paused + period), 0);
                } else {
                    self.task.paused_when = Some(paused);
                    if self.task.interval <= p {
                        self.task.interval += p;
                    }
                }
                return (0, false);
            }
            sleep = pause as u64;
            if sleep > most {
                from += (sleep - most).min(most);
                sleep = most;
            }
        }
        self.task.paused_when = Some(from + sleep);
        (self.task.dirtied, self.task.interval) = (0, pages.max(1));
        (sleep, again)
    }
}
