//! The forms of balance_pgdat in different kernels, and their properties.

/// A form of balance_pgdat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BalancePgdat {
    /// A zone is tested before it is shrunk. This test decides whether the pass was enough (2.6.29 to 2.6.32).
    TestsBefore,
    /// A zone is tested after it was shrunk (2.6.33 to 2.6.37).
    TestsAfter,
    /// Only the zones up to the class zone are tested. For orders above 0, it is enough if balanced zones have more
    /// than a quarter of the pages of these zones (2.6.38 to 3.9).
    QuarterOfClasszone,
    /// A pass was enough if kswapd could sleep after it (3.10).
    SleepTest,
    /// One call per wake-up, with a priority that drops only if too little was scanned (3.11 to 3.16).
    OneCall,
}

impl BalancePgdat {
    /// Returns whether a pass tests the watermark of each zone before it shrinks the zone. If so, another pass follows
    /// if a single zone was below its high watermark.
    #[must_use]
    pub fn tests_before_shrinking(self) -> bool {
        self == Self::TestsBefore
    }

    /// Returns whether zones above the highest zone with work are ignored, and the test of each other zone includes a
    /// part of its lowmem reserves.
    #[must_use]
    pub fn knows_classzone(self) -> bool {
        !matches!(self, Self::TestsBefore | Self::TestsAfter)
    }

    /// Returns whether slab caches are shrunk even if the zone itself is not.
    #[must_use]
    pub fn shrinks_slab_always(self) -> bool {
        !self.knows_classzone()
    }

    /// Returns whether a pass for an order above 0 is enough if balanced zones have more than a quarter of the pages.
    #[must_use]
    pub fn quarter_is_enough(self) -> bool {
        self == Self::QuarterOfClasszone
    }

    /// Returns whether a pass is enough if kswapd could sleep after it.
    #[must_use]
    pub fn ends_by_sleep_test(self) -> bool {
        self == Self::SleepTest
    }
}
