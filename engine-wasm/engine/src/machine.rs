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

/// One simulated machine: its hardware, its kernel and its workload.
pub struct Machine {
    /// The clock, the tasks, and which task runs on which CPU.
    pub sched: Scheduler,
    /// The random number generator, seeded by the scenario.
    pub random: Random,
    /// The rules of the simulated kernel version.
    pub rules: Rules,
    /// The mechanisms that are on.
    pub on: Switches,
    /// Frames, zones, swap, anonymous memory and kswapd.
    pub memory: Memory,
    /// The page cache, filesystems and disks.
    pub io: Io,
    /// State of dirty throttling (balance_dirty_pages).
    pub writeback: DirtyThrottle,
    /// All wait queues.
    pub waits: Waits,
    /// The record of the run. Kernel paths only write to it.
    pub observer: Observer,
    /// What the tasks of a workload share, such as files and barriers.
    pub programs: Programs,
}

impl Machine {
    /// Switches a mechanism on or off. Also updates the elevators if the mechanism is one of their rules.
    pub fn set_mechanism(&mut self, mechanism: Mechanism, on: bool) {
        if mechanism == Mechanism::CfqSyncNoidleFairness && self.on.has(mechanism) != on {
            let rules = cfq_sync_noidle_fairness::elevator(on, &self.rules);
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

    /// Returns a task.
    #[inline]
    #[must_use]
    pub fn task(&self, id: TaskId) -> &Task {
        self.sched.task(id)
    }

    /// Returns a task, mutable.
    #[inline]
    pub fn task_mut(&mut self, id: TaskId) -> &mut Task {
        self.sched.task_mut(id)
    }

    /// Returns the task whose code is running.
    #[inline]
    #[must_use]
    pub fn current_task(&self) -> &Task {
        self.sched.current_task()
    }

    /// Returns the number of the CPU on which code is running.
    #[inline]
    #[must_use]
    pub fn cpu(&self) -> usize {
        self.sched.cpu() as usize
    }

    /// Charges CPU time to the running task, in nanoseconds of the reference CPU ([`cost`](crate::sched::cost)).
    #[inline]
    pub fn charge(&mut self, ns: u64) {
        self.sched.charge(self.sched.cpu_time(ns));
    }

    /// Charges `nr` times `ns`. The result is exactly the same as that of `nr` calls of [`Machine::charge`].
    #[inline]
    pub fn charge_each(&mut self, nr: u64, ns: u64) {
        self.sched.charge(nr * self.sched.cpu_time(ns));
    }

    /// Charges CPU time to the running task and adds it to `function`, in nanoseconds of the reference CPU.
    #[inline]
    pub fn charge_in(&mut self, function: Function, ns: u64) {
        self.charge_time_in(function, self.sched.cpu_time(ns));
    }

    /// Charges `nr` times `ns` in `function`, as [`Machine::charge_each`] does.
    #[inline]
    pub fn charge_each_in(&mut self, function: Function, nr: u64, ns: u64) {
        self.charge_time_in(function, nr * self.sched.cpu_time(ns));
    }

    /// Charges CPU time to the running task and adds it to `function`, in nanoseconds of this machine's CPUs.
    #[inline]
    pub fn charge_time_in(&mut self, function: Function, ns: u64) {
        let task = self.sched.current_task_mut();
        task.charge += ns;
        task.profile.add(function, ns);
    }
}
