//! Lists the runs that a study needs, each run once even if several combinations use it.

use std::collections::BTreeMap;

use reclaim_engine::scenario::{Problem, Scenario, link};
use reclaim_results::{Run, measure};

use crate::apply::{self, lane_of_measure};
use crate::design;
use crate::document::Study;

/// Largest number of combinations of a study.
pub const MOST_POINTS: usize = 10_000;
/// Largest number of runs of a study.
pub const MOST_RUNS: usize = 100_000;

/// A possible combination, and its runs.
#[derive(Clone, Debug)]
pub struct Point {
    /// By factor: the index of its value.
    pub levels: Vec<usize>,
    /// By factor: its value as text.
    pub labels: Vec<String>,
    /// The scenario with both lanes and the first seed.
    pub scenario: Scenario,
    /// The link that opens the scenario in the Lab.
    pub link: String,
    /// By seed: the number of the run of lane A; empty if no measure needs lane A.
    pub runs_a: Vec<usize>,
    /// By seed: the number of the run of lane B; empty if no measure needs lane B.
    pub runs_b: Vec<usize>,
}

/// A combination that is impossible.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// By factor: the index of its value.
    pub levels: Vec<usize>,
    /// By factor: its value as text.
    pub labels: Vec<String>,
    /// Why the combination is impossible.
    pub problems: Vec<Problem>,
}

/// Everything that a study runs.
#[derive(Debug)]
pub struct Plan {
    /// The study.
    pub study: Study,
    /// Names of the factors.
    pub factors: Vec<String>,
    /// The combinations that run, in the order of the design.
    pub points: Vec<Point>,
    /// The combinations that are impossible.
    pub left_out: Vec<LeftOut>,
    /// The runs.
    pub runs: Vec<Run>,
    /// By run: its link, which identifies the run in every study.
    pub keys: Vec<String>,
}

impl Plan {
    /// Plans the runs of a validated study.
    #[must_use]
    pub fn new(study: Study, base: &Scenario) -> Self {
        let mut plan = Self {
            factors: study.factors.iter().map(apply::name).collect(),
            points: Vec::new(),
            left_out: Vec::new(),
            runs: Vec::new(),
            keys: Vec::new(),
            study,
        };
        let mut known = BTreeMap::new();
        for levels in design::points(&plan.study) {
            let labels: Vec<String> = (plan.study.factors.iter().zip(&levels))
                .map(|(factor, &level)| apply::label(factor, level, &plan.study))
                .collect();
            match apply::scenario_of(&plan.study, base, &levels) {
                Ok(scenario) => plan.add(levels, labels, scenario, &mut known),
                Err(problems) => plan.left_out.push(LeftOut {
                    levels,
                    labels,
                    problems,
                }),
            }
        }
        plan
    }

    /// Returns a warning for each measure that has no value in any combination, such as a measure of an absent device.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let lacking = |name: &String| {
            let inner = lane_of_measure(name).1;
            let mut points = self.points.iter();
            let first = measure::lacking(&points.next()?.scenario, inner)?;
            let all = points.all(|point| measure::lacking(&point.scenario, inner).is_some());
            all.then_some(first)
        };
        self.study.measures.iter().filter_map(lacking).collect()
    }

    fn add(
        &mut self,
        levels: Vec<usize>,
        labels: Vec<String>,
        scenario: Scenario,
        known: &mut BTreeMap<String, usize>,
    ) {
        let wanted = |lane: fn(apply::MeasureLane) -> bool| -> Vec<String> {
            let measures = self.study.measures.iter().map(|name| lane_of_measure(name));
            let mut names: Vec<String> = measures
                .filter(|&(of, _)| lane(of))
                .map(|(_, inner)| inner.to_owned())
                .collect();
            names.sort();
            names.dedup();
            names
        };
        let (of_a, of_b) = (
            wanted(apply::MeasureLane::needs_a),
            wanted(apply::MeasureLane::needs_b),
        );
        let (mut runs_a, mut runs_b) = (Vec::new(), Vec::new());
        for step in 0..u64::from(self.study.seeds) {
            let mut seeded = scenario.clone();
            seeded.seed = seeded.seed.saturating_add(step);
            if !of_a.is_empty() {
                runs_a.push(self.run(apply::lane_a(&seeded), &of_a, &labels, known));
            }
            if !of_b.is_empty()
                && let Some(b) = apply::lane_b(&seeded)
            {
                runs_b.push(self.run(b, &of_b, &labels, known));
            }
        }
        self.points.push(Point {
            levels,
            labels,
            link: link::encode(&scenario),
            scenario,
            runs_a,
            runs_b,
        });
    }

    /// Returns the number of a run, and adds the run if it is new.
    fn run(
        &mut self,
        scenario: Scenario,
        measures: &[String],
        labels: &[String],
        known: &mut BTreeMap<String, usize>,
    ) -> usize {
        let key = link::encode(&scenario);
        let at = *known.entry(key.clone()).or_insert_with(|| {
            self.keys.push(key);
            let values = self.factors.iter().zip(labels);
            let mut words: Vec<_> = values.map(|(of, label)| format!("{of} {label}")).collect();
            words.push(format!("seed {}", scenario.seed));
            self.runs.push(Run {
                name: words.join(", "),
                scenario,
                measures: Vec::new(),
            });
            self.runs.len() - 1
        });
        let wanted = &mut self.runs[at].measures;
        let new = measures.iter().filter(|name| !wanted.contains(name));
        let new: Vec<String> = new.cloned().collect();
        wanted.extend(new);
        at
    }
}
