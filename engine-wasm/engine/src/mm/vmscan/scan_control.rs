//! What a reclaimer wants and has got so far, and what a batch has shown it.

use crate::block::Plug;
use crate::mm::gfp::Gfp;
use crate::observer::trace::By;

/// DEF_PRIORITY: a scan of 1 / 4096 of a list.
pub const DEF_PRIORITY: u32 = 12;
/// SWAP_CLUSTER_MAX: pages of a batch.
pub const SWAP_CLUSTER_MAX: u64 = 32;

/// What a reclaimer wants and what it has got so far (struct scan_control).
#[derive(Debug)]
pub struct ScanControl {
    /// The allocation that reclaim works for.
    pub gfp: Gfp,
    /// kswapd: never held back by congestion, PF_SWAPWRITE.
    pub kswapd: bool,
    /// Pages after which it is enough.
    pub nr_to_reclaim: u64,
    /// Pages looked at; mapped and swap-cache pages twice.
    pub nr_scanned: u64,
    /// Pages freed.
    pub nr_reclaimed: u64,
    /// Present priority, 12 down to 0.
    pub priority: u32,
    /// The batch is made of contiguous blocks, active pages included.
    pub lumpy: bool,
    /// A second pass over a batch: it waits for I/O.
    pub sync: bool,
    /// Submissions held back so that they can merge (3.2 on).
    pub plug: Option<Plug>,
    /// The state of the zone was noted when it first wrote.
    pub logged: bool,
}

impl ScanControl {
    /// Scan control of direct reclaim.
    #[must_use]
    pub fn direct(gfp: Gfp) -> Self {
        Self {
            gfp,
            kswapd: false,
            nr_to_reclaim: SWAP_CLUSTER_MAX,
            nr_scanned: 0,
            nr_reclaimed: 0,
            priority: DEF_PRIORITY,
            lumpy: false,
            sync: false,
            plug: None,
            logged: false,
        }
    }

    /// Scan control of kswapd.
    #[must_use]
    pub fn kswapd() -> Self {
        Self {
            kswapd: true,
            nr_to_reclaim: u64::MAX,
            ..Self::direct(Gfp::USER)
        }
    }

    /// The task that reclaims, for the trace.
    #[must_use]
    pub fn by(&self) -> By {
        if self.kswapd { By::Kswapd } else { By::Direct }
    }
}

/// What a batch has shown (shrink_page_list's local counts).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchCounts {
    /// Dirty pages that reached the dirty test.
    pub nr_dirty: u64,
    /// Those that pageout kept.
    pub nr_congested: u64,
    /// Pages found under writeback.
    pub nr_writeback: u64,
    /// File pages that are dirty and on their way to no device (3.11 on).
    pub nr_unqueued_dirty: u64,
    /// Pages met again under writeback (3.11 on).
    pub nr_immediate: u64,
}
