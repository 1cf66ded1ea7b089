//! Device interrupts. Their CPU time is charged to the task that holds the CPU.

use super::cost;
use crate::machine::Machine;

impl Machine {
    /// Enters a device's interrupt, on the first CPU. From now on, time is charged to the task that runs there, as in a
    /// kernel without CONFIG_IRQ_TIME_ACCOUNTING. If the CPU is idle, no task is charged.
    pub fn enter_interrupt(&mut self) {
        self.sched.run_on(0);
        if let Some(task) = self.sched.holder(0) {
            self.sched.run_as(task);
        }
    }

    /// Charges the completion of the I/O of `pages` pages.
    pub fn charge_end_of_io(&mut self, pages: usize) {
        if self.sched.holder(0).is_some() {
            self.charge_each(pages as u64, cost::END_PAGE_IO);
        }
    }
}
