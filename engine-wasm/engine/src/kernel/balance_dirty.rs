//! The forms of balance_dirty_pages in different kernels, and their properties.

/// A form of balance_dirty_pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BalanceDirty {
    /// pdflush: the writer writes back pages whenever its bdi has dirty pages, and naps on congestion (2.6.29, 2.6.30).
    Pdflush,
    /// Like `Pdflush`, but the writer writes back pages only above its own limit (2.6.31).
    PdflushAboveLimit,
    /// Flushers per bdi; the writer sleeps for growing times (2.6.32 to 2.6.35).
    TimedSleeps,
    /// A single test of whether the limits are exceeded. If they are, the writer writes back pages. Reaching a limit
    /// counts as exceeding it (16c4042f0891, 2.6.36).
    AtLimit,
    /// Like `AtLimit`, but limits must be exceeded (2.6.37, 3.0).
    Exceeded,
    /// Like `Exceeded`, with bandwidth estimation and an early exit (3.1).
    ExceededWithBandwidth,
    /// The writer does no I/O. Its pauses are computed from the estimated bandwidth (3.2).
    Pauses,
    /// Like `Pauses`, but both limits must be exceeded, and a pause compensates for the error of the previous one (3.3
    /// on).
    PausesWithDebt,
}

/// Which limits must be exceeded to throttle writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExceededBy {
    /// The device's limit.
    Device,
    /// The device's limit or the global limit.
    Either,
    /// Both limits.
    Both,
}

impl BalanceDirty {
    /// Returns whether the writer only sleeps, and leaves the I/O to the flusher.
    #[inline]
    #[must_use]
    pub fn pauses(self) -> bool {
        matches!(self, Self::Pauses | Self::PausesWithDebt)
    }

    /// Returns whether the next pause compensates for a pause that was too long or too short.
    #[inline]
    #[must_use]
    pub fn carries_debt(self) -> bool {
        self == Self::PausesWithDebt
    }

    /// Returns whether the bandwidth and the base rate of each device are estimated.
    #[must_use]
    pub fn estimates_bandwidth(self) -> bool {
        self.leaves_early() || self.pauses()
    }

    /// Returns whether a writer may leave after a sleep if the pages of its device are below the mean of the task's
    /// limit and the device's limit.
    #[must_use]
    pub fn leaves_early(self) -> bool {
        self == Self::ExceededWithBandwidth
    }

    /// Returns whether a writer that has written pages naps until congestion ends, instead of sleeping for growing
    /// times. Its chunk then does not depend on the number of pages that it has dirtied.
    #[must_use]
    pub fn naps_on_congestion(self) -> bool {
        matches!(self, Self::Pdflush | Self::PdflushAboveLimit)
    }

    /// Returns whether the writer writes back pages even if its device is below the writer's limit.
    #[must_use]
    pub fn writes_below_limit(self) -> bool {
        self == Self::Pdflush
    }

    /// Returns which limits must be exceeded to throttle writers.
    #[must_use]
    pub fn exceeded_by(self) -> ExceededBy {
        match self {
            Self::Pdflush | Self::PdflushAboveLimit | Self::TimedSleeps => ExceededBy::Device,
            Self::AtLimit | Self::Exceeded | Self::ExceededWithBandwidth | Self::Pauses => {
                ExceededBy::Either
            }
            Self::PausesWithDebt => ExceededBy::Both,
        }
    }

    /// Returns whether reaching a limit counts as exceeding it. A writer is then throttled at the freerun ceiling too,
    /// and not only above it.
    #[must_use]
    pub fn counts_reached(self) -> bool {
        self == Self::AtLimit
    }

    /// Returns whether a device's limit is tested before the global one, and is at most what the other devices leave of
    /// the global limit.
    #[must_use]
    pub fn device_limit_first(self) -> bool {
        self.exceeded_by() == ExceededBy::Device
    }
}
