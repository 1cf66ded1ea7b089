//! shrink_zone: goes through the lists of a zone until its scan counts are used up or enough is freed.

use super::inactive::shrink_inactive_list;
use crate::kernel::rules::{ActiveAnonScan, BailOut};
use crate::machine::Machine;
use crate::mechanism::{Mechanism, active_scan_fallthrough, evict_once, evict_once_ratio};
use crate::mm::congestion::congestion_wait;
use crate::mm::vmscan::scan_control::{DEF_PRIORITY, SWAP_CLUSTER_MAX, ScanControl};
use crate::mm::zone::{Lru, ZoneId};
use crate::observer::record::Entry;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Reclaims from one zone at `sc.priority`. Source: shrink_zone, 2.6.29 to 3.16.
pub async fn shrink_zone(cx: &Cx, z: ZoneId, sc: &mut ScanControl) {
    let mut counts = cx.with(|m| {
        m.charge(cost::EMPTY_TURN);
        if m.rules.reclaim_plug {
            sc.plug = Some(m.io.take_plug());
        }
        let counts = m.scan_counts(z, sc);
        m.record_zone(cx.id, z, sc, counts);
        counts
    });
    let targets = counts;
    let mut adjusted = adjusted_from_the_start(sc);
    let before = sc.nr_reclaimed;
    let goes_on = |counts: &[u64; 4]| {
        counts[Lru::InactiveAnon as usize] > 0
            || counts[Lru::ActiveFile as usize] > 0
            || counts[Lru::InactiveFile as usize] > 0
    };
    while goes_on(&counts) {
        for lru in Lru::EVICTABLE {
            let left = &mut counts[lru as usize];
            if *left == 0 {
                continue;
            }
            let n = (*left).min(SWAP_CLUSTER_MAX);
            *left -= n;
            cx.with(|m| {
                m.record(|_| Entry::ShrinksList {
                    task: cx.id,
                    list: lru,
                    n,
                });
            });
            sc.nr_reclaimed += shrink_list(cx, z, lru, n, sc).await;
        }
        cx.relax().await;
        let rule = cx.m().rules.bail_out;
        let here = sc.nr_reclaimed - before;
        if rule == BailOut::Proportional {
            if here >= sc.nr_to_reclaim && !adjusted {
                if !keep_proportion(&targets, &mut counts) {
                    break;
                }
                adjusted = true;
            }
        } else if bails_out(rule, sc, here) {
            break;
        }
    }
    sc.flush_plug(cx).await;
    cx.with(|m| {
        if let Some(plug) = sc.plug.take() {
            m.io.put_plug(plug);
        }
        m.record(|m| Entry::ShrunkZone {
            task: cx.id,
            reclaimed: sc.nr_reclaimed,
            scanned: sc.nr_scanned,
            swap_free: m.memory.swap_free(),
        });
        if m.ages_anon_at_end(z) {
            m.shrink_active_list(z, SWAP_CLUSTER_MAX, false);
        }
    });
    throttle_vm_writeout(cx, sc).await;
}

/// Returns whether the scan counts may no longer be adjusted: direct reclaim at its first priority scans all pages that
/// it planned to scan (3.11 on).
fn adjusted_from_the_start(sc: &ScanControl) -> bool {
    !sc.kswapd && sc.priority == DEF_PRIORITY
}

/// Adjusts the scan counts once enough pages are freed. The type of list (anonymous or file) with fewer pages left to
/// scan stops. The other type continues until the same percentage of its target is scanned. Returns false if one type
/// is already finished. `targets` are the initial counts. Source: shrink_lruvec, 3.11 to 3.16.
pub fn keep_proportion(targets: &[u64; 4], counts: &mut [u64; 4]) -> bool {
    const ANON: [usize; 2] = [Lru::InactiveAnon as usize, Lru::ActiveAnon as usize];
    const FILE: [usize; 2] = [Lru::InactiveFile as usize, Lru::ActiveFile as usize];
    let sum = |of: &[u64; 4], lists: [usize; 2]| of[lists[0]] + of[lists[1]];
    let (file, anon) = (sum(counts, FILE), sum(counts, ANON));
    if file == 0 || anon == 0 {
        return false;
    }
    let (stopped, left, other) = if file > anon {
        (ANON, anon, FILE)
    } else {
        (FILE, file, ANON)
    };
    let percent = left * 100 / (sum(targets, stopped) + 1);
    for lru in stopped {
        counts[lru] = 0;
    }
    for lru in other {
        let done = targets[lru] - counts[lru];
        counts[lru] = (targets[lru] * (100 - percent) / 100).saturating_sub(done);
    }
    true
}

/// Returns whether shrink_zone stops after a round. `here` is the number of pages that this call has freed.
#[must_use]
pub fn bails_out(rule: BailOut, sc: &ScanControl, here: u64) -> bool {
    let lower = sc.priority < DEF_PRIORITY;
    match rule {
        BailOut::MoreThanTarget => sc.nr_reclaimed > sc.nr_to_reclaim && lower && !sc.kswapd,
        BailOut::AtLeastTarget => sc.nr_reclaimed >= sc.nr_to_reclaim && lower,
        BailOut::AtLeastTargetPerZone | BailOut::Proportional => here >= sc.nr_to_reclaim && lower,
    }
}

/// shrink_list: shrinks an active list only if it is too long. Returns the number of freed pages.
pub async fn shrink_list(cx: &Cx, z: ZoneId, lru: Lru, n: u64, sc: &mut ScanControl) -> u64 {
    let takes_inactive = match lru {
        Lru::ActiveFile => cx.m().scan_active_file(z, n),
        Lru::ActiveAnon => cx.m().scan_active_anon(z, n),
        Lru::InactiveAnon | Lru::InactiveFile => true,
        Lru::Unevictable => false,
    };
    if takes_inactive {
        shrink_inactive_list(cx, z, n, lru.is_file(), sc).await
    } else {
        0
    }
}

/// throttle_vm_writeout: waits while too many pages are under writeback.
async fn throttle_vm_writeout(cx: &Cx, sc: &ScanControl) {
    while cx.with(Machine::too_much_writeback) {
        let (class, timeout) = cx.with(|m| (m.wait_class(), m.jiffies_of(10)));
        congestion_wait(cx, class, timeout).await;
        if !(sc.gfp.fs && sc.gfp.io) {
            break;
        }
    }
}

impl Machine {
    /// shrink_slab after `scanned` of `lru_pages` pages were scanned (mapped pages count twice). Returns the number of
    /// freed pages, which is always 0.
    pub fn shrink_slab(&mut self, scanned: u64, lru_pages: u64) -> u64 {
        let cap_half = self.rules.slab_cap_half;
        let scanned = self.memory.shrinkable.shrink(scanned, lru_pages, cap_half);
        self.observer.count_global(Counter::SlabsScanned, scanned);
        0
    }

    /// Shrinks an active file list that is too long. Returns whether the inactive list is scanned instead.
    fn scan_active_file(&mut self, z: ZoneId, n: u64) -> bool {
        let zone = &self.memory.zones[z];
        let (active, inactive) = (zone.size(Lru::ActiveFile), zone.size(Lru::InactiveFile));
        let low = self.on.decide(Mechanism::EvictOnceRatio, |on| {
            evict_once_ratio::inactive_is_low(evict_once_ratio::form(on), active, inactive)
        });
        let shrinks = self.on.decide(Mechanism::EvictOnce, |on| {
            evict_once::shrinks_active_file(on, low)
        });
        if shrinks {
            self.shrink_active_list(z, n, true);
        }
        self.on.decide(Mechanism::ActiveScanFallthrough, |on| {
            active_scan_fallthrough::falls_through(on, shrinks)
        })
    }

    /// Shrinks an active anonymous list that is too long. Returns whether the inactive list is scanned instead.
    fn scan_active_anon(&mut self, z: ZoneId, n: u64) -> bool {
        let rule = self.rules.active_anon_scan;
        let shrinks = rule != ActiveAnonScan::NeverAged && self.inactive_anon_is_low(z);
        if shrinks {
            self.shrink_active_list(z, n, false);
        }
        !shrinks && rule != ActiveAnonScan::OnlyIfLow
    }

    /// Returns whether the pages under writeback exceed the dirty limit by more than a tenth.
    pub fn too_much_writeback(&mut self) -> bool {
        let writeback = self.memory.nr_writeback();
        // Computing the limits costs more than this test, and no limit is below 0.
        if writeback == 0 {
            return false;
        }
        let mut thresh = self.global_dirty_limits(false).dirty;
        if self.rules.writeout_hard_limit {
            thresh = thresh.max(self.writeback.global_limit.limit);
        }
        writeback > thresh + thresh / 10
    }
}
