//! Selects the next request for the device, and processes its completion (cfq-iosched.c).

use super::{Extent, Given, MS, Queue, Waiting};

impl Queue {
    /// The next action when the device can accept a request.
    pub fn next(&mut self, now: u64) -> Given {
        if self.served.len() >= self.figures.in_flight as usize {
            return Given::Nothing;
        }
        let waits = |sync| self.waiting.iter().any(|one| one.extent.sync == sync);
        let (sync, turn) = match (waits(true), waits(false)) {
            (false, false) => {
                self.turn = None;
                return Given::Nothing;
            }
            (true, true) if now >= self.old_until => {
                let (sync, until) = match self.turn {
                    Some((sync, until)) if now < until => (sync, until),
                    Some((true, _)) => (false, now + Self::slice(false)),
                    Some((false, _)) | None => (true, now + Self::slice(true)),
                };
                (sync, Some((sync, until)))
            }
            (sync, asynchronous) => (sync && !asynchronous, None),
        };
        if !self.allowed(sync, turn, waits(true), now) {
            return Given::Nothing;
        }
        if turn != self.turn {
            (self.turn, self.turn_has_ended_one) = (turn, false);
        }
        if !sync && now < self.readers.kept_until {
            return Given::NotBefore(self.readers.kept_until);
        }
        if turn.is_none() && !sync && now < self.held_until && now >= self.old_until {
            let old = self.oldest(false).1 + Self::expires(false);
            if now < old {
                return Given::NotBefore(old.min(self.held_until));
            }
            self.old_until = now + Self::slice(false);
        }
        let (mut at, since) = self.oldest(sync);
        let same_slice = match self.slice {
            Some((kind, until)) => kind == sync && until.is_none_or(|until| now < until),
            None => false,
        };
        if !same_slice {
            self.slice = Some((sync, None));
        }
        if same_slice || now < since + Self::expires(sync) {
            let number = self.next[usize::from(sync)];
            let planned = self
                .waiting
                .iter()
                .position(|one| Some(one.number) == number);
            at = planned.unwrap_or(at);
        }
        let request = self.waiting.remove(at);
        self.next[usize::from(sync)] = self.neighbour(request);
        self.position = request.extent.end();
        self.served.push(request);
        Given::Request(request.extent)
    }

    /// Whether a device with a queue can get one more request of this class. The device never has requests of both
    /// classes. The number of sync requests is not limited. The limit for async requests is the number of full 0.1 s
    /// periods since a sync request last completed late, and at least 1. While sync requests wait, at most four async
    /// requests are allowed, or up to eight if one has completed in this turn and the turn leaves 8 ms for each request
    /// in the device.
    fn allowed(&self, sync: bool, turn: Option<(bool, u64)>, sync_waits: bool, now: u64) -> bool {
        let same = self.served.iter().filter(|one| one.extent.sync == sync);
        let has = same.count() as u64;
        if has < self.served.len() as u64 {
            return false;
        }
        if sync || has == 0 {
            return true;
        }
        let punctual = match self.late {
            Some(late) => now - late,
            // A queue starts as if no sync request had been late in the last second.
            None => now + 1_000 * MS,
        };
        let ramp = punctual / Self::slice(true);
        let most = if !sync_waits {
            ramp
        } else {
            let begun = turn == self.turn && self.turn_has_ended_one;
            let time_is_left = turn.is_some_and(|(_, until)| now + 8 * MS * has <= until);
            ramp.min(if begun && time_is_left { 8 } else { 4 })
        };
        has < most
    }

    /// Completes a request; `moved`: the device had to seek for it. Returns which waiters wake.
    pub fn ends(&mut self, now: u64, extent: Extent, moved: bool) -> Option<(bool, bool)> {
        let at = self.served.iter().position(|one| one.extent == extent)?;
        let request = self.served.remove(at);
        if let Some((kind, until @ None)) = &mut self.slice
            && *kind == request.extent.sync
        {
            *until = Some(now + Self::slice(*kind));
        }
        if self
            .turn
            .is_some_and(|(sync, _)| sync == request.extent.sync)
        {
            self.turn_has_ended_one = true;
        }
        if request.extent.sync && now - request.since >= Self::expires(true) {
            self.late = Some(now);
        }
        if request.extent.read {
            let mut others = self.waiting.iter().chain(&self.served);
            let left = match self.slice {
                Some((true, Some(until))) if !others.any(|one| one.extent.sync) => {
                    until.saturating_sub(now)
                }
                _ => 0,
            };
            self.readers.ends(now, request.task, left);
        }
        if self.holds && request.extent.sync && moved {
            self.held_until = now + 8 * MS;
        }
        Some(self.free(request.class))
    }

    /// The oldest request of a class, and its arrival time.
    fn oldest(&self, sync: bool) -> (usize, u64) {
        let mut of_kind = (0..).zip(&self.waiting);
        let found = of_kind.find(|(_, one)| one.extent.sync == sync);
        found.map_or((0, u64::MAX / 2), |(at, one)| (at, one.since))
    }

    /// Handles a new request, or one that now starts earlier: it replaces the previous choice as the next request if
    /// the head is closer to it.
    pub(super) fn prefer(&mut self, request: Waiting) {
        let sync = usize::from(request.extent.sync);
        let planned = |one: &&Waiting| Some(one.number) == self.next[sync];
        let next = match self.waiting.iter().find(planned) {
            Some(&planned) => Self::nearer(planned, request, self.position),
            None => request,
        };
        self.next[sync] = Some(next.number);
    }

    /// Returns the request that follows a request that was sent. There are two candidates: the next higher request (or
    /// the lowest, if none is higher), and the next lower request. The nearer one follows.
    fn neighbour(&self, served: Waiting) -> Option<u64> {
        let place = |one: &Waiting| (one.extent.block, one.number);
        let mut kind: Vec<Waiting> = self.waiting.clone();
        kind.retain(|one| one.extent.sync == served.extent.sync);
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

    /// cfq_slice_sync and cfq_slice_async.
    fn slice(sync: bool) -> u64 {
        if sync { 100 * MS } else { 40 * MS }
    }

    /// cfq_fifo_expire.
    fn expires(sync: bool) -> u64 {
        if sync { 125 * MS } else { 250 * MS }
    }
}
