//! Assigns CPUs to tasks, fairly by vruntime (see `fair`). All CPUs share one run queue.

use super::event::Event;
use super::fair::vruntime_of;
use super::task::{Activity, Request, Task, TaskId, TaskState};
use crate::machine::Machine;

impl Machine {
    /// Wakes a task. A task that is still preparing to sleep will not sleep.
    pub fn wake(&mut self, id: TaskId) {
        let task = &mut self.sched.tasks[id as usize];
        task.woken = true;
        if task.state == TaskState::Blocked {
            self.make_runnable(id);
        }
    }

    /// Sets a timeout for the current sleep of a task, nanoseconds from now.
    pub fn set_timeout(&mut self, id: TaskId, ns: u64) {
        let token = self.sched.tasks[id as usize].token;
        self.sched
            .set_event(self.sched.now() + ns, Event::Timeout(id, token));
    }

    /// Ends a task's sleep `ns` nanoseconds after the last tick, rounded up to a tick (schedule_timeout, mod_timer).
    pub fn set_tick_timeout(&mut self, id: TaskId, ns: u64) {
        let jiffy = self.sched.jiffy();
        let end = self.sched.jiffies() * jiffy + ns.next_multiple_of(jiffy);
        self.set_timeout(id, end.saturating_sub(self.sched.now()));
    }

    /// Handles a timeout. The task becomes runnable if it is still in the sleep that the timeout was set for.
    pub fn timed_out(&mut self, id: TaskId, token: u32) {
        let task = &self.sched.tasks[id as usize];
        if task.state == TaskState::Blocked && task.token == token {
            self.make_runnable(id);
        }
    }

    /// Makes a task runnable. If it preempts the task on its last CPU, marks that CPU for rescheduling.
    pub fn make_runnable(&mut self, id: TaskId) {
        self.set_activity(id, Activity::WaitingForCpu);
        let (fair, floor) = (self.sched.fair, self.sched.min_vruntime);
        let task = &mut self.sched.tasks[id as usize];
        task.state = TaskState::Runnable;
        task.vruntime = fair.placed(task.vruntime, floor);
        let (entity, cpu) = (task.entity(), task.last_cpu as usize);
        self.sched.run_queue.push(entity, id);
        if let Some(running) = self.sched.holders[cpu] {
            let running = self.sched.tasks[running as usize].entity();
            self.sched.need_resched[cpu] |= fair.preempts(entity, running);
        }
    }

    /// Gives an idle CPU to the waiting task with the lowest vruntime. The caller runs this task.
    pub fn next_to_run(&mut self) -> Option<TaskId> {
        let (_, id) = self.sched.run_queue.first()?;
        let last = self.sched.tasks[id as usize].last_cpu;
        let cpu = if self.sched.holder(last).is_none() {
            last
        } else {
            self.sched.holders.iter().position(Option::is_none)? as u8
        };
        self.sched.run_queue.pop();
        self.sched.holders[cpu as usize] = Some(id);
        self.sched.need_resched[cpu as usize] = false;
        self.sched.ticked[cpu as usize] = self.sched.jiffies();
        let task = &mut self.sched.tasks[id as usize];
        task.state = TaskState::OnCpu(cpu);
        task.last_cpu = cpu;
        task.runtime_at_switch = task.runtime;
        self.sched.min_vruntime = self.sched.min_vruntime.max(task.vruntime);
        Some(id)
    }

    /// Whether a task waits for a CPU and there is an idle one.
    pub fn can_run_next(&self) -> bool {
        !self.sched.run_queue.is_empty() && self.sched.has_idle_cpu()
    }

    /// Called when charged CPU time of a task has passed. Returns false if it gives its CPU to a waiting task.
    pub fn keeps_cpu(&mut self, id: TaskId) -> bool {
        let Some((waiting, _)) = self.sched.run_queue.first() else {
            return true;
        };
        if self.sched.has_idle_cpu() || !self.has_to_make_way(id, waiting) {
            return true;
        }
        self.release_cpu(id);
        self.make_runnable(id);
        false
    }

    /// Whether a task must give up its CPU: because of a wake-up, or because its time slice is over, which is checked
    /// once per tick. `first` is the lowest vruntime of a waiting task.
    fn has_to_make_way(&mut self, id: TaskId, first: u64) -> bool {
        let now = self.sched.jiffies();
        let task = &self.sched.tasks[id as usize];
        let cpu = task.last_cpu as usize;
        if self.sched.need_resched[cpu] {
            return true;
        }
        if std::mem::replace(&mut self.sched.ticked[cpu], now) == now {
            return false;
        }
        let ran = task.runtime - task.runtime_at_switch;
        let cpus = self.sched.holders.len();
        let sharing = self.sched.run_queue.sharing(task.weight, cpus);
        self.sched.fair.is_over(ran, task.entity(), first, sharing)
    }

    /// Takes a task off its CPU.
    pub fn release_cpu(&mut self, id: TaskId) {
        if let TaskState::OnCpu(cpu) = self.sched.tasks[id as usize].state {
            self.sched.holders[cpu as usize] = None;
            self.sched.tasks[id as usize].state = TaskState::Blocked;
        }
    }

    /// Adds CPU time to a task's run time, and sets an event for the end of this time.
    pub fn burn(&mut self, id: TaskId, ns: u64) {
        let activity = if self.sched.tasks[id as usize].in_direct_reclaim {
            Activity::Reclaiming
        } else {
            Activity::Running
        };
        self.set_activity(id, activity);
        let task = &mut self.sched.tasks[id as usize];
        task.runtime += ns;
        task.vruntime += vruntime_of(ns, task.weight);
        let (token, vruntime) = (task.token, task.vruntime);
        let first = self.sched.run_queue.first();
        let least = first.map_or(vruntime, |(first, _)| first.min(vruntime));
        self.sched.min_vruntime = self.sched.min_vruntime.max(least);
        self.sched
            .set_event(self.sched.now() + ns, Event::Burned(id, token));
    }

    /// Adds a task that does not run yet.
    pub fn add_task(&mut self, task: Task) -> TaskId {
        self.sched.tasks.push(task);
        self.observer.add_task();
        self.sched.tasks.len() as TaskId - 1
    }

    /// Records that a task begins another activity now.
    pub fn set_activity(&mut self, id: TaskId, activity: Activity) {
        let now = self.sched.now();
        let task = &mut self.sched.tasks[id as usize];
        if task.activity == activity {
            return;
        }
        self.observer.note_state(id, task.activity, task.since, now);
        task.activity = activity;
        task.since = now;
    }

    /// Starts a turn: the code of a task runs, on the CPU that the task holds.
    pub fn begin_turn(&mut self, id: TaskId) {
        self.sched.run_as(id);
        if let TaskState::OnCpu(cpu) = self.sched.task(id).state {
            self.sched.run_on(cpu);
        }
        self.sched.request = None;
    }

    /// Ends a turn: the task's code has suspended. Carries out the request that it made.
    pub fn end_turn(&mut self, id: TaskId) {
        match self.sched.request.take() {
            Some(Request::Burn(ns)) => self.burn(id, ns),
            Some(Request::Block(why)) => {
                self.release_cpu(id);
                self.set_activity(id, why);
            }
            None => {}
        }
    }

    /// Ends a task whose code has returned.
    pub fn end_task(&mut self, id: TaskId) {
        self.release_cpu(id);
        self.set_activity(id, Activity::Idle);
        self.sched.task_mut(id).state = TaskState::Dead;
    }
}
