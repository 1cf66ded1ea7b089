//! `reclaim study --check`: repeats a sample of a result's runs, and compares digests and values.

use reclaim_results::RunResult;
use reclaim_study::read_result;

use crate::failure::{Failure, warn};
use crate::runs::{How, run_all};
use crate::source;

/// The version of this engine.
const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// Repeats `sample` of the result's runs, spread evenly over the finished ones. Returns a message if all agree.
///
/// # Errors
/// The problems of the file (exit code 2), or the runs that differ (exit code 1).
pub fn check(file: &str, sample: u32, jobs: Option<u32>) -> Result<String, Failure> {
    let text = source::text(file)?;
    let result = read_result(&text).map_err(|problems| Failure::from(problems).about(file))?;
    if result.engine != ENGINE {
        let computed = &result.engine;
        warn(&format!(
            "{file} was computed by engine {computed}; this is {ENGINE}, whose runs may differ."
        ));
    }
    let finished: Vec<(usize, &RunResult)> = (result.runs.iter().enumerate())
        .filter_map(|(at, run)| Some((at, run.as_ref()?)))
        .collect();
    if finished.is_empty() {
        return Err(Failure::input(format!(
            "{file}: no run of this result has ended. Run the study first."
        )));
    }
    let count = finished.len().min(sample as usize);
    let chosen: Vec<(usize, &RunResult)> = (0..count)
        .map(|at| finished[at * finished.len() / count])
        .collect();
    let runs: Vec<_> = chosen
        .iter()
        .map(|&(at, _)| result.plan.runs[at].clone())
        .collect();
    let again = run_all(&runs, How { jobs, resume: None })?;
    let mut differ = Vec::new();
    for ((run, (_, stored)), again) in runs.iter().zip(&chosen).zip(&again) {
        if stored.digest != again.digest {
            differ.push(format!(
                "{}: the result has the digest {}, this engine computes {}.",
                run.name, stored.digest, again.digest
            ));
        } else if let Some((name, value)) = (again.values.iter())
            .find(|(name, value)| stored.values.get(*name).is_some_and(|it| it != *value))
        {
            differ.push(format!(
                "{}: the digest agrees, but {name} is {value}, not {}.",
                run.name, stored.values[name]
            ));
        }
    }
    if differ.is_empty() {
        let all = result.runs.len();
        return Ok(format!(
            "{count} of {all} runs were run again, and agree.\n"
        ));
    }
    let summary = format!("{} of {count} runs differ:", differ.len());
    let sentences = std::iter::once(summary).chain(differ);
    Err(Failure::differing(sentences.collect()).about(file))
}
