//! Times are consistent: the activities of a task add up to the time that has passed, and no CPU works longer than
//! that.

use super::expect;
use crate::observer::watched::Watched;
use crate::sched::task::{Activity, TaskId, TaskState};

impl Watched {
    /// Checks the times of tasks against the clock.
    pub(super) fn check_times(&self) -> Result<(), String> {
        let mut busy = 0;
        for (id, task) in self.sched.tasks().iter().enumerate() {
            let mut spent = self.observed().tasks[id].spent;
            spent[task.activity as usize] += self.now() - task.since;
            expect(self.now(), spent.iter().sum(), || {
                format!("task {}: time in all states", task.name)
            })?;
            let ran = spent[Activity::Running as usize] + spent[Activity::Reclaiming as usize];
            // `runtime` already includes charged CPU time that the task has not used up yet.
            let to_come = match task.state {
                TaskState::OnCpu(_) => self.burns_until(id as TaskId, task.token),
                _ => None,
            };
            let to_come = to_come.map_or(0, |at| at.saturating_sub(self.now()));
            expect(task.runtime, ran + to_come, || {
                format!("task {}: CPU time", task.name)
            })?;
            let in_functions: u64 = self.profile(id as TaskId).iter().sum();
            if in_functions > task.runtime + task.charge {
                return Err(format!(
                    "task {}: {in_functions} ns in functions, {} ns charged",
                    task.name,
                    task.runtime + task.charge
                ));
            }
            busy += ran;
        }
        let cpus = self.memory.cpus.len() as u64;
        if busy > cpus * self.now() {
            return Err(format!(
                "{busy} ns of CPU time in {} ns on {cpus} CPUs",
                self.now()
            ));
        }
        Ok(())
    }
}
