//! balance_pgdat as of 3.11: one call per wake-up, and a priority that drops only if too little was scanned or nothing
//! was reclaimed.

use super::super::vmscan::shrink_zone::shrink_zone;
use super::super::zone::ZoneId;
use super::Balanced;
use crate::mm::vmscan::scan_control::{DEF_PRIORITY, SWAP_CLUSTER_MAX, ScanControl};
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Balances the zones for an order. Source: balance_pgdat, 3.11 to 3.16.
pub async fn balance_pgdat(cx: &Cx, order: u8) -> Balanced {
    let mut sc = ScanControl::kswapd();
    sc.gfp.order = order;
    cx.m().observer.count_global(Counter::PageOutRun, 1);
    let mut end_zone = 0;
    sc.priority = DEF_PRIORITY;
    loop {
        sc.nr_reclaimed = 0;
        let found = cx.with(|m| {
            m.memory.kswapd.priority = sc.priority;
            m.charge(cost::EMPTY_TURN);
            m.find_end_zone(sc.gfp.order, sc.priority)
        });
        let Some(found) = found else { break };
        end_zone = found;
        let lru_pages = cx.with(|m| {
            (0..=found)
                .map(|z| m.zone_reclaimable_pages(z))
                .sum::<u64>()
        });
        let mut raise = true;
        for z in 0..=end_zone {
            if cx.m().unreclaimable(z) && sc.priority != DEF_PRIORITY {
                continue;
            }
            raise &= !shrink_enough(cx, z, end_zone, &mut sc, lru_pages).await;
        }
        cx.m().wake_pfmemalloc_waiters();
        cx.burn().await;
        // Memory is too fragmented for the order if reclaiming twice the pages has not produced a free block.
        if sc.gfp.order > 0 && sc.nr_reclaimed >= 2 << sc.gfp.order {
            sc.gfp.order = 0;
        }
        if raise || sc.nr_reclaimed == 0 {
            sc.priority -= 1;
        }
        if sc.priority == 0 || cx.with(|m| m.balanced_to_sleep(sc.gfp.order, m.class_zone())) {
            break;
        }
    }
    Balanced {
        order: sc.gfp.order,
        end_zone,
    }
}

/// kswapd_shrink_zone: returns whether enough of the zone was scanned, or no scan was needed.
async fn shrink_enough(
    cx: &Cx,
    z: ZoneId,
    end_zone: ZoneId,
    sc: &mut ScanControl,
    lru_pages: u64,
) -> bool {
    sc.nr_scanned = 0;
    sc.nr_to_reclaim = cx.m().memory.zones[z].watermarks.high.max(SWAP_CLUSTER_MAX);
    if !cx.m().needs_shrinking(z, sc.gfp.order, end_zone) {
        return true;
    }
    shrink_zone(cx, z, sc).await;
    cx.with(|m| {
        sc.nr_reclaimed += m.shrink_slab(sc.nr_scanned, lru_pages);
        m.memory.zones[z].under_writeback = false;
        if !m.unreclaimable(z) && m.above_high(z, sc.gfp.order, end_zone) {
            m.forget_trouble(z);
        }
    });
    sc.nr_scanned >= sc.nr_to_reclaim
}
