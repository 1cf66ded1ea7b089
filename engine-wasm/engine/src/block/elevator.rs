//! The elevator: chooses the waiting request that is served next. It models CFQ (block/cfq-iosched.c, 2.6.29 to 3.16)
//! without groups, priorities, workload types, cooperating queues and the preference for metadata requests.
//!
//! The sync requests of each task have a queue, and the async requests of all tasks share one. One queue at a time is
//! active: it has the drive for a slice.

use super::cfq_queue::{CfqQueue, SLICE_IDLE, ThinkTime};
use super::sorted::{Entry, Sorted};

const MS: u64 = 1_000_000;

/// Maximum number of requests of one queue in the drive while other queues wait. At the start of a slice and near its
/// end, only half of this number is allowed (cfq_quantum, 2.6.34 on; used for all kernels).
const QUANTUM: u32 = 8;
/// Maximum number of requests that the async queue gives the drive in one slice while other queues wait
/// (cfq_prio_to_maxrq).
const ASYNC_ROUND: u32 = 16;
/// Maximum distance from the head at which another task's request is as good as the awaited one, blocks
/// (CFQQ_CLOSE_THR).
const CLOSE: u64 = 1_024;
/// How much later each other queue makes a queue's turn, nanoseconds, async and sync (cfq_slice_offset).
const OFFSET: [i64; 2] = [140 * MS as i64, 80 * MS as i64];
/// A queue that preempts another one comes before all others by this time, nanoseconds (HZ jiffies).
const FRONT: i64 = 1_000 * MS as i64;
/// Length of a slice, nanoseconds, async and sync (cfq_slice_async, cfq_slice_sync).
const SLICE: [u64; 2] = [40 * MS, 100 * MS];
/// Age at which a request may be served out of block order, nanoseconds, async and sync (cfq_fifo_expire).
const EXPIRE: [u64; 2] = [250 * MS, 125 * MS];
/// The machine booted this long before a run begins, and no sync request has been delayed since, nanoseconds
/// (cfq_init_queue).
const UNDELAYED_BEFORE: u64 = 600_000 * MS;

/// Index of the async queue. The sync queue of a task follows at the id of the task plus one.
const ASYNC: usize = 0;

/// Rules of the elevator in which kernels differ. The default is CFQ from 2.6.29 to 2.6.32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ElevatorRules {
    /// Time in which every queue should have a slice, nanoseconds (cfq_target_latency); 0: slices are not shortened.
    pub target_latency_ns: u64,
    /// The drive is also kept for a sync queue without an idle window if all other busy sync queues have one.
    /// `cfq_sync_noidle_fairness` sets this field.
    pub idles_for_last: bool,
    /// The drive is not kept for such a queue if the requests of queues without an idle window usually come too late
    /// (“cfq-iosched: add think time check for service tree”, 3.1 on).
    pub tests_think_time: bool,
}

/// The elevator's decision about the next request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Serve this request; it was removed from the elevator.
    Serve(Entry),
    /// Serve nothing before this time, nanoseconds, unless a request arrives.
    HoldUntil(u64),
    /// No request waits, or none may be dispatched before a request in the drive ends.
    Nothing,
}

/// Whose request it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The task that submitted it.
    pub task: u32,
    /// Whether it is sync.
    pub sync: bool,
    /// Whether it is a read.
    pub reads: bool,
}

impl Sender {
    fn queue(self) -> usize {
        if self.sync {
            self.task as usize + 1
        } else {
            ASYNC
        }
    }
}

/// The queue that has the drive.
#[derive(Clone, Copy, Debug)]
struct Active {
    queue: usize,
    /// End of its slice, nanoseconds. `None` until its first request has ended (cfq_cfqq_slice_new).
    until: Option<u64>,
    /// Number of requests that it has given the drive in this slice (slice_dispatch).
    sent: u32,
}

/// The waiting requests of a drive.
#[derive(Clone, Debug)]
pub struct Elevator {
    rules: ElevatorRules,
    /// There is no elevator: the oldest request is served first (blk-mq).
    by_age: bool,
    queues: Vec<CfqQueue>,
    /// The queues with waiting requests, and the active one.
    busy: Vec<usize>,
    active: Option<Active>,
    /// Until when the drive is kept for the active queue, nanoseconds; 0: it is not.
    idle_until: u64,
    /// Number of placements so far, which orders queues with equal keys.
    placed: u64,
    /// Number of waiting requests.
    waiting: u32,
    /// End of the last request that was served (last_position).
    position: u64,
    /// Number of requests in the drive, async and sync.
    in_drive: [u32; 2],
    /// The think time of all sync queues without an idle window (cfq_rb_root.ttime).
    noidle_think: ThinkTime,
    /// When a sync request last ended too late (last_delayed_sync), nanoseconds. `UNDELAYED_BEFORE` is added to this
    /// time.
    delayed_sync: u64,
}

impl Elevator {
    /// Makes an empty elevator.
    pub fn new(rules: ElevatorRules) -> Self {
        Elevator {
            rules,
            by_age: false,
            queues: vec![CfqQueue::new(false)],
            busy: Vec::new(),
            active: None,
            idle_until: 0,
            placed: 0,
            waiting: 0,
            position: 0,
            in_drive: [0; 2],
            noidle_think: ThinkTime::default(),
            delayed_sync: 0,
        }
    }

    /// From now on, serves the oldest request first. Called before there are any.
    pub fn serve_by_age(&mut self) {
        self.by_age = true;
    }

    /// Changes the rules. May be called while requests wait.
    pub fn set_rules(&mut self, rules: ElevatorRules) {
        self.rules = rules;
    }

    /// Returns the requests of a sender's queue, which is made if there is none.
    pub fn list(&mut self, of: Sender) -> &Sorted {
        let at = self.queue_of(of);
        &self.queues[at].list
    }

    fn queue_of(&mut self, of: Sender) -> usize {
        let at = of.queue();
        if at >= self.queues.len() {
            self.queues.resize_with(at + 1, || CfqQueue::new(true));
        }
        at
    }

    /// Adds a request that has arrived (cfq_insert_request).
    pub fn add(&mut self, now: u64, of: Sender, entry: Entry) {
        let at = self.queue_of(of);
        let queue = &mut self.queues[at];
        if of.sync {
            if !queue.has_idle_window() {
                self.noidle_think.arrived(now);
            }
            queue.sync_arrived(now, entry, of.reads);
        }
        queue.list.insert(now, entry);
        queue.next.arrived(&queue.list, entry, self.position);
        self.waiting += 1;
        if !self.busy.contains(&at) {
            self.busy.push(at);
            self.place(now, at);
        }
        match self.active {
            Some(active) if active.queue == at => self.idle_until = 0,
            Some(active) if self.preempts(now, active, of, entry) => {
                self.expire(now, true);
                let first = self.busy.iter().map(|&it| self.queues[it].place.0).min();
                self.placed += 1;
                self.queues[at].place = (first.unwrap_or(0) - FRONT, self.placed);
            }
            _ => {}
        }
    }

    /// Extends a waiting request at its end.
    pub fn grow_back(&mut self, of: Sender, index: usize, pages: u32) {
        self.queues[of.queue()].list.grow_back(index, pages);
    }

    /// Extends a waiting request at its start.
    pub fn grow_front(&mut self, of: Sender, index: usize, pages: u32) {
        let queue = &mut self.queues[of.queue()];
        queue.list.grow_front(index, pages);
        let entry = queue.list.entries()[index];
        queue.next.arrived(&queue.list, entry, self.position);
    }

    /// Joins the waiting request after `index` to the one at `index`. Returns two slots: that of the request that is
    /// kept, and that of the request that is removed.
    pub fn join(&mut self, of: Sender, index: usize) -> (u32, u32) {
        let queue = &mut self.queues[of.queue()];
        let kept = queue.list.entries()[index].slot;
        let gone = queue.list.join(index);
        queue.next.joined(kept, gone);
        self.waiting -= 1;
        (kept, gone)
    }

    /// Called at the end of each request (cfq_completed_request). Starts the clock of a new slice, ends one that is used
    /// up, and begins to wait for the next request of the active queue.
    pub fn completed(&mut self, now: u64, of: Sender, queued_at: u64) {
        let at = of.queue();
        let class = usize::from(of.sync);
        self.in_drive[class] = self.in_drive[class].saturating_sub(1);
        self.queues[at].ended(now);
        if of.sync && !self.queues[at].has_idle_window() {
            self.noidle_think.ended(now);
        }
        if of.sync && now >= queued_at + EXPIRE[class] {
            self.delayed_sync = now + UNDELAYED_BEFORE;
        }
        let length = self.slice_ns(at);
        let Some(active) = self.active.as_mut().filter(|active| active.queue == at) else {
            return;
        };
        let until = *active.until.get_or_insert(now + length);
        let queue = &self.queues[at];
        if now >= until {
            self.expire(now, true);
        } else if of.sync
            && queue.list.is_empty()
            && queue.in_drive == 0
            && self.should_idle(at)
            && queue.comes_back_within(until - now)
        {
            self.idle_until = now + SLICE_IDLE;
        }
    }

    /// Removes and returns the next request (cfq_dispatch_requests).
    pub fn choose(&mut self, now: u64) -> Choice {
        if self.waiting == 0 {
            return Choice::Nothing;
        }
        if self.by_age {
            return self.choose_oldest();
        }
        if let Some(choice) = self.keeps_active(now) {
            return choice;
        }
        let active = match self.active {
            Some(active) => active,
            None => {
                let first = self
                    .busy
                    .iter()
                    .copied()
                    .min_by_key(|&it| self.queues[it].place);
                let queue = first.unwrap_or(ASYNC);
                Active {
                    queue,
                    until: None,
                    sent: 0,
                }
            }
        };
        self.active = Some(active);
        if !self.may_dispatch(active, now) {
            return Choice::Nothing;
        }
        let at = active.queue;
        let aged = if active.sent == 0 {
            self.expired(at, now)
        } else {
            None
        };
        let queue = &mut self.queues[at];
        let index = aged.or_else(|| queue.next.index(&queue.list)).unwrap_or(0);
        let entry = queue.list.take(index);
        queue.next.served(&queue.list, index, entry);
        queue.in_drive += 1;
        self.in_drive[usize::from(at != ASYNC)] += 1;
        self.waiting -= 1;
        self.position = entry.end();
        let sent = active.sent + 1;
        self.active = Some(Active { sent, ..active });
        if at == ASYNC && sent >= ASYNC_ROUND && self.busy.len() > 1 {
            self.expire(now, false);
        }
        Choice::Serve(entry)
    }

    fn choose_oldest(&mut self) -> Choice {
        let oldest = |at: usize| Some((self.queues[at].list.oldest()?, at));
        let oldest = self.busy.iter().filter_map(|&at| oldest(at));
        let Some(((index, _), at)) = oldest.min_by_key(|&((_, since), at)| (since, at)) else {
            return Choice::Nothing;
        };
        let queue = &mut self.queues[at];
        let entry = queue.list.take(index);
        queue.next.served(&queue.list, index, entry);
        queue.in_drive += 1;
        if queue.list.is_empty() {
            self.busy.retain(|&it| it != at);
        }
        self.in_drive[usize::from(at != ASYNC)] += 1;
        self.waiting -= 1;
        self.position = entry.end();
        Choice::Serve(entry)
    }

    /// Ends the slice of the active queue if it is used up, or if the queue has no request and none is awaited
    /// (cfq_select_queue). Returns a choice if the drive is kept for a request of the queue.
    fn keeps_active(&mut self, now: u64) -> Option<Choice> {
        let active = self.active?;
        let queue = &self.queues[active.queue];
        if active.until.is_none_or(|until| now < until) {
            if !queue.list.is_empty() {
                return None;
            }
            if now < self.idle_until {
                return Some(Choice::HoldUntil(self.idle_until));
            }
            if queue.in_drive > 0 && self.should_idle(active.queue) {
                return Some(Choice::Nothing);
            }
        }
        self.expire(now, false);
        None
    }

    /// Ends the slice of the active queue (cfq_slice_expired). `keeps_rest`: the rest of the slice moves the queue's next
    /// turn forward, or back if it is negative.
    fn expire(&mut self, now: u64, keeps_rest: bool) {
        let Some(Active {
            queue: at, until, ..
        }) = self.active.take()
        else {
            return;
        };
        self.idle_until = 0;
        if keeps_rest {
            let rest = until.map_or(self.slice_ns(at) as i64, |until| until as i64 - now as i64);
            self.queues[at].left = rest;
        }
        if self.queues[at].list.is_empty() {
            self.busy.retain(|&it| it != at);
        } else {
            self.place(now, at);
        }
    }

    /// Gives a queue its place among those that want the drive (cfq_service_tree_add).
    fn place(&mut self, now: u64, at: usize) {
        let others = self.busy.len() as i64 - 1;
        self.placed += 1;
        let queue = &mut self.queues[at];
        let key = now as i64 + others * OFFSET[usize::from(at != ASYNC)] - queue.left;
        queue.place = (key, self.placed);
        queue.left = 0;
    }

    /// Whether a request that has arrived ends the slice of the active queue (cfq_should_preempt).
    fn preempts(&self, now: u64, active: Active, of: Sender, entry: Entry) -> bool {
        let queue = &self.queues[active.queue];
        of.sync && active.queue == ASYNC
            || active.until.is_some_and(|until| now >= until)
            || queue.list.is_empty() && !self.should_idle(active.queue)
            || now < self.idle_until && entry.block.abs_diff(self.position) <= CLOSE
    }

    /// Whether the drive is kept for a queue while it has no request (cfq_should_idle).
    fn should_idle(&self, at: usize) -> bool {
        let window = |it: usize| self.queues[it].has_idle_window();
        let is_last = || {
            let mut others = self.busy.iter().filter(|&&it| it != at && it != ASYNC);
            others.all(|&it| window(it))
        };
        let comes_late = || {
            let mean = self.noidle_think.mean();
            self.rules.tests_think_time && mean.is_some_and(|mean| mean > SLICE_IDLE)
        };
        at != ASYNC && (window(at) || self.rules.idles_for_last && is_last() && !comes_late())
    }

    /// Whether the active queue may give the drive another request (cfq_may_dispatch, 2.6.39 to 3.16; used for all
    /// kernels). A drive that takes one request at a time never reaches these limits.
    fn may_dispatch(&self, active: Active, now: u64) -> bool {
        let at = active.queue;
        let [of_async, of_sync] = self.in_drive;
        if at == ASYNC && of_sync > 0 || of_async > 0 && self.should_idle(at) {
            return false;
        }
        let dispatched = self.queues[at].in_drive;
        let syncs = self.busy.iter().filter(|&&it| it != ASYNC).count();
        let most = if self.busy.len() == 1 || at != ASYNC && syncs == 1 {
            u32::MAX
        } else if self.is_used_soon(active, dispatched, now) {
            QUANTUM / 2
        } else {
            QUANTUM
        };
        if at != ASYNC {
            return dispatched < most;
        }
        // The longer ago a sync request was last delayed, the more async requests the drive may have (cfq_latency).
        let ramp = (now + UNDELAYED_BEFORE - self.delayed_sync) / SLICE[1];
        dispatched == 0 || dispatched < most && u64::from(dispatched) < ramp
    }

    /// Whether the requests in the drive will use up the slice (cfq_slice_used_soon).
    fn is_used_soon(&self, active: Active, dispatched: u32, now: u64) -> bool {
        let until = active.until;
        until.is_none_or(|until| now + SLICE_IDLE * u64::from(dispatched) > until)
    }

    /// Returns the oldest request of a queue if it has waited too long (cfq_check_fifo). The check keeps a request from
    /// starving behind a stream that stays ahead of the head. The check runs only once per slice, so that a slow device
    /// does not serve its queue by age alone.
    fn expired(&self, at: usize, now: u64) -> Option<usize> {
        let (index, since) = self.queues[at].list.oldest()?;
        (now >= since + EXPIRE[usize::from(at != ASYNC)]).then_some(index)
    }

    /// Returns the length of a queue's slice, nanoseconds (cfq_scaled_cfqq_slice, 2.6.33 on).
    fn slice_ns(&self, at: usize) -> u64 {
        let whole = SLICE[usize::from(at != ASYNC)];
        let target = self.rules.target_latency_ns;
        let expected = SLICE[1] * self.busy.len() as u64;
        if target == 0 || expected <= target {
            return whole;
        }
        let least = 2 * SLICE_IDLE * whole / SLICE[1];
        (whole * target / expected).max(least)
    }
}

#[cfg(test)]
mod tests;
