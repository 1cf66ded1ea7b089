//! Summarizes the results of the runs of a study.

use reclaim_results::RunResult;

use crate::ablation::{self, Ablation};
use crate::apply::{MeasureLane, lane_of_measure};
use crate::document::{Design, Study};
use crate::plan::{Plan, Point};
use crate::spread::{Spread, lower_in};

/// The results of a combination. Measures are in the order of [`measured`].
#[derive(Clone, Debug)]
pub struct PointOutcome {
    /// Values by measure and seed; `None` if there was nothing to measure.
    pub values: Vec<Vec<Option<f64>>>,
    /// By measure: the spread over the seeds.
    pub spreads: Vec<Option<Spread>>,
    /// By measure, for ratios only: the number of seeds in which lane B's value is lower than lane A's, and the number
    /// of seeds with both values.
    pub lower: Vec<Option<(usize, usize)>>,
}

/// The results of a study.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The results of each point of the plan.
    pub points: Vec<PointOutcome>,
    /// By measure: each mechanism's share of the effect; only for an ablation.
    pub ablations: Vec<Option<Ablation>>,
}

impl Outcome {
    /// Summarizes the results of the plan's runs; a run that has not ended has `None`.
    #[must_use]
    pub fn new(plan: &Plan, results: &[Option<RunResult>]) -> Self {
        let measures = measured(&plan.study);
        let points: Vec<PointOutcome> = (plan.points.iter())
            .map(|point| of_point(point, &measures, results))
            .collect();
        let ablations = (0..measures.len())
            .map(|measure| {
                let Design::Ablation { orders } = plan.study.design else {
                    return None;
                };
                let sets = || plan.points.iter().map(|it| ablation::set_of(&it.levels));
                let medians = points
                    .iter()
                    .map(|it| it.spreads[measure].map(|it| it.median));
                let medians = sets().zip(medians);
                let by_seed = (0..plan.study.seeds as usize).filter_map(|seed| {
                    let of_seed = points
                        .iter()
                        .map(|it| it.values[measure].get(seed).copied()?);
                    sets()
                        .zip(of_seed)
                        .map(|(set, value)| Some((set, value?)))
                        .collect()
                });
                Ablation::of(
                    plan.factors.len(),
                    orders,
                    medians
                        .filter_map(|(set, value)| Some((set, value?)))
                        .collect(),
                    by_seed.collect(),
                )
            })
            .collect();
        Self { points, ablations }
    }
}

/// Returns the measures of the results: those of the study, and the ratio B / A of each measure that it takes from both
/// lanes. An ablation has no additional ratios.
pub fn measured(study: &Study) -> Vec<String> {
    let mut names = study.measures.clone();
    if matches!(study.design, Design::Ablation { .. }) {
        return names;
    }
    let has = |wanted: MeasureLane, name: &str| {
        let mut lanes = study.measures.iter().map(|it| lane_of_measure(it));
        lanes.any(|it| it == (wanted, name))
    };
    for measure in &study.measures {
        let (lane, name) = lane_of_measure(measure);
        let both = lane == MeasureLane::A && has(MeasureLane::B, name);
        if both && !has(MeasureLane::Ratio, name) {
            names.push(format!("ratio:{name}"));
        }
    }
    names
}

fn of_point(point: &Point, measures: &[String], results: &[Option<RunResult>]) -> PointOutcome {
    let lane = |runs: &[usize], name: &str| -> Vec<Option<f64>> {
        let of = |&run: &usize| results.get(run)?.as_ref()?.values.get(name).copied();
        runs.iter().map(of).collect()
    };
    let mut outcome = PointOutcome {
        values: Vec::new(),
        spreads: Vec::new(),
        lower: Vec::new(),
    };
    for measure in measures {
        let (of, name) = lane_of_measure(measure);
        let (a, b) = (lane(&point.runs_a, name), lane(&point.runs_b, name));
        let values: Vec<Option<f64>> = match of {
            MeasureLane::A => a.clone(),
            MeasureLane::B => b.clone(),
            MeasureLane::Ratio => (a.iter().zip(&b))
                .map(|(a, b)| Some((*b)? / (*a).filter(|a| *a != 0.0)?))
                .collect(),
        };
        let there: Vec<f64> = values.iter().copied().flatten().collect();
        outcome.spreads.push(Spread::of(&there));
        outcome
            .lower
            .push((of == MeasureLane::Ratio).then(|| lower_in(&a, &b)));
        outcome.values.push(values);
    }
    outcome
}
