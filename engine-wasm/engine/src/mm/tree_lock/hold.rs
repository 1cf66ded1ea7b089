//! Taking a mapping's tree_lock to add and remove pages.

use super::super::page::Pfn;
use super::{HOLDS_PER_CPU, Hold, Run};
use crate::machine::Machine;
use crate::mechanism::batch_remove_mapping::Point;
use crate::observer::profile::Function;
use crate::observer::vmstat::Counter;
use crate::sched::cost;

impl Machine {
    /// Returns the mapping of a page. All swap-cache pages have the same mapping (page_mapping).
    #[must_use]
    pub fn page_mapping(&self, pfn: Pfn) -> Option<u16> {
        self.has_mapping(pfn)
            .then(|| self.memory.frames.mapping[pfn as usize])
    }

    /// Takes a mapping's tree_lock and holds it for `ns` nanoseconds of the reference CPU, which include the cost of the
    /// lock operations themselves. Charges this time and the time spent spinning.
    pub fn hold_tree_lock(&mut self, mapping: u16, function: Function, ns: u64) {
        let task = self.sched.current();
        let (ns, round) = (
            self.sched.cpu_time(ns),
            self.sched.cpu_time(cost::TREE_LOCK),
        );
        let mut spun = 0;
        if self.memory.cpus.len() > 1 {
            let at = self.now() + self.task(task).charge;
            let start = self.memory.tree_locks.first_gap(mapping, task, at, ns);
            spun = start - at;
            self.observer.note_spin(spun);
            let hold = Hold {
                mapping,
                task,
                start,
                end: start + ns,
            };
            self.memory
                .tree_locks
                .keep(hold, HOLDS_PER_CPU * self.memory.cpus.len());
        }
        self.charge_time_in(Function::SpinLock, spun + round);
        self.charge_time_in(function, ns - round);
    }

    /// Takes the tree_lock to remove one page of a mapping.
    pub fn lock_to_remove(&mut self, mapping: Option<u16>) {
        self.observer
            .count_global(Counter::TreeLockRounds, u64::from(mapping.is_some()));
        match mapping {
            Some(mapping) if self.rules.tree_lock_holds => {
                self.hold_tree_lock(mapping, Function::RemoveMapping, cost::REMOVE_PAGE);
            }
            Some(_) | None if !self.rules.tree_lock_holds => {
                self.charge_in(Function::SpinLock, cost::TREE_LOCK);
            }
            _ => {}
        }
    }

    /// Takes the tree_lock to remove `pages` pages of a mapping. Charges most of the removal to __remove_mapping and
    /// the rest to __remove_mapping_batch, because the posting's profile with the patch shows both functions.
    pub fn lock_to_remove_batch(&mut self, mapping: u16, pages: u64) {
        self.observer.count_global(Counter::TreeLockRounds, 1);
        self.observer.note_spared_rounds(pages - 1);
        let ns = cost::TREE_LOCK + pages * cost::REMOVE_PAGE_OF_BATCH;
        self.hold_tree_lock(mapping, Function::RemoveMapping, ns);
        let each = cost::REMOVE_PAGE_OF_BATCH - (cost::REMOVE_PAGE - cost::TREE_LOCK);
        let listing = self.sched.cpu_time(pages * each);
        let profile = &mut self.sched.current_task_mut().profile;
        profile.reassign(
            Function::RemoveMapping,
            Function::RemoveMappingBatch,
            listing,
        );
    }

    /// Takes the tree_lock to add a page to a mapping.
    pub fn lock_to_insert(&mut self, mapping: u16) {
        if self.rules.tree_lock_holds {
            self.hold_tree_lock(mapping, Function::AddToPageCache, cost::INSERT_PAGE);
        }
    }

    /// Records a run for the report and empties it, if `batch_remove_mapping` would flush its batch at this point.
    pub fn note_point(&mut self, run: &mut Run, point: Point) {
        use crate::mechanism::batch_remove_mapping::flushes;
        if flushes(true, run.len, run.mapping, point) {
            self.observer.note_run(run.len);
            run.len = 0;
        }
    }
}
