//! `reclaim run`: one scenario, run to its end.

mod csv;
mod pageouts;
mod text;
pub mod vmstat;

pub use reclaim_study::csv::plain;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Scenario, link, prepare, validate};
use reclaim_engine::simulation::{RunStatus, Simulation};
use serde_json::{Value, json};

use crate::args::{RunArguments, RunFormat};
use crate::failure::Failure;
use crate::lane;
use crate::progress::Progress;

/// Events between two updates of the progress display: a few milliseconds of work.
const EVENTS_AT_ONCE: u64 = 20_000;

/// Results of a run.
pub struct Outcome {
    /// The engine's report at the end.
    pub report: Value,
    /// The reports at each sample, oldest first.
    pub series: Vec<Value>,
    /// The report before the first event.
    pub start: Value,
    /// One line for each recorded reclaim: the state at the first file page that it wrote.
    pub pageouts: Vec<String>,
}

/// Runs the scenario and formats its results.
pub fn run(arguments: &RunArguments) -> Result<String, Failure> {
    let scenario = lane::scenario(&arguments.source)?;
    validate(&scenario, &catalogue::of_engine())?;
    let progress = Progress::new(&["at"]);
    let interval_ns = arguments.interval_ms.map(|ms| ms.saturating_mul(1_000_000));
    let outcome = simulate(&scenario, interval_ns, &|now_ns| progress.at(0, now_ns))?;
    drop(progress);
    Ok(match arguments.format {
        RunFormat::Text => text::text(&scenario, &outcome),
        RunFormat::Json => format!("{:#}\n", as_json(&scenario, &outcome)),
        RunFormat::Csv => csv::csv(&outcome),
        RunFormat::Vmstat => vmstat::vmstat(&outcome.report),
        RunFormat::Pageouts => pageouts::text(&outcome),
    })
}

/// Runs lane A of a scenario to its end.
pub fn simulate(
    scenario: &Scenario,
    interval_ns: Option<u64>,
    progress: &dyn Fn(u64),
) -> Result<Outcome, Failure> {
    let scenario = prepare(scenario, &catalogue::of_engine())?;
    let mut simulation = Simulation::new(&scenario)?;
    let end_ns = scenario
        .until_ms
        .map_or(u64::MAX, |ms| ms.saturating_mul(1_000_000));
    let start = report(&simulation)?;
    let mut series = Vec::new();
    let mut sample_ns = interval_ns.unwrap_or(u64::MAX);
    loop {
        let status = simulation.run(sample_ns.min(end_ns), EVENTS_AT_ONCE);
        progress(simulation.now());
        match status {
            RunStatus::UsedBudget => {}
            RunStatus::Finished => break,
            RunStatus::ReachedTime => {
                if sample_ns <= end_ns {
                    series.push(report(&simulation)?);
                }
                if sample_ns >= end_ns {
                    break;
                }
                sample_ns = sample_ns.saturating_add(interval_ns.unwrap_or(u64::MAX));
            }
        }
    }
    Ok(Outcome {
        report: report(&simulation)?,
        series,
        start,
        pageouts: pageouts::lines(&simulation),
    })
}

fn report(simulation: &Simulation) -> Result<Value, Failure> {
    serde_json::to_value(simulation.report())
        .map_err(|error| Failure::broken(format!("The report cannot be written: {error}.")))
}

fn as_json(scenario: &Scenario, outcome: &Outcome) -> Value {
    let mut all = json!({
        "scenario": scenario,
        "link": link::encode(scenario),
        "report": outcome.report,
    });
    if !outcome.series.is_empty() {
        all["series"] = outcome.series.as_slice().into();
    }
    all
}
