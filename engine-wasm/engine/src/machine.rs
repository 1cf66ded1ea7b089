//! The state of one simulated machine.

use crate::fs::io::Io;
use crate::kernel::rules::Rules;
use crate::mechanism::{Mechanism, Switches, cfq_sync_noidle_fairness};
use crate::mm::memory::Memory;
use crate::mm::page_writeback::DirtyThrottle;
use crate::observer::Observer;
use crate::observer::profile::Function;
use crate::random::Random;
use crate::sched::scheduler::Scheduler;
use crate::sched::task::{Task, TaskId};
use crate::sched::waits::Waits;
use crate::workload::shared::Programs;

/// The machine.
pub struct Machine {
    /// The clock, tasks and who holds which CPU.
    pub sched: Scheduler,
    /// The seeded generator.
    pub random: Random,
    /// The kernel's rules.
    pub rules: Rules,
    /// The mechanisms that are on.
    pub on: Switches,
    /// Frames, zones, swap, anonymous memory and kswapd.
    pub memory: Memory,
    /// The page cache, filesystems and disks.
    pub io: Io,
    /// Dirty throttling.
    pub writeback: DirtyThrottle,
    /// All wait queues.
    pub waits: Waits,
    /// What is recorded of the run; kernel paths only write to it.
    pub observer: Observer,
    /// What the tasks of a workload share.
    pub programs: Programs,
}

impl Machine {
    /// Switches a mechanism, also one that lives in the devices' queues.
    pub fn set_mechanism(&mut self, mechanism: Mechanism, on: bool) {
        if mechanism == Mechanism::CfqSyncNoidleFairness && self.on.has(mechanism) != on {
            let rules = cfq_sync_noidle_fairness::elevator(on);
            self.io.block.set_elevator_rules(rules);
        }
        self.on.set(mechanism, on);
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
}
