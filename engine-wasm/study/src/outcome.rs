//! What the runs of a study say together.

use reclaim_results::RunResult;

use crate::ablation::{self, Ablation};
use crate::apply::{MeasureLane, lane_of_measure};
use crate::document::Design;
use crate::plan::{Plan, Point};
use crate::spread::{Spread, lower_in};

/// A combination's results.
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
        let measures = &plan.study.measures;
        let points: Vec<PointOutcome> = (plan.points.iter())
            .map(|point| of_point(point, measures, results))
            .collect();
        let ablations = (0..measures.len())
            .map(|measure| {
                let Design::Ablation { orders } = plan.study.design else {
                    return None;
                };
                let median = |point: &PointOutcome| point.spreads[measure].map(|it| it.median);
                let values = plan.points.iter().zip(&points);
                let values = values.filter_map(|(point, outcome)| {
                    Some((ablation::set_of(&point.levels), median(outcome)?))
                });
                Ablation::of(plan.factors.len(), orders, values.collect())
            })
            .collect();
        Self { points, ablations }
    }
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
