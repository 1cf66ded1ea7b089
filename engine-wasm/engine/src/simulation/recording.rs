//! The record of a run, for differential testing.

use super::Simulation;
use crate::observer::record::Entry;

impl Simulation {
    /// Keeps a record of what happens to pages from now on. The run stays the same.
    pub fn begin_record(&self) {
        self.machine.borrow_mut().begin_record();
    }

    /// What was recorded since it was last asked for.
    #[must_use]
    pub fn take_record(&self) -> Vec<Entry> {
        self.machine.borrow_mut().take_record()
    }
}
