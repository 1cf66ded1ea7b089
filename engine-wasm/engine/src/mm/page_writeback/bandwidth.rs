//! Estimates of how fast a device writes and how fast its writers may dirty pages, in pages per second
//! (bdi_update_bandwidth, 3.1 and 3.2).

use super::pos_ratio::{Position, pos_ratio, task_rate};
use crate::kernel::rules::BalanceDirty;

/// The initial bandwidth estimate of every device: 100 MB/s, in pages per second.
pub const INITIAL_BANDWIDTH: u64 = 25_600;

/// Returns the minimum time between two estimates, jiffies (BANDWIDTH_INTERVAL).
pub(super) fn interval(hz: u64) -> u64 {
    (hz / 5).max(1)
}

/// A dirty limit that follows the real limit up immediately, but down slowly (update_dirty_limit, 3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GlobalDirtyLimit {
    /// The limit, pages.
    pub limit: u64,
    updated: Option<u64>,
}

impl GlobalDirtyLimit {
    /// Creates a limit with its initial value in pages: 0 up to 3.4, the dirty limit at boot from 3.5 on
    /// (writeback_set_ratelimit).
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self {
            limit,
            updated: None,
        }
    }

    /// Updates the limit from the dirty limit and from the machine's dirty, unstable and writeback pages, at most once
    /// every fifth of a second (global_update_bandwidth). `now`: jiffies.
    pub fn update(&mut self, dirty_limit: u64, dirty: u64, now: u64, hz: u64) {
        if self
            .updated
            .is_some_and(|last| now.saturating_sub(last) < interval(hz))
        {
            return;
        }
        self.updated = Some(now);
        if self.limit < dirty_limit {
            self.limit = dirty_limit;
        } else {
            let target = dirty_limit.max(dirty);
            self.limit -= self.limit.saturating_sub(target) >> 5;
        }
    }
}

/// A device's counters at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Pages of the device ever dirtied (BDI_DIRTIED).
    pub dirtied: u64,
    /// Pages of the device ever written (BDI_WRITTEN).
    pub written: u64,
    /// Time, jiffies.
    pub now: u64,
    /// When this call of balance_dirty_pages or this flush began, jiffies.
    pub start: u64,
    /// Jiffies per second.
    pub hz: u64,
}

/// A device's estimates (struct backing_dev_info).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BdiBandwidth {
    /// Recent write bandwidth, pages per second (write_bandwidth).
    pub write_bw: u64,
    /// Smoothed write bandwidth, pages per second (avg_write_bandwidth).
    pub avg_bw: u64,
    /// Base rate of one writer, pages per second, at least 1 (dirty_ratelimit, 3.2).
    pub rate: u64,
    /// The rate that the last estimate alone suggests (balanced_dirty_ratelimit, 3.2).
    pub balanced: u64,
    dirtied: u64,
    written: u64,
    updated: u64,
}

impl BdiBandwidth {
    /// Creates the estimates of a device that appears at `now`, jiffies.
    #[must_use]
    pub fn new(now: u64) -> Self {
        Self {
            write_bw: INITIAL_BANDWIDTH,
            avg_bw: INITIAL_BANDWIDTH,
            rate: INITIAL_BANDWIDTH,
            balanced: INITIAL_BANDWIDTH,
            dirtied: 0,
            written: 0,
            updated: now,
        }
    }

    /// Returns the time of the last estimate or snapshot, jiffies.
    #[must_use]
    pub fn updated(&self) -> u64 {
        self.updated
    }

    /// If the last estimates are old enough, makes new ones (after an idle period, only a snapshot) and returns true.
    ///
    /// `position` is the state that balance_dirty_pages has found. The flusher passes `None`: it updates the bandwidth,
    /// but not the rate and the global limit. The flusher's estimates are due one jiffy before a writer's. The flusher
    /// must therefore call this only after each chunk; otherwise no writer would ever make an estimate.
    pub fn update(
        &mut self,
        rule: BalanceDirty,
        sample: &Sample,
        global: &mut GlobalDirtyLimit,
        position: Option<&Position>,
    ) -> bool {
        let elapsed = sample.now.saturating_sub(self.updated);
        let due = match position {
            Some(_) => elapsed > interval(sample.hz),
            None => elapsed >= interval(sample.hz),
        };
        if !due {
            return false;
        }
        let idle = elapsed > sample.hz && self.updated < sample.start;
        if !idle {
            if let Some(position) = position {
                global.update(position.limits.dirty, position.dirty, sample.now, sample.hz);
                self.update_rate(rule, sample, elapsed, global.limit, position);
            }
            self.update_bandwidth(sample, elapsed);
        }
        self.dirtied = sample.dirtied;
        self.written = sample.written;
        self.updated = sample.now;
        true
    }

    /// Updates the base rate (bdi_update_dirty_ratelimit, 3.2).
    fn update_rate(
        &mut self,
        rule: BalanceDirty,
        sample: &Sample,
        elapsed: u64,
        global_dirty_limit: u64,
        position: &Position,
    ) {
        let dirtied = sample.dirtied.saturating_sub(self.dirtied);
        let dirty_rate = dirtied.wrapping_mul(sample.hz) / elapsed.max(1);
        let pos = pos_ratio(position, global_dirty_limit, self.avg_bw);
        let task = task_rate(self.rate, pos).saturating_add(1);
        let mut balanced = task.wrapping_mul(self.avg_bw) / (dirty_rate | 1);
        if rule.carries_debt() {
            balanced = balanced.min(self.avg_bw);
        }
        let step = if position.dirty < position.setpoint(global_dirty_limit) {
            self.balanced
                .min(balanced)
                .min(task)
                .saturating_sub(self.rate)
        } else {
            self.rate
                .saturating_sub(self.balanced.max(balanced).max(task))
        };
        let step = damped(step, self.rate);
        let rate = if self.rate < balanced {
            self.rate.saturating_add(step)
        } else {
            self.rate.saturating_sub(step)
        };
        self.rate = rate.max(1);
        self.balanced = balanced;
    }

    /// Updates the bandwidth estimates (bdi_update_write_bandwidth, 3.1).
    fn update_bandwidth(&mut self, sample: &Sample, elapsed: u64) {
        let period = (3 * sample.hz).max(1).next_power_of_two();
        let weighted = sample
            .written
            .saturating_sub(self.written)
            .wrapping_mul(sample.hz);
        if elapsed > period {
            self.write_bw = weighted / elapsed;
            self.avg_bw = self.write_bw;
            return;
        }
        let (old, avg) = (self.write_bw, self.avg_bw);
        let new = weighted.wrapping_add(old.wrapping_mul(period - elapsed)) / period;
        if avg > old && old >= new {
            self.avg_bw -= (avg - old) >> 3;
        }
        if avg < old && old <= new {
            self.avg_bw += (old - avg) >> 3;
        }
        self.write_bw = new;
    }
}

/// Damps a step towards a rate: the smaller the step is relative to the rate, the more it is reduced.
fn damped(step: u64, rate: u64) -> u64 {
    let shift = rate / step.saturating_mul(2).saturating_add(1);
    let step = u32::try_from(shift)
        .ok()
        .and_then(|shift| step.checked_shr(shift))
        .unwrap_or(0);
    step.saturating_add(7) / 8
}

#[cfg(test)]
mod tests {
    use super::super::limits::DirtyLimits;
    use super::*;

    const LIMITS: DirtyLimits = DirtyLimits {
        dirty: 180_000,
        background: 90_000,
    };
    const RULE: BalanceDirty = BalanceDirty::Pauses;

    fn at(dirty: u64) -> Position {
        Position {
            limits: LIMITS,
            dirty,
            bdi_thresh: 180_000,
            bdi_dirty: dirty,
        }
    }

    fn sample(dirtied: u64, written: u64, now: u64, start: u64) -> Sample {
        Sample {
            dirtied,
            written,
            now,
            start,
            hz: 250,
        }
    }

    #[test]
    fn the_limit_goes_up_at_once_and_down_slowly() {
        let mut global = GlobalDirtyLimit::default();
        global.update(180_000, 0, 0, 250);
        assert_eq!(global.limit, 180_000);
        global.update(100_000, 116_000, 49, 250);
        assert_eq!(global.limit, 180_000);
        global.update(100_000, 116_000, 50, 250);
        assert_eq!(global.limit, 178_000);
        global.update(100_000, 200_000, 100, 250);
        assert_eq!(global.limit, 178_000);
        for round in 3..1_000 {
            global.update(100_000, 90_000, round * 50, 250);
        }
        assert_eq!(global.limit, 100_031);
    }

    #[test]
    fn steps_are_damped() {
        assert_eq!(damped(0, 25_600), 0);
        assert_eq!(damped(0, 1), 0);
        // Shifts right by 25,600 / 201 = 127 bits.
        assert_eq!(damped(100, 25_600), 0);
        // Shifts right by 25,600 / 20,001 = 1 bit, then divides by 8.
        assert_eq!(damped(10_000, 25_600), 625);
        assert_eq!(damped(u64::MAX, 1), u64::MAX / 8);
    }

    #[test]
    fn the_flusher_needs_a_fifth_of_a_second_and_a_writer_more() {
        let mut global = GlobalDirtyLimit::default();
        let mut bdi = BdiBandwidth::new(0);
        assert!(!bdi.update(RULE, &sample(0, 0, 49, 0), &mut global, None));
        assert!(!bdi.update(RULE, &sample(0, 0, 50, 0), &mut global, Some(&at(150_000))));
        assert!(bdi.update(RULE, &sample(0, 0, 50, 0), &mut global, None));
        assert_eq!(global.limit, 0);
        assert!(bdi.update(RULE, &sample(0, 0, 101, 0), &mut global, Some(&at(150_000))));
        assert_eq!(global.limit, 180_000);
    }

    #[test]
    fn bandwidth_moves_by_the_part_of_the_period() {
        let mut global = GlobalDirtyLimit::default();
        let mut bdi = BdiBandwidth::new(0);
        bdi.update(RULE, &sample(0, 1_024, 64, 0), &mut global, None);
        // 1,024 pages in 64 of the period's 1,024 jiffies; the bandwidth before counts for the other 960.
        let new = (1_024 * 250 + 25_600 * 960) / 1_024;
        assert_eq!((bdi.write_bw, bdi.avg_bw), (new, 25_600));
        bdi.update(RULE, &sample(0, 2_048, 128, 0), &mut global, None);
        assert_eq!(bdi.avg_bw, 25_600 - (25_600 - new) / 8);
        assert_eq!(bdi.write_bw, (1_024 * 250 + new * 960) / 1_024);
    }

    #[test]
    fn a_long_gap_is_taken_as_it_is_or_not_at_all() {
        let mut global = GlobalDirtyLimit::default();
        let mut bdi = BdiBandwidth::new(0);
        // The device was idle before this flush: only a snapshot.
        bdi.update(RULE, &sample(500, 2_000, 2_000, 1_000), &mut global, None);
        assert_eq!(
            (bdi.write_bw, bdi.avg_bw, bdi.updated()),
            (25_600, 25_600, 2_000)
        );
        // One long flush: the estimate is the average of the whole gap, and earlier estimates do not count.
        bdi.update(RULE, &sample(500, 22_000, 4_000, 1_000), &mut global, None);
        assert_eq!((bdi.write_bw, bdi.avg_bw), (2_500, 2_500));
    }

    #[test]
    fn the_rate_follows_what_is_balanced() {
        let mut global = GlobalDirtyLimit::new(180_000);
        let mut bdi = BdiBandwidth::new(0);
        // At 168,750: global ratio 896, intercept 362,293, 896 x 193,543 / 204,797 = 846.
        let position = at(168_750);
        assert_eq!(pos_ratio(&position, 180_000, 25_600), 846);
        bdi.update(
            RULE,
            &sample(12_800, 5_120, 100, 0),
            &mut global,
            Some(&position),
        );
        // The task's rate is 21,151, the dirty rate 32,000, the balanced rate 21,151 x 25,600 / 32,001 = 16,920. The
        // old balanced rate, 25,600, is the largest of the three, so the rate does not change.
        assert_eq!((bdi.rate, bdi.balanced), (25_600, 16_920));
        bdi.update(
            RULE,
            &sample(25_600, 10_240, 200, 0),
            &mut global,
            Some(&position),
        );
        // Now the task's rate is the largest. The step is 25,600 - 21,151 = 4,449, shifted right by 25,600 / 8,899 = 2
        // bits to 1,112, then (1,112 + 7) / 8 = 139.
        assert_eq!(bdi.rate, 25_600 - 139);
    }

    #[test]
    fn later_kernels_cap_the_balanced_rate() {
        // No page was dirtied, so the balanced rate before the cap is 25,576 x 25,600 / 1.
        for (rule, expected) in [(RULE, 654_745_600), (BalanceDirty::PausesWithDebt, 25_600)] {
            let mut global = GlobalDirtyLimit::new(180_000);
            let mut bdi = BdiBandwidth::new(0);
            bdi.update(rule, &sample(0, 0, 100, 0), &mut global, Some(&at(157_500)));
            assert_eq!(bdi.balanced, expected, "{rule:?}");
        }
    }

    #[test]
    fn estimates_stay_in_bounds() {
        let mut random = 5_u64;
        let mut next = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        for rule in [BalanceDirty::Pauses, BalanceDirty::PausesWithDebt] {
            let mut global = GlobalDirtyLimit::default();
            let mut bdi = BdiBandwidth::new(0);
            let (mut dirtied, mut written, mut now) = (0, 0, 0);
            for _ in 0..20_000 {
                let elapsed = 1 + next(300);
                now += elapsed;
                dirtied += next(100 * elapsed);
                written += next(100 * elapsed);
                let position = at(135_000 + next(60_000));
                let position = (next(3) > 0).then_some(&position);
                bdi.update(
                    rule,
                    &sample(dirtied, written, now, 0),
                    &mut global,
                    position,
                );
                assert!(bdi.rate >= 1);
                assert!(bdi.write_bw <= 100 * 250 && bdi.avg_bw <= 25_600 || now < 4_000);
                assert!(global.limit == 0 || (180_000..200_000).contains(&global.limit));
            }
        }
    }
}
