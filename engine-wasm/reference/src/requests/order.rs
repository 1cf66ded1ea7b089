//! Which request goes to the device next, and what follows when it ends (cfq-iosched.c).

use super::{Extent, Given, MS, Queue, Waiting};

impl Queue {
    /// The device may have another request.
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

    /// Whether the device, which may have several requests, may have one more of this kind. It never has both kinds. Of
    /// sync ones it may have any number. Of async ones it may have one for each tenth of a second for which no sync
    /// request ended late, or the first in any case; and while sync ones wait, four, or up to eight if the turn has seen
    /// one end and leaves 8 ms for each that the device has.
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
            // It starts as if there had been a second without.
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

    /// A request ends; `moved`: the device had to seek for it. What follows for those that sleep.
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
        if self.holds && request.extent.sync && moved {
            self.held_until = now + 8 * MS;
        }
        Some(self.free(request.class))
    }

    /// The first of a kind to have come, and when.
    fn oldest(&self, sync: bool) -> (usize, u64) {
        let mut of_kind = (0..).zip(&self.waiting);
        let found = of_kind.find(|(_, one)| one.extent.sync == sync);
        found.map_or((0, u64::MAX / 2), |(at, one)| (at, one.since))
    }

    /// A request came, or begins earlier now: it is next if the head is closer to it than to the one that was.
    pub(super) fn prefer(&mut self, request: Waiting) {
        let sync = usize::from(request.extent.sync);
        let planned = |one: &&Waiting| Some(one.number) == self.next[sync];
        let next = match self.waiting.iter().find(planned) {
            Some(&planned) => Self::nearer(planned, request, self.position),
            None => request,
        };
        self.next[sync] = Some(next.number);
    }

    /// What comes after a request that was served: the one above it, or the lowest if it was the highest, or the one below.
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

    /// Of two requests the one that a head at a position serves first: what lies behind it is twice as far, and beyond
    /// 16 MiB it comes after all that lies ahead, the lowest first. Of two that are as far the higher one.
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
