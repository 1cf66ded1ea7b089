//! The goal and the progress of a reclaimer, and the counts of one batch.

use crate::block::Plug;
use crate::mm::gfp::Gfp;
use crate::observer::trace::By;

/// DEF_PRIORITY: the first priority of a reclaim, which scans 1 / 4096 of a list.
pub const DEF_PRIORITY: u32 = 12;
/// SWAP_CLUSTER_MAX: pages of a batch.
pub const SWAP_CLUSTER_MAX: u64 = 32;

/// The goal and the progress of a reclaimer (struct scan_control).
#[derive(Debug)]
pub struct ScanControl {
    /// The allocation that reclaim works for.
    pub gfp: Gfp,
    /// Whether kswapd reclaims. Unlike direct reclaim, kswapd also writes to congested devices (PF_SWAPWRITE).
    pub kswapd: bool,
    /// Number of pages after which reclaim may stop.
    pub nr_to_reclaim: u64,
    /// Pages scanned; mapped and swap-cache pages count twice.
    pub nr_scanned: u64,
    /// Pages freed.
    pub nr_reclaimed: u64,
    /// Current priority, from 12 down to 0.
    pub priority: u32,
    /// Whether this batch is lumpy reclaim: it takes contiguous blocks, including their active pages.
    pub lumpy: bool,
    /// Whether this is the second pass over a batch, which waits for I/O.
    pub sync: bool,
    /// Plug that holds back requests so that they can merge (3.2 on).
    pub plug: Option<Plug>,
    /// Whether the first file page that this reclaim writes has been logged.
    pub logged: bool,
}

impl ScanControl {
    /// Returns the scan control of direct reclaim.
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

    /// Returns the scan control of kswapd.
    #[must_use]
    pub fn kswapd() -> Self {
        Self {
            kswapd: true,
            nr_to_reclaim: u64::MAX,
            ..Self::direct(Gfp::USER)
        }
    }

    /// Returns the kind of reclaimer, for the trace.
    #[must_use]
    pub fn by(&self) -> By {
        if self.kswapd { By::Kswapd } else { By::Direct }
    }
}

/// The counts of one batch (local variables of shrink_page_list).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchCounts {
    /// Dirty pages that reached the dirty test.
    pub nr_dirty: u64,
    /// Dirty pages that pageout kept.
    pub nr_congested: u64,
    /// Pages found under writeback.
    pub nr_writeback: u64,
    /// Dirty file pages that are not under writeback (3.11 on).
    pub nr_unqueued_dirty: u64,
    /// Pages found under writeback a second time (3.11 on).
    pub nr_immediate: u64,
}
