//! The why-trace: decisions about pages with their reasons, kept in a ring while tracing is on; all decisions and
//! events of one watched page; and, on request, all events of all pages. The trace does not change the run.

mod reason;

pub use reason::{Fate, Reason, Told};

use crate::mm::page::{NO_PFN, Pfn};
use crate::ring::Ring;

/// Context of a decision or an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// kswapd.
    Kswapd,
    /// A task in direct reclaim.
    Direct,
    /// A flusher.
    Flusher,
    /// I/O completion.
    Completion,
    /// A task outside reclaim.
    Task,
}

/// One decision or event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Virtual time, nanoseconds.
    pub at: u64,
    /// The page.
    pub pfn: Pfn,
    /// The context in which it was made.
    pub by: By,
    /// The task that was running, or that the interrupt interrupted.
    pub task: u16,
    /// Reclaim priority, 12 down to 0.
    pub priority: u8,
    /// Its reason.
    pub reason: Reason,
}

/// Number of decisions that are kept by default.
const KEPT: usize = 1024;
/// Number of decisions and events of a watched page that are kept.
const LIFE: usize = 4096;

/// The ring, and the decisions and events of the watched page.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Whether decisions are recorded.
    pub on: bool,
    /// Number of batches that reclaim took off a list.
    pub batches: u64,
    everything: bool,
    watched: Pfn,
    /// Whether any page is followed: one page is watched, or everything is recorded. If not, the engine tests only this
    /// flag.
    events: bool,
    ring: Ring<Decision>,
    life: Vec<Decision>,
    /// Number of decisions about the watched page for which `life` had no room.
    life_left_out: u64,
}

impl Default for Trace {
    fn default() -> Self {
        Self {
            on: false,
            batches: 0,
            everything: false,
            watched: NO_PFN,
            events: false,
            ring: Ring::new(KEPT),
            life: Vec::new(),
            life_left_out: 0,
        }
    }
}

impl Trace {
    /// Records everything that happens to pages, not only decisions about them, and keeps the last `capacity` entries.
    pub fn note_everything(&mut self, capacity: usize) {
        self.on = true;
        self.everything = true;
        self.events = true;
        self.ring = Ring::new(capacity);
    }

    /// Records all decisions and events of a page from now on.
    pub fn watch(&mut self, pfn: Pfn) {
        self.on = true;
        self.watched = pfn;
        self.events = true;
        self.life.clear();
        self.life_left_out = 0;
    }

    /// Returns the decisions and events of the watched page, oldest first, and the number of later ones that did not
    /// fit.
    #[must_use]
    pub fn life(&self) -> (&[Decision], u64) {
        (&self.life, self.life_left_out)
    }

    /// Whether decisions are recorded.
    #[inline]
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Records a decision, if tracing is on.
    #[inline]
    pub fn note(&mut self, decision: Decision) {
        if self.on {
            self.ring.push(decision);
            if decision.pfn == self.watched {
                self.keep_life(decision);
            }
        }
    }

    /// Records the same decision about each of these pages. Call it only while tracing is on and no page is followed.
    pub fn note_each(&mut self, pages: &[Pfn], decision: Decision) {
        debug_assert!(self.on && !self.events);
        let each = pages.iter().map(|&pfn| Decision { pfn, ..decision });
        self.ring.extend(each);
    }

    /// Whether any page is followed.
    #[inline]
    #[must_use]
    pub fn has_followers(&self) -> bool {
        self.events
    }

    /// Whether this page is followed: it is watched, or everything is recorded.
    #[must_use]
    pub fn follows(&self, pfn: Pfn) -> bool {
        self.everything || self.watched == pfn
    }

    /// Records an event of a page that is followed.
    pub fn note_event(&mut self, event: Decision) {
        if self.everything {
            self.ring.push(event);
        }
        if event.pfn == self.watched {
            self.keep_life(event);
        }
    }

    fn keep_life(&mut self, decision: Decision) {
        if self.life.len() < LIFE {
            self.life.push(decision);
        } else {
            self.life_left_out += 1;
        }
    }

    /// Returns how many entries were ever recorded.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ring.count()
    }

    /// Returns at most `most` of the latest entries, newest first.
    pub fn latest(&self, most: usize) -> impl Iterator<Item = Decision> + '_ {
        self.ring.latest(most)
    }

    /// Returns the entries from number `cursor` on that are still kept, oldest first.
    pub fn since(&self, cursor: u64) -> impl Iterator<Item = Decision> + '_ {
        self.ring.since(cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::{By, Decision, Reason, Trace};

    fn about(pfn: u32) -> Decision {
        Decision {
            at: u64::from(pfn),
            pfn,
            by: By::Kswapd,
            task: 0,
            priority: 12,
            reason: Reason::Freed,
        }
    }

    #[test]
    fn nothing_is_noted_while_it_is_off() {
        let mut trace = Trace::default();
        trace.note(about(0));
        assert_eq!(trace.count(), 0);
        trace.note_everything(4);
        trace.note(about(1));
        assert_eq!(trace.latest(9).collect::<Vec<_>>(), [about(1)]);
    }

    #[test]
    fn a_watched_page_keeps_its_whole_life() {
        let mut trace = Trace::default();
        trace.watch(2);
        for pfn in 1..=3 {
            trace.note(about(pfn));
            trace.note(about(2));
        }
        let (life, left_out) = trace.life();
        assert_eq!((life.len(), left_out), (4, 0));
        assert!(life.iter().all(|decision| decision.pfn == 2));
        assert!(trace.follows(2) && !trace.follows(3));
    }

    #[test]
    fn every_reason_has_a_name_of_its_own_and_a_mechanism_that_exists() {
        for (at, reason) in Reason::ALL.iter().enumerate() {
            let told = reason.told();
            assert!(
                Reason::ALL[..at]
                    .iter()
                    .all(|other| other.told().name != told.name)
            );
            if let Some(mechanism) = told.mechanism {
                assert!(
                    crate::mechanism::Mechanism::by_id(mechanism).is_some(),
                    "{mechanism}"
                );
            }
        }
    }
}
