//! A machine with the record of its run, for code that runs and examines it.

use std::ops::{Deref, DerefMut};

use super::Observed;
use super::profile::Row;
use crate::machine::Machine;
use crate::mm::page::Pfn;
use crate::observer::record::Entry;
use crate::sched::task::TaskId;

/// A machine that is watched. The code of a task gets the [`Machine`] in it, and never a `Watched`.
pub struct Watched {
    machine: Machine,
}

impl Watched {
    /// Watches a machine.
    #[must_use]
    pub fn new(machine: Machine) -> Self {
        Self { machine }
    }

    /// Returns what was recorded so far.
    #[inline]
    #[must_use]
    pub fn observed(&self) -> &Observed {
        &self.machine.observer.seen
    }

    /// Returns the CPU time of a task by function, nanoseconds.
    #[must_use]
    pub fn profile(&self, id: TaskId) -> &Row {
        &self.machine.task(id).profile.row
    }

    /// Starts or stops recording decisions about pages.
    pub fn set_tracing(&mut self, on: bool) {
        self.machine.observer.seen.trace.on = on;
    }

    /// Records everything that happens to pages from now on, and keeps the last `capacity` entries.
    pub fn note_everything(&mut self, capacity: usize) {
        self.machine.observer.seen.trace.note_everything(capacity);
    }

    /// Records all decisions and events of a page frame from now on.
    pub fn watch(&mut self, pfn: Pfn) {
        self.machine.observer.seen.trace.watch(pfn);
    }

    /// Starts to keep a record of what happens to pages.
    pub fn begin_record(&mut self) {
        self.machine.observer.seen.record.begin();
    }

    /// Returns what was recorded since the previous call.
    #[must_use]
    pub fn take_record(&mut self) -> Vec<Entry> {
        self.machine.observer.seen.record.take()
    }
}

impl Deref for Watched {
    type Target = Machine;

    #[inline]
    fn deref(&self) -> &Machine {
        &self.machine
    }
}

impl DerefMut for Watched {
    #[inline]
    fn deref_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }
}
