//! Shares of recent events, and the limits computed from them: a device's share of write completions
//! (bdi_writeout_fraction), a task's share of dirtying (task_dirties_fraction, to 3.1).
//!
//! Old events lose half their weight every period. A share is updated only when it is used, so no code iterates over
//! all shares.

use super::pause::floor_log2;

/// A part of a whole; a denominator of 0 counts as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Numerator, events.
    pub numerator: u64,
    /// Denominator, events.
    pub denominator: u64,
}

impl Fraction {
    /// Returns this fraction of a number, truncated.
    #[must_use]
    pub fn of(&self, pages: u64) -> u64 {
        pages.wrapping_mul(self.numerator) / self.denominator.max(1)
    }
}

/// One device's or task's events (struct prop_local_percpu, prop_local_single, fprop_local_percpu).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    events: u64,
    period: u64,
}

impl Share {
    fn at_period(self, period: u64) -> Self {
        let missed = period.saturating_sub(self.period);
        Self {
            events: halved(self.events, missed),
            period,
        }
    }
}

fn halved(events: u64, times: u64) -> u64 {
    u32::try_from(times)
        .ok()
        .and_then(|times| events.checked_shr(times))
        .unwrap_or(0)
}

/// When a period ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Period {
    /// After 2^`shift` events (lib/proportions.c).
    Events { shift: u32 },
    /// After this number of jiffies (lib/flex_proportions.c). The clock stops while there are no events.
    Time {
        jiffies: u64,
        ends: Option<u64>,
        number: u64,
    },
}

/// All events together (struct prop_descriptor, fprop_global).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportions {
    period: Period,
    events: u64,
}

impl Proportions {
    /// Creates proportions with periods that are counted in events: as many as the dirty limit has pages, rounded up to
    /// a power of two (up to 3.5; calc_period_shift). `dirty_limit`: pages, at boot.
    #[must_use]
    pub fn by_events(dirty_limit: u64) -> Self {
        Self {
            period: Period::Events {
                shift: shift(dirty_limit),
            },
            events: 0,
        }
    }

    /// Creates proportions with periods of three seconds (3.6 on).
    #[must_use]
    pub fn by_time(hz: u64) -> Self {
        let jiffies = (3 * hz).max(1);
        Self {
            period: Period::Time {
                jiffies,
                ends: None,
                number: 0,
            },
            events: 0,
        }
    }

    /// Returns a share that has had `percent` of all events until now. With periods of time, it is 0: they are short,
    /// so events before a run have faded when the run begins.
    #[must_use]
    pub fn earlier(&self, percent: u32) -> Share {
        let events = match self.period {
            Period::Events { shift } => {
                ((1_u128 << shift) * u128::from(percent.min(100)) / 100) as u64
            }
            Period::Time { .. } => 0,
        };
        Share {
            events,
            period: self.number(),
        }
    }

    /// Adapts the periods to a dirty limit that the administrator has changed, pages (update_completion_period).
    /// Periods of time do not depend on it.
    pub fn set_dirty_limit(&mut self, dirty_limit: u64) {
        if let Period::Events { shift: old } = &mut self.period {
            let new = shift(dirty_limit);
            // The number of periods so far stays the same: shares need no change.
            self.events = (self.events >> *old).saturating_mul(1 << new)
                + rescale(part_of_period(self.events, *old), *old, new);
            *old = new;
        }
    }

    /// Counts `n` events of a share (__bdi_writeout_inc, task_dirty_inc). `now`: jiffies.
    #[inline]
    pub fn add(&mut self, share: &mut Share, n: u64, now: u64) {
        // In the common case, the current period continues and the share is up to date.
        let goes_on = match self.period {
            Period::Events { shift } => {
                share.period == self.events >> shift
                    && n <= (1 << shift) - part_of_period(self.events, shift)
            }
            Period::Time { ends, number, .. } => {
                share.period == number && ends.is_some_and(|end| now < end)
            }
        };
        if goes_on {
            share.events = share.events.saturating_add(n);
            self.events = self.events.saturating_add(n);
        } else {
            self.add_to_period(share, n, now);
        }
    }

    /// Counts up to `n` events of a share, one at a time, until the share is above `percent` of all events
    /// (__prop_inc_percpu_max, __fprop_inc_percpu_max). `now`: jiffies.
    pub fn add_up_to(&mut self, share: &mut Share, n: u64, now: u64, percent: u32) {
        for _ in 0..n {
            let Fraction {
                numerator,
                denominator,
            } = self.fraction(share, now);
            if u128::from(numerator) * 100 > u128::from(denominator) * u128::from(percent) {
                return;
            }
            self.add(share, 1, now);
        }
    }

    fn add_to_period(&mut self, share: &mut Share, n: u64, now: u64) {
        self.advance(now);
        let mut left = n;
        while left > 0 {
            let step = match self.period {
                Period::Events { shift } => {
                    left.min((1 << shift) - part_of_period(self.events, shift))
                }
                Period::Time { .. } => left,
            };
            *share = share.at_period(self.number());
            share.events = share.events.saturating_add(step);
            self.events = self.events.saturating_add(step);
            left -= step;
        }
        if let Period::Time {
            jiffies,
            ends: ends @ None,
            ..
        } = &mut self.period
        {
            *ends = Some(now.saturating_add(*jiffies));
        }
    }

    /// Returns a share as a fraction of recent events (prop_fraction_percpu, fprop_fraction_percpu). `now`: jiffies.
    #[must_use]
    pub fn fraction(&self, share: &Share, now: u64) -> Fraction {
        let mut global = *self;
        global.advance(now);
        let numerator = share.at_period(global.number()).events;
        let denominator = match global.period {
            Period::Events { shift } => (1 << shift) + part_of_period(global.events, shift),
            Period::Time { .. } => global.events.max(numerator).max(1),
        };
        Fraction {
            numerator,
            denominator,
        }
    }

    /// Returns the number of the current period.
    fn number(&self) -> u64 {
        match self.period {
            Period::Events { shift } => self.events >> shift,
            Period::Time { number, .. } => number,
        }
    }

    /// Advances periods of time to `now`, as the kernel's timer does.
    fn advance(&mut self, now: u64) {
        let Period::Time {
            jiffies,
            ends,
            number,
        } = &mut self.period
        else {
            return;
        };
        // One period at a time, because the clock of an idle machine stops once the last event has faded.
        while let Some(end) = *ends {
            if now < end {
                return;
            }
            if self.events <= 1 {
                *ends = None;
                return;
            }
            self.events /= 2;
            *number += 1;
            *ends = Some(end.saturating_add(*jiffies));
        }
    }
}

/// Returns log2 of the events in a period for a dirty limit.
fn shift(dirty_limit: u64) -> u32 {
    // The sum of two periods must fit into 64 bits.
    (1 + floor_log2(dirty_limit.saturating_sub(1))).min(62)
}

/// Returns the number of events since the current period began.
fn part_of_period(events: u64, shift: u32) -> u64 {
    events & ((1 << shift) - 1)
}

/// Converts a part of a period into the same part of a period of another length.
fn rescale(part: u64, old: u32, new: u32) -> u64 {
    if new >= old {
        part << (new - old)
    } else {
        part >> (old - new)
    }
}

/// A device's minimum and maximum part of the dirty limit, percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BdiRatios {
    /// The device's minimum (/sys/class/bdi/*/min_ratio).
    pub min: u32,
    /// The device's maximum (/sys/class/bdi/*/max_ratio).
    pub max: u32,
    /// The sum of all devices' minimums, below 100.
    pub min_of_all: u32,
}

impl Default for BdiRatios {
    fn default() -> Self {
        Self {
            min: 0,
            max: 100,
            min_of_all: 0,
        }
    }
}

/// The current dirty, unstable and writeback pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentDirty {
    /// Pages of all devices.
    pub global: u64,
    /// Pages of this device.
    pub bdi: u64,
}

/// Returns a device's part of the dirty limit, pages (get_dirty_limits up to 2.6.35, bdi_dirty_limit from 2.6.36 on).
///
/// If `room` is given, the device gets no more than its own pages plus the pages that the global limit leaves
/// (clip_bdi_dirty_limit, to 2.6.35).
#[must_use]
pub fn bdi_thresh(
    dirty: u64,
    share: Fraction,
    ratios: BdiRatios,
    room: Option<PresentDirty>,
) -> u64 {
    let percent = |percent: u32| dirty.wrapping_mul(u64::from(percent)) / 100;
    let shared = share.of(percent(100_u32.saturating_sub(ratios.min_of_all)));
    let thresh = shared
        .wrapping_add(percent(ratios.min))
        .min(percent(ratios.max));
    match room {
        None => thresh,
        Some(present) => thresh.min(
            dirty
                .saturating_sub(present.global)
                .saturating_add(present.bdi),
        ),
    }
}

/// Returns the limit of a device for one writer, pages: up to an eighth below the device's limit for a writer that
/// dirties many pages (task_dirty_limit, to 3.1).
#[must_use]
pub fn task_limit(bdi_thresh: u64, share: Fraction) -> u64 {
    bdi_thresh
        .saturating_sub(share.of(bdi_thresh / 8))
        .max(bdi_thresh / 2)
}

#[cfg(test)]
mod tests;
