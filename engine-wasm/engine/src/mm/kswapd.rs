//! kswapd: keeps zones above their high watermarks in the background (balance_pgdat, kswapd_try_to_sleep).

pub mod one_call;

use super::backing_dev::congestion_wait;
use super::page_alloc::AllocFlags;
use super::vmscan::shrink_zone::shrink_zone;
use super::vmscan::{DEF_PRIORITY, SWAP_CLUSTER_MAX, ScanControl};
use super::zone::{Mark, ZoneId};
use crate::kernel::rules::BalancePgdat;
use crate::machine::Machine;
use crate::moments::Moment;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::{Doing, TaskId};
use crate::vmstat::Counter;

/// What the allocator and kswapd say to each other.
#[derive(Clone, Debug, Default)]
pub struct KswapdState {
    /// kswapd's task.
    pub task: Option<TaskId>,
    /// It sleeps or naps on its own wait queue.
    pub waits: bool,
    /// Order asked for (kswapd_max_order).
    pub max_order: u8,
    /// Its present priority, for the picture.
    pub priority: u32,
}

impl Machine {
    /// wakeup_kswapd for every zone of the zonelist.
    pub fn wake_kswapd_for(&mut self, order: u8) {
        for z in (0..self.zones.len()).rev() {
            self.kswapd.max_order = self.kswapd.max_order.max(order);
            let mark = if self.rules.wakes_kswapd_at_high {
                Mark::High
            } else {
                Mark::Low
            };
            let pages = self.zones[z].watermark(mark);
            if !self.kswapd.waits || self.watermark_ok(z, order, pages, 0, AllocFlags::at(mark)) {
                continue;
            }
            self.wake_kswapd();
        }
    }

    /// Wakes kswapd if it sleeps or naps.
    pub fn wake_kswapd(&mut self) {
        if let Some(task) = self.kswapd.task.filter(|_| self.kswapd.waits) {
            self.moments.note(Moment::KswapdWakes, self.now);
            self.kswapd.waits = false;
            self.wake(task);
        }
    }

    fn balanced_alone(&self, z: ZoneId) -> bool {
        self.zone_ok(z, Mark::High, 0)
    }

    /// Whether kswapd may sleep (sleeping_prematurely): zones up to `classzone` above high, each with its own index.
    pub(super) fn balanced_to_sleep(&self, classzone: ZoneId) -> bool {
        let v30 = !matches!(
            self.rules.balance_pgdat,
            BalancePgdat::V2629 | BalancePgdat::V2633
        );
        let last = if v30 { classzone } else { self.zones.len() - 1 };
        (0..=last).all(|z| {
            let class = if v30 { z } else { 0 };
            self.unreclaimable(z)
                || self.zones[z].present == 0
                || self.zone_ok(z, Mark::High, class)
        })
    }
}

/// kswapd's life.
pub async fn kswapd(cx: Cx) {
    let mut classzone = cx.with(|m| m.class_zone());
    loop {
        try_to_sleep(&cx, classzone).await;
        classzone = match cx.with(|m| m.rules.balance_pgdat) {
            BalancePgdat::V311 => one_call::balance_pgdat(&cx).await,
            _ => balance_pgdat(&cx).await,
        };
        cx.burn().await;
    }
}

/// kswapd_try_to_sleep.
async fn try_to_sleep(cx: &Cx, classzone: ZoneId) {
    if cx.with(|m| m.rules.premature_sleep_check) {
        let balanced = cx.with(|m| m.may_sleep(classzone));
        let mut woken = false;
        if balanced {
            let nap = cx.with(|m| m.jiffies_of(10));
            woken = wait_for_work(cx, Some(nap)).await;
        }
        let still = balanced && cx.with(|m| m.may_sleep(classzone));
        if woken || !still {
            let counter = if woken {
                Counter::KswapdLowWmarkHitQuickly
            } else {
                Counter::KswapdHighWmarkHitQuickly
            };
            cx.with(|m| m.vmstat.add_global(counter, 1));
            return;
        }
    }
    wait_for_work(cx, None).await;
}

async fn wait_for_work(cx: &Cx, timeout: Option<u64>) -> bool {
    cx.prepare_to_wait();
    cx.with(|m| {
        m.kswapd.waits = true;
        m.kswapd.priority = DEF_PRIORITY;
    });
    let woken = cx.schedule(timeout, Doing::Idle).await;
    cx.with(|m| m.kswapd.waits = false);
    woken
}

/// What a pass over the zones found.
#[derive(Clone, Copy, Debug, Default)]
struct Pass {
    all_zones_ok: bool,
    under_min: bool,
}

/// balance_pgdat, 2.6.29 to 3.10; the last end_zone.
async fn balance_pgdat(cx: &Cx) -> ZoneId {
    let mut sc = ScanControl::kswapd();
    // Kept when it starts over: the zones that it has balanced so far decide whether it may sleep.
    let mut end_zone = 0;
    'again: loop {
        cx.with(|m| m.vmstat.add_global(Counter::PageOutRun, 1));
        sc.nr_reclaimed = 0;
        let mut total_scanned = 0;
        let mut pass = Pass {
            all_zones_ok: true,
            under_min: false,
        };
        for priority in (0..=DEF_PRIORITY).rev() {
            sc.priority = priority;
            pass = Pass {
                all_zones_ok: true,
                under_min: false,
            };
            let found = cx.with(|m| {
                m.kswapd.priority = priority;
                m.charge(cost::EMPTY_TURN);
                m.find_end_zone(priority)
            });
            let Some(found) = found else { break };
            end_zone = found;
            let mut lru_pages = cx.with(|m| {
                let swap = m.swap_free();
                m.zones[..=found]
                    .iter()
                    .map(|zone| zone.reclaimable(swap))
                    .sum::<u64>()
            });
            let mut z = 0;
            while z <= end_zone {
                let before = end_zone;
                total_scanned +=
                    balance_zone(cx, z, &mut end_zone, &mut pass, &mut sc, lru_pages).await;
                if end_zone < before {
                    lru_pages = lru_pages.max(1);
                }
                z += 1;
            }
            let form = cx.with(|m| {
                m.wake_pfmemalloc_waiters();
                m.rules.balance_pgdat
            });
            if form == BalancePgdat::V310 {
                pass.all_zones_ok = cx.with(|m| m.balanced_to_sleep(m.class_zone()));
            }
            cx.burn().await;
            if pass.all_zones_ok {
                break;
            }
            if total_scanned > 0 && priority < DEF_PRIORITY - 2 {
                nap(cx, pass.under_min).await;
            }
            if sc.nr_reclaimed >= SWAP_CLUSTER_MAX {
                break;
            }
        }
        if pass.all_zones_ok {
            break 'again;
        }
        cx.relax().await;
    }
    end_zone
}

/// One zone of a pass; the (doubled) pages scanned in it.
async fn balance_zone(
    cx: &Cx,
    z: ZoneId,
    end_zone: &mut ZoneId,
    pass: &mut Pass,
    sc: &mut ScanControl,
    lru_pages: u64,
) -> u64 {
    let form = cx.with(|m| m.rules.balance_pgdat);
    let skipped = cx.with(|m| m.unreclaimable(z) && sc.priority != DEF_PRIORITY);
    if skipped {
        return 0;
    }
    if form == BalancePgdat::V2629 && !cx.with(|m| m.zone_ok(z, Mark::High, *end_zone)) {
        pass.all_zones_ok = false;
    }
    sc.nr_scanned = 0;
    let shrinks = cx.with(|m| m.needs_shrinking(z, *end_zone, form));
    if shrinks {
        shrink_zone(cx, z, sc).await;
        cx.with(|m| m.zones[z].under_writeback = false);
    }
    let old_form = matches!(form, BalancePgdat::V2629 | BalancePgdat::V2633);
    cx.with(|m| {
        if shrinks || old_form {
            let slab = m.shrink_slab(sc.nr_scanned, lru_pages);
            sc.nr_reclaimed += slab;
            let zone = &m.zones[z];
            if old_form && zone.all_unreclaimable {
                return;
            }
            if slab == 0 && zone.pages_scanned >= 6 * zone.reclaimable(m.swap_free()) {
                m.zones[z].all_unreclaimable = true;
            }
        }
        if !old_form && m.zones[z].all_unreclaimable {
            if *end_zone == z && z > 0 {
                *end_zone = z - 1;
            }
            return;
        }
        if form == BalancePgdat::V2629 {
            return;
        }
        if m.zone_ok(z, Mark::High, *end_zone) {
            m.forget_trouble(z);
        } else {
            pass.all_zones_ok = false;
            pass.under_min |= !m.zone_ok(z, Mark::Min, *end_zone);
        }
    });
    sc.nr_scanned
}

/// The nap at the end of a pass at low priority.
async fn nap(cx: &Cx, under_min: bool) {
    let (naps, skips, class, timeout, start) = cx.with(|m| {
        let skips = m.rules.skip_nap_under_min && under_min;
        (
            m.rules.kswapd_naps,
            skips,
            m.async_class(),
            m.jiffies_of(10),
            m.now,
        )
    });
    if !naps {
        return;
    }
    if skips {
        cx.with(|m| m.vmstat.add_global(Counter::KswapdSkipCongestionWait, 1));
        return;
    }
    congestion_wait(cx, class, timeout).await;
    cx.with(|m| {
        m.vmstat.add_global(Counter::KswapdStall, 1);
        m.vmstat
            .add_global(Counter::KswapdWaitJiffies, (m.now - start) / m.jiffy);
    });
}

impl Machine {
    /// The highest zone that is not above high on its own; zones seen on the way with too few inactive anonymous pages
    /// are aged a little.
    pub(super) fn find_end_zone(&mut self, priority: u32) -> Option<ZoneId> {
        for z in (0..self.zones.len()).rev() {
            if self.unreclaimable(z) && priority != DEF_PRIORITY {
                continue;
            }
            if self.inactive_anon_is_low(z) {
                self.shrink_active_list(z, SWAP_CLUSTER_MAX, false);
            }
            if !self.balanced_alone(z) {
                return Some(z);
            }
            if self.rules.balanced_zones_uncongested {
                self.forget_trouble(z);
            }
        }
        None
    }

    /// A balanced zone is congested no more, and its tail is not known to be dirty.
    pub(super) fn forget_trouble(&mut self, z: ZoneId) {
        self.zones[z].congested = false;
        self.zones[z].tail_lru_dirty = false;
    }

    pub(super) fn needs_shrinking(&self, z: ZoneId, end_zone: ZoneId, form: BalancePgdat) -> bool {
        let zone = &self.zones[z];
        let high = zone.watermarks.high;
        let mark = match form {
            BalancePgdat::V2629 | BalancePgdat::V2633 => 8 * high,
            _ => high + zone.watermarks.low.min(zone.present.div_ceil(100)),
        };
        !self.watermark_ok(z, 0, mark, end_zone, AllocFlags::at(Mark::High))
    }
}
