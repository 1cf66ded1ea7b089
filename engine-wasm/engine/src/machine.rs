//! The state of one simulated machine.

use crate::fs::io::Io;
use crate::kernel::rules::Rules;
use crate::mechanism::{Mechanism, MechanismSet, cfq_sync_noidle_fairness};
use crate::mm::memory::Memory;
use crate::mm::page::Frames;
use crate::mm::page_writeback::DirtyThrottle;
use crate::mm::pagevec::Pagevecs;
use crate::mm::per_cpu_pages::PerCpuPages;
use crate::mm::zone::{Zone, ZoneStarts};
use crate::observer::Observer;
use crate::observer::profile::Function;
use crate::random::Random;
use crate::sched::scheduler::Scheduler;
use crate::sched::task::{Task, TaskId};
use crate::sched::waits::Waits;
use crate::workload::shared::Programs;

/// What a CPU keeps of memory.
#[derive(Clone, Debug, Default)]
pub struct Cpu {
    /// Per-CPU page lists by zone.
    pub pcp: Vec<PerCpuPages>,
    /// Pagevecs.
    pub pagevecs: Pagevecs,
    /// Pages dirtied since balance_dirty_pages last ran here (bdp_ratelimits).
    pub nr_dirtied: u64,
}

/// The vm.* knobs in force.
#[derive(Clone, Copy, Debug)]
pub struct Knobs {
    /// vm.dirty_ratio, percent.
    pub dirty_ratio: u64,
    /// vm.dirty_background_ratio, percent.
    pub dirty_background_ratio: u64,
    /// vm.dirty_bytes; 0: the ratio counts.
    pub dirty_bytes: u64,
    /// vm.dirty_background_bytes; 0: the ratio counts.
    pub dirty_background_bytes: u64,
    /// Age at which periodic writeback takes an inode, nanoseconds.
    pub dirty_expire: u64,
    /// Period of periodic writeback, nanoseconds; 0: never.
    pub dirty_writeback: u64,
    /// vm.swappiness.
    pub swappiness: u64,
    /// min_free_kbytes, kB.
    pub min_free_kbytes: u64,
    /// log2 of the slots read at a swap-in.
    pub page_cluster: u32,
    /// Readahead window, pages.
    pub ra_pages: u32,
}

/// The machine.
pub struct Machine {
    /// The clock, tasks and who holds which CPU.
    pub sched: Scheduler,
    /// The seeded generator.
    pub random: Random,
    /// The kernel's rules.
    pub rules: Rules,
    /// The mechanisms that are on.
    pub on: MechanismSet,
    /// Knobs.
    pub knobs: Knobs,
    /// Page frames.
    pub frames: Frames,
    /// Zones, lowest address first.
    pub zones: Vec<Zone>,
    /// Where they start, kept together because it is asked for all the time.
    pub zone_starts: ZoneStarts,
    /// What each CPU keeps of memory.
    pub cpus: Vec<Cpu>,
    /// The page cache, filesystems and disks.
    pub io: Io,
    /// Dirty throttling.
    pub writeback: DirtyThrottle,
    /// Who waits for what.
    pub waits: Waits,
    /// Swap, anonymous memory and kswapd.
    pub memory: Memory,
    /// Who watches, and is only told things.
    pub observer: Observer,
    /// What the tasks of a workload share.
    pub programs: Programs,
}

impl Machine {
    /// Puts mechanisms in force, those of them too that live in the devices' queues.
    pub fn set_mechanisms(&mut self, on: MechanismSet) {
        let fair = Mechanism::CfqSyncNoidleFairness;
        if self.on.has(fair) != on.has(fair) {
            let rules = cfq_sync_noidle_fairness::elevator(on.has(fair));
            self.io.block.set_elevator_rules(rules);
        }
        self.on = on;
    }

    /// Virtual time, nanoseconds.
    #[inline]
    #[must_use]
    pub fn now(&self) -> u64 {
        self.sched.now()
    }

    /// Jiffies of virtual time, rounded down.
    #[inline]
    #[must_use]
    pub fn jiffies(&self) -> u64 {
        self.sched.jiffies()
    }

    /// A task.
    #[inline]
    #[must_use]
    pub fn task(&self, id: TaskId) -> &Task {
        self.sched.task(id)
    }

    /// A task, to change.
    #[inline]
    pub fn task_mut(&mut self, id: TaskId) -> &mut Task {
        self.sched.task_mut(id)
    }

    /// The task whose code runs at this moment.
    #[inline]
    #[must_use]
    pub fn current_task(&self) -> &Task {
        self.sched.current_task()
    }

    /// The number of the CPU on which code runs at this moment.
    #[inline]
    #[must_use]
    pub fn cpu(&self) -> usize {
        self.sched.cpu() as usize
    }

    /// Charges CPU time to the running task, nanoseconds of the CPU that the constants are of.
    #[inline]
    pub fn charge(&mut self, ns: u64) {
        self.sched.charge(self.sched.cpu_time(ns));
    }

    /// Charges `nr` times what one costs: to the nanosecond what charging one after the other comes to.
    #[inline]
    pub fn charge_each(&mut self, nr: u64, ns: u64) {
        self.sched.charge(nr * self.sched.cpu_time(ns));
    }

    /// Charges CPU time to the running task, as spent in a function, nanoseconds of the CPU that the constants are of.
    #[inline]
    pub fn charge_in(&mut self, function: Function, ns: u64) {
        self.charge_time_in(function, self.sched.cpu_time(ns));
    }

    /// Charges `nr` times what one costs, as [`Machine::charge_each`] does.
    #[inline]
    pub fn charge_each_in(&mut self, function: Function, nr: u64, ns: u64) {
        self.charge_time_in(function, nr * self.sched.cpu_time(ns));
    }

    /// Charges time of this machine's CPUs to the running task, as spent in a function, nanoseconds.
    #[inline]
    pub fn charge_time_in(&mut self, function: Function, ns: u64) {
        let task = self.sched.current_task_mut();
        task.charge += ns;
        task.profile.add(function, ns);
    }

    /// NR_FILE_DIRTY over all zones.
    #[must_use]
    pub fn nr_dirty(&self) -> u64 {
        self.zones.iter().map(|zone| zone.dirty).sum()
    }

    /// NR_WRITEBACK over all zones.
    #[must_use]
    pub fn nr_writeback(&self) -> u64 {
        self.zones.iter().map(|zone| zone.writeback).sum()
    }
}
