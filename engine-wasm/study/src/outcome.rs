//! What the runs of a study say together.

use reclaim_results::RunResult;

use crate::ablation::{self, Ablation};
use crate::apply::{MeasureLane, lane_of_measure};
use crate::document::{Design, Study};
use crate::plan::{Plan, Point};
use crate::spread::{Spread, lower_in};

/// A combination's results, by the names of [`measured`].
#[derive(Clone, Debug)]
pub struct PointOutcome {
    /// By measure, by seed; none where there was nothing to measure.
    pub values: Vec<Vec<Option<f64>>>,
    /// By measure: over the seeds.
    pub spreads: Vec<Option<Spread>>,
    /// By measure: in how many pairs of one seed lane B is lower than lane A, and how many pairs there are; of ratios alone.
    pub lower: Vec<Option<(usize, usize)>>,
}

/// A study's results.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// By point of the plan.
    pub points: Vec<PointOutcome>,
    /// By measure: each mechanism's share of the effect, in an ablation.
    pub ablations: Vec<Option<Ablation>>,
}

impl Outcome {
    /// From the results of the plan's runs; `None` for those that have not ended.
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

/// What the results have: the study's measures, and B divided by A of what it measures in both lanes. An ablation has shares
/// of its own measures only.
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
