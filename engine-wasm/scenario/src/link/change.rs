//! What a part of a link changes in the scenario that it builds on.

use super::super::catalogue::Catalogue;
use super::super::document::{Intervention, Lane, Scenario};
use super::super::problem::{Problem, quoted};
use super::super::scale::prepare;
use super::lane::{self, LaneId, Switch};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Another kernel, or other switches on the same.
    Setting(LaneId, Option<String>, Vec<Switch>),
    Seed(u64),
    Scale(u32),
    Interventions(LaneId, Vec<Intervention>),
}

impl Change {
    /// Reads a part; none if its name is none of these. What is left out is told.
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

    /// Settings come before what is switched in them.
    fn rank(&self) -> u8 {
        match self {
            Self::Setting(LaneId::A, ..) => 0,
            Self::Setting(LaneId::B, ..) => 1,
            Self::Seed(_) | Self::Scale(_) => 2,
            Self::Interventions(..) => 3,
        }
    }

    /// Carries it out.
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

/// The scenario with all changes; where that cannot run, with those of them that can, and the others told.
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
    let mut scenario = base.clone();
    for (part, change) in &changes {
        let mut next = scenario.clone();
        change.apply(&mut next);
        match runs(&next, catalogue) {
            Ok(()) => scenario = next,
            Err(found) => problems.extend(found.into_iter().next().map(|why| Problem {
                field: "link".into(),
                problem: format!("Part {} was left out: {}", quoted(part), why.problem),
                mend: why.mend,
            })),
        }
    }
    scenario
}

/// Whether a machine can be made of it; a scale may leave too little of one that is sound at full size.
fn runs(scenario: &Scenario, catalogue: &Catalogue) -> Result<(), Vec<Problem>> {
    prepare(scenario, catalogue).map(drop)
}

fn number<N: std::str::FromStr>(part: &str, value: &str) -> Result<N, Problem> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| value.parse().ok()).flatten();
    number.ok_or_else(|| {
        Problem::new(
            "link",
            format!("Part {} cannot be read and was left out.", quoted(part)),
            "Write a whole number after the `=`.",
        )
    })
}
