//! The result of a study: what people and files get of it, finished or not.

use std::collections::BTreeMap;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Problem, Scenario};
use reclaim_results::RunResult;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::ablation::Ablation;
use crate::check;
use crate::document::Study;
use crate::outcome::{Outcome, measured};
use crate::plan::Plan;
use crate::spread::Spread;

/// The version of the result's format.
const RESULT_VERSION: u32 = 1;
/// Bytes of a result's text at most: a study of 100,000 runs has some tens of millions.
const MOST_BYTES: usize = 64 << 20;

/// A study with its results. All but `study` and `runs` follows from these two.
#[derive(Clone, Debug, Serialize, TS)]
pub struct StudyResult {
    /// Version of the format; 1 today.
    pub version: u32,
    /// Version of the engine that carried out the runs.
    pub engine: String,
    /// The study.
    pub study: Study,
    /// Names of the factors.
    pub factors: Vec<String>,
    /// The combinations, in the order of the design.
    pub points: Vec<PointResult>,
    /// The combinations that are impossible.
    pub left_out: Vec<Impossible>,
    /// By measure: each mechanism's share of the effect, in an ablation.
    pub ablation: BTreeMap<String, Ablation>,
    /// The runs; null for those that have not ended.
    pub runs: Vec<Option<RunResult>>,
}

/// A combination and its results. Values are by measure; with both lanes of one, its ratio is there too.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PointResult {
    /// By factor: the position of its value.
    pub levels: Vec<usize>,
    /// By factor: its value.
    pub labels: Vec<String>,
    /// The link that opens it in the Lab: the text after the `#` of the address.
    pub link: String,
    /// By seed: the number of the run of lane A.
    pub runs_a: Vec<usize>,
    /// By seed: the number of the run of lane B.
    pub runs_b: Vec<usize>,
    /// By seed; null where there was nothing to measure.
    pub values: BTreeMap<String, Vec<Option<f64>>>,
    /// Over the seeds.
    pub spread: BTreeMap<String, Spread>,
    /// For ratios: the seeds in which lane B is lower than lane A, and the seeds with both.
    pub lower_in_b: BTreeMap<String, (usize, usize)>,
}

/// A combination that is impossible.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Impossible {
    /// By factor: the position of its value.
    pub levels: Vec<usize>,
    /// By factor: its value.
    pub labels: Vec<String>,
    /// Why.
    pub problems: Vec<Problem>,
}

impl StudyResult {
    /// From the results of the plan's runs so far.
    #[must_use]
    pub fn new(plan: &Plan, engine: &str, runs: &[Option<RunResult>]) -> Self {
        let outcome = Outcome::new(plan, runs);
        let measures = &measured(&plan.study);
        let points = (plan.points.iter().zip(outcome.points)).map(|(point, of)| PointResult {
            levels: point.levels.clone(),
            labels: point.labels.clone(),
            link: point.link.clone(),
            runs_a: point.runs_a.clone(),
            runs_b: point.runs_b.clone(),
            values: measures.iter().cloned().zip(of.values).collect(),
            spread: known(measures, of.spreads),
            lower_in_b: known(measures, of.lower),
        });
        let left_out = plan.left_out.iter().map(|it| Impossible {
            levels: it.levels.clone(),
            labels: it.labels.clone(),
            problems: it.problems.clone(),
        });
        Self {
            version: RESULT_VERSION,
            engine: engine.to_owned(),
            study: plan.study.clone(),
            factors: plan.factors.clone(),
            points: points.collect(),
            left_out: left_out.collect(),
            ablation: known(measures, outcome.ablations),
            runs: runs.to_vec(),
        }
    }
}

fn known<T>(names: &[String], values: Vec<Option<T>>) -> BTreeMap<String, T> {
    let pairs = names.iter().cloned().zip(values);
    pairs
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// What is read of a result; the rest is computed again.
#[derive(Deserialize)]
struct Stored {
    version: u32,
    engine: String,
    study: Value,
    runs: Vec<Option<RunResult>>,
}

/// A result that was read.
#[derive(Debug)]
pub struct ReadResult {
    /// The study's plan.
    pub plan: Plan,
    /// Version of the engine that carried out the runs.
    pub engine: String,
    /// The plan's runs.
    pub runs: Vec<Option<RunResult>>,
}

/// Reads a result, of which only the study and the runs are used.
///
/// # Errors
/// What is wrong with the text, or with the study in it.
pub fn read_result(text: &str) -> Result<ReadResult, Vec<Problem>> {
    let refuse = |field: &str, problem: String, fix: &str| vec![Problem::new(field, problem, fix)];
    if text.len() > MOST_BYTES {
        return Err(refuse(
            "document",
            format!("The result has {} MiB.", text.len() >> 20),
            "Use a result of at most 64 MiB, or run the study again.",
        ));
    }
    let stored: Stored = serde_json::from_str(text).map_err(|error| {
        refuse(
            "document",
            format!("This is not the result of a study: {error}."),
            "Use a file that `reclaim study --format json` or the Studies page has written.",
        )
    })?;
    if stored.version != RESULT_VERSION {
        return Err(refuse(
            "version",
            format!("Version {} of a result is not known.", stored.version),
            "Run the study again.",
        ));
    }
    let inside = |problem: Problem| Problem {
        field: format!("study.{}", problem.field),
        ..problem
    };
    let read: Result<(Study, Scenario), _> =
        check::read(&stored.study.to_string(), &catalogue::of_engine());
    let (study, base) =
        read.map_err(|problems| problems.into_iter().map(inside).collect::<Vec<_>>())?;
    let plan = Plan::new(study, &base);
    if plan.runs.len() != stored.runs.len() {
        return Err(refuse(
            "runs",
            format!(
                "The result has {} runs; its study needs {}.",
                stored.runs.len(),
                plan.runs.len()
            ),
            "Run the study again: the file was changed, or is of another version of the engine.",
        ));
    }
    Ok(ReadResult {
        plan,
        engine: stored.engine,
        runs: stored.runs,
    })
}
