//! What was published, computed: a line for every figure of the postings, with a verdict.

mod measure;
mod output;
mod plan;
mod runs;
mod saved;
mod verdict;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use reclaim_engine::published::{Figure, Row};

use crate::args::{ReproduceArguments, ReproduceFormat};
use crate::failure::Failure;
use plan::{Line, Plan};
use verdict::{Computed, Verdict};

/// What a run came to, by the names of the measures.
type Values = BTreeMap<String, f64>;

/// A line with its verdict.
struct Judged<'a> {
    posting: &'a str,
    row: &'a Row,
    figure: &'a Figure,
    computed: Option<Computed>,
    verdict: Verdict,
    /// Why it is not modelled, or what a reader should know.
    remark: Option<&'a str>,
}

/// Runs what the chosen rows need and sets it beside what was published.
pub fn reproduce(arguments: &ReproduceArguments) -> Result<String, Failure> {
    let postings = reclaim_engine::published::postings().map_err(Failure::broken)?;
    let plan = plan::plan(&postings, arguments)?;
    let results = runs::run_all(&plan.runs, arguments)?;
    let lines: Vec<Judged> = plan
        .lines
        .iter()
        .map(|line| judged(line, &results))
        .collect();
    Ok(match arguments.format {
        ReproduceFormat::Text => output::text(&plan, &lines, arguments),
        ReproduceFormat::Json => output::json(&plan, &lines, arguments),
        ReproduceFormat::Csv => output::csv(&lines),
    })
}

fn judged<'a>(line: &'a Line, results: &[Values]) -> Judged<'a> {
    let computed = line.runs.as_ref().map(|runs| {
        let name = line.figure.from.as_deref().unwrap_or_default();
        let of = |runs: &[usize]| -> Vec<Option<f64>> {
            let values = runs.iter().map(|&run| results[run].get(name).copied());
            // What lies in memory is smaller by as much as memory is.
            values.map(|value| Some(value? * line.enlarge)).collect()
        };
        Computed::new(of(&runs.old), of(&runs.new))
    });
    let verdict = verdict::judge(line.figure, computed.as_ref());
    Judged {
        posting: line.posting,
        row: line.row,
        figure: line.figure,
        computed,
        verdict,
        remark: line.why_not.as_deref().or(line.figure.remark.as_deref()),
    }
}

/// The plan's lines that are computed.
fn computed_lines(plan: &Plan) -> usize {
    plan.lines.iter().filter(|line| line.runs.is_some()).count()
}
