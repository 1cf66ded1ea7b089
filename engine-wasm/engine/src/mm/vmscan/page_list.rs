//! shrink_page_list: judges a batch page by page and frees what it can.

use super::ScanControl;
use super::judge::{BatchCounts, Step};
use super::pageout::{PageoutResult, pageout};
use crate::machine::Machine;
use crate::mm::page::{Pfn, flag};
use crate::mm::zone::ZoneId;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::vmstat::Counter;

/// Judges the pages of `batch`, tail of the list first. Those that stay are left in `batch` in the order in which they
/// were looked at; the number of freed pages comes back with the batch's counts.
pub async fn shrink_page_list(
    cx: &Cx,
    z: ZoneId,
    batch: &mut Vec<Pfn>,
    sc: &mut ScanControl,
) -> (u64, BatchCounts) {
    let mut counts = BatchCounts::default();
    let mut freed = cx.with(Machine::take_batch);
    let mut kept = 0;
    let mut at = 0;
    while at < batch.len() {
        // As many pages as need no sleep, in one go.
        let written = cx.with(|m| {
            while at < batch.len() {
                let pfn = batch[at];
                match m.judge_page(pfn, sc, &mut counts) {
                    Step::Pageout => return true,
                    step => m.place(step, pfn, batch, &mut kept, &mut freed),
                }
                at += 1;
            }
            false
        });
        if !written {
            break;
        }
        let pfn = batch[at];
        let result = pageout(cx, pfn, sc).await;
        cx.with(|m| {
            m.unlock_page(pfn);
            let step = match result {
                PageoutResult::Keep => {
                    counts.nr_congested += 1;
                    Step::Keep
                }
                PageoutResult::Activate => Step::Activate,
                PageoutResult::Success if m.frames.any(pfn, flag::WRITEBACK | flag::DIRTY) => {
                    Step::Keep
                }
                PageoutResult::Success | PageoutResult::Clean => m.release_and_remove(pfn, sc),
            };
            m.place(step, pfn, batch, &mut kept, &mut freed);
        });
        at += 1;
    }
    batch.truncate(kept);
    let nr_freed = freed.len() as u64;
    cx.with(|m| {
        if m.rules.zone_congested && counts.nr_dirty > 0 && counts.nr_dirty == counts.nr_congested {
            m.zones[z].congested = true;
        }
        for &pfn in &freed {
            m.charge(cost::ALLOC_PAGE);
            m.free_page(pfn, true);
        }
        m.put_batch(freed);
    });
    (nr_freed, counts)
}

impl Machine {
    /// Sorts a judged page: kept ones move to the front of the batch, freed ones to a list of their own.
    fn place(
        &mut self,
        step: Step,
        pfn: Pfn,
        batch: &mut [Pfn],
        kept: &mut usize,
        freed: &mut Vec<Pfn>,
    ) {
        match step {
            Step::Freed => {
                freed.push(pfn);
                return;
            }
            Step::Activate => {
                if self.frames.has(pfn, flag::SWAPCACHE) && self.swap_is_full() {
                    self.try_to_free_swap(pfn);
                }
                self.frames.set(pfn, flag::ACTIVE);
                self.vmstat.add(self.zone_of(pfn), Counter::PgActivate, 1);
            }
            Step::Cull => self
                .vmstat
                .add(self.zone_of(pfn), Counter::UnevictablePgsCulled, 1),
            Step::Keep | Step::Pageout => {}
        }
        batch[*kept] = pfn;
        *kept += 1;
    }
}
