//! Throttling direct reclaimers while the reserves run out (throttle_direct_reclaim, 3.6 on).

use crate::machine::Machine;
use crate::mm::gfp::Gfp;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::task::{Activity, TaskKind};
use crate::sched::waits::WaitFor;

/// Waits until kswapd has restored half of the reserves. A task that may not enter a filesystem waits a second at most.
pub async fn throttle_direct_reclaim(cx: &Cx, gfp: Gfp) {
    let throttled = cx.with(|m| {
        let kind = m.task(cx.id).kind;
        let kernel_thread = matches!(kind, TaskKind::Kswapd | TaskKind::Flusher);
        m.rules.pfmemalloc_throttle && !kernel_thread && !m.pfmemalloc_watermark_ok()
    });
    if !throttled {
        return;
    }
    let (second, end) = cx.with(|m| {
        m.observer.count_global(Counter::PgScanDirectThrottle, 1);
        (
            m.sched.hz() * m.sched.jiffy(),
            m.now() + m.sched.hz() * m.sched.jiffy(),
        )
    });
    while !cx.with(|m| m.pfmemalloc_watermark_ok() || (!gfp.fs && m.now() >= end)) {
        cx.prepare_to_wait();
        cx.with(|m| {
            m.waits.add(WaitFor::Reserves, cx.id);
            m.wake_kswapd();
        });
        let timeout = (!gfp.fs).then_some(second);
        cx.schedule(timeout, Activity::CongestionWait).await;
        cx.m().waits.finish(WaitFor::Reserves, cx.id);
    }
}

impl Machine {
    /// Returns whether more than half of the sum of the min watermarks is free. If nothing is left to reclaim, no task
    /// waits here, although the real kernels waited forever.
    #[must_use]
    pub fn pfmemalloc_watermark_ok(&self) -> bool {
        let reserve: u64 = self
            .memory
            .zones
            .iter()
            .map(|zone| zone.watermarks.min)
            .sum();
        let free: u64 = self.memory.zones.iter().map(|zone| zone.free).sum();
        reserve == 0 || free > reserve / 2 || self.all_unreclaimable()
    }

    /// Wakes the tasks that wait for the reserves, if enough memory is free.
    pub fn wake_pfmemalloc_waiters(&mut self) {
        if !self.waits.is_empty(WaitFor::Reserves) && self.pfmemalloc_watermark_ok() {
            self.wake_all_pfmemalloc_waiters();
        }
    }

    fn wake_all_pfmemalloc_waiters(&mut self) {
        while let Some(id) = self.waits.pop(WaitFor::Reserves) {
            self.wake(id);
        }
    }

    /// prepare_kswapd_sleep: returns whether zones are balanced. If tasks wait for the reserves, wakes them and returns
    /// false.
    pub fn may_sleep(&mut self, order: u8, classzone: crate::mm::zone::ZoneId) -> bool {
        if self.waits.is_empty(WaitFor::Reserves) {
            return self.balanced_to_sleep(order, classzone);
        }
        self.wake_all_pfmemalloc_waiters();
        false
    }

    /// Returns whether reclaim has given up on a zone: by its flag, or by the number of pages scanned since the last
    /// free (zone_reclaimable).
    #[must_use]
    pub fn unreclaimable(&self, z: crate::mm::zone::ZoneId) -> bool {
        let zone = &self.memory.zones[z];
        if self.rules.unreclaimable_by_scan {
            zone.pages_scanned >= 6 * self.zone_reclaimable_pages(z)
        } else {
            zone.all_unreclaimable
        }
    }
}
