//! The record of a run, for another opinion.

use super::Simulation;
use crate::record::Entry;

impl Simulation {
    /// Keeps a record of what happens to pages from now on. The run stays the same.
    pub fn begin_record(&self) {
        self.machine.borrow_mut().record.begin();
    }

    /// What was recorded since it was last asked for.
    #[must_use]
    pub fn take_record(&self) -> Vec<Entry> {
        self.machine.borrow_mut().record.take()
    }
}
