//! Checks the invariants of a machine.

mod frames;
mod free_lists;
mod metadata;
mod owners;
mod slab_caches;
mod time;
mod waiting;

use crate::block::{Class, Op};
use crate::machine::Machine;
use crate::mm::page::{NO_PFN, flag};
use crate::mm::zone::Lru;
use crate::observer::vmstat::Counter;
use crate::observer::watched::Watched;
use crate::sched::task::{TaskId, TaskState};

/// Returns an error unless the two figures are equal. `what` names them.
fn expect(counted: u64, found: u64, what: impl FnOnce() -> String) -> Result<(), String> {
    if counted == found {
        return Ok(());
    }
    Err(format!("{}: {counted} counted, {found} found", what()))
}

impl Watched {
    /// Checks every invariant, and describes in one sentence the first one that does not hold. Visits every frame a few
    /// times.
    ///
    /// # Errors
    /// The invariant that does not hold, with the figures.
    pub fn check(&self) -> Result<(), String> {
        for z in 0..self.memory.zones.len() {
            self.check_lists(z)?;
        }
        self.check_frames()?;
        self.check_owners()?;
        self.check_queues()?;
        self.check_tasks()?;
        self.check_times()?;
        self.check_waiting()?;
        self.check_metadata()?;
        self.check_slab_caches()?;
        self.check_counters()
    }
}

impl Machine {
    fn check_lists(&self, z: usize) -> Result<(), String> {
        let zone = &self.memory.zones[z];
        for lru in Lru::ALL {
            let list = &zone.lru[lru as usize];
            let mut count = 0;
            let mut before = NO_PFN;
            for pfn in list.from_tail(&self.memory.frames) {
                count += 1;
                if !self.memory.frames.has(pfn, flag::LRU)
                    || self.lru_of(pfn) != lru
                    || self.zone_of(pfn) != z
                {
                    return Err(format!(
                        "zone {}: frame {pfn} is on {lru:?} and does not belong there",
                        zone.name
                    ));
                }
                if self.memory.frames.links[pfn as usize].next != before {
                    return Err(format!(
                        "zone {}: {lru:?} is broken at frame {pfn}",
                        zone.name
                    ));
                }
                before = pfn;
            }
            if count != list.len || before != list.head {
                return Err(format!(
                    "zone {}: {lru:?} says {} pages and has {count}",
                    zone.name, list.len
                ));
            }
        }
        Ok(())
    }

    /// Checks request counts against requests, and requests against pages under I/O.
    fn check_queues(&self) -> Result<(), String> {
        let mut writes = 0;
        for queue in 0..self.io.block.queue_count() {
            let mut held = [0; 2];
            let mut in_device = 0;
            for request in self.io.block.requests(queue) {
                if request.flush {
                    in_device += u64::from(request.in_device);
                    continue;
                }
                held[self.io.block.class_of(request.op, request.sync).index()] += 1;
                in_device += u64::from(request.in_device);
                if request.op == Op::Write {
                    writes += u64::from(request.pages);
                }
            }
            for class in Class::ALL {
                let counted = u64::from(self.io.block.count(queue, class));
                expect(counted, held[class.index()], || {
                    format!("queue {queue}: requests of {class:?}")
                })?;
            }
            expect(u64::from(self.io.block.in_device(queue)), in_device, || {
                format!("queue {queue}: requests in the device")
            })?;
        }
        // The blocks that a journal writes are not in the page cache, so they do not count as writeback.
        let journals = self
            .io
            .filesystems()
            .iter()
            .filter_map(|fs| fs.journal.as_ref());
        let metadata: u64 = journals.map(|journal| u64::from(journal.in_flight)).sum();
        if writes > self.memory.nr_writeback() + metadata {
            return Err(format!(
                "queues hold {writes} pages to write, {} are under writeback",
                self.memory.nr_writeback()
            ));
        }
        Ok(())
    }

    /// Checks that each task is where its state says, and nowhere else.
    fn check_tasks(&self) -> Result<(), String> {
        for (id, task) in self.sched.tasks().iter().enumerate() {
            let id = id as TaskId;
            let queued = self.sched.runnable().filter(|&other| other == id).count();
            let wants = usize::from(task.state == TaskState::Runnable);
            let on: Vec<usize> = (0..self.memory.cpus.len())
                .filter(|&cpu| self.sched.holder(cpu as u8) == Some(id))
                .collect();
            let holds = match task.state {
                TaskState::OnCpu(cpu) => vec![usize::from(cpu)],
                _ => Vec::new(),
            };
            if queued != wants || on != holds {
                return Err(format!(
                    "task {} is {:?}, {queued} times in the run queue and on CPUs {on:?}",
                    task.name, task.state
                ));
            }
        }
        Ok(())
    }
}

impl Watched {
    fn check_counters(&self) -> Result<(), String> {
        let total = |counter| self.observed().vmstat.total(counter);
        let scanned = total(Counter::PgScanKswapd) + total(Counter::PgScanDirect);
        let stolen = total(Counter::PgSteal);
        // Lumpy reclaim waits for pages under I/O, and then tries a second time to remove each of them.
        let passes = 1 + u64::from(self.rules.lumpy_reclaim);
        expect(self.observed().fs_reclaim_warnings, 0, || {
            "file pages written by direct reclaim".into()
        })?;
        let split = total(Counter::KswapdSteal) + total(Counter::PgStealDirect);
        expect(stolen, split, || "pgsteal of kswapd and direct".into())?;
        self.check_io_counters()?;
        for (what, less, more) in [
            ("pgsteal and pgscan", stolen, scanned),
            (
                "pgsteal and tree_lock rounds",
                stolen,
                total(Counter::TreeLockRounds) + self.observed().tree_locks.spared,
            ),
            (
                "tree_lock rounds and pgscan",
                total(Counter::TreeLockRounds),
                scanned * passes,
            ),
        ] {
            if less > more {
                return Err(format!("{what}: {less} is more than {more}"));
            }
        }
        Ok(())
    }

    /// Checks that each page under writeback completes once, and that each dirtied page is counted once.
    fn check_io_counters(&self) -> Result<(), String> {
        let total = |counter| self.observed().vmstat.total(counter);
        let completed: u64 = (0..self.io.block.queue_count())
            .map(|queue| self.io.block.stats(queue).blocks_written)
            .sum();
        // Blocks that belong to no page of the page cache do not count as writeback.
        let journals = self
            .io
            .filesystems()
            .iter()
            .filter_map(|fs| fs.journal.as_ref());
        let metadata: u64 = journals.map(|journal| journal.written).sum();
        let completed = completed - metadata.min(completed) - self.io.pages_behind();
        let under_way = self.memory.nr_writeback();
        let started = completed + under_way;
        let counted_at = if self.rules.nr_written_at_end {
            completed
        } else {
            started
        };
        expect(total(Counter::NrWritten), counted_at, || {
            "nr_written".into()
        })?;
        let files: u64 = self
            .io
            .bdis()
            .iter()
            .map(|bdi| bdi.written + bdi.writeback)
            .sum();
        expect(files + total(Counter::PswpOut), started, || {
            "file and swap pages written".into()
        })?;
        // Only reclaim writes to swap. Reclaim counts a page after ->writepage has returned, so each task may have one
        // uncounted page.
        let (swapped, handed) = (total(Counter::PswpOut), total(Counter::NrVmscanWrite));
        if swapped > handed + self.sched.tasks().len() as u64 {
            return Err(format!(
                "{swapped} pages went to swap, but reclaim passed {handed} to ->writepage"
            ));
        }
        let dirtied: u64 = self.io.bdis().iter().map(|bdi| bdi.dirtied).sum();
        expect(total(Counter::NrDirtied), dirtied, || "nr_dirtied".into())
    }
}
