//! `reclaim reproduce`: computes every figure of the postings and prints a verdict.

mod files;
mod output;

use reclaim_results::{Options, Plan, VerdictLine};

use crate::args::{ReproduceArguments, ReproduceFormat};
use crate::failure::Failure;
use crate::runs::{How, run_all};

/// Runs the selected rows and compares the results with the published figures.
pub fn reproduce(arguments: &ReproduceArguments) -> Result<String, Failure> {
    let options = Options {
        seeds: arguments.seeds,
        quick: arguments.quick,
    };
    let plan = Plan::new(files::chosen(arguments)?, options)?;
    let how = How {
        jobs: arguments.jobs,
        resume: arguments.resume.as_deref(),
    };
    let results = run_all(&plan.runs, how)?;
    let value = |run: usize, name: &str| results[run].values.get(name).copied();
    let judged: Vec<VerdictLine> = plan
        .lines
        .iter()
        .map(|line| plan.judge(line, value))
        .collect();
    Ok(match arguments.format {
        ReproduceFormat::Text => output::text(&plan, &judged, arguments),
        ReproduceFormat::Json => output::json(&plan, &judged, arguments),
        ReproduceFormat::Csv => output::csv(&plan, &judged),
    })
}

/// Returns the number of lines whose values are computed by runs.
fn computed_lines(plan: &Plan) -> usize {
    plan.lines.iter().filter(|line| line.runs.is_some()).count()
}
