//! Runs that differ only in mechanisms. They share a machine until a decision depends on one of these mechanisms.

use reclaim_engine::build;
use reclaim_engine::kernel::presets::Preset;
use reclaim_engine::mechanism::{Mechanism, MechanismSet, Settled};
use reclaim_engine::scenario::Scenario;

/// A run that shares a machine with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Number of the run.
    pub run: usize,
    /// The mechanisms that are on in this run from the start.
    pub on: MechanismSet,
}

/// Runs that are still identical.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variants(Vec<Variant>);

impl Variants {
    /// Adds the run of a scenario.
    pub fn add(&mut self, run: usize, scenario: &Scenario) {
        // A scenario with an unknown kernel is refused before it runs.
        let on = Preset::by_id(&scenario.kernel)
            .map(|preset| build::mechanisms(preset, scenario))
            .unwrap_or_default();
        self.0.push(Variant { run, on });
    }

    /// Iterates over the runs.
    pub fn iter(&self) -> impl Iterator<Item = Variant> {
        self.0.iter().copied()
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the runs in which a mechanism is on, or off.
    #[must_use]
    pub fn with(&self, mechanism: Mechanism, on: bool) -> Self {
        Self(
            self.iter()
                .filter(|it| it.on.has(mechanism) == on)
                .collect(),
        )
    }

    /// Returns the mechanisms that are on in all runs. Mechanisms that are on in only some runs are open.
    #[must_use]
    pub fn settled(&self) -> Settled {
        let sets = || self.iter().map(|it| it.on);
        let on = sets()
            .reduce(MechanismSet::intersection)
            .unwrap_or_default();
        let any = sets().reduce(MechanismSet::union).unwrap_or_default();
        Settled {
            on,
            open: any.minus(on),
        }
    }
}
