//! Where two runs part: the first decision or event of a page in which they differ.
//!
//! Two lanes of one experiment do the same things in the same order until a mechanism decides something. Both are run
//! with everything noted, and what they noted is compared one by one.

use std::collections::VecDeque;

use crate::observer::trace::Decision;
use crate::scenario::{Problem, Scenario};
use crate::simulation::Simulation;

/// Decisions that a slice may note before they are compared.
const KEPT: usize = 1 << 16;
/// Events of a lane at a time: too few to note more than is kept.
const SLICE: u64 = 64;

/// Where the search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// No difference so far; up to this time, nanoseconds.
    Searching(u64),
    /// The first difference, as lane A and lane B decided; a lane that is done has none.
    Found([Option<Decision>; 2]),
    /// Both runs came to their end without one.
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

/// The search.
pub struct Search {
    lanes: [Lane; 2],
    compared: u64,
    found: Option<Parting>,
}

impl Search {
    /// Two machines at time 0, of scenarios that [`Simulation::of_admitted`] takes.
    ///
    /// # Errors
    /// As there.
    pub fn new(a: Scenario, b: Scenario) -> Result<Self, Vec<Problem>> {
        Ok(Self {
            lanes: [Lane::new(a)?, Lane::new(b)?],
            compared: 0,
            found: None,
        })
    }

    /// Goes on for so many slices of both lanes.
    pub fn run(&mut self, slices: u32) -> Parting {
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
                    self.found = Some(Parting::Found([Some(*of_a), Some(*of_b)]));
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
        self.found.unwrap_or(Parting::Searching(
            now(&self.lanes[0]).min(now(&self.lanes[1])),
        ))
    }

    /// Decisions and events that were the same.
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// The machines where the search stands.
    #[must_use]
    pub fn simulations(&self) -> [&Simulation; 2] {
        [&self.lanes[0].simulation, &self.lanes[1].simulation]
    }
}

/// Times may differ by the time that a decision took, without another decision.
fn is_same(a: &Decision, b: &Decision) -> bool {
    (a.pfn, a.by, a.task, a.priority, a.reason) == (b.pfn, b.by, b.task, b.priority, b.reason)
}

/// What is to say when a lane is done and has nothing left to compare.
fn ended(a: &Lane, b: &Lane) -> Option<Parting> {
    let over = |lane: &Lane| lane.done && lane.noted.is_empty();
    match (over(a), over(b)) {
        (true, true) => Some(Parting::None),
        (true, false) => b
            .noted
            .front()
            .map(|of_b| Parting::Found([None, Some(*of_b)])),
        (false, true) => a
            .noted
            .front()
            .map(|of_a| Parting::Found([Some(*of_a), None])),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Parting, Search};
    use crate::observer::trace::{By, Reason};
    use crate::scenario::{Scenario, gallery_scenario};

    /// Writers whose dirty pages reclaim meets, on a small machine.
    fn search(b: impl Fn(&mut Scenario)) -> (Parting, u64) {
        let mut a = gallery_scenario("simple-wb-512m").expect("in the gallery");
        a.scale = 4;
        a.until_ms = Some(2_000);
        let mut changed = a.clone();
        b(&mut changed);
        let mut search = Search::new(a.clone(), changed.clone()).expect("valid");
        loop {
            let parting = search.run(1_000);
            if !matches!(parting, Parting::Searching(_)) {
                return (parting, search.compared());
            }
        }
    }

    #[test]
    fn equal_runs_never_part() {
        let (parting, compared) = search(|_| ());
        assert_eq!(parting, Parting::None);
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn the_first_difference_is_the_mechanisms_first_decision() {
        let (parting, compared) = search(|b| {
            b.mechanisms.insert("no_direct_fs_writeback".into(), true);
            b.mechanisms.insert("immediate_reclaim".into(), true);
            b.mechanisms
                .insert("kswapd_fs_write_high_prio_only".into(), true);
        });
        let Parting::Found([Some(a), Some(b)]) = parting else {
            panic!("{parting:?}");
        };
        assert_eq!(
            (a.pfn, a.by),
            (b.pfn, b.by),
            "the same page in the same context"
        );
        // The kernel asks for the priority first, and then whether the dirty page was referenced.
        assert_eq!((a.reason, a.by), (Reason::DirtyReferenced, By::Kswapd));
        assert_eq!((b.reason, b.by), (Reason::PassedOverPriority, By::Kswapd));
        assert!(compared > 1_000, "{compared}");
    }

    #[test]
    fn a_lane_that_ends_first_parts_there() {
        let (parting, _) = search(|b| b.until_ms = Some(1_000));
        assert!(matches!(parting, Parting::Found([Some(_), None])));
    }
}
