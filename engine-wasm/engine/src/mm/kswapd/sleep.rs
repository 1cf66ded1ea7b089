//! When kswapd may sleep, how long it naps first, and its nap between passes (kswapd_try_to_sleep,
//! sleeping_prematurely).

use crate::machine::Machine;
use crate::mechanism::{Mechanism, zone_pressure_kswapd};
use crate::mm::congestion::congestion_wait;
use crate::mm::vmscan::scan_control::DEF_PRIORITY;
use crate::mm::zone::ZoneId;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

impl Machine {
    /// Returns whether kswapd may sleep (sleeping_prematurely): the zones are above their high watermarks. From 2.6.38
    /// on, only zones up to `classzone` count, each with itself as class zone, and for orders above 0, more than a
    /// quarter of their pages is enough.
    pub fn balanced_to_sleep(&self, order: u8, classzone: ZoneId) -> bool {
        let by_classzone = self.rules.balance_pgdat.knows_classzone();
        let last = if by_classzone {
            classzone
        } else {
            self.memory.zones.len() - 1
        };
        let is_balanced = |&z: &ZoneId| {
            let class = if by_classzone { z } else { 0 };
            self.unreclaimable(z)
                || self.memory.zones[z].present == 0
                || self.above_high(z, order, class)
        };
        if by_classzone && order > 0 {
            let balanced = (0..=last).filter(is_balanced);
            return self.quarter_of(balanced.map(|z| self.memory.zones[z].present).sum(), last);
        }
        (0..=last).all(|z| is_balanced(&z))
    }
}

/// Naps, and sleeps if zones are still balanced after the nap (kswapd_try_to_sleep).
pub async fn try_to_sleep(cx: &Cx, order: u8, classzone: ZoneId) {
    if cx.m().rules.premature_sleep_check {
        let balanced = cx.m().may_sleep(order, classzone);
        let mut woken = false;
        if balanced {
            let nap = cx.m().jiffies_of(10);
            woken = wait_for_work(cx, Some(nap), DEF_PRIORITY).await;
        }
        let still = balanced && cx.with(|m| m.may_sleep(order, classzone));
        if woken || !still {
            let counter = if woken {
                Counter::KswapdLowWmarkHitQuickly
            } else {
                Counter::KswapdHighWmarkHitQuickly
            };
            cx.m().observer.count_global(counter, 1);
            return;
        }
    }
    wait_for_work(cx, None, DEF_PRIORITY).await;
}

/// Sleeps on kswapd's own wait queue until kswapd is woken or `timeout` nanoseconds have passed. Returns whether it was
/// woken.
pub async fn wait_for_work(cx: &Cx, timeout: Option<u64>, priority: u32) -> bool {
    cx.prepare_to_wait();
    cx.with(|m| {
        m.memory.kswapd.waits = true;
        m.memory.kswapd.priority = priority;
    });
    let woken = cx.schedule(timeout, Activity::Idle).await;
    cx.m().memory.kswapd.waits = false;
    woken
}

/// Naps at the end of a pass with a low priority value.
pub async fn nap(cx: &Cx, under_min: bool) {
    let (naps, skips, class, timeout, start) = cx.with(|m| {
        let skips = m.rules.skip_nap_under_min && under_min;
        (
            m.rules.kswapd_naps,
            skips,
            m.wait_class(),
            m.jiffies_of(10),
            m.jiffies(),
        )
    });
    if !naps {
        return;
    }
    if skips {
        cx.with(|m| {
            m.observer
                .count_global(Counter::KswapdSkipCongestionWait, 1)
        });
        return;
    }
    let (own_queue, priority) = cx.with(|m| {
        let on = m.on.has(Mechanism::ZonePressureKswapd);
        (
            zone_pressure_kswapd::naps_on_own_queue(on),
            m.memory.kswapd.priority,
        )
    });
    if own_queue {
        wait_for_work(cx, Some(timeout), priority).await;
    } else {
        congestion_wait(cx, class, timeout).await;
    }
    cx.with(|m| {
        m.observer.count_global(Counter::KswapdStall, 1);
        m.observer
            .count_global(Counter::KswapdWaitJiffies, m.jiffies() - start);
    });
}
