//! balance_dirty_pages: throttles writers while too much memory is dirty (mm/page-writeback.c, 2.6.29 to 3.10).

use super::backing_dev::{Amount, Cause, Work};
use super::congestion::congestion_wait;
use super::page_writeback::pause::bdi_stat_error;
use super::page_writeback::{
    DirtyLimits, Position, Sample, Throttle, freerun_interval, is_exceeded, pos_ratio, task_limit,
};
use crate::block::Origin;
use crate::fs::flusher::write_inodes;
use crate::kernel::rules::BalanceDirty;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, ioless_dirty_balance};
use crate::observer::moments::Moment;
use crate::sched::context::Cx;
use crate::sched::task::{Activity, TaskId};

/// A check of the dirty limits that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The backing device whose pages the task dirties.
    bdi: u8,
    /// Pages dirtied since the previous check.
    dirtied: u64,
    /// The form of balance_dirty_pages to run.
    form: BalanceDirty,
}

/// Throttles the task if dirty limits are exceeded (balance_dirty_pages).
pub async fn balance_dirty_pages(cx: &Cx, due: Due) {
    let Due { bdi, dirtied, form } = due;
    if form.pauses() {
        pause(cx, bdi, dirtied, form).await;
    } else {
        write_out(cx, bdi, dirtied, form).await;
    }
}

impl Machine {
    /// Returns the form of balance_dirty_pages that this machine uses.
    #[must_use]
    pub fn balance_form(&self) -> BalanceDirty {
        self.on.decide(Mechanism::IolessDirtyBalance, |on| {
            ioless_dirty_balance::form(on, self.rules.balance_dirty)
        })
    }

    /// balance_dirty_pages_ratelimited: counts `pages` pages of `bdi` that were written to. Returns the check of the
    /// dirty limits if it is due.
    pub fn dirty_ratelimit_due(&mut self, bdi: u8, pages: u64) -> Option<Due> {
        let form = self.balance_form();
        let (limit, interval) = self.dirty_ratelimits(bdi, form);
        let cpu = &mut self.memory.cpus[self.sched.cpu() as usize];
        cpu.nr_dirtied += pages;
        let due = |dirtied| Due { bdi, dirtied, form };
        if form.pauses() {
            let dirtied = self.sched.current_task().nr_dirtied;
            let is_due = dirtied >= interval || cpu.nr_dirtied >= limit;
            if is_due {
                cpu.nr_dirtied = 0;
            }
            return is_due.then_some(due(dirtied));
        }
        if cpu.nr_dirtied < limit {
            return None;
        }
        Some(due(std::mem::take(&mut cpu.nr_dirtied)))
    }

    /// Returns how many more pages of `bdi` a task may write to before the dirty limits must be checked, at least 1.
    #[must_use]
    pub fn pages_until_due(&self, bdi: u8) -> u64 {
        let form = self.balance_form();
        let (limit, interval) = self.dirty_ratelimits(bdi, form);
        let left = limit.saturating_sub(self.memory.cpus[self.cpu()].nr_dirtied);
        let task = self.current_task();
        let left = match form.pauses() {
            true => left.min(interval.saturating_sub(task.nr_dirtied)),
            false => left,
        };
        left.max(1)
    }

    /// Returns how many pages a CPU and a task may dirty between two checks of the limits. The task's number is used
    /// only by the forms in which the writer only sleeps.
    fn dirty_ratelimits(&self, bdi: u8, form: BalanceDirty) -> (u64, u64) {
        let limit = match form.pauses() {
            true => self.writeback.ratelimit_of_pauses,
            false => self.writeback.ratelimit_pages,
        };
        let interval = self.current_task().nr_dirtied_pause;
        match (self.io.bdi(bdi).dirty_exceeded, form.pauses()) {
            (false, _) => (limit, interval),
            (true, true) => (limit, interval.min(8)),
            (true, false) => (8, interval),
        }
    }

    /// Returns the dirty pages and dirty limits of the machine and of a device.
    fn position(&self, bdi: u8, limits: DirtyLimits) -> Position {
        let device = self.io.bdi(bdi);
        Position {
            limits,
            dirty: self.memory.nr_dirty() + self.memory.nr_writeback(),
            bdi_thresh: self.bdi_dirty_limit(bdi, limits.dirty),
            bdi_dirty: device.reclaimable + device.writeback,
        }
    }

    /// Returns the `position` of a device, and the task's part of the device's limit, pages (task_dirty_limit).
    fn limit_of_writer(&self, id: TaskId, bdi: u8) -> (Position, u64) {
        let position = self.position(bdi, self.global_dirty_limits(false));
        let dirties = &self.task(id).dirties;
        let share = self.writeback.dirties.fraction(dirties, self.jiffies());
        (position, task_limit(position.bdi_thresh, share))
    }

    /// Updates a device's estimated bandwidth and, if `with_rate`, its base rate and the global limit
    /// (bdi_update_bandwidth).
    pub fn update_bandwidth(&mut self, bdi: u8, start: u64, limits: DirtyLimits, with_rate: bool) {
        let form = self.balance_form();
        if !form.estimates_bandwidth() {
            return;
        }
        let (now, hz) = (self.jiffies(), self.sched.hz());
        let position = self.position(bdi, limits);
        let device = self.io.bdi_mut(bdi);
        let sample = Sample {
            dirtied: device.dirtied,
            written: device.written,
            now,
            start,
            hz,
        };
        let position = with_rate.then_some(&position);
        device
            .bandwidth
            .update(form, &sample, &mut self.writeback.global_limit, position);
        if with_rate {
            let (limits, dirty) = (
                limits.dirty,
                self.memory.nr_dirty() + self.memory.nr_writeback(),
            );
            self.writeback.global_limit.update(limits, dirty, now, hz);
        }
    }
}

/// Runs the forms in which the writer itself writes back pages: 2.6.29 to 3.1.
async fn write_out(cx: &Cx, bdi: u8, dirtied: u64, form: BalanceDirty) {
    let start = cx.with(|m| (m.now(), m.jiffies()));
    let write_chunk = cx.with(|m| {
        let base = match form.naps_on_congestion() {
            true => m.writeback.ratelimit_pages,
            false => dirtied.max(m.writeback.ratelimit_pages),
        };
        base + base / 2
    });
    let early = form.device_limit_first();
    let mut written = 0;
    let mut sleep_jiffies = 1;
    let mut clears = true;
    loop {
        let (position, limit) = cx.m().limit_of_writer(cx.id, bdi);
        let over = Position {
            bdi_thresh: limit,
            ..position
        };
        if early {
            clears = position.bdi_dirty < limit;
            if position.bdi_dirty <= limit {
                break;
            }
        }
        let middle = position.limits.freerun();
        let below =
            position.dirty < middle || position.dirty == middle && !early && !form.counts_reached();
        if below {
            break;
        }
        if !early {
            let exceeded = is_exceeded(form, &over);
            clears = !exceeded && no_task_exceeds(form, &position);
            if !exceeded {
                break;
            }
        }
        let reclaimable = cx.with(|m| {
            m.io.bdi_mut(bdi).dirty_exceeded = true;
            m.observer.note_moment(Moment::DirtyLimit, m.now());
            m.update_bandwidth(bdi, start.1, position.limits, true);
            m.io.bdi(bdi).reclaimable
        });
        let writes = if form.writes_below_limit() {
            reclaimable > 0
        } else {
            reclaimable > limit
        };
        if writes {
            let mut work = Work {
                cause: Cause::Balance,
                amount: Amount::Pages(write_chunk),
                from_start: false,
                started: cx.with(|m| m.now()),
            };
            written += write_inodes(cx, bdi, &mut work, Origin::Dirtier)
                .await
                .written;
        }
        if early {
            // The device's counts are always read again, but the limits only if the writer has written pages.
            let (now, limit) = cx.with(|m| {
                let device = m.io.bdi(bdi);
                let now = device.reclaimable + device.writeback;
                let limit = if writes {
                    m.limit_of_writer(cx.id, bdi).1
                } else {
                    limit
                };
                (now, limit)
            });
            clears = now < limit;
            if now <= limit {
                break;
            }
        }
        if written >= write_chunk {
            break;
        }
        let (jiffy, most, class) =
            cx.with(|m| (m.sched.jiffy(), m.sched.hz() / 10, m.wait_class()));
        if form.naps_on_congestion() {
            congestion_wait(cx, class, most * jiffy).await;
        } else {
            cx.schedule_timeout(sleep_jiffies * jiffy, Activity::Throttled)
                .await;
            sleep_jiffies = (sleep_jiffies * 2).min(most);
        }
        if form.leaves_early() && cx.with(|m| leaves_early(m, &position, limit, start.0)) {
            break;
        }
    }
    cx.with(|m| {
        if clears {
            m.io.bdi_mut(bdi).dirty_exceeded = false;
        }
        m.start_background_writeback_if_needed(bdi);
    });
}

/// Returns whether dirty_exceeded may be cleared. The form that leaves early compares the device with the lowest limit
/// that any task can have. In the other forms, the caller's comparison with this task's limit is enough.
fn no_task_exceeds(form: BalanceDirty, position: &Position) -> bool {
    !form.leaves_early() || position.bdi_dirty <= position.bdi_thresh - position.bdi_thresh / 8
}

/// Returns whether the writer may leave early after a sleep (3.1). `limit` is the task's limit; `position` contains the
/// device's limit.
fn leaves_early(m: &Machine, position: &Position, limit: u64, start: u64) -> bool {
    let hard = position.hard_limit(m.writeback.global_limit.limit);
    let middle = (limit + position.bdi_thresh) / 2;
    position.dirty < hard && position.bdi_dirty < middle && m.now() - start > 200_000_000
}

/// The state of a call of balance_dirty_pages in the forms in which the writer only sleeps.
struct Call {
    /// When the call began, jiffies.
    start: u64,
    /// Pages that the task had dirtied when the call began. Every round uses this number.
    dirtied: u64,
    /// Number of dirtied pages after which this call was due.
    interval: u64,
    /// Whether an earlier round of this call has set the next interval.
    paused: bool,
    /// Whether the last round above the freerun ceiling found the limits exceeded.
    exceeded: bool,
}

/// Runs the forms in which the writer only sleeps: from 3.2 on.
async fn pause(cx: &Cx, bdi: u8, dirtied: u64, form: BalanceDirty) {
    let mut call = cx.with(|m| {
        m.record_throttling(cx.id, dirtied);
        Call {
            start: m.jiffies(),
            dirtied,
            interval: m.task(cx.id).nr_dirtied_pause,
            paused: false,
            exceeded: false,
        }
    });
    loop {
        let sleep = cx.with(|m| {
            let sleep = m.judge_writer(cx, bdi, form, &mut call);
            m.record_round(cx.id, bdi, form, call.interval, sleep);
            sleep
        });
        let Some((jiffies, again)) = sleep else { break };
        if jiffies > 0 {
            let jiffy = cx.with(|m| {
                m.observer.note_moment(Moment::DirtyLimit, m.now());
                m.sched.jiffy()
            });
            cx.schedule_timeout(jiffies * jiffy, Activity::Throttled)
                .await;
        }
        if !again {
            break;
        }
    }
    cx.with(|m| {
        let was = m.io.bdi(bdi).dirty_exceeded;
        m.io.bdi_mut(bdi).dirty_exceeded &= call.exceeded;
        m.record_throttled(cx.id, bdi, was);
        m.start_background_writeback_if_needed(bdi);
    });
}

impl Machine {
    /// Runs one round. Returns the jiffies to sleep and whether another round follows, or `None` to leave without a
    /// sleep.
    fn judge_writer(
        &mut self,
        cx: &Cx,
        bdi: u8,
        form: BalanceDirty,
        call: &mut Call,
    ) -> Option<(u64, bool)> {
        let limits = self.global_dirty_limits(false);
        let position = self.position(bdi, limits);
        if position.dirty <= limits.freerun() {
            let now = self.jiffies();
            let task = self.sched.task_mut(cx.id);
            task.nr_dirtied = 0;
            task.dirty_paused_when = Some(now);
            // The form without debt keeps the interval that an earlier round of this call has set.
            if form.carries_debt() || !call.paused {
                task.nr_dirtied_pause = freerun_interval(position.dirty, limits.dirty);
            }
            return None;
        }
        self.start_background_writeback_before_pause(bdi);
        call.exceeded = is_exceeded(form, &position);
        call.paused = true;
        self.io.bdi_mut(bdi).dirty_exceeded |= call.exceeded;
        self.update_bandwidth(bdi, call.start, limits, true);
        let (now, hz) = (self.jiffies(), self.sched.hz());
        let stuck = position.bdi_dirty > bdi_stat_error(self.memory.cpus.len() as u64);
        let bandwidth = self.io.bdi(bdi).bandwidth;
        let task = self.sched.task_mut(cx.id);
        let mut throttle = Throttle {
            rate: bandwidth.rate,
            pos: pos_ratio(
                &position,
                self.writeback.global_limit.limit,
                bandwidth.avg_bw,
            ),
            avg_bw: bandwidth.avg_bw,
            bdi_dirty: position.bdi_dirty,
            dirtied: call.dirtied,
            interval: task.nr_dirtied_pause,
            hz,
        };
        if !form.carries_debt() {
            throttle.interval = call.interval;
            let verdict = throttle.pause();
            task.nr_dirtied = 0;
            task.nr_dirtied_pause = verdict.interval;
            return Some((verdict.sleep, verdict.again && stuck));
        }
        let verdict = throttle.pause_with_debt(now, task.dirty_paused_when);
        // If this round does not account for the dirtied pages, nr_dirtied still includes them, unless an earlier round
        // slept for them.
        task.nr_dirtied = task.nr_dirtied.min(verdict.dirtied);
        task.nr_dirtied_pause = verdict.interval.max(1);
        task.dirty_paused_when = Some(verdict.paused_when);
        Some((verdict.sleep, verdict.again && stuck))
    }
}
