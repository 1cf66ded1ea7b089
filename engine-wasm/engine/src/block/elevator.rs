//! Which waiting request is served next: the parts of CFQ that the model needs.

use super::next_request::NextRequest;
use super::sorted::{Entry, Sorted};

const MS: u64 = 1_000_000;

/// Async requests that the drive has at most while sync ones wait; half of it late in a slice (cfq_quantum, 2.6.33 on).
const QUANTUM: u32 = 8;
/// What a request in the drive is taken to need when it is asked whether a slice ends soon, nanoseconds (cfq_slice_idle).
const SLICE_IDLE: u64 = 8 * MS;
/// CFQ starts as if sync requests had not been delayed for so long, nanoseconds (cfq_init_queue).
const UNDELAYED_BEFORE: u64 = 1_000 * MS;

/// Index of the async list.
const ASYNC: usize = 0;
/// Index of the sync list.
const SYNC: usize = 1;

/// Figures of the elevator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElevatorRules {
    /// Longest turn of the sync class while async requests wait, nanoseconds (cfq_slice_sync).
    pub sync_slice_ns: u64,
    /// Longest turn of the async class while sync requests wait, nanoseconds (cfq_slice_async).
    pub async_slice_ns: u64,
    /// Age at which a sync request may jump the block order, nanoseconds (cfq_fifo_expire).
    pub sync_expire_ns: u64,
    /// Age at which an async request may jump the block order, nanoseconds (cfq_fifo_expire).
    pub async_expire_ns: u64,
    /// How long async requests are held back after the last sync request ended, nanoseconds; an
    /// expired async request is not held. Zero is off. This is the place where
    /// `cfq_sync_noidle_fairness` acts.
    pub sync_hold_ns: u64,
}

impl Default for ElevatorRules {
    /// CFQ's defaults, 2.6.29 to 3.16, without holding.
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

/// The elevator's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This request; it no longer waits.
    Serve(Entry),
    /// Nothing before this time, nanoseconds, unless a sync request comes.
    HoldUntil(u64),
    /// Nothing waits, or nothing may go before a request in the drive ends.
    Nothing,
}

/// A request that the drive has served.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Its kind.
    pub sync: bool,
    /// When it was queued, nanoseconds.
    pub queued_at: u64,
    /// It is a sync request that had to seek.
    pub noidle: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    class: usize,
    until: u64,
}

/// A class's time with the device, in which its oldest request is looked at once.
#[derive(Clone, Copy, Debug)]
struct Slice {
    class: usize,
    /// None until its first request has ended (cfq_cfqq_slice_new).
    until: Option<u64>,
}

/// The waiting requests of a queue, by block within sync and async.
#[derive(Clone, Debug)]
pub struct Elevator {
    rules: ElevatorRules,
    lists: [Sorted; 2],
    next: [NextRequest; 2],
    /// Where the last request that was served ends (last_position).
    position: u64,
    turn: Option<Turn>,
    slice: Option<Slice>,
    hold_until: u64,
    aged_async_until: u64,
    /// Requests that the drive has, async and sync.
    in_drive: [u32; 2],
    /// No request of the turn's class has ended in it (cfq_cfqq_slice_new).
    turn_is_new: bool,
    /// When a sync request last ended later than it should have (last_delayed_sync), plus `UNDELAYED_BEFORE`, nanoseconds.
    delayed_sync: u64,
}

impl Elevator {
    /// An empty elevator.
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
            in_drive: [0; 2],
            turn_is_new: true,
            delayed_sync: 0,
        }
    }

    /// Changes the figures while requests may wait.
    pub fn set_rules(&mut self, rules: ElevatorRules) {
        self.rules = rules;
        self.hold_until = 0;
    }

    /// The waiting requests of one kind.
    pub fn list(&self, sync: bool) -> &Sorted {
        &self.lists[sync as usize]
    }

    /// A request comes.
    pub fn add(&mut self, now: u64, sync: bool, entry: Entry) {
        let class = sync as usize;
        self.lists[class].insert(now, entry);
        self.next[class].arrived(&self.lists[class], entry, self.position);
    }

    /// Lengthens a waiting request at its end.
    pub fn grow_back(&mut self, sync: bool, index: usize, pages: u32) {
        self.lists[sync as usize].grow_back(index, pages);
    }

    /// Lengthens a waiting request at its start.
    pub fn grow_front(&mut self, sync: bool, index: usize, pages: u32) {
        let class = sync as usize;
        self.lists[class].grow_front(index, pages);
        let entry = self.lists[class].entries()[index];
        self.next[class].arrived(&self.lists[class], entry, self.position);
    }

    /// Joins the waiting request behind `index` to the one at `index`: the slots of that one and of the one that is gone.
    pub fn join(&mut self, sync: bool, index: usize) -> (u32, u32) {
        let class = sync as usize;
        let kept = self.lists[class].entries()[index].slot;
        let gone = self.lists[class].join(index);
        self.next[class].joined(kept, gone);
        (kept, gone)
    }

    /// To be told of each request's end: a new slice begins to run there, holding for sync requests that had to seek, and
    /// others may go.
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
        if ended.noidle && self.rules.sync_hold_ns > 0 {
            self.hold_until = now + self.rules.sync_hold_ns;
        }
    }

    /// Takes the next request out.
    pub fn choose(&mut self, now: u64) -> Choice {
        let Some((class, turn)) = self.whose_turn(now) else {
            self.turn = None;
            return Choice::Nothing;
        };
        // A turn that cannot begin yet does not pass meanwhile.
        if !self.may_dispatch(class, turn, now) {
            return Choice::Nothing;
        }
        self.turn_is_new |= turn != self.turn;
        self.turn = turn;
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

    /// Whether a class may give the drive another request (cfq_may_dispatch, 2.6.39 to 3.16). Sync requests wait until the
    /// drive has no async one, and the other way round; the sync class stands for one queue, which has no limit by itself.
    /// A drive that takes one request at a time never comes to any of these limits.
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
        // The longer no sync request was delayed, the more the drive may have of the others (cfq_latency).
        let undelayed = now + UNDELAYED_BEFORE - self.delayed_sync;
        u64::from(dispatched) < u64::from(most).min(undelayed / self.rules.sync_slice_ns.max(1))
    }

    /// Whether what the drive has will use up the turn (cfq_slice_used_soon).
    fn turn_is_used_soon(&self, turn: Option<Turn>, dispatched: u32, now: u64) -> bool {
        turn != self.turn
            || self.turn_is_new
            || turn.is_none_or(|turn| now + SLICE_IDLE * u64::from(dispatched) > turn.until)
    }

    /// Until when async requests are held back: a request that is old enough wins them a slice.
    fn held_back_until(&self, now: u64) -> Option<u64> {
        if now < self.aged_async_until || self.expired(ASYNC, now).is_some() {
            return None;
        }
        let (_, since) = self.lists[ASYNC].oldest()?;
        Some(self.hold_until.min(since + self.rules.async_expire_ns))
    }

    /// Sync first; turns are only counted while both wait, and each gives at least one request.
    fn whose_turn(&self, now: u64) -> Option<(usize, Option<Turn>)> {
        match (self.lists[SYNC].is_empty(), self.lists[ASYNC].is_empty()) {
            (true, true) => None,
            (false, true) => Some((SYNC, None)),
            (true, false) => Some((ASYNC, None)),
            // Won by age while sync requests came and went.
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

    /// Once a slice, the oldest request if it has waited too long (cfq_check_fifo): nothing starves
    /// behind a stream that stays ahead of the head, and a slow device does not turn into a queue
    /// by age. A slice ends a fixed time after its first request has ended (cfq_set_prio_slice),
    /// also where one class is alone.
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
mod tests {
    use super::*;

    /// A sync request that had to seek and was not delayed.
    const SOUGHT: Ended = Ended {
        sync: true,
        queued_at: u64::MAX / 2,
        noidle: true,
    };

    fn ended(sync: bool, queued_at: u64) -> Ended {
        Ended {
            sync,
            queued_at,
            noidle: false,
        }
    }

    fn add(elevator: &mut Elevator, now: u64, sync: bool, block: u64, slot: u32) {
        let entry = Entry {
            block,
            pages: 1,
            slot,
        };
        elevator.add(now, sync, entry);
    }

    /// Gives the drive a request.
    fn give(elevator: &mut Elevator, now: u64) -> Option<u64> {
        match elevator.choose(now) {
            Choice::Serve(entry) => Some(entry.block),
            _ => None,
        }
    }

    /// Gives it one that ends at once.
    fn serve(elevator: &mut Elevator, now: u64) -> Option<u64> {
        let block = give(elevator, now)?;
        let sync = elevator.in_drive[SYNC] > 0;
        elevator.completed(now, ended(sync, now));
        Some(block)
    }

    #[test]
    fn goes_up_and_back_where_that_is_less_than_half_the_way() {
        let mut elevator = Elevator::new(ElevatorRules::default());
        for (slot, block) in [70, 10, 90, 30].into_iter().enumerate() {
            add(&mut elevator, 0, false, block, slot as u32);
        }
        assert_eq!(serve(&mut elevator, 0), Some(10));
        assert_eq!(serve(&mut elevator, 0), Some(30));
        add(&mut elevator, 0, false, 20, 9);
        let rest: Vec<_> = std::iter::from_fn(|| serve(&mut elevator, 0)).collect();
        // 11 back from 31, and 39 ahead.
        assert_eq!(rest, [20, 70, 90]);
    }

    #[test]
    fn sync_has_100_ms_and_async_40_while_both_wait() {
        let mut elevator = Elevator::new(ElevatorRules::default());
        // Each request takes 10 ms, and both classes are topped up for ever.
        let mut served = Vec::new();
        for step in 0..42u64 {
            let now = step * 10 * MS;
            add(&mut elevator, now, true, step, 2 * step as u32);
            add(&mut elevator, now, false, 1_000 + step, 2 * step as u32 + 1);
            served.push(serve(&mut elevator, now).map(|block| block < 1_000));
        }
        for (step, sync) in served.into_iter().enumerate() {
            assert_eq!(sync, Some(step % 14 < 10), "step {step}");
        }
    }

    #[test]
    fn a_drive_with_a_queue_has_requests_of_one_kind_and_few_async_ones_after_a_late_sync_one() {
        let mut elevator = Elevator::new(ElevatorRules::default());
        for slot in 0..40 {
            add(&mut elevator, 0, false, 1_000 + u64::from(slot), slot);
        }
        let give_all =
            |elevator: &mut Elevator, now: u64| std::iter::from_fn(|| give(elevator, now)).count();
        // Alone async requests have no limit, but of a second without delays a tenth is a request.
        assert_eq!(give_all(&mut elevator, 0), 10);
        assert_eq!(give_all(&mut elevator, 150 * MS), 1);
        // A sync request waits until all of them have ended, and they for it.
        add(&mut elevator, 160 * MS, true, 5, 50);
        for _ in 0..11 {
            assert_eq!(give(&mut elevator, 200 * MS), None);
            elevator.completed(200 * MS, ended(false, 0));
        }
        assert_eq!(give_all(&mut elevator, 200 * MS), 1);
        assert_eq!(elevator.in_drive, [0, 1]);
        // It took 125 ms: after that there is one async request at a time, and two after 200 ms.
        elevator.completed(285 * MS, ended(true, 160 * MS));
        assert_eq!(give_all(&mut elevator, 285 * MS), 1);
        assert_eq!(give_all(&mut elevator, 484 * MS), 0);
        assert_eq!(give_all(&mut elevator, 485 * MS), 1);
        // While a sync request waits, there are four in a turn that has just begun.
        elevator.completed(990 * MS, ended(false, 0));
        elevator.completed(990 * MS, ended(false, 0));
        add(&mut elevator, 990 * MS, true, 5, 50);
        assert_eq!(give_all(&mut elevator, 990 * MS), 1, "the sync one");
        add(&mut elevator, 1_000 * MS, true, 6, 51);
        elevator.completed(1_095 * MS, ended(true, 990 * MS));
        assert_eq!(give_all(&mut elevator, 1_095 * MS), 4);
        // One has ended in 2 ms. With three in the drive 24 ms are left of 40 at least, with four 32: then five, but not six.
        elevator.completed(1_097 * MS, ended(false, 0));
        assert_eq!(give_all(&mut elevator, 1_097 * MS), 2);
        assert_eq!(elevator.in_drive, [5, 0]);
    }

    #[test]
    fn sync_goes_before_async_that_ran_alone() {
        let mut elevator = Elevator::new(ElevatorRules::default());
        add(&mut elevator, 0, false, 500, 0);
        add(&mut elevator, 0, false, 501, 1);
        assert_eq!(serve(&mut elevator, 0), Some(500));
        add(&mut elevator, 0, true, 5, 2);
        assert_eq!(serve(&mut elevator, MS), Some(5));
        assert_eq!(serve(&mut elevator, 2 * MS), Some(501));
    }

    #[test]
    fn a_stream_ahead_of_the_head_starves_nobody() {
        for (sync, limit_ms) in [(false, 250 + 40), (true, 125 + 100)] {
            let mut elevator = Elevator::new(ElevatorRules::default());
            add(&mut elevator, 0, sync, 1_000, 0);
            assert_eq!(serve(&mut elevator, 0), Some(1_000));
            add(&mut elevator, 0, sync, 3, 1);
            let mut ms = 0;
            loop {
                add(&mut elevator, ms * MS, sync, 2_000 + ms, 2 + ms as u32);
                if serve(&mut elevator, ms * MS) == Some(3) {
                    break;
                }
                ms += 1;
                assert!(ms <= limit_ms, "starved");
            }
            assert!(ms >= limit_ms / 2);
        }
    }

    #[test]
    fn only_one_aged_request_a_slice() {
        let mut elevator = Elevator::new(ElevatorRules::default());
        for (slot, block) in [1_000, 500, 990, 980, 970].into_iter().enumerate() {
            add(&mut elevator, slot as u64, false, block, slot as u32);
        }
        let now = 1_000 * MS;
        assert_eq!(
            serve(&mut elevator, now),
            Some(1_000),
            "the oldest, out of order"
        );
        assert_eq!(serve(&mut elevator, now + MS), Some(990), "then by block");
        assert_eq!(serve(&mut elevator, now + 39 * MS), Some(980));
        assert_eq!(
            serve(&mut elevator, now + 40 * MS),
            Some(500),
            "the oldest again"
        );
    }

    #[test]
    fn a_slice_begins_to_run_when_its_first_request_ends() {
        let mut elevator = Elevator::new(ElevatorRules::default());
        for (slot, block) in [1_000, 500, 990, 980].into_iter().enumerate() {
            add(&mut elevator, slot as u64, false, block, slot as u32);
        }
        let next = |elevator: &mut Elevator, ms: u64| match elevator.choose(ms * MS) {
            Choice::Serve(entry) => entry.block,
            _ => 0,
        };
        assert_eq!(next(&mut elevator, 1_000), 1_000, "the oldest");
        // The device takes half a second for it.
        elevator.completed(1_500 * MS, ended(false, 0));
        assert_eq!(next(&mut elevator, 1_500), 990);
        elevator.completed(1_539 * MS, ended(false, 0));
        assert_eq!(next(&mut elevator, 1_539), 980);
        elevator.completed(1_541 * MS, ended(false, 0));
        add(&mut elevator, 1_541 * MS, false, 979, 9);
        assert_eq!(next(&mut elevator, 1_541), 500, "the oldest again");
    }

    #[test]
    fn holding_is_off_by_default_and_ends_by_itself() {
        let mut elevator = Elevator::new(ElevatorRules::default());
        elevator.completed(0, SOUGHT);
        add(&mut elevator, 0, false, 1, 0);
        assert_eq!(serve(&mut elevator, 0), Some(1));

        let rules = ElevatorRules {
            sync_hold_ns: 8 * MS,
            ..ElevatorRules::default()
        };
        let mut elevator = Elevator::new(rules);
        elevator.completed(0, SOUGHT);
        add(&mut elevator, 0, false, 1, 0);
        assert_eq!(elevator.choose(MS), Choice::HoldUntil(8 * MS));
        add(&mut elevator, 0, true, 7, 1);
        assert_eq!(serve(&mut elevator, 2 * MS), Some(7));
        assert_eq!(serve(&mut elevator, 8 * MS), Some(1));
    }

    /// A disk whose last sync request ended at 100 ms, with ten async requests of 10 ms that came at 50, and a sync
    /// request of 4 ms at each of the given times: what starts when, milliseconds, and whether it is sync.
    fn play(hold_ms: u64, arrivals: &[u64], until: u64) -> Vec<(u64, bool)> {
        let rules = ElevatorRules {
            sync_hold_ns: hold_ms * MS,
            ..ElevatorRules::default()
        };
        let mut elevator = Elevator::new(rules);
        for slot in 0..10 {
            add(&mut elevator, 50 * MS, false, 1_000 + u64::from(slot), slot);
        }
        elevator.completed(100 * MS, SOUGHT);
        let mut arrivals = arrivals.iter().copied().peekable();
        let (mut now, mut slot, mut started) = (100, 10, Vec::new());
        while now < until {
            while arrivals.peek().is_some_and(|&at| at <= now) {
                arrivals.next();
                add(&mut elevator, now * MS, true, u64::from(slot), slot);
                slot += 1;
            }
            let next = arrivals.peek().copied().unwrap_or(until);
            match elevator.choose(now * MS) {
                Choice::Serve(entry) => {
                    let sync = entry.block < 1_000;
                    started.push((now, sync));
                    now += if sync { 4 } else { 10 };
                    let queued_at = now * MS;
                    elevator.completed(
                        now * MS,
                        Ended {
                            sync,
                            queued_at,
                            noidle: sync,
                        },
                    );
                }
                Choice::HoldUntil(at) => now = next.min(at / MS),
                Choice::Nothing => now = next,
            }
        }
        started
    }

    #[test]
    fn held_idle_a_disk_starts_background_writes_8_ms_after_the_last_sync_request() {
        let first_async = |hold, arrivals: &[u64]| {
            let started = play(hold, arrivals, 400);
            started.iter().find(|&&(_, sync)| !sync).map(|&(at, _)| at)
        };
        assert_eq!(first_async(0, &[]), Some(100));
        assert_eq!(first_async(8, &[]), Some(108));
        assert_eq!(
            play(0, &[105], 200)[1],
            (110, true),
            "it waits for the write"
        );
        assert_eq!(play(8, &[105], 200)[0], (105, true));
        assert_eq!(first_async(8, &[105]), Some(117));
    }

    #[test]
    fn held_idle_a_disk_gives_old_background_writes_one_slice() {
        let arrivals: Vec<u64> = (100..600).step_by(5).collect();
        let starts = |hold| -> Vec<u64> {
            let started = play(hold, &arrivals, 600);
            let writes = started.into_iter().filter(|&(_, sync)| !sync);
            writes.map(|(at, _)| at).collect()
        };
        assert!(starts(0)[0] <= 105, "in the first gap");
        let held = starts(8);
        // The oldest is 250 ms old at 300.
        assert!((300..305).contains(&held[0]), "{held:?}");
        assert!(held[1..4].iter().all(|&at| at < held[0] + 40), "{held:?}");
        assert!(held.get(4).is_none_or(|&at| at > held[0] + 100), "{held:?}");
    }
}
