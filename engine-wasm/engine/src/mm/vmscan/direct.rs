//! Direct reclaim: a task that found no free page reclaims for itself (try_to_free_pages, do_try_to_free_pages).

use super::reserves::throttle_direct_reclaim;
use super::shrink_zone::shrink_zone;
use super::{DEF_PRIORITY, ScanControl};
use crate::machine::Machine;
use crate::mm::backing_dev::{congestion_wait, wait_iff_congested};
use crate::mm::page_alloc::Gfp;
use crate::moments::Moment;
use crate::sched::context::Cx;
use crate::vmstat::Counter;

/// Reclaims for an allocation; pages of progress, 1 for a hope of some, 0 for none. Source: 2.6.37 to 3.16.
pub async fn try_to_free_pages(cx: &Cx, gfp: Gfp) -> u64 {
    throttle_direct_reclaim(cx, gfp).await;
    cx.with(|m| {
        m.vmstat.add_global(Counter::AllocStall, 1);
        m.moments.note(Moment::FirstDirectReclaim, m.now);
        let task = &mut m.tasks[cx.id as usize];
        task.memalloc = true;
        task.in_direct_reclaim = true;
    });
    let progress = reclaim(cx, gfp).await;
    cx.with(|m| {
        let task = &mut m.tasks[cx.id as usize];
        task.memalloc = false;
        task.in_direct_reclaim = false;
    });
    progress
}

async fn reclaim(cx: &Cx, gfp: Gfp) -> u64 {
    let mut sc = ScanControl::direct(gfp);
    let mut total_scanned = 0;
    for priority in (0..=DEF_PRIORITY).rev() {
        sc.priority = priority;
        sc.nr_scanned = 0;
        let mut lru_pages = 0;
        let zones = cx.with(|m| m.zones.len());
        for z in (0..zones).rev() {
            let skip = cx.with(|m| {
                let zone = &m.zones[z];
                lru_pages += zone.reclaimable(m.swap_free());
                m.unreclaimable(z) && priority != DEF_PRIORITY
            });
            if !skip {
                shrink_zone(cx, z, &mut sc).await;
            }
        }
        sc.nr_reclaimed += cx.with(|m| m.shrink_slab(sc.nr_scanned, lru_pages));
        total_scanned += sc.nr_scanned;
        if sc.nr_reclaimed >= sc.nr_to_reclaim {
            return sc.nr_reclaimed;
        }
        if total_scanned > sc.nr_to_reclaim + sc.nr_to_reclaim / 2 {
            cx.with(|m| m.wakeup_flusher_threads(total_scanned));
        }
        if sc.nr_scanned > 0
            && priority < DEF_PRIORITY - 2
            && cx.with(|m| m.rules.direct_reclaim_naps)
        {
            let (class, timeout, preferred, iff) = cx.with(|m| {
                (
                    m.async_class(),
                    m.jiffies_of(10),
                    m.class_zone(),
                    m.rules.zone_congested,
                )
            });
            if iff {
                wait_iff_congested(cx, preferred, class, timeout).await;
            } else {
                congestion_wait(cx, class, timeout).await;
            }
        }
        cx.relax().await;
    }
    match sc.nr_reclaimed {
        0 => u64::from(!cx.with(|m| m.all_unreclaimable())),
        freed => freed,
    }
}

impl Machine {
    /// Whether reclaim has given every zone up.
    #[must_use]
    pub fn all_unreclaimable(&self) -> bool {
        (0..self.zones.len()).all(|z| {
            let zone = &self.zones[z];
            self.unreclaimable(z) || zone.present == zone.kernel
        })
    }
}
