//! What a CPU does for devices in between: it goes at the cost of the task that has the CPU.

use super::cost;
use crate::machine::Machine;

impl Machine {
    /// The interrupt of a device comes to the first CPU. What is charged from now on is charged to the task that runs
    /// there, as the kernel does unless it is built to keep interrupts' time apart (CONFIG_IRQ_TIME_ACCOUNTING). A CPU that
    /// has nothing to do has the time.
    pub fn enter_interrupt(&mut self) {
        self.sched.run_on(0);
        if let Some(task) = self.sched.holder(0) {
            self.sched.run_as(task);
        }
    }

    /// Charges the end of the I/O of so many pages.
    pub fn charge_end_of_io(&mut self, pages: usize) {
        if self.sched.holder(0).is_some() {
            self.charge_each(pages as u64, cost::END_PAGE_IO);
        }
    }
}
