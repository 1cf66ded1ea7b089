//! The switches of a machine: which mechanisms are on, and which are still open.
//!
//! Runs that differ only in mechanisms are the same until a decision depends on one of these mechanisms. One machine
//! can run this common part: a mechanism that is neither on nor off yet is *open*. It is settled as on or off when a
//! decision depends on it for the first time. The code that created the machine chooses ([`Settle`]). It can also copy
//! the machine and follow both choices from this decision on.

use std::cell::Cell;

use super::{Mechanism, MechanismSet, Shortcut};

/// The state of open mechanisms after one of them was settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Mechanisms that are on from now on. Mechanisms that were not open are ignored here.
    pub on: MechanismSet,
    /// Mechanisms that stay open. All other mechanisms that were open are off, unless they are in `on`.
    pub open: MechanismSet,
}

/// Settles the given mechanism, and any other open mechanism for which only one state is still of interest.
pub type Settle = Box<dyn Fn(Mechanism) -> Settled>;

/// The states of a machine's mechanisms.
pub struct Switches {
    /// Mechanisms that are on or open. All others are off.
    possible: Cell<MechanismSet>,
    /// Mechanisms that are not settled yet.
    open: Cell<MechanismSet>,
    settle: Option<Settle>,
}

impl Switches {
    /// Creates switches with these mechanisms on and none open.
    #[must_use]
    pub fn of(on: MechanismSet) -> Self {
        Self {
            possible: Cell::new(on),
            open: Cell::default(),
            settle: None,
        }
    }

    /// Creates switches with some mechanisms on and some open. `settle` chooses the state of an open mechanism when a
    /// decision depends on it.
    #[must_use]
    pub fn open(start: Settled, settle: Settle) -> Self {
        Self {
            possible: Cell::new(start.on.union(start.open)),
            open: Cell::new(start.open),
            settle: Some(settle),
        }
    }

    /// Returns whether a mechanism is on, and settles it if it is open. Before calling this, test everything else that
    /// the outcome depends on.
    #[inline]
    #[must_use]
    pub fn has(&self, mechanism: Mechanism) -> bool {
        self.possible.get().has(mechanism) && (!self.is_open(mechanism) || self.ask(mechanism))
    }

    /// Returns `outcome` for the state of a mechanism. An open mechanism is settled only if `outcome` differs between
    /// on and off. `outcome` must be the only code that depends on the mechanism here, and must have no side effects.
    #[inline]
    pub fn decide<T: PartialEq>(&self, mechanism: Mechanism, outcome: impl Fn(bool) -> T) -> T {
        let on = self.possible.get().has(mechanism)
            && (!self.is_open(mechanism) || self.ask_if_it_matters(mechanism, &outcome));
        outcome(on)
    }

    /// Returns whether a mechanism is on or open, so that its condition must be tested.
    #[inline]
    #[must_use]
    pub fn may_have(&self, mechanism: Mechanism) -> bool {
        self.possible.get().has(mechanism)
    }

    /// Returns whether every mechanism that is on or open allows a shortcut.
    #[inline]
    #[must_use]
    pub fn allows(&self, shortcut: Shortcut) -> bool {
        self.possible.get().allows(shortcut)
    }

    /// Returns the mechanisms that are on, without those that are open.
    #[must_use]
    pub fn on(&self) -> MechanismSet {
        self.possible.get().minus(self.open.get())
    }

    /// Switches a mechanism on or off, even if it is open.
    pub fn set(&self, mechanism: Mechanism, on: bool) {
        self.open.set(self.open.get().with(mechanism, false));
        self.possible.set(self.possible.get().with(mechanism, on));
    }

    /// Returns the mechanisms that would be on if the open ones were settled as in `wanted`.
    #[must_use]
    pub fn with_open(&self, wanted: MechanismSet) -> MechanismSet {
        self.on().union(wanted.intersection(self.open.get()))
    }

    #[inline]
    fn is_open(&self, mechanism: Mechanism) -> bool {
        self.open.get().has(mechanism)
    }

    /// Settles open mechanisms. Mechanisms that were switched while the machine ran keep their state.
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

    /// Returns switches with two open mechanisms, and a counter of calls of `settle`, which switches on the mechanism
    /// that it is asked for.
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
