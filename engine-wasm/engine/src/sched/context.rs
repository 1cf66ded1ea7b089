//! The interface of a task's code: access to the machine, and the points where the task may sleep.

use super::task::Request;
use std::cell::{RefCell, RefMut};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use super::cost;
use super::task::{Activity, TaskId};
use crate::machine::Machine;
use crate::observer::watched::Watched;

/// A task's handle to the machine.
#[derive(Clone)]
pub struct Cx {
    machine: Rc<RefCell<Watched>>,
    /// Id of the task.
    pub id: TaskId,
}

/// A future that completes when charged CPU time has passed. It is written by hand, like [`Schedule`], because an async
/// block would add a function call to each poll.
#[must_use = "time passes only while it is awaited"]
pub struct Burn<'a> {
    cx: &'a Cx,
    /// Whether a small amount of charged time may be left for later.
    relaxes: bool,
    asked: bool,
}

impl Future for Burn<'_> {
    type Output = ();

    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.asked {
            return Poll::Ready(());
        }
        let (id, relaxes) = (self.cx.id as usize, self.relaxes);
        self.asked = self.cx.with(|m| {
            let task = &mut m.sched.tasks[id];
            if task.charge == 0 || relaxes && !task.has_to_relax() {
                return false;
            }
            m.sched.request = Some(Request::Burn(std::mem::take(&mut task.charge)));
            true
        });
        if self.asked {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    }
}

/// How far a task is in [`Cx::schedule`].
#[derive(Clone, Copy)]
enum Stage {
    Leaves,
    Left,
    Sleeps,
}

/// A future that completes when a sleep ends.
#[must_use = "a task sleeps only while this is awaited"]
pub struct Schedule<'a> {
    cx: &'a Cx,
    timeout: Option<Timeout>,
    why: Activity,
    stage: Stage,
}

/// When a sleep ends by itself.
#[derive(Clone, Copy)]
enum Timeout {
    /// After so many nanoseconds (hrtimer_nanosleep).
    Exact(u64),
    /// At a tick: nanoseconds, counted from the last tick (schedule_timeout).
    Tick(u64),
}

impl Future for Schedule<'_> {
    type Output = bool;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<bool> {
        let Self {
            cx,
            timeout,
            why,
            stage,
        } = *self;
        let id = cx.id;
        let mut m = cx.machine.borrow_mut();
        let task = &mut m.sched.tasks[id as usize];
        match stage {
            Stage::Leaves => {
                let charge = std::mem::take(&mut task.charge);
                let switch = m.sched.cpu_time(cost::CONTEXT_SWITCH);
                m.sched.request = Some(Request::Burn(charge + switch));
                self.stage = Stage::Left;
                Poll::Pending
            }
            Stage::Left if !task.woken => {
                match timeout {
                    Some(Timeout::Exact(ns)) => m.set_timeout(id, ns),
                    Some(Timeout::Tick(ns)) => m.set_tick_timeout(id, ns),
                    None => {}
                }
                m.sched.request = Some(Request::Block(why));
                self.stage = Stage::Sleeps;
                Poll::Pending
            }
            Stage::Left | Stage::Sleeps => {
                task.token += 1;
                Poll::Ready(task.woken)
            }
        }
    }
}

impl Cx {
    /// Makes the handle of task `id` to `machine`.
    #[must_use]
    pub fn new(machine: Rc<RefCell<Watched>>, id: TaskId) -> Self {
        Self { machine, id }
    }

    /// Borrows the machine for one call. The borrow ends with the statement: Clippy (`await_holding_refcell_ref`)
    /// rejects code that keeps it across an `.await`.
    #[inline]
    pub fn m(&self) -> RefMut<'_, Machine> {
        RefMut::map(self.machine.borrow_mut(), |watched| &mut **watched)
    }

    /// Runs `f` on the machine, for steps that belong together. The task cannot sleep inside `f`.
    #[inline]
    pub fn with<R>(&self, f: impl FnOnce(&mut Machine) -> R) -> R {
        f(&mut self.machine.borrow_mut())
    }

    /// Charges CPU time, in nanoseconds of the reference CPU. The time passes at the next sleep, or in [`Cx::relax`]
    /// once enough of it has accumulated.
    #[inline]
    pub fn charge(&self, ns: u64) {
        self.with(|m| m.sched.tasks[self.id as usize].charge += m.sched.cpu_time(ns));
    }

    /// Lets charged CPU time pass if enough of it has accumulated.
    #[inline]
    pub fn relax(&self) -> Burn<'_> {
        Burn {
            cx: self,
            relaxes: true,
            asked: false,
        }
    }

    /// Lets all charged CPU time pass.
    #[inline]
    pub fn burn(&self) -> Burn<'_> {
        Burn {
            cx: self,
            relaxes: false,
            asked: false,
        }
    }

    /// Announces that the task will sleep, so that a wake-up from now on is not lost.
    pub fn prepare_to_wait(&self) {
        self.with(|m| {
            let task = &mut m.sched.tasks[self.id as usize];
            task.woken = false;
            task.token += 1;
        });
    }

    /// Sleeps until woken or for `timeout` nanoseconds, counted from the last tick as in schedule_timeout: a sleep of one
    /// jiffy ends at the next tick. Returns true if woken. Call `prepare_to_wait` first.
    #[inline]
    pub fn schedule(&self, timeout: Option<u64>, why: Activity) -> Schedule<'_> {
        self.leave(timeout.map(Timeout::Tick), why)
    }

    /// Sleeps for `ns` nanoseconds, counted from the last tick, without joining a wait queue.
    pub async fn schedule_timeout(&self, ns: u64, why: Activity) {
        self.prepare_to_wait();
        self.schedule(Some(ns), why).await;
    }

    /// Sleeps for exactly `ns` nanoseconds, as nanosleep in a program does.
    pub async fn sleep(&self, ns: u64, why: Activity) {
        self.prepare_to_wait();
        self.leave(Some(Timeout::Exact(ns)), why).await;
    }

    fn leave(&self, timeout: Option<Timeout>, why: Activity) -> Schedule<'_> {
        Schedule {
            cx: self,
            timeout,
            why,
            stage: Stage::Leaves,
        }
    }
}
