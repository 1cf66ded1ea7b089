//! shrink_page_list: judges a batch page by page and frees what it can.

use super::judge::Step;
use super::pageout::{PageoutResult, pageout};
use crate::machine::Machine;
use crate::mechanism::batch_remove_mapping::{self, Point};
use crate::mechanism::{Mechanism, Shortcut};
use crate::mm::page::{Pfn, flag};
use crate::mm::page_wait::wait_on_page;
use crate::mm::tree_lock::Run;
use crate::mm::vmscan::scan_control::{BatchCounts, ScanControl};
use crate::mm::zone::ZoneId;
use crate::observer::profile::Function;
use crate::observer::record::Entry;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;

/// The state of a shrink_page_list call.
struct Sorted {
    /// The isolated pages. Pages that are kept move to the front, in the order of the decisions.
    pages: Vec<Pfn>,
    /// Number of kept pages.
    kept: usize,
    /// Pages that are removed from their mapping and will be freed.
    freed: Vec<Pfn>,
    /// Locked pages that will be removed from their mapping in one batch (`batch_remove_mapping`).
    collected: Vec<Pfn>,
    /// The current run of pages of one mapping, for the report and for the batch.
    run: Run,
}

/// Judges the pages of `batch`, starting with the page that was nearest the tail of the list. Pages that are kept stay
/// in `batch`, in the order in which they were scanned. Only pages whose removal in a batch failed can be later in this
/// order. Returns the number of freed pages and the batch's counts.
pub async fn shrink_page_list(
    cx: &Cx,
    z: ZoneId,
    batch: &mut Vec<Pfn>,
    sc: &mut ScanControl,
) -> (u64, BatchCounts) {
    let mut counts = BatchCounts::default();
    let mut sorted = cx.with(|m| Sorted {
        pages: std::mem::take(batch),
        kept: 0,
        freed: m.memory.take_batch(),
        collected: m.memory.take_batch(),
        run: Run::default(),
    });
    let mut at = 0;
    while at < sorted.pages.len() {
        // Judge as many pages as possible without sleeping.
        let mut step = cx.with(|m| {
            let together = m.takes(Shortcut::EvictNeighbours);
            while at < sorted.pages.len() {
                let rest = &sorted.pages[at..];
                if together && let Some((id, len)) = m.evict_neighbours(rest, sc) {
                    sorted.freed.extend_from_slice(&rest[..len]);
                    if sorted.run.mapping != Some(id) {
                        m.reach(Point::LooksAt(Some(id)), &mut sorted, sc);
                    }
                    sorted.run.add(id, len);
                    at += len;
                    continue;
                }
                let pfn = sorted.pages[at];
                let next = m.page_mapping(pfn);
                // Another page of the same mapping does not flush the batch.
                if next != sorted.run.mapping {
                    m.reach(Point::LooksAt(next), &mut sorted, sc);
                }
                match m.judge_page(pfn, next, sc, &mut counts) {
                    step @ (Step::Pageout | Step::WaitForIo) => return step,
                    step => m.place(step, pfn, next, &mut sorted, sc),
                }
                at += 1;
            }
            m.reach(Point::End, &mut sorted, sc);
            Step::Keep
        });
        let Some(&pfn) = sorted.pages.get(at) else {
            break;
        };
        let mut mapping = cx.with(|m| {
            m.reach(Point::BeforeSleep, &mut sorted, sc);
            m.page_mapping(pfn)
        });
        if step == Step::WaitForIo {
            sc.flush_plug(cx).await;
            wait_on_page(cx, pfn, flag::WRITEBACK).await;
            step = cx.with(|m| {
                m.unlock_page(pfn);
                m.judge_without_io(pfn, sc, &mut counts)
            });
        }
        if step == Step::Pageout {
            let result = pageout(cx, pfn, sc).await;
            step = cx.with(|m| {
                m.unlock_page(pfn);
                mapping = m.page_mapping(pfn);
                m.after_pageout(pfn, result, sc, &mut counts)
            });
        }
        at += 1;
        cx.with(|m| {
            m.place(step, pfn, mapping, &mut sorted, sc);
            if at == sorted.pages.len() {
                m.reach(Point::End, &mut sorted, sc);
            }
        });
    }
    sorted.pages.truncate(sorted.kept);
    *batch = sorted.pages;
    let nr_freed = sorted.freed.len() as u64;
    cx.with(|m| {
        let all_congested = counts.nr_dirty > 0 && counts.nr_dirty == counts.nr_congested;
        if m.rules.zone_congested && all_congested && !m.on.has(Mechanism::ZoneFlagsV311) {
            m.memory.zones[z].congested = true;
        }
        m.charge_each_in(Function::FreePages, nr_freed, cost::ALLOC_PAGE);
        m.free_page_list(z, &sorted.freed);
        m.memory.put_batch(sorted.freed);
        m.memory.put_batch(sorted.collected);
    });
    (nr_freed, counts)
}

impl Machine {
    /// Decides about a page after pageout.
    fn after_pageout(
        &mut self,
        pfn: Pfn,
        result: PageoutResult,
        sc: &ScanControl,
        counts: &mut BatchCounts,
    ) -> Step {
        self.record(|m| Entry::PagedOut {
            task: m.sched.current(),
            page: pfn,
            mapping: m.page_mapping(pfn),
        });
        match result {
            PageoutResult::Keep => {
                let old_count = !self.on.has(Mechanism::ZoneFlagsV311);
                counts.nr_congested += u64::from(old_count);
                Step::Keep
            }
            PageoutResult::Activate => Step::Activate,
            PageoutResult::Success
                if self.memory.frames.any(pfn, flag::WRITEBACK | flag::DIRTY) =>
            {
                Step::Keep
            }
            PageoutResult::Success | PageoutResult::Clean => self.release_and_remove(pfn, sc),
        }
    }

    /// Flushes the batch if the collected pages must be removed from their mapping at this point.
    fn reach(&mut self, point: Point, sorted: &mut Sorted, sc: &mut ScanControl) {
        let mapping = sorted.run.mapping;
        self.note_point(&mut sorted.run, point);
        let collected = sorted.collected.len();
        if collected > 0
            && self.on.decide(Mechanism::BatchRemoveMapping, |on| {
                batch_remove_mapping::flushes(on, collected, mapping, point)
            })
            && let Some(mapping) = mapping
        {
            self.remove_batch(mapping, sorted, sc);
        }
    }

    /// __remove_mapping_batch: removes all collected pages under one tree_lock, in the order in which they were
    /// collected.
    fn remove_batch(&mut self, mapping: u16, sorted: &mut Sorted, sc: &mut ScanControl) {
        let mut collected = std::mem::take(&mut sorted.collected);
        self.lock_to_remove_batch(mapping, collected.len() as u64);
        for &pfn in &collected {
            self.unlock_page(pfn);
            let step = self.remove_mapping(pfn, self.page_mapping(pfn), sc);
            self.place(step, pfn, None, sorted, sc);
        }
        collected.clear();
        sorted.collected = collected;
    }

    /// Moves a judged page of `mapping` to the freed, collected or kept pages, depending on `step`.
    fn place(
        &mut self,
        step: Step,
        pfn: Pfn,
        mapping: Option<u16>,
        sorted: &mut Sorted,
        sc: &mut ScanControl,
    ) {
        match step {
            Step::Freed => {
                if let Some(mapping) = mapping {
                    sorted.run.add(mapping, 1);
                }
                sorted.freed.push(pfn);
                return;
            }
            Step::Batched => {
                self.memory.frames.set(pfn, flag::LOCKED);
                if let Some(mapping) = self.page_mapping(pfn) {
                    sorted.run.add(mapping, 1);
                }
                sorted.collected.push(pfn);
                return;
            }
            Step::Activate => {
                if self.memory.frames.has(pfn, flag::SWAPCACHE) && self.swap_is_full() {
                    self.try_to_free_swap(pfn);
                }
                self.memory.frames.set(pfn, flag::ACTIVE);
                self.observer
                    .count(self.zone_of(pfn), Counter::PgActivate, 1);
            }
            Step::Cull => self
                .observer
                .count(self.zone_of(pfn), Counter::UnevictablePgsCulled, 1),
            Step::Keep | Step::Pageout | Step::WaitForIo => {}
        }
        self.end_block_at_kept(pfn, sc);
        sorted.pages[sorted.kept] = pfn;
        sorted.kept += 1;
    }
}
