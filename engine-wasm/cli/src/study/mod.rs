//! `reclaim study`: one scenario, varied by factors and seeds.

mod check;
mod output;

use reclaim_engine::catalogue;
use reclaim_study::{Outcome, Plan, read};

use crate::args::{StudyArguments, StudyFormat};
use crate::failure::{Failure, warn};
use crate::runs::{How, run_all};
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
    let results: Vec<_> = run_all(&plan.runs, how)?.into_iter().map(Some).collect();
    let outcome = Outcome::new(&plan, &results);
    Ok(match arguments.format {
        StudyFormat::Text => output::text(&plan, &outcome),
        StudyFormat::Json => output::json(&plan, &results),
        StudyFormat::Jsonl => output::json_lines(&plan, &results),
        StudyFormat::Csv => output::csv(&plan, &outcome),
    })
}
