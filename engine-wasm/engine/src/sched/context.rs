//! What the code of a task sees: the machine, and the places where it may sleep.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use super::cost;
use super::task::{Doing, TaskId};
use crate::machine::Machine;

/// A task's hold on the machine.
#[derive(Clone)]
pub struct Cx {
    machine: Rc<RefCell<Machine>>,
    /// The task.
    pub id: TaskId,
}

/// What a task asks of the scheduler when it suspends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Keep the CPU for so many nanoseconds.
    Burn(u64),
    /// Sleep until woken.
    Block(Doing),
}

/// Suspends once.
struct Suspend {
    asked: bool,
}

impl Future for Suspend {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.asked {
            return Poll::Ready(());
        }
        self.asked = true;
        Poll::Pending
    }
}

impl Cx {
    /// The hold of task `id` on `machine`.
    #[must_use]
    pub fn new(machine: Rc<RefCell<Machine>>, id: TaskId) -> Self {
        Self { machine, id }
    }

    /// Runs `f` on the machine. No sleep can happen inside.
    #[inline]
    pub fn with<R>(&self, f: impl FnOnce(&mut Machine) -> R) -> R {
        f(&mut self.machine.borrow_mut())
    }

    /// Charges CPU time, nanoseconds; it passes at the next sleep or once there is enough of it.
    #[inline]
    pub fn charge(&self, ns: u64) {
        self.with(|m| m.tasks[self.id as usize].charge += ns);
    }

    /// Lets charged CPU time pass if there is enough of it.
    pub async fn relax(&self) {
        if self.with(|m| m.tasks[self.id as usize].has_to_relax()) {
            self.burn().await;
        }
    }

    /// Lets all charged CPU time pass.
    pub async fn burn(&self) {
        let charge = self.with(|m| std::mem::take(&mut m.tasks[self.id as usize].charge));
        if charge > 0 {
            self.with(|m| m.request = Some(Request::Burn(charge)));
            Suspend { asked: false }.await;
        }
    }

    /// Says that the task will sleep: a wake-up from now on is not lost.
    pub fn prepare_to_wait(&self) {
        self.with(|m| {
            let task = &mut m.tasks[self.id as usize];
            task.woken = false;
            task.token += 1;
        });
    }

    /// Sleeps until woken or for `timeout` nanoseconds; true if woken. Comes after `prepare_to_wait`.
    pub async fn schedule(&self, timeout: Option<u64>, why: Doing) -> bool {
        self.charge(cost::CONTEXT_SWITCH);
        self.burn().await;
        let sleeps = self.with(|m| {
            if m.tasks[self.id as usize].woken {
                return false;
            }
            if let Some(ns) = timeout {
                m.set_timeout(self.id, ns);
            }
            m.request = Some(Request::Block(why));
            true
        });
        if sleeps {
            Suspend { asked: false }.await;
        }
        self.with(|m| {
            let task = &mut m.tasks[self.id as usize];
            task.token += 1;
            task.woken
        })
    }

    /// Sleeps for `ns` nanoseconds whatever happens.
    pub async fn sleep(&self, ns: u64, why: Doing) {
        self.prepare_to_wait();
        self.schedule(Some(ns), why).await;
    }
}
