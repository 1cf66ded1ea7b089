//! The forms of balance_dirty_pages, and what code asks of them.

/// Form of balance_dirty_pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BalanceDirty {
    /// pdflush: the writer writes whenever its bdi has dirty pages, naps on congestion (2.6.29, 2.6.30).
    Pdflush,
    /// The same, but writes only above its own limit (2.6.31).
    PdflushAboveLimit,
    /// Per-bdi flushers, growing timed sleeps (2.6.32 to 2.6.35).
    TimedSleeps,
    /// One exceeded test, the writer writes inside it; a limit that is reached counts as exceeded (16c4042f0891, 2.6.36).
    AtLimit,
    /// The same, with limits that have to be exceeded (2.6.37, 3.0).
    Exceeded,
    /// The same with bandwidth estimation and an early way out (3.1).
    ExceededWithBandwidth,
    /// No I/O from the writer: pauses computed from estimated bandwidth (3.2).
    Pauses,
    /// The same, exceeded needs both limits; pauses carry a debt (3.3 on).
    PausesWithDebt,
}

/// Which limits have to be exceeded for writers to be held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExceededBy {
    /// The device's.
    Device,
    /// The device's or the global one.
    Either,
    /// Both.
    Both,
}

impl BalanceDirty {
    /// The writer only sleeps, and leaves the I/O to the flusher.
    #[inline]
    #[must_use]
    pub fn pauses(self) -> bool {
        matches!(self, Self::Pauses | Self::PausesWithDebt)
    }

    /// What a pause was too long or too short is kept for the next one.
    #[inline]
    #[must_use]
    pub fn carries_debt(self) -> bool {
        self == Self::PausesWithDebt
    }

    /// Bandwidth and rate of each device are estimated.
    #[must_use]
    pub fn estimates_bandwidth(self) -> bool {
        self.leaves_early() || self.pauses()
    }

    /// A writer may go after a sleep if its device is half way below the limits.
    #[must_use]
    pub fn leaves_early(self) -> bool {
        self == Self::ExceededWithBandwidth
    }

    /// A writer that has written naps until a congested queue is free, instead of for a growing time; its chunk does not
    /// depend on what it has dirtied.
    #[must_use]
    pub fn naps_on_congestion(self) -> bool {
        matches!(self, Self::Pdflush | Self::PdflushAboveLimit)
    }

    /// The writer writes below its limit as well.
    #[must_use]
    pub fn writes_below_limit(self) -> bool {
        self == Self::Pdflush
    }

    /// Limits that count for [`ExceededBy`]'s question.
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

    /// A limit that is reached counts as exceeded, and the middle between the limits ends a writer's freedom.
    #[must_use]
    pub fn counts_reached(self) -> bool {
        self == Self::AtLimit
    }

    /// A device's limit is looked at before the global one, and clipped to what the global one leaves.
    #[must_use]
    pub fn device_limit_first(self) -> bool {
        self.exceeded_by() == ExceededBy::Device
    }
}
