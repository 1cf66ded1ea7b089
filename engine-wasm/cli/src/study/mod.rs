//! `reclaim study`: one scenario, varied by factors and seeds.

mod check;
mod output;
mod shards;

use reclaim_engine::catalogue;
use reclaim_results::RunResult;
use reclaim_study::{Outcome, Plan, StudyResult, read};

use crate::args::{StudyArguments, StudyFormat};
use crate::failure::{Failure, warn};
use crate::runs::{How, run_all, run_sharing};
use crate::source;

/// Runs a study and formats its results.
pub fn study(arguments: &StudyArguments) -> Result<String, Failure> {
    if let Some(result) = &arguments.check {
        return check::check(result, arguments.sample, arguments.jobs);
    }
    let source = arguments.source.as_deref().unwrap_or("-");
    let text = source::text(source)?;
    let (study, base) = read(&text, &catalogue::of_engine())
        .map_err(|problems| Failure::from(problems).about(source))?;
    let plan = Plan::new(study, &base);
    for warning in plan.warnings() {
        warn(&warning);
    }
    let how = How {
        jobs: arguments.jobs,
        resume: arguments.resume.as_deref(),
    };
    if arguments.plan {
        return shards::plan(&plan, how.resume);
    }
    if let Some(numbers) = &arguments.only {
        return shards::only(plan, numbers, arguments, how);
    }
    let results = run(&plan, arguments, how)?;
    let results: Vec<_> = results.into_iter().map(Some).collect();
    let result = || StudyResult::new(&plan, env!("CARGO_PKG_VERSION"), &results);
    Ok(match arguments.format {
        StudyFormat::Text => output::text(&plan, &Outcome::new(&plan, &results)),
        StudyFormat::Json => result().json(),
        StudyFormat::Jsonl => output::json_lines(&plan, &results),
        StudyFormat::Csv => result().csv(),
    })
}

/// Carries out a plan's runs, and returns their results.
fn run(plan: &Plan, arguments: &StudyArguments, how: How<'_>) -> Result<Vec<RunResult>, Failure> {
    match arguments.independent {
        true => run_all(&plan.runs, how),
        false => run_sharing(plan, how),
    }
}
