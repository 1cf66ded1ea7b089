//! Makes entries of the record for differential testing from the current state of the machine.

use crate::block::{Bio, Completion, Dispatch, Op, Submit};
use crate::kernel::rules::{BalanceDirty, ExceededBy};
use crate::machine::Machine;
use crate::mm::page::{Pfn, flag};
use crate::mm::vmscan::scan_control::ScanControl;
use crate::mm::zone::ZoneId;
use crate::observer::record::{Entry, Extent, Facts, Round, Start, Surroundings, TaskDirt};
use crate::sched::task::TaskId;

impl Machine {
    /// Adds an entry to the record, if one is kept.
    #[inline]
    pub fn record(&mut self, entry: impl FnOnce(&Machine) -> Entry) {
        if self.is_recorded() {
            let entry = entry(self);
            self.observer.seen.record.push(entry);
        }
    }

    /// Adds entries about each of these pages to the record, if one is kept.
    #[inline]
    pub fn record_each<E>(&mut self, pages: &[Pfn], entries: impl Fn(Pfn) -> E)
    where
        E: IntoIterator<Item = Entry>,
    {
        if self.is_recorded() {
            for entry in pages.iter().flat_map(|&page| entries(page)) {
                self.observer.seen.record.push(entry);
            }
        }
    }

    /// Whether a record is kept.
    #[inline]
    #[must_use]
    pub(super) fn is_recorded(&self) -> bool {
        cfg!(feature = "record") && self.observer.seen.record.is_on()
    }

    /// Returns the state of a page that reclaim's decisions depend on.
    #[must_use]
    pub fn facts(&self, page: Pfn) -> Facts {
        let has = |mask| self.memory.frames.has(page, mask);
        let mapping = self.page_mapping(page);
        Facts {
            page,
            locked: has(flag::LOCKED) || has(flag::DIRTY) && self.waits_to_be_sent(page),
            mapped: has(flag::MAPPED),
            young: has(flag::MAPPED | flag::YOUNG) || self.is_kept_by_token(page),
            pte_dirty: has(flag::PTE_DIRTY),
            executable: self.is_executable(page),
            swap_cache: has(flag::SWAPCACHE),
            mapping_mapped: self.memory.frames.is_file(page)
                && mapping.is_some_and(|id| self.io.cache.get(id).mappers > 0),
            mapping_unevictable: self.is_in_ramfs(page),
            mapping,
            congested: self.memory.frames.is_file(page)
                && mapping.is_some()
                && self.write_congested(page),
        }
    }

    /// Returns the state of a zone and of the machine that reclaim's decisions depend on.
    #[must_use]
    pub fn surroundings(&self, z: ZoneId) -> Surroundings {
        Surroundings {
            free: self.memory.zones[z].free,
            swap_free: self.memory.swap_free(),
            unreclaimable: self.unreclaimable(z),
        }
    }

    /// Records the start of a shrink_zone with these counts.
    pub fn record_zone(&mut self, task: TaskId, zone: ZoneId, sc: &ScanControl, counts: [u64; 4]) {
        self.record(|m| Entry::ShrinksZone {
            task,
            start: Start {
                zone,
                kswapd: sc.kswapd,
                priority: sc.priority,
                target: sc.nr_to_reclaim,
                reclaimed: sc.nr_reclaimed,
                scanned: sc.nr_scanned,
            },
            found: m.surroundings(zone),
            counts,
        });
    }

    /// Records that a bio was submitted to a queue, and the result.
    #[inline]
    pub fn record_submit(&mut self, task: TaskId, queue: u32, bio: &Bio<'_>, answer: Submit) {
        self.record(|m| Entry::Submits {
            task,
            queue,
            at: m.now(),
            bio: Extent {
                block: bio.block,
                pages: bio.pages.len() as u32,
                read: bio.op == Op::Read,
                sync: bio.is_sync(),
            },
            answer,
        });
    }

    /// Records the result of a dispatch.
    #[inline]
    pub fn record_dispatch(&mut self, queue: u32, answer: Dispatch) {
        // Differential tests do not compare the order in which a drive with its own queue serves requests.
        let by_drive =
            matches!(answer, Dispatch::Started { .. }) && self.io.block.has_drive_queue(queue);
        if by_drive || self.io.block.flushes(queue) {
            return;
        }
        self.record(|m| Entry::Dispatches {
            queue,
            at: m.now(),
            answer,
            request: match answer {
                Dispatch::Started { slot, .. } | Dispatch::Given { slot } => {
                    let mut requests = m.io.block.requests(queue);
                    let found = requests.find(|request| request.slot == slot);
                    found.map(|request| Extent {
                        block: request.block,
                        pages: request.pages,
                        read: request.op == Op::Read,
                        sync: request.sync,
                    })
                }
                Dispatch::WaitUntil(_) | Dispatch::Idle => None,
            },
        });
    }

    /// Records the completion of a request of `pages` pages.
    #[inline]
    pub fn record_completion(&mut self, queue: u32, done: &Completion, pages: usize) {
        if done.flush {
            return;
        }
        self.record(|m| Entry::Completes {
            queue,
            at: m.now(),
            request: Extent {
                block: done.block,
                pages: pages as u32,
                read: done.op == Op::Read,
                sync: done.sync,
            },
            below_congestion_off: done.freed.below_congestion_off,
            may_wake_waiter: done.freed.may_wake_waiter,
        });
    }

    fn dirt(&self, task: TaskId) -> TaskDirt {
        let task = self.task(task);
        TaskDirt {
            dirtied: task.nr_dirtied,
            interval: task.nr_dirtied_pause,
            paused_when: task.dirty_paused_when,
        }
    }

    /// Records that a task enters balance_dirty_pages with `dirtied` pages.
    #[inline]
    pub fn record_throttling(&mut self, task: TaskId, dirtied: u64) {
        self.record(|m| Entry::Throttles {
            task,
            dirt: TaskDirt {
                dirtied,
                ..m.dirt(task)
            },
        });
    }

    /// Records the result of a round. `interval`: nr_dirtied_pause when the call began.
    #[inline]
    pub fn record_round(
        &mut self,
        task: TaskId,
        bdi: u8,
        form: BalanceDirty,
        interval: u64,
        answer: Option<(u64, bool)>,
    ) {
        self.record(|m| {
            let limits = m.global_dirty_limits(false);
            let device = m.io.bdi(bdi);
            let round = Round {
                both: form.exceeded_by() == ExceededBy::Both,
                now: m.jiffies(),
                hz: m.sched.hz(),
                cpus: m.memory.cpus.len() as u64,
                dirty_limit: limits.dirty,
                background: limits.background,
                global_limit: m.writeback.global_limit.limit,
                dirty: m.memory.nr_dirty() + m.memory.nr_writeback(),
                bdi_thresh: m.bdi_dirty_limit(bdi, limits.dirty),
                bdi_dirty: device.reclaimable + device.writeback,
                rate: device.bandwidth.rate,
                avg_bw: device.bandwidth.avg_bw,
                interval_at_entry: interval,
            };
            Entry::Rounds {
                task,
                round,
                answer,
            }
        });
    }

    /// Records the end of a call of balance_dirty_pages.
    #[inline]
    pub fn record_throttled(&mut self, task: TaskId, bdi: u8, was_exceeded: bool) {
        self.record(|m| Entry::Throttled {
            task,
            dirt: m.dirt(task),
            was_exceeded,
            exceeded: m.io.bdi(bdi).dirty_exceeded,
        });
    }
}
