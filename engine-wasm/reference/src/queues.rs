//! Follows the engine's record of its request queues, and compares the results with the reference's own queues.

use reclaim_engine::block::{Dispatch, Room, Submit};
use reclaim_engine::observer::record::Extent as Recorded;

use crate::requests::{Extent, Given, QueueRules, Taken};
use crate::{Reference, same};

type Agreed = Result<(), String>;

fn extent(of: Recorded) -> Extent {
    Extent {
        block: of.block,
        pages: of.pages,
        read: of.read,
        sync: of.sync,
    }
}

impl Reference {
    /// __make_request.
    pub(crate) fn submits(
        &mut self,
        task: u32,
        queue: u32,
        at: u64,
        bio: Recorded,
        answer: Submit,
    ) -> Agreed {
        // Class 1 is sync, or writes in a kernel that divides by direction.
        let class = match self.by_kind {
            true => usize::from(bio.sync),
            false => usize::from(!bio.read),
        };
        let rules = self.queue_rules();
        self.queues[queue as usize].set_rules(rules);
        let batch = self.batches.entry(task).or_default();
        if std::mem::take(&mut batch.sleeps) {
            batch.begin(at);
        }
        let own = self.queues[queue as usize].submit(at, task, extent(bio), class, batch.holds(at));
        let engine = match answer {
            Submit::Merged(freed) => Taken::Merged {
                joined: freed.is_some(),
            },
            Submit::Queued(Room::BelowLimit) => Taken::Request,
            Submit::Queued(Room::Filled) => Taken::Fills,
            Submit::Queued(Room::PastLimit) => Taken::PastLimit,
            Submit::Full => Taken::Refused,
        };
        // A task's right to batch holds for all queues. So if the reference no longer follows this queue, update the
        // right with the engine's result.
        let given_up = self.queues[queue as usize].given_up();
        let got = if given_up { engine } else { own };
        batch.got(at, got);
        batch.sleeps = got == Taken::Refused;
        if given_up {
            return Ok(());
        }
        self.agreed += 1;
        same(
            engine,
            own,
            &format!("queue {queue}, what becomes of a bio"),
        )
    }

    fn queue_rules(&self) -> QueueRules {
        let scales = self.kernel.since([2, 6, 33]);
        QueueRules {
            holds: self.kernel.on("cfq_sync_noidle_fairness"),
            weighs_thought: self.kernel.since([3, 1, 0]),
            target: if scales { 300_000_000 } else { 0 },
            by_age: self.kernel.since([3, 13, 0]),
        }
    }

    /// Checks the next request for the device.
    pub(crate) fn dispatches(
        &mut self,
        queue: u32,
        at: u64,
        answer: Dispatch,
        request: Option<Recorded>,
    ) -> Agreed {
        let engine = match (answer, request) {
            (Dispatch::Started { .. } | Dispatch::Given { .. }, Some(request)) => {
                Given::Request(extent(request))
            }
            (Dispatch::WaitUntil(at), _) => Given::NotBefore(at),
            _ => Given::Nothing,
        };
        let rules = self.queue_rules();
        let own = &mut self.queues[queue as usize];
        if own.given_up() {
            return Ok(());
        }
        own.set_rules(rules);
        let own = own.next(at);
        self.agreed += 1;
        same(engine, own, &format!("queue {queue}, the next request"))
    }

    /// Processes the completion of a request.
    pub(crate) fn completes(
        &mut self,
        queue: u32,
        at: u64,
        request: Recorded,
        wakes: (bool, bool),
    ) -> Agreed {
        let rules = self.queue_rules();
        let own = &mut self.queues[queue as usize];
        if own.given_up() {
            return Ok(());
        }
        own.set_rules(rules);
        let own = own.ends(at, extent(request));
        same(
            Some(wakes),
            own,
            &format!("queue {queue}, a request ends: wakes congestion waiters, a waiter"),
        )
    }
}
