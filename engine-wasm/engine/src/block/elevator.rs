//! The elevator: chooses the waiting request that is served next. It models the parts of CFQ that matter here.

use super::idle_window::{IdleWindow, SLICE_IDLE};
use super::next_request::NextRequest;
use super::sorted::{Entry, Sorted};

const MS: u64 = 1_000_000;

/// Maximum number of async requests in the drive while sync requests wait. At the start of a turn and near its end,
/// only half of this number is allowed (cfq_quantum, 2.6.33 on).
const QUANTUM: u32 = 8;
/// CFQ starts as if no sync request had been delayed for this time, nanoseconds (cfq_init_queue).
const UNDELAYED_BEFORE: u64 = 1_000 * MS;

/// Index of the async list.
const ASYNC: usize = 0;
/// Index of the sync list.
const SYNC: usize = 1;

/// Tunables of the elevator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElevatorRules {
    /// Longest turn of the sync class while async requests wait, nanoseconds (cfq_slice_sync).
    pub sync_slice_ns: u64,
    /// Longest turn of the async class while sync requests wait, nanoseconds (cfq_slice_async).
    pub async_slice_ns: u64,
    /// Age at which a sync request may be served out of block order, nanoseconds (cfq_fifo_expire).
    pub sync_expire_ns: u64,
    /// Age at which an async request may be served out of block order, nanoseconds (cfq_fifo_expire).
    pub async_expire_ns: u64,
    /// How long async requests are held back after the last sync request ended, nanoseconds; 0 disables this. An
    /// expired async request is not held back. `cfq_sync_noidle_fairness` sets this field.
    pub sync_hold_ns: u64,
}

impl Default for ElevatorRules {
    /// CFQ's defaults from 2.6.29 to 3.16. Async requests are not held back.
    fn default() -> Self {
        ElevatorRules {
            sync_slice_ns: 100 * MS,
            async_slice_ns: 40 * MS,
            sync_expire_ns: 125 * MS,
            async_expire_ns: 250 * MS,
            sync_hold_ns: 0,
        }
    }
}

/// The elevator's decision about the next request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Serve this request; it was removed from the elevator.
    Serve(Entry),
    /// Serve nothing before this time, nanoseconds, unless a sync request arrives.
    HoldUntil(u64),
    /// No request waits, or none may be dispatched before a request in the drive ends.
    Nothing,
}

/// A request that the drive has served.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Whether it was sync.
    pub sync: bool,
    /// When it was queued, nanoseconds.
    pub queued_at: u64,
    /// Whether it was a sync request that had to seek.
    pub noidle: bool,
    /// The task that may send the next one soon: the reader. The drive is not kept for sync writes (REQ_NOIDLE).
    pub reader: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    class: usize,
    until: u64,
}

/// A class's time with the device. The age of its oldest request is checked once per slice.
#[derive(Clone, Copy, Debug)]
struct Slice {
    class: usize,
    /// `None` until the slice's first request has ended (cfq_cfqq_slice_new).
    until: Option<u64>,
}

/// The waiting requests of a queue, sync and async, each sorted by block.
#[derive(Clone, Debug)]
pub struct Elevator {
    rules: ElevatorRules,
    lists: [Sorted; 2],
    next: [NextRequest; 2],
    /// End of the last request that was served (last_position).
    position: u64,
    turn: Option<Turn>,
    slice: Option<Slice>,
    hold_until: u64,
    aged_async_until: u64,
    idle: IdleWindow,
    /// Number of requests in the drive, async and sync.
    in_drive: [u32; 2],
    /// Whether no request of the turn's class has ended during the turn (cfq_cfqq_slice_new).
    turn_is_new: bool,
    /// When a sync request last ended too late (last_delayed_sync), nanoseconds. `UNDELAYED_BEFORE` is added to this
    /// time.
    delayed_sync: u64,
}

impl Elevator {
    /// Makes an empty elevator.
    pub fn new(rules: ElevatorRules) -> Self {
        Elevator {
            rules,
            lists: [Sorted::new(), Sorted::new()],
            next: [NextRequest::default(); 2],
            position: 0,
            turn: None,
            slice: None,
            hold_until: 0,
            aged_async_until: 0,
            idle: IdleWindow::default(),
            in_drive: [0; 2],
            turn_is_new: true,
            delayed_sync: 0,
        }
    }

    /// Changes the tunables. May be called while requests wait.
    pub fn set_rules(&mut self, rules: ElevatorRules) {
        self.rules = rules;
        self.hold_until = 0;
    }

    /// Returns the waiting requests, sync or async.
    pub fn list(&self, sync: bool) -> &Sorted {
        &self.lists[sync as usize]
    }

    /// Adds a request of a task that has arrived.
    pub fn add(&mut self, now: u64, sync: bool, task: u32, entry: Entry) {
        let class = sync as usize;
        if sync {
            self.idle.arrived(now, task, entry.block, entry.pages);
        }
        self.lists[class].insert(now, entry);
        self.next[class].arrived(&self.lists[class], entry, self.position);
    }

    /// Extends a waiting request at its end.
    pub fn grow_back(&mut self, sync: bool, index: usize, pages: u32) {
        self.lists[sync as usize].grow_back(index, pages);
    }

    /// Extends a waiting request at its start.
    pub fn grow_front(&mut self, sync: bool, index: usize, pages: u32) {
        let class = sync as usize;
        self.lists[class].grow_front(index, pages);
        let entry = self.lists[class].entries()[index];
        self.next[class].arrived(&self.lists[class], entry, self.position);
    }

    /// Joins the waiting request after `index` to the one at `index`. Returns two slots: that of the request that is
    /// kept, and that of the request that is removed.
    pub fn join(&mut self, sync: bool, index: usize) -> (u32, u32) {
        let class = sync as usize;
        let kept = self.lists[class].entries()[index].slot;
        let gone = self.lists[class].join(index);
        self.next[class].joined(kept, gone);
        (kept, gone)
    }

    /// Called at the end of each request. Starts the clock of a new slice, begins to hold back async requests if a sync
    /// request had to seek or the next one is awaited, and lets the drive take other requests.
    pub fn completed(&mut self, now: u64, ended: Ended) {
        let class = usize::from(ended.sync);
        let length = self.slice_ns(class);
        if let Some(slice) = &mut self.slice
            && slice.class == class
        {
            slice.until.get_or_insert(now + length);
        }
        self.in_drive[class] = self.in_drive[class].saturating_sub(1);
        self.turn_is_new &= self.turn.is_none_or(|turn| turn.class != class);
        if ended.sync && now >= ended.queued_at + self.rules.sync_expire_ns {
            self.delayed_sync = now + UNDELAYED_BEFORE;
        }
        if let Some(task) = ended.reader {
            let last = self.in_drive[SYNC] == 0 && self.lists[SYNC].is_empty();
            let slice = self.slice.filter(|slice| last && slice.class == SYNC);
            self.idle.ended(now, task, slice.and_then(|it| it.until));
        }
        if ended.noidle && self.rules.sync_hold_ns > 0 {
            self.hold_until = now + self.rules.sync_hold_ns;
        }
    }

    /// Removes and returns the next request.
    pub fn choose(&mut self, now: u64) -> Choice {
        let Some((class, turn)) = self.whose_turn(now) else {
            self.turn = None;
            return Choice::Nothing;
        };
        // Do not set the turn yet: if the turn cannot begin, its time must not start to run.
        if !self.may_dispatch(class, turn, now) {
            return Choice::Nothing;
        }
        self.turn_is_new |= turn != self.turn;
        self.turn = turn;
        if class == ASYNC && now < self.idle.until() {
            return Choice::HoldUntil(self.idle.until());
        }
        if class == ASYNC && self.turn.is_none() && now < self.hold_until {
            match self.held_back_until(now) {
                Some(until) => return Choice::HoldUntil(until),
                None if now >= self.aged_async_until => {
                    self.aged_async_until = now + self.slice_ns(ASYNC);
                }
                None => {}
            }
        }
        let next = self.next[class].index(&self.lists[class]);
        let index = self.aged(class, now).or(next).unwrap_or(0);
        let entry = self.lists[class].take(index);
        self.next[class].served(&self.lists[class], index, entry);
        self.position = entry.end();
        self.in_drive[class] += 1;
        Choice::Serve(entry)
    }

    /// Whether a class may give the drive another request (cfq_may_dispatch, 2.6.39 to 3.16). Sync requests wait until
    /// the drive has no async request, and async requests until it has no sync request. The sync class models a single
    /// queue, which has no limit. A drive that takes one request at a time never reaches these limits.
    fn may_dispatch(&self, class: usize, turn: Option<Turn>, now: u64) -> bool {
        if self.in_drive[1 - class] > 0 {
            return false;
        }
        let dispatched = self.in_drive[class];
        if class == SYNC || dispatched == 0 {
            return true;
        }
        let mut most = QUANTUM / 2;
        if dispatched >= most {
            if self.lists[SYNC].is_empty() {
                most = u32::MAX;
            } else if self.turn_is_used_soon(turn, dispatched, now) {
                return false;
            } else {
                most = QUANTUM;
            }
        }
        // The longer ago a sync request was last delayed, the more async requests the drive may have (cfq_latency).
        let undelayed = now + UNDELAYED_BEFORE - self.delayed_sync;
        u64::from(dispatched) < u64::from(most).min(undelayed / self.rules.sync_slice_ns.max(1))
    }

    /// Whether the requests in the drive will use up the turn (cfq_slice_used_soon).
    fn turn_is_used_soon(&self, turn: Option<Turn>, dispatched: u32, now: u64) -> bool {
        turn != self.turn
            || self.turn_is_new
            || turn.is_none_or(|turn| now + SLICE_IDLE * u64::from(dispatched) > turn.until)
    }

    /// Returns the time until which async requests are held back, nanoseconds. `None`: they are not held back, because
    /// a request that is old enough wins a slice.
    fn held_back_until(&self, now: u64) -> Option<u64> {
        if now < self.aged_async_until || self.expired(ASYNC, now).is_some() {
            return None;
        }
        let (_, since) = self.lists[ASYNC].oldest()?;
        Some(self.hold_until.min(since + self.rules.async_expire_ns))
    }

    /// Returns the class to serve and its turn. Sync comes first. Turns exist only while both classes wait, and each
    /// serves at least one request.
    fn whose_turn(&self, now: u64) -> Option<(usize, Option<Turn>)> {
        match (self.lists[SYNC].is_empty(), self.lists[ASYNC].is_empty()) {
            (true, true) => None,
            (false, true) => Some((SYNC, None)),
            (true, false) => Some((ASYNC, None)),
            // The async class won this slice by age. Sync requests that arrived later wait until it ends.
            (false, false) if now < self.aged_async_until => Some((ASYNC, None)),
            (false, false) => {
                let class = match self.turn {
                    Some(turn) if now < turn.until => return Some((turn.class, Some(turn))),
                    Some(turn) if turn.class == SYNC => ASYNC,
                    _ => SYNC,
                };
                let until = now + self.slice_ns(class);
                Some((class, Some(Turn { class, until })))
            }
        }
    }

    /// Returns the oldest request of a class if it has waited too long (cfq_check_fifo). The check keeps a request from
    /// starving behind a stream that stays ahead of the head. The check runs only once per slice, so that a slow device
    /// does not serve its queue by age alone. A slice ends a fixed time after its first request has ended
    /// (cfq_set_prio_slice), even if only one class has requests.
    fn aged(&mut self, class: usize, now: u64) -> Option<usize> {
        let goes_on =
            |slice: Slice| slice.class == class && slice.until.is_none_or(|end| now < end);
        if self.slice.is_some_and(goes_on) {
            return None;
        }
        self.slice = Some(Slice { class, until: None });
        self.expired(class, now)
    }

    fn expired(&self, class: usize, now: u64) -> Option<usize> {
        let (index, since) = self.lists[class].oldest()?;
        let limit = if class == SYNC {
            self.rules.sync_expire_ns
        } else {
            self.rules.async_expire_ns
        };
        (now >= since + limit).then_some(index)
    }

    fn slice_ns(&self, class: usize) -> u64 {
        if class == SYNC {
            self.rules.sync_slice_ns
        } else {
            self.rules.async_slice_ns
        }
    }
}

#[cfg(test)]
mod tests;
