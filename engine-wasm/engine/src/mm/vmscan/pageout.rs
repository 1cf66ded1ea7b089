//! pageout: reclaim writes a page.

use crate::block::{Class, Op, Origin};
use crate::fs::submit::{flush_plug, submit_pages};
use crate::fs::writepage::Answer;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, async_confusion_bug, fs_reclaim_warnings, no_lumpy_sync_write};
use crate::mm::page::{Pfn, flag};
use crate::mm::page_wait::wait_on_page;
use crate::mm::vmscan::scan_control::ScanControl;
use crate::observer::moments::Moment;
use crate::observer::record::{Entry, Writing};
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;

/// The result of pageout (pageout_t).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageoutResult {
    /// The page is kept, and nothing was written.
    Keep,
    /// The page goes to the active list.
    Activate,
    /// ->writepage was called.
    Success,
    /// The page was clean.
    Clean,
}

/// What pageout does after its tests.
enum Plan {
    Done(PageoutResult),
    Redirty,
    DropSlot,
    Write {
        device: u32,
        origin: Origin,
        swap: bool,
    },
}

/// Passes a locked dirty page to ->writepage. Source: pageout, 2.6.37 to 3.3.
pub async fn pageout(cx: &Cx, pfn: Pfn, sc: &mut ScanControl) -> PageoutResult {
    let plan = cx.with(|m| {
        let plan = m.plan_pageout(pfn, sc);
        if matches!(plan, Plan::Redirty | Plan::Write { swap: false, .. }) && !sc.logged {
            sc.logged = true;
            m.log_pageout(pfn);
        }
        plan
    });
    let file = matches!(plan, Plan::Redirty | Plan::Write { swap: false, .. });
    let mut written = false;
    match plan {
        Plan::Done(result) => return result,
        Plan::Redirty => cx.with(|m| {
            m.redirty_page_for_writepage(pfn);
            m.decided_written(pfn, sc, Reason::Refused);
        }),
        Plan::DropSlot => cx.with(|m| {
            m.try_to_free_swap(pfn);
            m.memory.frames.set(pfn, flag::DIRTY);
        }),
        Plan::Write {
            device,
            origin,
            swap,
        } => {
            let mut pages = cx.with(|m| {
                let mut pages = m.memory.take_batch();
                m.charge(cost::WRITE_PAGE);
                m.decided_written(pfn, sc, Reason::Written);
                m.observer.note_moment(Moment::FirstReclaimWrite, m.now());
                if swap {
                    m.observer.count_global(Counter::PswpOut, 1);
                    m.set_page_writeback(pfn);
                    pages.push(pfn);
                } else {
                    m.cluster_for_reclaim(pfn, &mut pages);
                }
                pages
            });
            let block = cx.m().block_of(pages[0]);
            submit_pages(
                cx,
                device,
                block,
                Op::Write,
                origin,
                &pages,
                sc.plug.as_mut(),
            )
            .await;
            cx.with(|m| {
                pages.clear();
                m.memory.put_batch(pages);
            });
            let waits = cx.with(|m| {
                m.on.decide(Mechanism::NoLumpySyncWrite, |on| {
                    no_lumpy_sync_write::waits_for_own_write(on, sc.sync)
                })
            });
            if waits {
                sc.flush_plug(cx).await;
                wait_on_page(cx, pfn, flag::WRITEBACK).await;
            }
            written = true;
        }
    }
    cx.with(|m| {
        // If no I/O was started, or the I/O has already ended, nothing else would clear PG_reclaim.
        if !written || !m.memory.frames.has(pfn, flag::WRITEBACK) {
            m.memory.frames.clear(pfn, flag::RECLAIM);
        }
        let z = m.zone_of(pfn);
        m.observer.count(z, Counter::NrVmscanWrite, 1);
        if file {
            let by = if sc.kswapd {
                Counter::WritepageKswapd
            } else {
                Counter::WritepageDirect
            };
            m.observer.count(z, by, 1);
        }
    });
    PageoutResult::Success
}

impl Machine {
    fn plan_pageout(&mut self, pfn: Pfn, sc: &ScanControl) -> Plan {
        self.record(|m| Entry::PagesOut {
            task: m.sched.current(),
            page: pfn,
            writing: m.writing(pfn, sc),
        });
        if self.memory.frames.pagevec_references(pfn) > 0 {
            self.decided_written(pfn, sc, Reason::ExtraReference);
            return Plan::Done(PageoutResult::Keep);
        }
        if !self.has_mapping(pfn) {
            return Plan::Done(PageoutResult::Keep);
        }
        let swap = self.memory.frames.has(pfn, flag::SWAPCACHE);
        if !swap && !sc.kswapd && !self.may_write_to_queue(pfn) {
            self.decided_written(pfn, sc, Reason::Congested);
            return Plan::Done(PageoutResult::Keep);
        }
        if !self.clear_page_dirty_for_io(pfn) {
            return Plan::Done(PageoutResult::Clean);
        }
        self.memory.frames.set(pfn, flag::RECLAIM);
        if swap {
            if !self.slot_is_needed(pfn) {
                return Plan::DropSlot;
            }
            let Some(device) = self.memory.swap.as_ref().map(|swap| swap.device) else {
                return Plan::Done(PageoutResult::Activate);
            };
            return Plan::Write {
                device,
                origin: Origin::SwapOut,
                swap,
            };
        }
        let warns = self.on.decide(Mechanism::FsReclaimWarnings, |on| {
            fs_reclaim_warnings::warns(on, !swap, sc.kswapd)
        });
        self.observer.note_fs_warning(warns);
        match self.writepage_answer(pfn, sc.kswapd) {
            Answer::Redirty => Plan::Redirty,
            Answer::Write { device } => {
                let origin = if sc.kswapd {
                    Origin::Kswapd
                } else {
                    Origin::DirectReclaim
                };
                Plan::Write {
                    device,
                    origin,
                    swap,
                }
            }
        }
    }

    fn writing(&self, pfn: Pfn, sc: &ScanControl) -> Writing {
        let swap = self.memory.frames.has(pfn, flag::SWAPCACHE);
        let file = !swap && self.has_mapping(pfn);
        Writing {
            congested: file && !self.may_write_to_queue(pfn),
            slot_needed: swap && self.slot_is_needed(pfn),
            accepted: file && matches!(self.writepage_answer(pfn, sc.kswapd), Answer::Write { .. }),
        }
    }

    /// Returns whether the device of a file page is congested for writes (bdi_write_congested).
    pub(crate) fn write_congested(&self, pfn: Pfn) -> bool {
        let bdi = self
            .io
            .cache
            .get(self.memory.frames.mapping[pfn as usize])
            .bdi;
        let device = self.io.bdi(bdi).device;
        let class = self.async_class();
        device.is_some_and(|device| self.io.block.device_congested(device, class))
    }

    /// Returns whether a reclaimer without PF_SWAPWRITE may write a page to its device (may_write_to_queue).
    fn may_write_to_queue(&self, pfn: Pfn) -> bool {
        let bdi = self
            .io
            .cache
            .get(self.memory.frames.mapping[pfn as usize])
            .bdi;
        !self.write_congested(pfn) || self.current_task().writes_to_bdi == Some(bdi)
    }

    fn decided_written(&mut self, pfn: Pfn, sc: &ScanControl, reason: Reason) {
        self.decided(pfn, sc, reason, super::judge::Step::Keep);
    }

    /// Returns the number of congested queues in the class of background writes.
    #[must_use]
    pub fn congested_async_queues(&self) -> u32 {
        self.io.block.congested_queues(self.async_class())
    }

    /// Returns the class that reclaim passes to congestion_wait.
    #[must_use]
    pub fn wait_class(&self) -> Class {
        let background = self.async_class();
        self.on.decide(Mechanism::AsyncConfusionBug, |on| {
            async_confusion_bug::wait_class(on, background)
        })
    }

    /// Returns the class of background writes.
    #[must_use]
    pub fn async_class(&self) -> Class {
        self.io.block.class_of(Op::Write, false)
    }
}

impl ScanControl {
    /// Submits the plugged requests, as schedule() does for a task that goes to sleep with a plug (sched_submit_work).
    /// Otherwise the task could wait forever for its own write.
    pub async fn flush_plug(&mut self, cx: &Cx) {
        if let Some(plug) = &mut self.plug {
            flush_plug(cx, plug).await;
        }
    }
}
