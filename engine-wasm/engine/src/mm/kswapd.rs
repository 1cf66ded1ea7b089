//! kswapd: keeps zones above their high watermarks in the background (balance_pgdat, kswapd_try_to_sleep).

pub mod one_call;
mod orders;
mod sleep;

use self::orders::Orders;
use self::sleep::{nap, try_to_sleep, wait_for_work};
use super::gfp::AllocFlags;
use super::vmscan::scan_control::{DEF_PRIORITY, SWAP_CLUSTER_MAX, ScanControl};
use super::vmscan::shrink_zone::shrink_zone;
use super::zone::{Mark, ZoneId};
use crate::kernel::rules::BalancePgdat;
use crate::machine::Machine;
use crate::observer::moments::Moment;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;

impl Machine {
    /// Calls wakeup_kswapd for every zone of the zonelist.
    pub fn wake_kswapd_for(&mut self, order: u8) {
        for z in (0..self.memory.zones.len()).rev() {
            let mark = if self.rules.wakes_kswapd_at_high {
                Mark::High
            } else {
                Mark::Low
            };
            let pages = self.memory.zones[z].watermark(mark);
            let enough = self.watermark_ok(z, order, pages, 0, AllocFlags::at(mark));
            if !(enough && self.rules.wakeup_looks_first) {
                self.memory.kswapd.ask_for(order);
            }
            if !self.memory.kswapd.waits || enough {
                continue;
            }
            self.wake_kswapd();
        }
    }

    /// Wakes kswapd if it sleeps or naps.
    pub fn wake_kswapd(&mut self) {
        if let Some(task) = self.memory.kswapd.task.filter(|_| self.memory.kswapd.waits) {
            self.observer.note_moment(Moment::KswapdWakes, self.now());
            self.memory.kswapd.waits = false;
            self.wake(task);
        }
    }

    pub(super) fn above_high(&self, z: ZoneId, order: u8, class: ZoneId) -> bool {
        let high = self.memory.zones[z].watermarks.high;
        self.watermark_ok(z, order, high, class, AllocFlags::at(Mark::High))
    }

    /// pgdat_balanced: returns whether balanced zones with `pages` pages in total have more than a quarter of the pages
    /// of the zones up to `classzone`. For orders above 0, this is enough (2.6.38 on).
    pub(super) fn quarter_of(&self, pages: u64, classzone: ZoneId) -> bool {
        let present: u64 = self.memory.zones[..=classzone]
            .iter()
            .map(|z| z.present)
            .sum();
        pages > present >> 2
    }
}

/// Runs kswapd's main loop. With `asleep`, the machine booted long ago: kswapd starts in the last schedule() of
/// kswapd_try_to_sleep and sleeps until a zone is below its watermark. Otherwise it first checks whether it may sleep.
pub async fn kswapd(cx: Cx, asleep: bool) {
    let mut asleep = asleep;
    let mut classzone = cx.m().class_zone();
    let mut orders = Orders::default();
    loop {
        let sleeps_on = cx.with(|m| {
            let form = m.rules.kswapd_order;
            orders.look(form, &mut m.memory.kswapd.max_order)
        });
        if let Some(order) = sleeps_on {
            if std::mem::take(&mut asleep) {
                wait_for_work(&cx, None, DEF_PRIORITY).await;
            } else {
                try_to_sleep(&cx, order, classzone).await;
            }
            cx.with(|m| {
                let form = m.rules.kswapd_order;
                orders.wake(form, &mut m.memory.kswapd.max_order);
            });
        }
        let done = match cx.with(|m| m.rules.balance_pgdat) {
            BalancePgdat::OneCall => one_call::balance_pgdat(&cx, orders.order).await,
            _ => balance_pgdat(&cx, orders.order).await,
        };
        classzone = done.end_zone;
        orders.balanced(cx.m().rules.kswapd_order, done.order);
        cx.burn().await;
    }
}

/// The result of balance_pgdat.
#[derive(Clone, Copy, Debug)]
pub struct Balanced {
    /// The order that zones were balanced for, or 0 if kswapd gave up on a larger one.
    pub order: u8,
    /// The end_zone of the last pass.
    pub end_zone: ZoneId,
}

/// The result of a pass over the zones.
#[derive(Clone, Copy, Debug, Default)]
struct Pass {
    all_zones_ok: bool,
    under_min: bool,
    /// Present pages of the zones that are balanced.
    ok_pages: u64,
}

impl Pass {
    fn new() -> Self {
        Self {
            all_zones_ok: true,
            under_min: false,
            ok_pages: 0,
        }
    }
}

/// Balances the zones for an order. Source: balance_pgdat, 2.6.29 to 3.10.
async fn balance_pgdat(cx: &Cx, order: u8) -> Balanced {
    let mut sc = ScanControl::kswapd();
    sc.gfp.order = order;
    let form = cx.m().rules.balance_pgdat;
    let by_quarter = form.quarter_is_enough();
    // Not reset when the loop restarts: kswapd's sleep test needs it even if the last pass finds no zone below its
    // watermark.
    let mut end_zone = 0;
    'again: loop {
        cx.m().observer.count_global(Counter::PageOutRun, 1);
        sc.nr_reclaimed = 0;
        let mut total_scanned = 0;
        let mut pass = Pass::new();
        for priority in (0..=DEF_PRIORITY).rev() {
            sc.priority = priority;
            pass = Pass::new();
            let found = cx.with(|m| {
                m.memory.kswapd.priority = priority;
                if priority == 0 {
                    m.memory.swap_token.disable();
                }
                m.charge(cost::EMPTY_TURN);
                m.find_end_zone(sc.gfp.order, priority)
            });
            let Some(found) = found else { break };
            end_zone = found;
            let mut lru_pages = cx.with(|m| {
                (0..=found)
                    .map(|z| m.zone_reclaimable_pages(z))
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
            cx.with(|m| m.wake_pfmemalloc_waiters());
            if form.ends_by_sleep_test() {
                pass.all_zones_ok = cx.with(|m| m.balanced_to_sleep(sc.gfp.order, m.class_zone()));
            }
            cx.burn().await;
            if by_quarter && sc.gfp.order > 0 {
                pass.all_zones_ok |= cx.m().quarter_of(pass.ok_pages, end_zone);
            }
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
        if !pass.all_zones_ok {
            // Memory is too fragmented for the order, or there is nothing to reclaim.
            if sc.nr_reclaimed < SWAP_CLUSTER_MAX {
                sc.gfp.order = 0;
            }
        } else if by_quarter
            && sc.gfp.order > 0
            && cx.with(|m| m.is_short_of_single_pages(end_zone))
        {
            sc.gfp.order = 0;
        } else {
            break 'again;
        }
        cx.relax().await;
    }
    Balanced {
        order: sc.gfp.order,
        end_zone,
    }
}

/// Balances one zone in a pass. Returns the pages scanned; mapped and swap-cache pages count twice.
async fn balance_zone(
    cx: &Cx,
    z: ZoneId,
    end_zone: &mut ZoneId,
    pass: &mut Pass,
    sc: &mut ScanControl,
    lru_pages: u64,
) -> u64 {
    let form = cx.m().rules.balance_pgdat;
    let skipped = cx.m().unreclaimable(z) && sc.priority != DEF_PRIORITY;
    if skipped {
        return 0;
    }
    let order = sc.gfp.order;
    if form.tests_before_shrinking() && !cx.m().above_high(z, order, *end_zone) {
        pass.all_zones_ok = false;
    }
    sc.nr_scanned = 0;
    let shrinks = cx.m().needs_shrinking(z, order, *end_zone);
    if shrinks {
        shrink_zone(cx, z, sc).await;
        cx.m().memory.zones[z].under_writeback = false;
    }
    cx.m().check_zone_pressure(z);
    cx.with(|m| {
        if shrinks || form.shrinks_slab_always() {
            let slab = m.shrink_slab(sc.nr_scanned, lru_pages);
            sc.nr_reclaimed += slab;
            let zone = &m.memory.zones[z];
            if form.shrinks_slab_always() && zone.all_unreclaimable {
                return;
            }
            if slab == 0 && zone.pages_scanned >= 6 * m.zone_reclaimable_pages(z) {
                m.memory.zones[z].all_unreclaimable = true;
            }
        }
        if form.knows_classzone() && m.memory.zones[z].all_unreclaimable {
            if *end_zone == z && z > 0 {
                *end_zone = z - 1;
            }
            return;
        }
        if form.tests_before_shrinking() {
            return;
        }
        if m.above_high(z, order, *end_zone) {
            m.forget_trouble(z);
            pass.ok_pages += m.memory.zones[z].present;
        } else {
            pass.all_zones_ok = false;
            let min = m.memory.zones[z].watermarks.min;
            let at = AllocFlags::at(Mark::Min);
            pass.under_min |= !m.watermark_ok(z, order, min, *end_zone, at);
        }
    });
    sc.nr_scanned
}

impl Machine {
    /// Returns the highest zone that is below its high watermark, without lowmem reserves. On the way there, shrinks
    /// the active anonymous list of each zone that has too few inactive anonymous pages.
    pub(super) fn find_end_zone(&mut self, order: u8, priority: u32) -> Option<ZoneId> {
        for z in (0..self.memory.zones.len()).rev() {
            if self.unreclaimable(z) && priority != DEF_PRIORITY {
                continue;
            }
            if self.inactive_anon_is_low(z) {
                self.shrink_active_list(z, SWAP_CLUSTER_MAX, false);
            }
            if !self.above_high(z, order, 0) {
                return Some(z);
            }
            if self.rules.balanced_zones_uncongested {
                self.forget_trouble(z);
            }
        }
        None
    }

    /// Clears the flags for congestion and for a dirty tail of a zone that is balanced.
    pub(super) fn forget_trouble(&mut self, z: ZoneId) {
        self.memory.zones[z].congested = false;
        self.memory.zones[z].tail_lru_dirty = false;
    }

    /// Returns whether a zone up to `end_zone` is below its high watermark for order 0. This is possible even if the
    /// zone is balanced for a larger order.
    fn is_short_of_single_pages(&self, end_zone: ZoneId) -> bool {
        (0..=end_zone).any(|z| {
            self.memory.zones[z].present > 0 && !self.unreclaimable(z) && !self.above_high(z, 0, 0)
        })
    }

    pub(super) fn needs_shrinking(&self, z: ZoneId, order: u8, end_zone: ZoneId) -> bool {
        let zone = &self.memory.zones[z];
        let high = zone.watermarks.high;
        let mark = match self.rules.balance_gap {
            true => high + zone.watermarks.low.min(zone.present.div_ceil(100)),
            false => 8 * high,
        };
        !self.watermark_ok(z, order, mark, end_zone, AllocFlags::at(Mark::High))
    }
}
