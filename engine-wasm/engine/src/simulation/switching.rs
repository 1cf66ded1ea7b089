//! Switches mechanisms by hand while a machine runs, and adds these switches to the scenario.

use super::Simulation;
use crate::kernel::presets::Preset;
use crate::mechanism::{Mechanism, MechanismSet};
use crate::scenario::{self, Conflict, Intervention, Problem, limits};
use crate::{build, catalogue};

impl Simulation {
    /// Switches a mechanism now, and adds this to the scenario as an intervention. Everything up to now ran without the
    /// switch, so the intervention is due one nanosecond later. Keeps later interventions, except those that would now
    /// violate the rules between mechanisms.
    ///
    /// # Errors
    /// An unknown mechanism, too many interventions, or mechanisms that this one requires or excludes.
    pub fn set_mechanism(&mut self, id: &str, on: bool) -> Result<(), Vec<Problem>> {
        let Some(mechanism) = Mechanism::by_id(id) else {
            return Err(vec![Problem::new(
                "mechanism",
                format!("There is no mechanism `{id}`."),
                "Name another one.",
            )]);
        };
        let count = self.scenario.interventions.len() as u64 + 1;
        if !limits::INTERVENTIONS.allows(count) {
            return Err(vec![limits::INTERVENTIONS.exceeded("interventions", count)]);
        }
        let mut machine = self.machine.borrow_mut();
        let problems = conflicts(machine.on.on().with(mechanism, on));
        if !problems.is_empty() {
            return Err(problems);
        }
        machine.set_mechanism(mechanism, on);
        let at_ns = machine.now() + 1;
        drop(machine);
        self.write_down(at_ns, mechanism, on);
        self.leave_out_what_no_longer_fits();
        Ok(())
    }

    /// Adds a switch to the scenario. It replaces another switch of the same mechanism at the same time. A switch that
    /// changes nothing is not added.
    fn write_down(&mut self, at_ns: u64, mechanism: Mechanism, on: bool) {
        let id = mechanism.info().id;
        let same = |it: &Intervention| it.at_ns == at_ns && it.mechanism == id;
        let interventions = &mut self.scenario.interventions;
        let past = interventions[..self.next_intervention].iter();
        self.next_intervention -= past.filter(|it| same(it)).count();
        interventions.retain(|it| !same(it));
        if self.written(self.next_intervention).has(mechanism) != on {
            let switch = Intervention {
                at_ns,
                mechanism: id.to_owned(),
                on,
            };
            let interventions = &mut self.scenario.interventions;
            interventions.insert(self.next_intervention, switch);
            self.next_intervention += 1;
        }
    }

    /// Returns the mechanisms that are on after the first `count` interventions of the scenario.
    fn written(&self, count: usize) -> MechanismSet {
        let preset = Preset::by_id(&self.scenario.kernel);
        let start = preset.map_or_else(MechanismSet::default, |preset| {
            build::mechanisms(preset, &self.scenario)
        });
        let first = &self.scenario.interventions[..count];
        first.iter().fold(start, switched)
    }

    fn leave_out_what_no_longer_fits(&mut self) {
        let mut set = self.written(self.next_intervention);
        let later = self
            .scenario
            .interventions
            .split_off(self.next_intervention);
        for moment in later.chunk_by(|one, other| one.at_ns == other.at_ns) {
            let next = moment.iter().fold(set, switched);
            if conflicts(next).is_empty() {
                set = next;
                self.scenario.interventions.extend_from_slice(moment);
            }
        }
    }
}

fn switched(set: MechanismSet, it: &Intervention) -> MechanismSet {
    Mechanism::by_id(&it.mechanism).map_or(set, |mechanism| set.with(mechanism, it.on))
}

/// Returns the conflicts in a set of mechanisms.
#[must_use]
pub fn conflicts(set: MechanismSet) -> Vec<Problem> {
    let on = |id: &str| Mechanism::by_id(id).is_some_and(|mechanism| set.has(mechanism));
    let problems = scenario::conflicts(&catalogue::relations(), on)
        .into_iter()
        .map(|conflict| match conflict {
            Conflict::Needs { id, needed } => Problem::new(
                format!("mechanisms.{id}"),
                format!("`{id}` needs `{needed}`, which is off."),
                format!("Switch `{needed}` on as well, or `{id}` off."),
            ),
            Conflict::Excludes { id, other } => Problem::new(
                format!("mechanisms.{id}"),
                format!("`{id}` and `{other}` cannot be on together."),
                "Switch one of them off.",
            ),
        });
    problems.collect()
}
