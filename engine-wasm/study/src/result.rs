//! The result of a study, complete or not, as it is shown and saved.

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

/// Version of the format of results.
const RESULT_VERSION: u32 = 1;
/// Largest size of a result's text, bytes: the result of a study of 100,000 runs takes some tens of MB.
const MOST_BYTES: usize = 64 << 20;

/// A study with its results. `study` and `runs` determine all other fields.
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
    /// By measure: each mechanism's share of the effect; only for an ablation.
    pub ablation: BTreeMap<String, Ablation>,
    /// The results of the runs; null for a run that has not ended.
    pub runs: Vec<Option<RunResult>>,
}

/// A combination and its results, by measure. A measure taken from both lanes also has a ratio.
#[derive(Clone, Debug, Serialize, TS)]
pub struct PointResult {
    /// By factor: the index of its value.
    pub levels: Vec<usize>,
    /// By factor: its value as text.
    pub labels: Vec<String>,
    /// The link that opens the scenario in the Lab: the text after the `#` of the URL.
    pub link: String,
    /// By seed: the number of the run of lane A.
    pub runs_a: Vec<usize>,
    /// By seed: the number of the run of lane B.
    pub runs_b: Vec<usize>,
    /// Values by seed; null if there was nothing to measure.
    pub values: BTreeMap<String, Vec<Option<f64>>>,
    /// Spread over the seeds.
    pub spread: BTreeMap<String, Spread>,
    /// For ratios: the number of seeds in which lane B's value is lower than lane A's, and the number of seeds with
    /// both values.
    pub lower_in_b: BTreeMap<String, (usize, usize)>,
}

/// A combination that is impossible.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Impossible {
    /// By factor: the index of its value.
    pub levels: Vec<usize>,
    /// By factor: its value as text.
    pub labels: Vec<String>,
    /// Why the combination is impossible.
    pub problems: Vec<Problem>,
}

impl StudyResult {
    /// Makes the result from the results of the plan's runs so far.
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

/// The fields of a result that are read; all others are computed again.
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

/// Reads a result; only its study and its runs are used.
///
/// # Errors
/// The problems of the text, or of the study in it.
pub fn read_result(text: &str) -> Result<ReadResult, Vec<Problem>> {
    let refuse = |field: &str, problem: String, fix: &str| vec![Problem::new(field, problem, fix)];
    if text.len() > MOST_BYTES {
        return Err(refuse(
            "document",
            format!("The size of the result is {} MiB.", text.len() >> 20),
            "Use a result of at most 64 MiB, or run the study again.",
        ));
    }
    let stored: Stored = serde_json::from_str(text).map_err(|error| {
        refuse(
            "document",
            format!("This is not the result of a study: {error}."),
            "Use a file that `reclaim study --format json` or the Studies page wrote.",
        )
    })?;
    if stored.version != RESULT_VERSION {
        return Err(refuse(
            "version",
            format!("Version {} of the result is not supported.", stored.version),
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
            "Run the study again: the file was changed, or another version of the engine wrote it.",
        ));
    }
    Ok(ReadResult {
        plan,
        engine: stored.engine,
        runs: stored.runs,
    })
}
