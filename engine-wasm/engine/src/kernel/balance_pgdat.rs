//! The forms of balance_pgdat, and what code asks of them.

/// Form of balance_pgdat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BalancePgdat {
    /// A zone is tested before it is shrunk, and decides then whether the pass was enough (2.6.29 to 2.6.32).
    TestsBefore,
    /// A zone is tested after it was shrunk (2.6.33 to 2.6.37).
    TestsAfter,
    /// Zones count up to a class zone; for a larger order a quarter of their pages is enough (2.6.38 to 3.9).
    QuarterOfClasszone,
    /// A pass was enough if kswapd might sleep by it (3.10).
    SleepTest,
    /// One call, one priority that falls only where too little is scanned (3.11 to 3.16).
    OneCall,
}

impl BalancePgdat {
    /// A zone that is not above high before it is shrunk makes the pass one that was not enough.
    #[must_use]
    pub fn tests_before_shrinking(self) -> bool {
        self == Self::TestsBefore
    }

    /// Zones above the highest one with work do not count, and those up to it with a part of their lowmem reserves.
    #[must_use]
    pub fn knows_classzone(self) -> bool {
        !matches!(self, Self::TestsBefore | Self::TestsAfter)
    }

    /// Slab caches are shrunk for zones too that are not shrunk themselves.
    #[must_use]
    pub fn shrinks_slab_always(self) -> bool {
        !self.knows_classzone()
    }

    /// A pass for a larger order is enough if zones with a quarter of the pages are balanced.
    #[must_use]
    pub fn quarter_is_enough(self) -> bool {
        self == Self::QuarterOfClasszone
    }

    /// A pass is enough if kswapd might sleep after it.
    #[must_use]
    pub fn ends_by_sleep_test(self) -> bool {
        self == Self::SleepTest
    }
}
