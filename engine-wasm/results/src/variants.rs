//! Runs that differ only in mechanisms. They share a machine until a decision comes out differently with one of these.

use reclaim_engine::build;
use reclaim_engine::kernel::presets::Preset;
use reclaim_engine::mechanism::{Mechanism, MechanismSet, Settled};
use reclaim_engine::scenario::Scenario;

/// One of these runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Number of the run.
    pub run: usize,
    /// The mechanisms that are on in it, from the start.
    pub on: MechanismSet,
}

/// Runs that are still the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variants(Vec<Variant>);

impl Variants {
    /// Adds the run of a scenario.
    pub fn add(&mut self, run: usize, scenario: &Scenario) {
        // Without its kernel a scenario is refused before it runs.
        let on = Preset::by_id(&scenario.kernel)
            .map(|preset| build::mechanisms(preset, scenario))
            .unwrap_or_default();
        self.0.push(Variant { run, on });
    }

    /// The runs.
    pub fn iter(&self) -> impl Iterator<Item = Variant> {
        self.0.iter().copied()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those in which a mechanism is on, or off.
    #[must_use]
    pub fn with(&self, mechanism: Mechanism, on: bool) -> Self {
        Self(
            self.iter()
                .filter(|it| it.on.has(mechanism) == on)
                .collect(),
        )
    }

    /// What they agree on: mechanisms that are on in all of them, and as open those that are on in some.
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
