//! Selects the next request for the device, and processes its completion (cfq-iosched.c).

use super::readers::{Habit, KEPT};
use super::{Extent, Given, MS, Queue, Waiting};

/// Whose requests share a place in the line: a task's sync ones, or all async ones (`None`).
pub(super) type Owner = Option<u32>;

/// The state of an owner.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Its place in the line of those that want the device, nanoseconds, and the number of this place; `None`: it is not
    /// in the line. The lowest is first.
    place: Option<(i64, u64)>,
    /// Rest of its last slice, nanoseconds, which moves its next place forward.
    rest: i64,
    habit: Habit,
    /// Number of its next request.
    pub(super) next: Option<u64>,
}

/// The owner that has the device.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active {
    owner: Owner,
    /// End of its slice; unknown until one of its requests has ended in it.
    until: Option<u64>,
    /// Requests that it has sent in the slice.
    sent: u32,
}

impl Waiting {
    pub(super) fn owner(&self) -> Owner {
        self.extent.sync.then_some(self.task)
    }
}

impl Queue {
    /// The next action when the device can accept a request.
    pub fn next(&mut self, now: u64) -> Given {
        if self.served.len() >= self.figures.in_flight as usize || self.waiting.is_empty() {
            return Given::Nothing;
        }
        if self.rules.by_age {
            let ages = self.waiting.iter().enumerate();
            let oldest = ages.min_by_key(|&(at, one)| (one.since, one.owner(), at));
            let request = self.waiting.remove(oldest.map_or(0, |(at, _)| at));
            self.served.push(request);
            return Given::Request(request.extent);
        }
        if let Some(Active { owner, until, .. }) = self.active {
            let lasts = until.is_none_or(|until| now < until);
            let waits = self.waiting.iter().any(|one| one.owner() == owner);
            if lasts && !waits && now < self.kept_until {
                return Given::NotBefore(self.kept_until);
            }
            if lasts && !waits && self.in_device(owner) > 0 && self.keeps(owner) {
                return Given::Nothing;
            }
            if !lasts || !waits {
                self.end_slice(now, false);
            }
        }
        let first = || {
            let line = self.line();
            line.min_by_key(|&(_, place)| place).map(|(owner, _)| owner)
        };
        let active = self.active.or_else(|| {
            first().map(|owner| Active {
                owner,
                until: None,
                sent: 0,
            })
        });
        self.active = active;
        let Some(Active { owner, sent, .. }) = active else {
            return Given::Nothing;
        };
        if !self.allowed(now) {
            return Given::Nothing;
        }
        let (mut at, since) = self.oldest(owner);
        if sent > 0 || now < since + Self::expires(owner.is_some()) {
            let number = self.known[&owner].next;
            let planned = self.waiting.iter();
            let planned = planned
                .map(|one| Some(one.number))
                .position(|one| one == number);
            at = planned.unwrap_or(at);
        }
        let request = self.waiting.remove(at);
        let next = self.neighbour(request);
        self.of(owner).next = next;
        self.position = request.extent.end();
        self.served.push(request);
        self.active = active.map(|active| Active {
            sent: sent + 1,
            ..active
        });
        if owner.is_none() && sent + 1 >= 16 && self.line().count() > 1 {
            self.end_slice(now, false);
        }
        Given::Request(request.extent)
    }

    /// Those that want the device, with their places.
    fn line(&self) -> impl Iterator<Item = (Owner, (i64, u64))> + '_ {
        let known = self.known.iter();
        known.filter_map(|(&owner, known)| Some((owner, known.place?)))
    }

    fn in_device(&self, owner: Owner) -> u64 {
        self.served
            .iter()
            .filter(|one| one.owner() == owner)
            .count() as u64
    }

    pub(super) fn of(&mut self, owner: Owner) -> &mut Known {
        let new = || Known {
            place: None,
            rest: 0,
            habit: Habit::new(owner.is_some()),
            next: None,
        };
        self.known.entry(owner).or_insert_with(new)
    }

    /// Whether the device waits for the next request of an owner: for a task that reads on, or, with
    /// cfq_sync_noidle_fairness, for the only task in the line for which it does not wait anyway.
    fn keeps(&self, owner: Owner) -> bool {
        let kept = |owner: Owner| self.known[&owner].habit.kept;
        let mut others = self
            .line()
            .filter(|&(one, _)| one != owner && one.is_some());
        let rules = self.rules;
        let soon = !rules.weighs_thought || self.strangers.within(KEPT) != Some(false);
        let mut last = || others.all(|(one, _)| kept(one));
        owner.is_some() && (kept(owner) || rules.holds && soon && last())
    }

    /// Gives an owner a new place in the line: each other one makes it 80 ms later, or 140 ms for async requests.
    fn line_up(&mut self, now: u64, owner: Owner) {
        let others = self.line().filter(|&(one, _)| one != owner).count() as i64;
        let each = if owner.is_some() { 80 } else { 140 } * MS as i64;
        self.places += 1;
        let number = self.places;
        let known = self.of(owner);
        let rest = std::mem::take(&mut known.rest);
        known.place = Some((now as i64 + others * each - rest, number));
    }

    /// A request has arrived that extends no other one.
    pub(super) fn arrives(&mut self, now: u64, request: Waiting) {
        let owner = request.owner();
        let Extent {
            block,
            pages,
            read,
            sync,
        } = request.extent;
        if sync && !self.of(owner).habit.kept {
            self.strangers.arrives(now);
        }
        let known = self.of(owner);
        if sync {
            known.habit.arrives(now, block, pages, read);
        }
        let joins_line = known.place.is_none();
        self.waiting.push(request);
        self.prefer(request);
        if joins_line {
            self.line_up(now, owner);
        }
        let Some(active) = self.active else {
            return;
        };
        if active.owner == owner {
            self.kept_until = 0;
            return;
        }
        let idle = !self.waiting.iter().any(|one| one.owner() == active.owner);
        let near = block.abs_diff(self.position) <= 1_024;
        if sync && active.owner.is_none()
            || active.until.is_some_and(|until| now >= until)
            || idle && !self.keeps(active.owner)
            || now < self.kept_until && near
        {
            self.end_slice(now, true);
            let first = self.line().map(|(_, (place, _))| place).min();
            self.places += 1;
            let number = self.places;
            self.of(owner).place = first.map(|first| (first - 1_000 * MS as i64, number));
        }
    }

    /// Ends the slice of the active owner, which gets a new place in the line if it has more requests. `early`: the rest
    /// of the slice counts for its next place.
    fn end_slice(&mut self, now: u64, early: bool) {
        let Some(Active { owner, until, .. }) = self.active else {
            return;
        };
        let whole = self.slice(owner) as i64;
        (self.active, self.kept_until) = (None, 0);
        if early {
            self.of(owner).rest = until.map_or(whole, |until| until as i64 - now as i64);
        }
        if self.waiting.iter().any(|one| one.owner() == owner) {
            self.line_up(now, owner);
        } else {
            self.of(owner).place = None;
        }
    }

    /// Whether a device with a queue can get one more request of the active owner. While the device has sync requests,
    /// it gets no async one. While it has async requests, it gets none of a task for which it is kept. If others are in
    /// the line, an owner has at most four requests in the device, or up to eight if one has completed in this slice and
    /// the slice leaves 8 ms for each of them; the only task in the line has no limit. Async requests are also limited
    /// by the number of full 0.1 s periods since a sync request last completed late, but one is always allowed.
    fn allowed(&self, now: u64) -> bool {
        let Some(Active { owner, until, .. }) = self.active else {
            return false;
        };
        let syncs = self.served.iter().filter(|one| one.extent.sync).count();
        let asyncs = self.served.len() - syncs;
        if owner.is_none() && syncs > 0 || asyncs > 0 && self.keeps(owner) {
            return false;
        }
        let has = self.in_device(owner);
        let tasks = self.line().filter(|(one, _)| one.is_some()).count();
        let alone = self.line().count() == 1 || owner.is_some() && tasks == 1;
        let time_is_left = until.is_some_and(|until| now + KEPT * has <= until);
        let most = match (alone, time_is_left) {
            (true, _) => u64::MAX,
            (false, true) => 8,
            (false, false) => 4,
        };
        if owner.is_some() {
            return has < most;
        }
        let punctual = match self.late {
            Some(late) => now - late,
            // A queue starts as if no sync request had been late in the last ten minutes.
            None => now + 600_000 * MS,
        };
        has == 0 || has < most.min(punctual / (100 * MS))
    }

    /// Completes a request. Returns which waiters wake.
    pub fn ends(&mut self, now: u64, extent: Extent) -> Option<(bool, bool)> {
        let at = self.served.iter().position(|one| one.extent == extent)?;
        let request = self.served.remove(at);
        let owner = request.owner();
        self.of(owner).habit.ends(now);
        if request.extent.sync && !self.of(owner).habit.kept {
            self.strangers.ends(now);
        }
        if request.extent.sync && now - request.since >= Self::expires(true) {
            self.late = Some(now);
        }
        let whole = self.slice(owner);
        if let Some(active) = self.active.as_mut().filter(|active| active.owner == owner) {
            let until = *active.until.get_or_insert(now + whole);
            let idle = !self.waiting.iter().any(|one| one.owner() == owner);
            if now >= until {
                self.end_slice(now, true);
            } else if idle
                && self.in_device(owner) == 0
                && self.keeps(owner)
                && self.known[&owner].habit.returns_within(until - now)
            {
                self.kept_until = now + KEPT;
            }
        }
        Some(self.free(request.class))
    }

    /// The oldest request of an owner, and its arrival time.
    fn oldest(&self, owner: Owner) -> (usize, u64) {
        let mut of_kind = (0..).zip(&self.waiting);
        let found = of_kind.find(|(_, one)| one.owner() == owner);
        found.map_or((0, u64::MAX / 2), |(at, one)| (at, one.since))
    }

    /// Handles a new request, or one that now starts earlier: it replaces the previous choice as the next request if
    /// the head is closer to it.
    pub(super) fn prefer(&mut self, request: Waiting) {
        let number = self.of(request.owner()).next;
        let planned = |one: &&Waiting| Some(one.number) == number;
        let next = match self.waiting.iter().find(planned) {
            Some(&planned) => Self::nearer(planned, request, self.position),
            None => request,
        };
        self.of(request.owner()).next = Some(next.number);
    }

    /// Returns the request that follows a request that was sent. There are two candidates: the next higher request (or
    /// the lowest, if none is higher), and the next lower request. The nearer one follows.
    fn neighbour(&self, served: Waiting) -> Option<u64> {
        let place = |one: &Waiting| (one.extent.block, one.number);
        let mut kind: Vec<Waiting> = self.waiting.clone();
        kind.retain(|one| one.owner() == served.owner());
        kind.sort_by_key(place);
        let above = kind.iter().find(|one| place(one) > place(&served));
        let below = kind.iter().rfind(|one| place(one) < place(&served));
        let next = match (above.or(kind.first()), below) {
            (Some(&above), Some(&below)) => Self::nearer(above, below, served.extent.block),
            (above, below) => *above.or(below)?,
        };
        Some(next.number)
    }

    /// Returns the one of two requests that a head at a position serves first. Distance behind the head counts twice. A
    /// request more than 16 MiB behind the head comes after one that is not; of two such requests, the lower one is
    /// first. At equal distance, the higher one is first.
    fn nearer(one: Waiting, other: Waiting, position: u64) -> Waiting {
        let key = |waiting: &Waiting| {
            let block = waiting.extent.block;
            match position.checked_sub(block) {
                None | Some(0) => (false, block - position, u64::MAX - block),
                Some(back) if back <= 4_096 => (false, 2 * back, u64::MAX - block),
                Some(_) => (true, block, 0),
            }
        };
        if key(&other) < key(&one) { other } else { one }
    }

    /// An owner's slice: 100 ms, or 40 ms for async requests. If all in the line would then wait for more than the target
    /// latency, slices are shorter in proportion, but keep at least 16 % of their length.
    fn slice(&self, owner: Owner) -> u64 {
        let whole = if owner.is_some() { 100 * MS } else { 40 * MS };
        let round = 100 * MS * self.line().count() as u64;
        if self.rules.target == 0 || round <= self.rules.target {
            return whole;
        }
        (whole * self.rules.target / round).max(16 * whole / 100)
    }

    /// cfq_fifo_expire.
    fn expires(sync: bool) -> u64 {
        if sync { 125 * MS } else { 250 * MS }
    }
}
