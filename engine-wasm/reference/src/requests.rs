//! The request queue of a disk: merging, the counts of requests, congestion, and which request goes to the device next.
//!
//! From the model's text on queues and elevators, which follows `block/blk-core.c` (get_request, freed_request,
//! ioc_batching), `block/elevator.c` (elv_merge, elv_attempt_insert_merge) and `block/cfq-iosched.c` (cfq_check_fifo,
//! cfq_choose_req, cfq_find_next_rq, cfq_merged_requests, cfq_may_dispatch, cfq_select_queue, cfq_should_preempt, the
//! slices, the idle window) of 2.6.29 to 3.16. Requests are in one vector in the order of their arrival, and every
//! operation searches all of them. The order in which a drive serves its own queue, and the service times, are not
//! modelled.
//!
//! To find the request that a bio continues, a kernel searches for one that ends where the bio starts. The engine
//! checks only the request with the next lower first block. This can be another request if waiting requests overlap.
//! They overlap if blocks were freed and allocated again while a write to them was waiting. The reference stops
//! following a queue in which this matters.

mod order;
mod readers;

use std::collections::BTreeMap;

use order::{Active, Known, Owner};
use readers::Thought;

const MS: u64 = 1_000_000;

/// Parameters of a queue.
#[derive(Clone, Copy, Debug)]
pub struct QueueFigures {
    /// nr_requests.
    pub nr_requests: u32,
    /// Longest request, blocks of 4 kB.
    pub max_pages: u32,
    /// Requests that the device serves at the same time.
    pub in_flight: u32,
    /// Whether the device is a virtual disk.
    pub is_virtual: bool,
}

/// The rules of a queue that depend on the version of the kernel.
#[derive(Clone, Copy, Debug, Default)]
pub struct QueueRules {
    /// Whether the device is also kept for a task without an idle window if all others in the line have one
    /// (cfq_sync_noidle_fairness).
    pub holds: bool,
    /// Whether it is not kept for such a task if the requests of such tasks usually come too late.
    pub weighs_thought: bool,
    /// cfq_target_latency, nanoseconds; 0 if the kernel has none.
    pub target: u64,
    /// Whether there is no elevator, so that the oldest request is next, and all classes share nr_requests.
    pub by_age: bool,
}

/// A bio, or a request made of several bios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// First block.
    pub block: u64,
    /// Number of blocks.
    pub pages: u32,
    /// Whether it is a read.
    pub read: bool,
    /// Whether it is sync: a task waits for it.
    pub sync: bool,
}

impl Extent {
    fn end(self) -> u64 {
        self.block + u64::from(self.pages)
    }
}

/// Result of submitting a bio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It was merged into a waiting request, which can then merge with the next one.
    Merged {
        /// Whether the two requests merged.
        joined: bool,
    },
    /// It got a request, and its class stays below nr_requests.
    Request,
    /// It got the request that fills the queue.
    Fills,
    /// It got a request beyond nr_requests, as a batching task.
    PastLimit,
    /// It got none: its task must sleep.
    Refused,
}

/// Next action of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// It gets this request.
    Request(Extent),
    /// It idles until this time, nanoseconds.
    NotBefore(u64),
    /// It gets no request.
    Nothing,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// Its number, counted from the first request.
    number: u64,
    extent: Extent,
    since: u64,
    class: usize,
    /// The task of its first bio.
    task: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    requests: u32,
    congested: bool,
    full: bool,
}

/// A task's right to requests beyond nr_requests (batching).
#[derive(Clone, Copy, Debug, Default)]
pub struct Batching {
    left: u32,
    since: u64,
    /// Whether it was refused a request and sleeps.
    pub sleeps: bool,
}

impl Batching {
    /// Whether the right is valid. Before its first use, it is always valid. From then on, it is valid for 31 more
    /// requests, but at most until 20 ms after it began.
    #[must_use]
    pub fn holds(&self, now: u64) -> bool {
        self.left == 32 || self.left > 0 && now < self.since + 20 * MS
    }

    /// Renews the task's right to exceed nr_requests, unless it is still valid.
    pub fn begin(&mut self, now: u64) {
        if !self.holds(now) {
            (self.left, self.since) = (32, now);
        }
    }

    /// Records the result for the task.
    pub fn got(&mut self, now: u64, taken: Taken) {
        if taken == Taken::Fills {
            self.begin(now);
        }
        if matches!(taken, Taken::Fills | Taken::PastLimit) {
            self.left = self.left.saturating_sub(1);
        }
    }
}

/// A request queue.
#[derive(Clone, Debug)]
pub struct Queue {
    figures: QueueFigures,
    /// Waiting requests, in the order of their arrival.
    waiting: Vec<Waiting>,
    /// Requests in the device.
    served: Vec<Waiting>,
    counts: [Count; 2],
    /// Block after the last request that was sent to the device.
    position: u64,
    /// Number of requests so far.
    numbers: u64,
    known: BTreeMap<Owner, Known>,
    active: Option<Active>,
    /// Number of places in the line so far.
    places: u64,
    /// Time until which the device is kept for the active owner, nanoseconds.
    kept_until: u64,
    rules: QueueRules,
    /// The thinking of all tasks without an idle window.
    strangers: Thought,
    /// Time at which a sync request last completed late, nanoseconds.
    late: Option<u64>,
    /// Whether overlapping requests affected a decision.
    given_up: bool,
}

impl Queue {
    /// Makes an empty queue.
    #[must_use]
    pub fn new(figures: QueueFigures) -> Self {
        let figures = QueueFigures {
            nr_requests: figures.nr_requests.max(4),
            ..figures
        };
        Self {
            figures,
            waiting: Vec::new(),
            served: Vec::new(),
            counts: [Count::default(); 2],
            position: 0,
            numbers: 0,
            known: BTreeMap::new(),
            active: None,
            places: 0,
            kept_until: 0,
            rules: QueueRules::default(),
            strangers: Thought::default(),
            late: None,
            given_up: false,
        }
    }

    /// Number of requests of a class, and whether the class is congested.
    #[must_use]
    pub fn count(&self, class: usize) -> (u32, bool) {
        (self.counts[class].requests, self.counts[class].congested)
    }

    /// Whether the queue is no longer followed.
    #[must_use]
    pub fn given_up(&self) -> bool {
        self.given_up
    }

    /// Whether another request of the owner overlaps the one at `at`.
    fn overlapped(&self, at: usize) -> bool {
        let one = self.waiting[at];
        let others = self.waiting.iter().enumerate();
        let mut others = others
            .filter(|&(other, _)| other != at)
            .map(|(_, other)| other);
        others.any(|other| {
            let (other, one, same) = (other.extent, one.extent, other.owner() == one.owner());
            same && other.block < one.end() && one.block < other.end()
        })
    }

    /// Sets the kernel's rules. Only a virtual disk has no elevator.
    pub fn set_rules(&mut self, rules: QueueRules) {
        let by_age = rules.by_age && self.figures.is_virtual;
        self.rules = QueueRules { by_age, ..rules };
    }

    /// Submits a bio of a task. `batches`: whether the task is batching, so that it may allocate a request while the
    /// queue is full.
    pub fn submit(
        &mut self,
        now: u64,
        task: u32,
        bio: Extent,
        class: usize,
        batches: bool,
    ) -> Taken {
        let most = self.figures.max_pages;
        let fits = |other: &Waiting, pages: u32| {
            other.extent.read == bio.read
                && other.owner() == bio.sync.then_some(task)
                && other.extent.pages + pages <= most
        };
        let behind = |other: &Waiting| other.extent.end() == bio.block && fits(other, bio.pages);
        if let Some(at) = self.waiting.iter().position(behind) {
            self.waiting[at].extent.pages += bio.pages;
            let grown = self.waiting[at].extent;
            let next =
                |other: &Waiting| other.extent.block == grown.end() && fits(other, grown.pages);
            let next = self.waiting.iter().position(next);
            self.given_up |= self.overlapped(at) || next.is_some_and(|next| self.overlapped(next));
            if let Some(next) = next {
                self.join(at, next);
            }
            return Taken::Merged {
                joined: next.is_some(),
            };
        }
        let before = |other: &Waiting| other.extent.block == bio.end() && fits(other, bio.pages);
        if let Some(at) = self.waiting.iter().position(before) {
            self.waiting[at].extent.block = bio.block;
            self.waiting[at].extent.pages += bio.pages;
            self.given_up |= self.overlapped(at);
            self.prefer(self.waiting[at]);
            return Taken::Merged { joined: false };
        }
        let taken = self.allocate(class, batches);
        if taken != Taken::Refused {
            let request = Waiting {
                number: self.numbers,
                extent: bio,
                since: now,
                class,
                task,
            };
            self.numbers += 1;
            self.arrives(now, request);
        }
        taken
    }

    /// Merges the request at `next` into the one at `at`. If the request at `next` is the older one, the merged request
    /// takes its place in the order of age.
    fn join(&mut self, at: usize, next: usize) {
        let (kept, gone) = (self.waiting[at], self.waiting[next]);
        let mut joined = kept;
        joined.extent.pages += gone.extent.pages;
        joined.since = kept.since.min(gone.since);
        let (place, left) = if gone.since < kept.since {
            (next, at)
        } else {
            (at, next)
        };
        self.waiting[place] = joined;
        self.waiting.remove(left);
        let next = &mut self.of(kept.owner()).next;
        if *next == Some(gone.number) {
            *next = Some(kept.number);
        }
        self.free(kept.class);
    }

    fn allocate(&mut self, class: usize, batches: bool) -> Taken {
        let nr = self.figures.nr_requests;
        if self.rules.by_age {
            if self.counts[0].requests + self.counts[1].requests >= nr {
                return Taken::Refused;
            }
            self.counts[class].requests += 1;
            return Taken::Request;
        }
        let count = &mut self.counts[class];
        let with_it = count.requests + 1;
        let mut taken = Taken::Request;
        if with_it >= nr {
            taken = match (count.full, batches) {
                (false, _) => Taken::Fills,
                (true, true) => Taken::PastLimit,
                (true, false) => return Taken::Refused,
            };
            count.full = true;
        }
        if with_it >= (nr - nr / 8 + 1).min(nr) {
            count.congested = true;
        }
        if count.requests >= nr + nr / 2 {
            return Taken::Refused;
        }
        count.requests += 1;
        taken
    }

    /// Frees a request; returns whether all congestion waiters of its class wake, and whether a task waiting for a
    /// request wakes.
    fn free(&mut self, class: usize) -> (bool, bool) {
        let nr = self.figures.nr_requests;
        let count = &mut self.counts[class];
        count.requests -= 1;
        if self.rules.by_age {
            return (false, true);
        }
        let uncongested = count.requests < (nr - nr / 8 - nr / 16 - 1).max(1);
        let room = count.requests < nr;
        count.congested &= !uncongested;
        count.full &= !room;
        (uncongested, room)
    }
}
