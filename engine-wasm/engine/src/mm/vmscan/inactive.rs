//! shrink_inactive_list: isolates a batch from the tail, judges its pages, and puts the kept pages back.

use super::lumpy::Isolated;
use super::page_list::shrink_page_list;
use crate::block::Class;
use crate::kernel::rules::TooManyIsolated;
use crate::machine::Machine;
use crate::mechanism::zone_flags_v311::{self, After};
use crate::mechanism::{Mechanism, throttle_on_dirty, throttle_on_writeback};
use crate::mm::congestion::{congestion_wait, wait_iff_congested};
use crate::mm::page::{Pfn, flag};
use crate::mm::vmscan::scan_control::{BatchCounts, SWAP_CLUSTER_MAX, ScanControl};
use crate::mm::zone::{Lru, ZoneId};
use crate::observer::record::Entry;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;

/// Scans up to `n` pages of an inactive list in one batch. Returns the number of freed pages. Up to 2.6.35, batches
/// have 32 pages regardless of `n`, and are repeated until `n` pages were scanned. Pages that were just put back may be
/// scanned again.
pub async fn shrink_inactive_list(
    cx: &Cx,
    z: ZoneId,
    n: u64,
    file: bool,
    sc: &mut ScanControl,
) -> u64 {
    if cx.m().rules.isolate_exact {
        let batch = shrink_once(cx, z, n, file, sc).await;
        return batch.map_or(0, |(_, freed)| freed);
    }
    let mut freed = 0;
    let mut looked_at = 0;
    while looked_at < n {
        let Some((scanned, got)) = shrink_once(cx, z, SWAP_CLUSTER_MAX, file, sc).await else {
            break;
        };
        looked_at += scanned;
        freed += got;
    }
    freed
}

/// Scans one batch. Returns the numbers of scanned and freed pages, or `None` if no page could be isolated.
async fn shrink_once(
    cx: &Cx,
    z: ZoneId,
    n: u64,
    file: bool,
    sc: &mut ScanControl,
) -> Option<(u64, u64)> {
    while !sc.kswapd && cx.with(|m| m.too_many_isolated(z, file, sc)) {
        let (class, timeout) = cx.with(|m| (m.wait_class(), m.jiffies_of(10)));
        sc.flush_plug(cx).await;
        congestion_wait(cx, class, timeout).await;
    }
    let isolated = cx.with(|m| {
        sc.begin_batch(m.rules.lumpy_reclaim);
        m.lru_add_drain();
        let isolated = m.isolate_tail(z, n, file, sc);
        m.record(|_| Entry::Isolates {
            task: cx.id,
            zone: z,
            file,
            io: sc.gfp.io,
            fs: sc.gfp.fs,
            pages: isolated.pages.clone(),
        });
        isolated
    });
    let (mut batch, of_type) = (isolated.pages, isolated.of_type);
    let taken = batch.len() as u64;
    if taken == 0 {
        cx.m().memory.put_batch(batch);
        return None;
    }
    let (mut freed, mut counts) = shrink_page_list(cx, z, &mut batch, sc).await;
    let rule = cx.m().rules.lumpy_wait;
    if sc.wants_second_pass(rule, taken, freed) {
        if rule.naps_first() {
            let (class, timeout) = cx.with(|m| (m.wait_class(), m.jiffies_of(10)));
            sc.flush_plug(cx).await;
            congestion_wait(cx, class, timeout).await;
        }
        cx.m().clear_active_flags(z, &batch);
        sc.sync = true;
        let (more, again) = shrink_page_list(cx, z, &mut batch, sc).await;
        sc.sync = false;
        freed += more;
        counts.nr_writeback += again.nr_writeback;
        counts.nr_dirty += again.nr_dirty;
    }
    cx.with(|m| {
        let steal = if sc.kswapd {
            Counter::KswapdSteal
        } else {
            Counter::PgStealDirect
        };
        m.observer.count(z, Counter::PgSteal, freed);
        m.observer.count(z, steal, freed);
        for (isolated, taken) in m.memory.zones[z].isolated.iter_mut().zip(of_type) {
            *isolated -= taken;
        }
        m.record(|_| Entry::PutsBack {
            task: cx.id,
            freed,
            counts,
        });
        m.put_back(z, &batch);
        m.memory.put_batch(batch);
    });
    throttle_after_batch(cx, z, counts, taken, sc).await;
    Some((taken, freed))
}

async fn throttle_after_batch(
    cx: &Cx,
    z: ZoneId,
    counts: BatchCounts,
    taken: u64,
    sc: &mut ScanControl,
) {
    let on = cx.m().on.has(Mechanism::ZoneFlagsV311);
    let after = zone_flags_v311::after_batch(on, sc.kswapd, taken, &counts);
    if on {
        follow_zone_flags(cx, z, after, sc).await;
    }
    let wait = cx.with(|m| {
        let BatchCounts {
            nr_writeback,
            nr_dirty,
            ..
        } = counts;
        let wait = m.on.decide(Mechanism::ThrottleOnWriteback, |on| {
            throttle_on_writeback::wants_to_wait(on, nr_writeback, taken, sc.priority)
        }) || m.on.decide(Mechanism::ThrottleOnDirty, |on| {
            throttle_on_dirty::wants_to_wait(on, nr_dirty, taken, sc.priority)
        });
        m.observer
            .count(z, Counter::ReclaimThrottled, u64::from(wait));
        wait.then(|| (m.wait_class(), m.jiffies_of(10)))
    });
    if let Some((class, timeout)) = wait {
        nap_iff_congested(cx, z, class, timeout, sc).await;
    }
}

/// Applies the decision of `zone_flags_v311` after a batch: first sets the flags, then waits.
async fn follow_zone_flags(cx: &Cx, z: ZoneId, after: After, sc: &mut ScanControl) {
    let (class, timeout) = cx.with(|m| {
        let zone = &mut m.memory.zones[z];
        zone.under_writeback |= after.zone_writeback;
        zone.congested |= after.zone_congested;
        zone.tail_lru_dirty |= after.zone_tail_lru_dirty;
        (m.async_class(), m.jiffies_of(10))
    });
    if after.sleeps {
        cx.m().observer.count(z, Counter::ReclaimThrottled, 1);
        sc.flush_plug(cx).await;
        congestion_wait(cx, class, timeout).await;
    }
    if after.waits_iff_congested {
        nap_iff_congested(cx, z, class, timeout, sc).await;
    }
}

async fn nap_iff_congested(cx: &Cx, z: ZoneId, class: Class, timeout: u64, sc: &mut ScanControl) {
    if cx.m().sleeps_iff_congested(z, class) {
        sc.flush_plug(cx).await;
    }
    wait_iff_congested(cx, z, class, timeout).await;
}

impl Machine {
    /// Returns the nanoseconds of HZ / `part` jiffies.
    #[must_use]
    pub fn jiffies_of(&self, part: u64) -> u64 {
        self.sched.hz() / part * self.sched.jiffy()
    }

    fn too_many_isolated(&self, z: ZoneId, file: bool, sc: &ScanControl) -> bool {
        let zone = &self.memory.zones[z];
        let inactive = zone.size(Lru::inactive(file));
        let isolated = zone.isolated[file as usize];
        match self.rules.too_many_isolated {
            TooManyIsolated::Never => false,
            TooManyIsolated::AboveInactive => isolated > inactive,
            TooManyIsolated::AboveEighth => {
                let limit = if sc.gfp.io && sc.gfp.fs {
                    inactive >> 3
                } else {
                    inactive
                };
                isolated > limit
            }
        }
    }

    /// Isolates pages, and updates the counters of scanned and isolated pages.
    fn isolate_tail(&mut self, z: ZoneId, n: u64, file: bool, sc: &ScanControl) -> Isolated {
        let isolated = self.isolate_lru_pages(z, n, file, sc);
        if sc.lumpy {
            self.clear_active_flags(z, &isolated.pages);
        }
        let taken = isolated.pages.len() as u64;
        let scan = if sc.kswapd {
            Counter::PgScanKswapd
        } else {
            Counter::PgScanDirect
        };
        self.observer.count(z, scan, taken);
        let zone = &mut self.memory.zones[z];
        zone.pages_scanned += taken;
        for (t, pages) in isolated.of_type.into_iter().enumerate() {
            zone.recent_scanned[t] += pages;
            zone.isolated[t] += pages;
        }
        isolated
    }

    /// putback_lru_pages: first adds the page that was nearest to the tail, so that the others end up in front of it.
    pub fn put_back(&mut self, z: ZoneId, batch: &[Pfn]) {
        for &pfn in batch {
            if self.is_orphan(pfn) {
                self.free_page(pfn, false);
                continue;
            }
            let lru = self.lru_of(pfn);
            self.add_to_list(z, lru, pfn, false);
            self.note_event(pfn, Reason::PutBack);
            if self.memory.frames.has(pfn, flag::ACTIVE) {
                let file = self.memory.frames.is_file(pfn);
                self.memory.zones[z].recent_rotated[file as usize] += 1;
            }
        }
    }

    /// Returns whether a page was truncated while it was isolated, and has no other reference left.
    fn is_orphan(&self, pfn: Pfn) -> bool {
        self.memory.frames.mapping[pfn as usize] == crate::mm::page::ORPHAN
            && self.memory.frames.pagevec_references(pfn) == 0
            && !self.memory.frames.has(pfn, flag::WRITEBACK)
    }
}
