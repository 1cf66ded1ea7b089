//! Tests all formulas together: one writer that is faster than its disk, simulated one jiffy at a time.

use super::*;
use crate::kernel::rules::{BalanceDirty, FlusherChunk};

const HZ: u64 = 250;
/// 1 GB/s.
const WRITER: u64 = 262_144 / HZ;
/// The range of 15 % around the setpoint, 140,000, reaches neither the freerun ceiling nor the limit.
const LIMITS: DirtyLimits = DirtyLimits {
    dirty: 180_000,
    background: 20_000,
};
/// Pages that the disk's queue holds.
const QUEUE: u64 = 2_048;

/// The result of a run. `dirty` and `dirtied_per_second` are averages over its last part.
#[derive(Debug)]
struct Outcome {
    dirty: u64,
    dirtied_per_second: u64,
    avg_bw: u64,
    rate: u64,
    most_dirty: u64,
}

#[derive(Default)]
struct Task {
    dirtied: u64,
    interval: u64,
    paused_when: Option<u64>,
    wakes: u64,
    /// When the current call of balance_dirty_pages began, if it continues after the sleep.
    in_call: Option<u64>,
    last: Option<Pause>,
}

struct Machine {
    rule: BalanceDirty,
    now: u64,
    dirty: u64,
    writeback: u64,
    dirtied: u64,
    written: u64,
    bdi: BdiBandwidth,
    global: GlobalDirtyLimit,
    completions: Proportions,
    share: Share,
    exceeded: bool,
    /// The disk's rate, pages per second.
    disk_rate: u64,
    /// Fraction of a page that the disk has written so far, in 1 / HZ pages.
    in_part: u64,
    random: u64,
    chunk_left: u64,
    task: Task,
}

impl Machine {
    fn new(rule: BalanceDirty, disk_rate: u64) -> Self {
        Self {
            rule,
            now: 0,
            dirty: 0,
            writeback: 0,
            dirtied: 0,
            written: 0,
            bdi: BdiBandwidth::new(0),
            global: GlobalDirtyLimit::default(),
            completions: Proportions::by_events(LIMITS.dirty),
            share: Share::default(),
            exceeded: false,
            disk_rate,
            in_part: 0,
            random: 1,
            chunk_left: 0,
            task: Task {
                interval: FIRST_INTERVAL,
                ..Task::default()
            },
        }
    }

    fn sample(&self, start: u64) -> Sample {
        Sample {
            dirtied: self.dirtied,
            written: self.written,
            now: self.now,
            start,
            hz: HZ,
        }
    }

    /// Simulates the flusher, which fills the queue and estimates the bandwidth after each chunk, and the disk, which
    /// empties the queue.
    fn disk(&mut self) {
        if self.chunk_left == 0 && self.dirty > LIMITS.background {
            let sample = self.sample(0);
            self.bdi.update(self.rule, &sample, &mut self.global, None);
            let (avg_bw, global_dirty_limit) = (self.bdi.avg_bw, self.global.limit);
            let chunk = Chunk {
                avg_bw,
                global_dirty_limit,
                left: u64::MAX,
                multiple: 1,
            };
            self.chunk_left = chunk.pages(FlusherChunk::PerInode);
        }
        let room = QUEUE.saturating_sub(self.writeback);
        let queued = room.min(self.dirty).min(self.chunk_left);
        self.chunk_left -= queued;
        self.dirty -= queued;
        self.writeback += queued;
        // The disk's rate varies by 5 %. With exactly 1,024 pages in a fifth of a second, the flusher would make every
        // estimate and the writer none.
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.in_part += self.disk_rate * (950 + (self.random >> 33) % 101) / 1_000;
        let due = self.in_part / HZ;
        self.in_part %= HZ;
        let done = due.min(self.writeback);
        self.writeback -= done;
        self.written += done;
        self.completions.add(&mut self.share, done, self.now);
    }

    fn writer(&mut self) {
        if self.task.wakes > self.now {
            return;
        }
        if self.task.in_call.is_some() {
            self.balance();
        }
        let mut budget = WRITER;
        while budget > 0 && self.task.wakes <= self.now {
            let due = if self.exceeded {
                self.task.interval.min(8)
            } else {
                self.task.interval
            };
            let pages = due.saturating_sub(self.task.dirtied).max(1).min(budget);
            budget -= pages;
            self.dirty += pages;
            self.dirtied += pages;
            self.task.dirtied += pages;
            if self.task.dirtied >= due {
                self.balance();
            }
        }
    }

    /// Runs one round of balance_dirty_pages.
    fn balance(&mut self) {
        let start = *self.task.in_call.get_or_insert(self.now);
        let dirty = self.dirty + self.writeback;
        if dirty <= LIMITS.freerun() {
            self.task.interval = match self.task.last.take() {
                Some(verdict) => verdict.interval,
                None => freerun_interval(dirty, LIMITS.dirty),
            };
            self.task.paused_when = Some(self.now);
            self.task.dirtied = 0;
            self.exceeded = false;
            self.task.in_call = None;
            return;
        }
        let share = self.completions.fraction(&self.share, self.now);
        let bdi_thresh = bdi_thresh(LIMITS.dirty, share, BdiRatios::default(), None);
        let position = Position {
            limits: LIMITS,
            dirty,
            bdi_thresh,
            bdi_dirty: dirty,
        };
        self.exceeded = is_exceeded(self.rule, &position);
        let sample = self.sample(start);
        self.bdi
            .update(self.rule, &sample, &mut self.global, Some(&position));
        let throttle = Throttle {
            rate: self.bdi.rate,
            pos: pos_ratio(&position, self.global.limit, self.bdi.avg_bw),
            avg_bw: self.bdi.avg_bw,
            bdi_dirty: dirty,
            dirtied: self.task.dirtied,
            interval: self.task.interval,
            hz: HZ,
        };
        let (sleep, again) = if self.rule.carries_debt() {
            let verdict = throttle.pause_with_debt(self.now, self.task.paused_when);
            self.task.interval = verdict.interval;
            self.task.dirtied = verdict.dirtied;
            self.task.paused_when = Some(verdict.paused_when);
            (verdict.sleep, verdict.again)
        } else {
            let verdict = throttle.pause();
            self.task.last = verdict.again.then_some(verdict);
            if !verdict.again {
                self.task.interval = verdict.interval;
                self.task.dirtied = 0;
            }
            (verdict.sleep, verdict.again)
        };
        self.task.wakes = self.now + sleep;
        if !again {
            self.task.in_call = None;
        }
    }

    fn run(mut self, seconds: u64, of_which_counted: u64) -> Outcome {
        let counted_from = (seconds - of_which_counted) * HZ;
        let (mut sum, mut dirtied_before, mut most_dirty) = (0, 0, 0);
        while self.now < seconds * HZ {
            if self.now == counted_from {
                dirtied_before = self.dirtied;
            }
            self.disk();
            self.writer();
            let dirty = self.dirty + self.writeback;
            most_dirty = most_dirty.max(dirty);
            if self.now >= counted_from {
                sum += dirty;
            }
            self.now += 1;
        }
        Outcome {
            dirty: sum / (of_which_counted * HZ),
            dirtied_per_second: (self.dirtied - dirtied_before) / of_which_counted,
            avg_bw: self.bdi.avg_bw,
            rate: self.bdi.rate,
            most_dirty,
        }
    }
}

fn within_15_percent(value: u64, target: u64) -> bool {
    value.abs_diff(target) * 100 <= target * 15
}

#[test]
fn a_fast_writer_settles_at_the_setpoint_and_the_disks_rate() {
    let setpoint = (LIMITS.freerun() + LIMITS.dirty) / 2;
    for rule in [BalanceDirty::Pauses, BalanceDirty::PausesWithDebt] {
        // 20, 10, 50 and 100 MB/s.
        for disk in [5_120, 2_560, 12_800, 25_600] {
            let outcome = Machine::new(rule, disk).run(600, 300);
            let context = format!("{rule:?} {disk} {outcome:?}");
            println!("{context}");
            assert!(within_15_percent(outcome.dirty, setpoint), "{context}");
            assert!(
                within_15_percent(outcome.dirtied_per_second, disk),
                "{context}"
            );
            assert!(within_15_percent(outcome.avg_bw, disk), "{context}");
            assert!(outcome.rate.abs_diff(disk) * 3 <= disk, "{context}");
            assert!(outcome.most_dirty < LIMITS.dirty + 2 * WRITER, "{context}");
        }
    }
}
