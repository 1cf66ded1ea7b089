//! The switches of a machine: which mechanisms are on, and which are still open.
//!
//! Runs that differ only in mechanisms are the same until a decision comes out differently with one of them. A machine can
//! carry out what they share: a mechanism that is neither on nor off yet is *open*, and is settled when its answer matters
//! for the first time. Who made the machine says how: it can follow both answers from there.

use std::cell::Cell;

use super::{Mechanism, MechanismSet, Shortcut};

/// What is settled when an open mechanism matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Mechanisms that are on from here on. Of those that were not open nothing is said.
    pub on: MechanismSet,
    /// Mechanisms that stay open. All others that were open are off.
    pub open: MechanismSet,
}

/// Settles the mechanism that matters, and others with it where nobody needs both of their answers any more.
pub type Settle = Box<dyn Fn(Mechanism) -> Settled>;

/// The mechanisms of a machine.
pub struct Switches {
    /// On or open: of all others a decision asks nothing more.
    possible: Cell<MechanismSet>,
    /// Not settled yet.
    open: Cell<MechanismSet>,
    settle: Option<Settle>,
}

impl Switches {
    /// These are on, and nothing is open.
    #[must_use]
    pub fn of(on: MechanismSet) -> Self {
        Self {
            possible: Cell::new(on),
            open: Cell::default(),
            settle: None,
        }
    }

    /// Some are on and some open, until `settle` says what they are.
    #[must_use]
    pub fn open(start: Settled, settle: Settle) -> Self {
        Self {
            possible: Cell::new(start.on.union(start.open)),
            open: Cell::new(start.open),
            settle: Some(settle),
        }
    }

    /// Whether a mechanism is on. If it is open, it is settled by that: ask where nothing but its answer is missing.
    #[inline]
    #[must_use]
    pub fn has(&self, mechanism: Mechanism) -> bool {
        self.possible.get().has(mechanism) && (!self.is_open(mechanism) || self.ask(mechanism))
    }

    /// What a decision comes to: `outcome`, of a mechanism that is on or off. An open one is settled only if that makes a
    /// difference. `outcome` is all that depends on it, and changes nothing.
    #[inline]
    pub fn decide<T: PartialEq>(&self, mechanism: Mechanism, outcome: impl Fn(bool) -> T) -> T {
        let on = self.possible.get().has(mechanism)
            && (!self.is_open(mechanism) || self.ask_if_it_matters(mechanism, &outcome));
        outcome(on)
    }

    /// Whether a mechanism is on or may still be: whether its condition is worth looking at.
    #[inline]
    #[must_use]
    pub fn may_have(&self, mechanism: Mechanism) -> bool {
        self.possible.get().has(mechanism)
    }

    /// Whether every mechanism that is on or open allows a short way.
    #[inline]
    #[must_use]
    pub fn allows(&self, shortcut: Shortcut) -> bool {
        self.possible.get().allows(shortcut)
    }

    /// The mechanisms that are on, without those that are open.
    #[must_use]
    pub fn on(&self) -> MechanismSet {
        self.possible.get().minus(self.open.get())
    }

    /// Switches a mechanism, open or not.
    pub fn set(&self, mechanism: Mechanism, on: bool) {
        self.open.set(self.open.get().with(mechanism, false));
        self.possible.set(self.possible.get().with(mechanism, on));
    }

    /// The mechanisms that are on where `wanted` says what the open ones are.
    #[must_use]
    pub fn with_open(&self, wanted: MechanismSet) -> MechanismSet {
        self.on().union(wanted.intersection(self.open.get()))
    }

    #[inline]
    fn is_open(&self, mechanism: Mechanism) -> bool {
        self.open.get().has(mechanism)
    }

    /// Settles open mechanisms. What was switched while the machine ran stays.
    pub fn settle(&self, settled: Settled) {
        let (on, open) = (self.on(), self.open.get());
        let still_open = settled.open.intersection(open);
        let settled_on = settled.on.intersection(open);
        self.open.set(still_open);
        self.possible.set(on.union(settled_on).union(still_open));
    }

    #[cold]
    #[inline(never)]
    fn ask(&self, mechanism: Mechanism) -> bool {
        let ask = self.settle.as_ref();
        let mut settled = ask.map_or_else(Settled::default, |ask| ask(mechanism));
        settled.open = settled.open.with(mechanism, false);
        self.settle(settled);
        self.on().has(mechanism)
    }

    #[cold]
    #[inline(never)]
    fn ask_if_it_matters<T: PartialEq>(
        &self,
        mechanism: Mechanism,
        outcome: &impl Fn(bool) -> T,
    ) -> bool {
        outcome(true) != outcome(false) && self.ask(mechanism)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use Mechanism::{EvictOnce, GfpWrite, Workingset};

    /// Both are open; what is asked for is noted, and on.
    fn noting() -> (Switches, Rc<Cell<u32>>) {
        let asked = Rc::new(Cell::new(0));
        let notes = Rc::clone(&asked);
        let start = Settled {
            on: MechanismSet::of(&[Workingset]),
            open: MechanismSet::of(&[EvictOnce, GfpWrite]),
        };
        let settle = move |mechanism: Mechanism| {
            notes.set(notes.get() + 1);
            Settled {
                on: MechanismSet::of(&[mechanism]),
                open: start.open.with(mechanism, false),
            }
        };
        (Switches::open(start, Box::new(settle)), asked)
    }

    #[test]
    fn an_open_mechanism_is_settled_once_and_by_the_first_decision_that_it_changes() {
        let (switches, asked) = noting();
        assert!(!switches.decide(EvictOnce, |on| on && asked.get() > 0));
        assert_eq!((asked.get(), switches.on().has(EvictOnce)), (0, false));
        assert_eq!(switches.decide(EvictOnce, u32::from), 1);
        assert!(switches.has(EvictOnce) && switches.has(Workingset));
        assert_eq!(asked.get(), 1);
        assert!(switches.may_have(GfpWrite) && !switches.on().has(GfpWrite));
    }

    #[test]
    fn a_set_that_shares_the_run_has_its_own_open_mechanisms() {
        let (switches, _) = noting();
        let wanted = MechanismSet::of(&[GfpWrite]);
        let both = MechanismSet::of(&[Workingset, GfpWrite]);
        assert_eq!(switches.with_open(wanted), both);
        switches.set(GfpWrite, false);
        assert_eq!(switches.with_open(wanted), MechanismSet::of(&[Workingset]));
        switches.set(Workingset, false);
        switches.settle(Settled {
            on: both,
            open: wanted,
        });
        assert_eq!(switches.with_open(both), MechanismSet::default());
    }

    #[test]
    fn an_open_mechanism_takes_the_long_way() {
        let start = Settled {
            open: MechanismSet::of(&[Workingset]),
            ..Settled::default()
        };
        let switches = Switches::open(start, Box::new(|_| Settled::default()));
        assert!(!switches.allows(Shortcut::EvictNeighbours));
        assert!(!switches.has(Workingset) && switches.allows(Shortcut::EvictNeighbours));
    }
}
