//! Page reclaim (mm/vmscan.c).

pub mod active;
pub mod direct;
pub mod inactive;
pub mod judge;
pub mod lumpy;
mod neighbours;
pub mod page_list;
pub mod pageout;
pub mod references;
pub mod reserves;
pub mod scan_count;
pub mod shrink_zone;

use super::page_alloc::Gfp;
use crate::block::Plug;
use crate::fs::submit::flush_plug;
use crate::sched::context::Cx;
use crate::trace::By;

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

    /// Sends what is held back, as schedule() does of whoever goes to sleep with a plug (sched_submit_work): it could
    /// wait for its own write for ever.
    pub async fn flush_plug(&mut self, cx: &Cx) {
        if let Some(plug) = &mut self.plug {
            flush_plug(cx, plug).await;
        }
    }

    /// Who reclaims, for the trace.
    #[must_use]
    pub fn by(&self) -> By {
        if self.kswapd { By::Kswapd } else { By::Direct }
    }
}
