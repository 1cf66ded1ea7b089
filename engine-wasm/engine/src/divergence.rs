//! Finds the divergence of two runs: the first page decision or page event in which they differ.
//!
//! Two lanes of one experiment are identical until a difference between their scenarios changes a decision. The search
//! runs both lanes with full tracing, and compares their traces entry by entry.

use std::collections::VecDeque;

use crate::observer::trace::Decision;
use crate::scenario::{Problem, Scenario};
use crate::simulation::Simulation;

/// Number of entries that the trace of one slice can hold.
const KEPT: usize = 1 << 16;
/// Events per slice; few enough that the trace does not overflow.
const SLICE: u64 = 64;

/// State of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// No difference up to this virtual time, nanoseconds.
    Searching(u64),
    /// The first difference: the decisions of lanes A and B; `None` for a lane that has ended.
    Found([Option<Decision>; 2]),
    /// Both runs ended without a difference.
    None,
}

struct Lane {
    simulation: Simulation,
    cursor: u64,
    noted: VecDeque<Decision>,
    done: bool,
}

impl Lane {
    fn new(scenario: Scenario) -> Result<Self, Vec<Problem>> {
        let simulation = Simulation::of_admitted(scenario)?;
        simulation.note_everything(KEPT);
        Ok(Self {
            simulation,
            cursor: 0,
            noted: VecDeque::new(),
            done: false,
        })
    }

    fn advance(&mut self) {
        for _ in 0..SLICE {
            self.done = !self.simulation.step();
            if self.done {
                break;
            }
        }
        let machine = self.simulation.machine();
        self.noted
            .extend(machine.observed().trace.since(self.cursor));
        self.cursor = machine.observed().trace.count();
    }
}

/// A search for the divergence of two lanes.
pub struct Search {
    lanes: [Lane; 2],
    compared: u64,
    found: Option<Divergence>,
}

impl Search {
    /// Makes two machines at time 0, from scenarios that [`Simulation::of_admitted`] accepts.
    ///
    /// # Errors
    /// The errors of [`Simulation::of_admitted`].
    pub fn new(a: Scenario, b: Scenario) -> Result<Self, Vec<Problem>> {
        Ok(Self {
            lanes: [Lane::new(a)?, Lane::new(b)?],
            compared: 0,
            found: None,
        })
    }

    /// Continues the search for at most `slices` slices of both lanes.
    pub fn run(&mut self, slices: u32) -> Divergence {
        for _ in 0..slices {
            if let Some(found) = self.found {
                return found;
            }
            let [a, b] = &mut self.lanes;
            for lane in [&mut *a, &mut *b] {
                if lane.noted.is_empty() && !lane.done {
                    lane.advance();
                }
            }
            while let (Some(of_a), Some(of_b)) = (a.noted.front(), b.noted.front()) {
                if !is_same(of_a, of_b) {
                    self.found = Some(Divergence::Found([Some(*of_a), Some(*of_b)]));
                    break;
                }
                a.noted.pop_front();
                b.noted.pop_front();
                self.compared += 1;
            }
            if self.found.is_none() {
                self.found = ended(a, b);
            }
        }
        let now = |lane: &Lane| lane.simulation.now();
        self.found.unwrap_or(Divergence::Searching(
            now(&self.lanes[0]).min(now(&self.lanes[1])),
        ))
    }

    /// Number of identical decisions and events so far.
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// Returns both simulations in their current state.
    #[must_use]
    pub fn simulations(&self) -> [&Simulation; 2] {
        [&self.lanes[0].simulation, &self.lanes[1].simulation]
    }
}

/// Ignores times: both lanes may make the same decision at different times, because the costs of decisions may differ.
fn is_same(a: &Decision, b: &Decision) -> bool {
    (a.pfn, a.by, a.task, a.priority, a.reason) == (b.pfn, b.by, b.task, b.priority, b.reason)
}

/// The result when a lane has ended and has nothing left to compare.
fn ended(a: &Lane, b: &Lane) -> Option<Divergence> {
    let over = |lane: &Lane| lane.done && lane.noted.is_empty();
    match (over(a), over(b)) {
        (true, true) => Some(Divergence::None),
        (true, false) => b
            .noted
            .front()
            .map(|of_b| Divergence::Found([None, Some(*of_b)])),
        (false, true) => a
            .noted
            .front()
            .map(|of_a| Divergence::Found([Some(*of_a), None])),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Divergence, Search};
    use crate::observer::trace::{By, Reason};
    use crate::scenario::{Scenario, gallery_scenario};

    /// Compares two small machines in which reclaim finds dirty pages; `b` changes the scenario of lane B.
    fn search(b: impl Fn(&mut Scenario)) -> (Divergence, u64) {
        let mut a = gallery_scenario("simple-wb-512m").expect("in the gallery");
        a.scale = 4;
        a.until_ms = Some(2_000);
        let mut changed = a.clone();
        b(&mut changed);
        let mut search = Search::new(a.clone(), changed.clone()).expect("valid");
        loop {
            let divergence = search.run(1_000);
            if !matches!(divergence, Divergence::Searching(_)) {
                return (divergence, search.compared());
            }
        }
    }

    #[test]
    fn equal_runs_never_part() {
        let (divergence, compared) = search(|_| ());
        assert_eq!(divergence, Divergence::None);
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn the_first_difference_is_the_mechanisms_first_decision() {
        let (divergence, compared) = search(|b| {
            b.mechanisms.insert("no_direct_fs_writeback".into(), true);
            b.mechanisms.insert("immediate_reclaim".into(), true);
            b.mechanisms
                .insert("kswapd_fs_write_high_prio_only".into(), true);
        });
        let Divergence::Found([Some(a), Some(b)]) = divergence else {
            panic!("{divergence:?}");
        };
        assert_eq!(
            (a.pfn, a.by),
            (b.pfn, b.by),
            "the same page in the same context"
        );
        // The kernel checks the priority before it checks whether the dirty page was referenced.
        assert_eq!((a.reason, a.by), (Reason::DirtyReferenced, By::Kswapd));
        assert_eq!((b.reason, b.by), (Reason::PassedOverPriority, By::Kswapd));
        assert!(compared > 1_000, "{compared}");
    }

    #[test]
    fn a_lane_that_ends_first_parts_there() {
        let (divergence, _) = search(|b| b.until_ms = Some(1_000));
        assert!(matches!(divergence, Divergence::Found([Some(_), None])));
    }
}
