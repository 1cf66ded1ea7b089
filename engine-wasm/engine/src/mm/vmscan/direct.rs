//! Direct reclaim: a task that found no free page reclaims memory itself (try_to_free_pages, do_try_to_free_pages).

use super::reserves::throttle_direct_reclaim;
use super::shrink_zone::shrink_zone;
use crate::kernel::rules::ReclaimEnd;
use crate::machine::Machine;
use crate::mm::congestion::{congestion_wait, wait_iff_congested};
use crate::mm::gfp::Gfp;
use crate::mm::vmscan::scan_control::{DEF_PRIORITY, ScanControl};
use crate::mm::zone::ZoneId;
use crate::observer::moments::Moment;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;

/// Reclaims memory for an allocation. Returns the number of freed pages. If none was freed, returns 1 if trying again
/// is worthwhile, otherwise 0. Source: 2.6.37 to 3.16.
pub async fn try_to_free_pages(cx: &Cx, gfp: Gfp) -> u64 {
    throttle_direct_reclaim(cx, gfp).await;
    cx.with(|m| {
        m.observer.count_global(Counter::AllocStall, 1);
        m.observer.note_moment(Moment::FirstDirectReclaim, m.now());
        m.observer.note_reclaim_started(cx.id);
        let task = m.task_mut(cx.id);
        task.memalloc = true;
        task.in_direct_reclaim = true;
    });
    let progress = reclaim(cx, gfp).await;
    cx.with(|m| {
        let task = m.task_mut(cx.id);
        task.memalloc = false;
        task.in_direct_reclaim = false;
    });
    progress
}

async fn reclaim(cx: &Cx, gfp: Gfp) -> u64 {
    let mut sc = ScanControl::direct(gfp);
    let mut total_scanned = 0;
    let mut all_skipped = true;
    for priority in (0..=DEF_PRIORITY).rev() {
        sc.priority = priority;
        sc.nr_scanned = 0;
        if priority == 0 {
            cx.with(|m| m.memory.swap_token.disable());
        }
        let mut lru_pages = 0;
        all_skipped = true;
        let zones = cx.m().memory.zones.len();
        for z in (0..zones).rev() {
            let skip = cx.with(|m| {
                lru_pages += m.zone_reclaimable_pages(z);
                m.unreclaimable(z) && priority != DEF_PRIORITY
            });
            if !skip {
                all_skipped = false;
                shrink_zone(cx, z, &mut sc).await;
                cx.m().check_zone_pressure(z);
            }
        }
        sc.nr_reclaimed += cx.m().shrink_slab(sc.nr_scanned, lru_pages);
        total_scanned += sc.nr_scanned;
        if sc.nr_reclaimed >= sc.nr_to_reclaim {
            return sc.nr_reclaimed;
        }
        if total_scanned > sc.nr_to_reclaim + sc.nr_to_reclaim / 2 {
            cx.m().wakeup_flusher_threads(total_scanned);
        }
        if sc.nr_scanned > 0
            && priority < DEF_PRIORITY - 2
            && cx.with(|m| m.rules.direct_reclaim_naps)
        {
            let (class, timeout, preferred, iff) = cx.with(|m| {
                (
                    m.wait_class(),
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
    cx.m().progress_of(sc.nr_reclaimed, all_skipped)
}

impl Machine {
    /// Returns the result of a direct reclaim that freed too little. `all_skipped`: its last pass skipped every zone.
    fn progress_of(&self, freed: u64, all_skipped: bool) -> u64 {
        let hope = match self.rules.reclaim_end {
            ReclaimEnd::Freed => return if all_skipped { 0 } else { freed },
            ReclaimEnd::HopeBySkipped => !all_skipped,
            ReclaimEnd::HopeByFlag => !self.all_unreclaimable(),
            ReclaimEnd::HopeByScanned => (0..self.memory.zones.len()).any(|z| {
                let zone = &self.memory.zones[z];
                zone.present > zone.kernel
                    && zone.pages_scanned < 6 * self.zone_reclaimable_pages(z)
            }),
        };
        if freed > 0 { freed } else { u64::from(hope) }
    }

    /// Returns the number of reclaimable pages of a zone (zone_reclaimable_pages; zone_lru_pages up to 2.6.31).
    #[must_use]
    pub fn zone_reclaimable_pages(&self, z: ZoneId) -> u64 {
        self.memory.zones[z]
            .reclaimable(self.memory.swap_free() || self.rules.anon_always_reclaimable)
    }

    /// Returns whether every zone is unreclaimable or used by the kernel alone.
    #[must_use]
    pub fn all_unreclaimable(&self) -> bool {
        (0..self.memory.zones.len()).all(|z| {
            let zone = &self.memory.zones[z];
            self.unreclaimable(z) || zone.present == zone.kernel
        })
    }
}
