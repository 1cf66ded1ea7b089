//! The allocator's slow path (__alloc_pages_slowpath, 2.6.29 to 3.16).

use super::congestion::{congestion_wait, wait_iff_congested};
use super::gfp::{AllocFlags, Gfp};
use super::page::Pfn;
use super::vmscan::direct::try_to_free_pages;
use super::zone::Mark;
use super::zone_pressure::wait_for_zone;
use crate::kernel::rules::Rebalance;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, gfp_write, per_zone_dirty_rfc};
use crate::observer::moments::Moment;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Largest order for which the allocator tries more than once (PAGE_ALLOC_COSTLY_ORDER).
const COSTLY_ORDER: u8 = 3;

/// Allocates a page. Returns `None` if an atomic request, a request of a reclaiming task, or the only try for a large
/// block or with __GFP_NORETRY fails, or if memory ran out and the task is killed.
pub async fn alloc_page(cx: &Cx, gfp: Gfp) -> Option<Pfn> {
    match cx.with(|m| m.alloc_fast(gfp)) {
        Some(pfn) => Some(pfn),
        None => alloc_pages_slowpath(cx, gfp).await,
    }
}

impl Machine {
    /// Runs the fast path: takes a page above the low watermark.
    pub fn alloc_fast(&mut self, gfp: Gfp) -> Option<Pfn> {
        self.charge(cost::ALLOC_PAGE);
        self.first_page_from_freelist(gfp)
    }
}

/// Runs the slow path after the fast path has failed. Returns `None` in the same cases as [`alloc_page`].
pub async fn alloc_pages_slowpath(cx: &Cx, gfp: Gfp) -> Option<Pfn> {
    let flags = AllocFlags {
        mark: Mark::Min,
        harder: !gfp.wait,
        high: gfp.high,
    };
    cx.m().wake_kswapd_for(gfp.order);
    let mut retries_freelist = true;
    loop {
        if retries_freelist && let Some(pfn) = cx.with(|m| m.page_from_freelist(gfp, flags)) {
            return Some(pfn);
        }
        retries_freelist = cx.m().rules.rebalance == Rebalance::FreelistFirst;
        if cx.m().task(cx.id).memalloc {
            return cx.m().page_from_freelist(gfp, AllocFlags::at(Mark::None));
        }
        if !gfp.wait {
            return None;
        }
        if gfp.write && cx.with(|m| m.has_dirty_zone_stage()) {
            throttle_dirty_zones(cx).await;
            if let Some(pfn) = cx.with(|m| m.page_from_freelist(gfp, flags)) {
                return Some(pfn);
            }
        }
        let progress = try_to_free_pages(cx, gfp).await;
        cx.relax().await;
        if progress > 0 {
            if let Some(pfn) = cx.with(|m| m.freelist_after_reclaim(gfp, flags)) {
                return Some(pfn);
            }
        } else if gfp.fs && !gfp.noretry {
            let high = AllocFlags::at(Mark::High);
            if let Some(pfn) = cx.with(|m| m.page_from_freelist(gfp, high)) {
                return Some(pfn);
            }
            if gfp.order <= COSTLY_ORDER {
                cx.with(|m| {
                    m.observer.note_moment(Moment::OomKill, m.now());
                    m.observer.count_global(Counter::OomKill, 1);
                });
            }
            return None;
        }
        // Without __GFP_REPEAT, the allocator tries only once for a large block.
        if gfp.noretry || gfp.order > COSTLY_ORDER {
            return None;
        }
        nap(cx, gfp.order, progress).await;
    }
}

/// Naps in step 11 of the slow path (docs/model/reclaim.md, 4.2). The stall study counts these naps.
async fn nap(cx: &Cx, order: u8, progress: u64) {
    let (preferred, class, timeout, iff, start) = cx.with(|m| {
        m.observer.note_wait_started(cx.id);
        (
            m.class_zone(),
            m.wait_class(),
            m.jiffies_of(50),
            m.rules.zone_congested,
            m.jiffies(),
        )
    });
    if cx.m().on.has(Mechanism::ZonePressureWait) {
        wait_for_zone(cx, preferred, order, timeout).await;
    } else if iff {
        wait_iff_congested(cx, preferred, class, timeout).await;
    } else {
        congestion_wait(cx, class, timeout).await;
    }
    cx.burn().await;
    cx.with(|m| {
        let jiffies = m.jiffies() - start;
        m.observer.note_wait_ended(cx.id);
        m.observer.count_global(Counter::PgStall, 1);
        m.observer
            .count_global(Counter::PgStallSlept, u64::from(jiffies > 0));
        m.observer.count_global(Counter::PgWaitJiffies, jiffies);
        m.observer.count_global(Counter::PgReclaimed, progress);
    });
}

/// Runs the slow path's stage for dirty zones, as in the first posting of per-zone dirty limits.
async fn throttle_dirty_zones(cx: &Cx) {
    let all_exceeded = cx.with(|m| {
        let mut exceeded = 0;
        for z in (0..m.memory.zones.len()).rev() {
            let limits = m.zone_dirty_limits_rfc(z);
            let zone = &m.memory.zones[z];
            let stage = per_zone_dirty_rfc::stage(
                zone.dirty,
                zone.writeback,
                limits.dirty,
                limits.background,
            );
            if let Some(pages) = stage.wake_flushers {
                m.wakeup_flusher_threads(pages);
            }
            exceeded += usize::from(stage.exceeded);
        }
        exceeded == m.memory.zones.len()
    });
    if all_exceeded {
        let (class, timeout) = cx.with(|m| (m.wait_class(), m.jiffies_of(10)));
        congestion_wait(cx, class, timeout).await;
    }
}

impl Machine {
    /// Returns whether an allocation for write() runs the stage of `per_zone_dirty_rfc`, which requires __GFP_WRITE.
    fn has_dirty_zone_stage(&self) -> bool {
        self.on.has(Mechanism::PerZoneDirtyRfc)
            && gfp_write::marks(self.on.has(Mechanism::GfpWrite))
    }

    /// Tries to allocate after direct reclaim. Also drains all per-CPU lists, if the kernel does.
    fn freelist_after_reclaim(&mut self, gfp: Gfp, flags: AllocFlags) -> Option<Pfn> {
        // Up to 2.6.35, requests for orders above 0 drain the lists first. Requests for order 0 never drain them.
        if !self.rules.drain_pcp_after_reclaim && gfp.order > 0 {
            self.drain_all_pages();
        }
        if let Some(pfn) = self.page_from_freelist(gfp, flags) {
            return Some(pfn);
        }
        if !self.rules.drain_pcp_after_reclaim {
            return None;
        }
        self.drain_all_pages();
        self.page_from_freelist(gfp, flags)
    }
}
