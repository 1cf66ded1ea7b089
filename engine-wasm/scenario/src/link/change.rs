//! Changes that the parts of a link make to its base scenario.

use super::super::catalogue::Catalogue;
use super::super::document::{Intervention, Lane, Scenario};
use super::super::limits;
use super::super::problem::{Problem, quoted};
use super::super::scale::prepare;
use super::lane::{self, LaneId, Switch};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Another kernel, or other switches for the same kernel.
    Setting(LaneId, Option<String>, Vec<Switch>),
    Seed(u64),
    Scale(u32),
    Interventions(LaneId, Vec<Intervention>),
}

impl Change {
    /// Reads a part of a link; `None` if it is not a change. Adds ignored mechanisms to `problems`.
    pub fn read(
        part: &str,
        catalogue: &Catalogue,
        problems: &mut Vec<Problem>,
    ) -> Result<Option<Self>, Problem> {
        for id in LaneId::ALL {
            let Some(value) = part.strip_prefix(id.name()) else {
                continue;
            };
            if let Some(value) = value.strip_prefix('=') {
                let (kernel, switches) = lane::parse(value, catalogue, problems)?;
                return Ok(Some(Self::Setting(id, kernel, switches)));
            }
            if let Some(value) = value.strip_prefix('@') {
                let interventions = lane::parse_interventions(value, catalogue, problems)?;
                return Ok(Some(Self::Interventions(id, interventions)));
            }
        }
        if let Some(value) = part.strip_prefix("seed=") {
            return Ok(Some(Self::Seed(number(part, value)?)));
        }
        if let Some(value) = part.strip_prefix("scale=") {
            return Ok(Some(Self::Scale(number(part, value)?)));
        }
        Ok(None)
    }

    /// Returns the order in which changes are applied: a kernel before the interventions on it.
    fn rank(&self) -> u8 {
        match self {
            Self::Setting(LaneId::A, ..) => 0,
            Self::Setting(LaneId::B, ..) => 1,
            Self::Seed(_) | Self::Scale(_) => 2,
            Self::Interventions(..) => 3,
        }
    }

    /// Applies the change.
    pub fn apply(&self, scenario: &mut Scenario) {
        match self {
            Self::Seed(seed) => scenario.seed = *seed,
            Self::Scale(scale) => scenario.scale = *scale,
            Self::Setting(id, kernel, switches) => {
                let mut lane = match kernel {
                    Some(kernel) => Lane {
                        kernel: kernel.clone(),
                        mechanisms: Default::default(),
                        interventions: Vec::new(),
                    },
                    None => id.of(scenario),
                };
                lane.mechanisms.extend(switches.iter().cloned());
                id.put(scenario, lane);
            }
            Self::Interventions(id, interventions) => {
                let mut lane = id.of(scenario);
                lane.interventions.extend(interventions.iter().cloned());
                id.put(scenario, lane);
            }
        }
    }
}

/// Applies all changes. If the result cannot run although the base can, applies only the changes that keep the scenario
/// runnable, and reports the others.
pub(super) fn apply_all(
    base: &Scenario,
    mut changes: Vec<(String, Change)>,
    catalogue: &Catalogue,
    problems: &mut Vec<Problem>,
) -> Scenario {
    changes.sort_by_key(|(_, change)| change.rank());
    let mut whole = base.clone();
    for (_, change) in &changes {
        change.apply(&mut whole);
    }
    if runs(&whole, catalogue).is_ok() || runs(base, catalogue).is_err() {
        return whole;
    }
    let mut fitting = Fitting {
        scenario: base.clone(),
        catalogue,
        ignored: Vec::new(),
    };
    fitting.take(&changes);
    if fitting.is_full() {
        fitting.ignored.push(Problem::new(
            "link",
            format!(
                "{} parts of the link cannot be applied; the parts after them were ignored as well.",
                fitting.ignored.len()
            ),
            "Fix these first.",
        ));
    }
    problems.extend(fitting.ignored);
    fitting.scenario
}

/// A scenario that runs, and the changes that were ignored to keep it running.
struct Fitting<'a> {
    scenario: Scenario,
    catalogue: &'a Catalogue,
    ignored: Vec<Problem>,
}

impl Fitting<'_> {
    /// Returns whether too many changes were ignored. The remaining changes are then skipped, because each attempt
    /// validates a whole scenario.
    fn is_full(&self) -> bool {
        !limits::IGNORED_PARTS.allows(self.ignored.len() as u64 + 1)
    }

    /// Applies the changes that keep the scenario valid. Bisects, because in most links few changes make it invalid.
    fn take(&mut self, changes: &[(String, Change)]) {
        if changes.is_empty() || self.is_full() {
            return;
        }
        let mut next = self.scenario.clone();
        for (_, change) in changes {
            change.apply(&mut next);
        }
        match (runs(&next, self.catalogue), changes) {
            (Ok(()), _) => self.scenario = next,
            (Err(found), [(part, _)]) => {
                let told = found.into_iter().next().map(|why| Problem {
                    field: "link".into(),
                    problem: format!("Part {} was ignored: {}", quoted(part), why.problem),
                    fix: why.fix,
                });
                self.ignored.extend(told);
            }
            (Err(_), _) => {
                let (first, second) = changes.split_at(changes.len() / 2);
                self.take(first);
                self.take(second);
            }
        }
    }
}

/// Checks that the scenario can run, also at its scale: a scenario that is valid at full size may become too small.
fn runs(scenario: &Scenario, catalogue: &Catalogue) -> Result<(), Vec<Problem>> {
    prepare(scenario, catalogue).map(drop)
}

fn number<N: std::str::FromStr>(part: &str, value: &str) -> Result<N, Problem> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| value.parse().ok()).flatten();
    number.ok_or_else(|| {
        Problem::new(
            "link",
            format!("Part {} cannot be read and was ignored.", quoted(part)),
            "Use a whole number after the `=`.",
        )
    })
}
