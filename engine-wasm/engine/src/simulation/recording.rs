//! The record of a run, for differential testing.

use super::Simulation;
use crate::observer::record::Entry;

impl Simulation {
    /// Records what happens to pages from now on. Does not change the run.
    pub fn begin_record(&self) {
        self.machine.borrow_mut().begin_record();
    }

    /// Returns what was recorded since the previous call.
    #[must_use]
    pub fn take_record(&self) -> Vec<Entry> {
        self.machine.borrow_mut().take_record()
    }
}
