//! The position ratio: the factor between a device's base rate and the rate of its writers. It depends on the distance
//! of dirty memory from its setpoint (bdi_position_ratio, 3.2).

use super::limits::DirtyLimits;

/// The position ratio of 1, in 1024ths.
pub const POS_ONE: u64 = 1 << SHIFT;
const SHIFT: u32 = 10;

/// Dirty memory as balance_dirty_pages sees it, pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The limits for this writer.
    pub limits: DirtyLimits,
    /// Dirty, unstable and writeback pages of the machine.
    pub dirty: u64,
    /// The device's part of the dirty limit.
    pub bdi_thresh: u64,
    /// Dirty, unstable and writeback pages of the device.
    pub bdi_dirty: u64,
}

impl Position {
    /// Returns the number of dirty pages at which writers are stopped completely (hard_dirty_limit).
    /// `global_dirty_limit` decreases slowly after the dirty limit has dropped.
    #[must_use]
    pub fn hard_limit(&self, global_dirty_limit: u64) -> u64 {
        self.limits.dirty.max(global_dirty_limit)
    }

    /// Returns the setpoint, the desired amount of dirty memory, pages.
    #[must_use]
    pub fn setpoint(&self, global_dirty_limit: u64) -> u64 {
        self.limits
            .freerun()
            .wrapping_add(self.hard_limit(global_dirty_limit))
            / 2
    }

    /// Returns the ratio for the whole machine, in 1024ths: a cubic that is 2 at the freerun ceiling, 1 at the
    /// setpoint, and 0 at the hard limit. Signed as in the kernel, although it cannot be below 0.
    #[must_use]
    pub fn global_ratio(&self, global_dirty_limit: u64) -> i64 {
        let limit = self.hard_limit(global_dirty_limit);
        if self.dirty >= limit {
            return 0;
        }
        let setpoint = self.setpoint(global_dirty_limit);
        let distance = setpoint.wrapping_sub(self.dirty) as i64;
        let scope = (limit.saturating_sub(setpoint) as i64)
            .max(0)
            .saturating_add(1);
        let x = distance.wrapping_shl(SHIFT) / scope;
        let square = x.wrapping_mul(x) >> SHIFT;
        let cube = square.wrapping_mul(x) >> SHIFT;
        cube.wrapping_add(POS_ONE as i64)
    }

    /// Returns the line along which the device's ratio falls. `avg_bw`: pages per second.
    #[must_use]
    pub fn bdi_line(&self, global_dirty_limit: u64, avg_bw: u64) -> BdiLine {
        let dirty_limit = self.limits.dirty;
        let room = self
            .hard_limit(global_dirty_limit)
            .saturating_sub(self.dirty);
        let thresh = self.bdi_thresh.min(dirty_limit).max(room / 8);
        let scale = thresh.wrapping_shl(16) / dirty_limit.saturating_add(1);
        let setpoint = self.setpoint(global_dirty_limit).wrapping_mul(scale) >> 16;
        let width = dirty_limit
            .wrapping_sub(thresh)
            .wrapping_add(avg_bw.wrapping_mul(8));
        let span = width.wrapping_mul(scale) >> 16;
        BdiLine {
            thresh,
            scale,
            setpoint,
            span,
            intercept: setpoint.wrapping_add(span),
        }
    }
}

/// The line along which a device's ratio falls: 1 at the device's setpoint, 0 at the intercept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BdiLine {
    /// The device's part of the dirty limit, but at least an eighth of the pages left to the hard limit, pages.
    pub thresh: u64,
    /// `thresh` as a fraction of the dirty limit, in 65536ths.
    pub scale: u64,
    /// The desired number of the device's dirty pages.
    pub setpoint: u64,
    /// Distance from `setpoint` to `intercept`, pages.
    pub span: u64,
    /// Number of dirty pages at which the line reaches 0. The ratio follows the line down to a quarter, and remains at
    /// a quarter from there on.
    pub intercept: u64,
}

impl BdiLine {
    /// Applies the line to the machine's ratio, and raises the result for a device that is about to run out of dirty
    /// pages.
    #[must_use]
    pub fn apply(&self, global_ratio: i64, bdi_dirty: u64) -> u64 {
        let on_line = if bdi_dirty < self.intercept.wrapping_sub(self.span / 4) {
            (global_ratio as u64).wrapping_mul(self.intercept.wrapping_sub(bdi_dirty))
                / self.intercept.wrapping_sub(self.setpoint).saturating_add(1)
        } else {
            (global_ratio / 4) as u64
        };
        let dry = self.thresh / 2;
        if bdi_dirty >= dry {
            on_line
        } else if bdi_dirty > dry / 8 {
            on_line.wrapping_mul(dry) / bdi_dirty
        } else {
            on_line.wrapping_mul(8)
        }
    }
}

/// Returns the position ratio in 1024ths; 0 at and above the hard limit. `avg_bw`: pages per second.
#[must_use]
pub fn pos_ratio(position: &Position, global_dirty_limit: u64, avg_bw: u64) -> u64 {
    if position.dirty >= position.hard_limit(global_dirty_limit) {
        return 0;
    }
    position.bdi_line(global_dirty_limit, avg_bw).apply(
        position.global_ratio(global_dirty_limit),
        position.bdi_dirty,
    )
}

/// Returns a writer's rate from a device's base rate and a position ratio, pages per second.
#[must_use]
pub fn task_rate(rate: u64, pos: u64) -> u64 {
    rate.wrapping_mul(pos) >> SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: DirtyLimits = DirtyLimits {
        dirty: 180_000,
        background: 90_000,
    };

    fn at(dirty: u64) -> Position {
        Position {
            limits: LIMITS,
            dirty,
            bdi_thresh: 180_000,
            bdi_dirty: dirty,
        }
    }

    #[test]
    fn the_machine_as_a_whole() {
        assert_eq!(at(0).setpoint(180_000), 157_500);
        assert_eq!(at(157_500).global_ratio(180_000), 1_024);
        assert_eq!(at(168_750).global_ratio(180_000), 896);
        assert_eq!(at(180_000).global_ratio(180_000), 0);
        // x = -1,023, its square is 1,022, its cube is -1,022.
        assert_eq!(at(179_999).global_ratio(180_000), 2);
    }

    #[test]
    fn one_device_at_the_setpoint() {
        let position = at(157_500);
        let line = position.bdi_line(180_000, 25_600);
        assert_eq!(
            line,
            BdiLine {
                thresh: 180_000,
                scale: 65_535,
                setpoint: 157_497,
                span: 204_796,
                intercept: 362_293
            }
        );
        let pos = pos_ratio(&position, 180_000, 25_600);
        assert_eq!(pos, 1_023);
        assert_eq!(task_rate(25_600, pos), 25_575);
    }

    #[test]
    fn nothing_at_the_hard_limit() {
        assert_eq!(pos_ratio(&at(180_000), 0, 25_600), 0);
        assert_eq!(pos_ratio(&at(500_000), 180_000, 25_600), 0);
        // The dirty limit has dropped, but global_dirty_limit has not followed yet.
        assert!(pos_ratio(&at(180_000), 240_000, 25_600) > 0);
    }

    #[test]
    fn a_device_about_to_run_dry_is_pushed() {
        let base = at(157_500);
        let with = |bdi_dirty| pos_ratio(&Position { bdi_dirty, ..base }, 180_000, 25_600);
        assert_eq!(with(90_000), 1_024 * 272_293 / 204_797);
        assert_eq!(with(45_000), 1_024 * 317_293 / 204_797 * 2);
        assert_eq!(with(11_250), 1_024 * 351_043 / 204_797 * 8);
        assert_eq!(with(0), 1_024 * 362_293 / 204_797 * 8);
        assert_eq!(with(400_000), 256);
    }

    #[test]
    fn more_dirty_is_never_faster() {
        let mut random = 1_u64;
        let mut next = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        for _ in 0..300 {
            let dirty = 1_000 + next(500_000);
            let limits = DirtyLimits {
                dirty,
                background: next(dirty),
            };
            let global = next(600_000);
            let avg_bw = 1 + next(60_000);
            let bdi_dirty = next(dirty);
            let mut last = u64::MAX;
            let mut last_global = i64::MAX;
            let (from, to) = (limits.freerun() + 1, dirty.max(global));
            let step = (to.saturating_sub(from) / 500).max(1) as usize;
            for dirty in (from..=to + 1).step_by(step) {
                let position = Position {
                    limits,
                    dirty,
                    bdi_thresh: limits.dirty,
                    bdi_dirty,
                };
                let ratio = position.global_ratio(global);
                assert!(
                    (0..=2 * POS_ONE as i64).contains(&ratio),
                    "{position:?} {global}"
                );
                assert!(ratio <= last_global, "{position:?} {global}");
                last_global = ratio;
                let pos = pos_ratio(&position, global, avg_bw);
                assert!(pos <= last, "{position:?} {global} {avg_bw}");
                last = pos;
            }
        }
    }

    #[test]
    fn no_input_is_refused() {
        let odd = [0, 1, 2, 1 << 20, 1 << 40, u64::MAX / 2, u64::MAX];
        for dirty_limit in odd {
            for background in odd {
                for dirty in odd {
                    for bdi in odd {
                        let limits = DirtyLimits {
                            dirty: dirty_limit,
                            background,
                        };
                        let position = Position {
                            limits,
                            dirty,
                            bdi_thresh: bdi,
                            bdi_dirty: dirty,
                        };
                        for other in odd {
                            let _ = pos_ratio(&position, other, bdi);
                        }
                    }
                }
            }
        }
    }
}
