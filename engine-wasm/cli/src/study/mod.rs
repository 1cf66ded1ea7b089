//! `reclaim study`: one scenario, varied by factors and seeds.

mod output;
mod shards;

use reclaim_engine::catalogue;
use reclaim_study::{Outcome, Plan, read};

use crate::args::{StudyArguments, StudyFormat};
use crate::failure::Failure;
use crate::runs::{How, run_all};
use crate::source;

/// Runs a study and formats its results.
pub fn study(arguments: &StudyArguments) -> Result<String, Failure> {
    let text = source::text(&arguments.source)?;
    let (study, base) = read(&text, &catalogue::of_engine())
        .map_err(|problems| Failure::from(problems).about(&arguments.source))?;
    let plan = Plan::new(study, &base);
    let how = How {
        jobs: arguments.jobs,
        resume: arguments.resume.as_deref(),
    };
    if arguments.plan {
        return shards::plan(&plan, how.resume);
    }
    if let Some(numbers) = &arguments.only {
        return shards::only(plan, numbers, arguments.build.as_deref(), how);
    }
    let results: Vec<_> = run_all(&plan.runs, how)?.into_iter().map(Some).collect();
    let outcome = Outcome::new(&plan, &results);
    Ok(match arguments.format {
        StudyFormat::Text => output::text(&plan, &outcome),
        StudyFormat::Json => output::json(&plan, &results),
        StudyFormat::Jsonl => output::json_lines(&plan, &results),
        StudyFormat::Csv => output::csv(&plan, &outcome),
    })
}
