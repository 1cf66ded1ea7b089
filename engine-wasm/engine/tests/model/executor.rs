//! Runs kernel paths on a [`Lab`] as tasks, with the events of its machine.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use reclaim_engine::mm::kswapd::kswapd;
use reclaim_engine::observer::watched::Watched;
use reclaim_engine::sched::context::Cx;
use reclaim_engine::sched::event::Event;
use reclaim_engine::sched::task::{Activity, Task, TaskId, TaskKind};

use super::lab::Lab;

/// A path that has not returned after this virtual time is treated as one that never returns, nanoseconds.
const LONGEST: u64 = 600_000_000_000;

/// The code of a task.
pub type TaskFuture = Pin<Box<dyn Future<Output = ()>>>;

impl Lab {
    /// Adds a task that does not run yet.
    pub fn add_task(&mut self, task: Task, program: impl FnOnce(Cx) -> TaskFuture) -> TaskId {
        let id = self.m().add_task(task);
        let cx = Cx::new(Rc::clone(&self.machine), id);
        self.futures.push(Some(program(cx)));
        id
    }

    /// Starts a task.
    pub fn start<F: Future<Output = ()> + 'static>(
        &mut self,
        program: impl FnOnce(Cx) -> F,
    ) -> TaskId {
        let task = Task::new("task".into(), TaskKind::User);
        let id = self.add_task(task, |cx| Box::pin(program(cx)));
        self.m().make_runnable(id);
        id
    }

    /// Whether a task has ended.
    pub fn ended(&self, id: TaskId) -> bool {
        self.futures[id as usize].is_none()
    }

    /// Runs a kernel path as a task until it returns. Meanwhile, handles the events that become due.
    pub fn call<R: 'static, F: Future<Output = R> + 'static>(
        &mut self,
        path: impl FnOnce(Cx) -> F,
    ) -> R {
        let result = Rc::new(Cell::new(None));
        let slot = Rc::clone(&result);
        let id = self.start(|cx| {
            let path = path(cx);
            async move { slot.set(Some(path.await)) }
        });
        while !self.ended(id) {
            assert!(self.advance(u64::MAX), "the path sleeps for ever");
            assert!(self.m().now() < LONGEST, "the path goes round for ever");
        }
        result.take().expect("a result")
    }

    /// Runs up to a virtual time, nanoseconds.
    pub fn run_until(&mut self, at: u64) {
        while self.advance(at) {}
        let mut m = self.m();
        let now = m.now().max(at);
        m.sched.set_now(now);
    }

    /// Runs as long as a condition holds.
    pub fn run_while(&mut self, holds: impl Fn(&Watched) -> bool) {
        while holds(&self.m()) {
            assert!(self.advance(u64::MAX), "everybody sleeps for ever");
        }
    }

    /// Starts kswapd, which first checks whether it may sleep.
    pub fn start_kswapd(&mut self) {
        self.add_kswapd(false);
    }

    /// Adds kswapd in its state on a booted machine: asleep.
    pub fn booted_kswapd(&mut self) {
        self.add_kswapd(true);
    }

    fn add_kswapd(&mut self, asleep: bool) {
        let task = Task::new("kswapd0".into(), TaskKind::Kswapd);
        let id = self.add_task(task, move |cx| Box::pin(kswapd(cx, asleep)));
        self.m().memory.kswapd.runs_as(id);
        self.m().make_runnable(id);
    }

    /// Starts a task that sleeps as kswapd does, and ends when it is woken.
    pub fn sleeping_kswapd(&mut self) -> TaskId {
        let id = self.start(|cx| async move {
            cx.prepare_to_wait();
            cx.with(|m| m.memory.kswapd.waits_for_work());
            cx.schedule(None, Activity::Idle).await;
        });
        self.m().memory.kswapd.runs_as(id);
        while self.advance(u64::MAX) {}
        id
    }

    fn advance(&mut self, limit: u64) -> bool {
        let ready = self.m().next_to_run();
        if let Some(id) = ready {
            self.poll(id);
            return true;
        }
        let due = self.m().sched.next_event_at().is_some_and(|at| at <= limit);
        if !due {
            return false;
        }
        let (at, event) = self.m().sched.pop_event().expect("an event");
        self.m().sched.set_now(at);
        match event {
            Event::Burned(id, token) => {
                let runs = {
                    let mut m = self.m();
                    m.task(id).token == token && m.keeps_cpu(id)
                };
                if runs {
                    self.poll(id);
                }
            }
            Event::Timeout(id, token) => self.m().timed_out(id, token),
            Event::Served(queue, slot) => self.m().request_served(queue, slot),
            Event::Kick(queue) => self.m().kick_queue(queue),
            Event::Start(_) => {}
        }
        true
    }

    fn poll(&mut self, id: TaskId) {
        self.m().begin_turn(id);
        let future = self.futures[id as usize].as_mut().expect("a live task");
        let done = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
            == Poll::Ready(());
        if done {
            self.futures[id as usize] = None;
            self.m().end_task(id);
            return;
        }
        self.m().end_turn(id);
    }
}
