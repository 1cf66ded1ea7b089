//! `reclaim compare`: one workload on two kernels.

mod statistics;
mod vmstat;

use reclaim_engine::catalogue;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use reclaim_engine::scenario::{Scenario, link, prepare};
use serde_json::{Value, json};

use crate::args::{CompareArguments, CompareFormat};
use crate::failure::Failure;
use crate::lane::{self, lane_name};
use crate::numbers::shown;
use crate::output::csv_line;
use crate::progress::Progress;
use crate::run::{Outcome, plain, simulate};
use crate::table::Table;
use statistics::{Row, Spread};

/// Runs both lanes with every seed, and formats their results side by side.
pub fn compare(arguments: &CompareArguments) -> Result<String, Failure> {
    let (a, b) = lane::pair(arguments)?;
    let catalogue = catalogue::of_engine();
    prepare(&a, &catalogue).map_err(|problems| Failure::from(problems).about("A"))?;
    prepare(&b, &catalogue).map_err(|problems| Failure::from(problems).about("B"))?;
    let jobs: Vec<(usize, Scenario)> = (0..arguments.seeds)
        .flat_map(|step| [seeded(&a, step), seeded(&b, step)])
        .enumerate()
        .map(|(index, scenario)| (index % 2, scenario))
        .collect();
    let outcomes = run_all(&jobs)?;
    let of_lane = |lane: usize| -> Vec<&Outcome> {
        let pairs = jobs.iter().zip(&outcomes);
        pairs
            .filter(|((of, _), _)| *of == lane)
            .map(|(_, outcome)| outcome)
            .collect()
    };
    let (outcomes_a, outcomes_b) = (of_lane(0), of_lane(1));
    let (reports_a, reports_b) = (reports(&outcomes_a), reports(&outcomes_b));
    let rows = statistics::rows(&reports_a, &reports_b, arguments.zones);
    Ok(match arguments.format {
        CompareFormat::Text => text(&a, &b, arguments.seeds, &rows),
        CompareFormat::Csv => csv(&rows),
        CompareFormat::Vmstat => vmstat::vmstat(&outcomes_a, &outcomes_b),
        CompareFormat::Json => {
            let side = |scenario: &Scenario, reports: &[&Value]| {
                json!({
                    "scenario": scenario,
                    "link": link::encode(scenario),
                    "reports": reports,
                })
            };
            let all = json!({
                "a": side(&a, &reports_a),
                "b": side(&b, &reports_b),
                "rows": rows.iter().map(Row::as_json).collect::<Vec<_>>(),
            });
            format!("{all:#}\n")
        }
    })
}

fn reports<'a>(outcomes: &[&'a Outcome]) -> Vec<&'a Value> {
    outcomes.iter().map(|outcome| &outcome.report).collect()
}

fn seeded(scenario: &Scenario, step: u64) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.seed = scenario.seed.saturating_add(step);
    scenario
}

/// Runs the jobs on one thread per processor. The outcomes are in the order of the jobs.
fn run_all(jobs: &[(usize, Scenario)]) -> Result<Vec<Outcome>, Failure> {
    let threads = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(jobs.len());
    let progress = Progress::new(&["A at", "B at"]);
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Result<Outcome, Failure>>>> =
        jobs.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed))
                    && let Some((lane, scenario)) = jobs.get(index)
                {
                    let result = simulate(scenario, None, &|now_ns| progress.at(*lane, now_ns));
                    if let Ok(mut place) = done[index].lock() {
                        *place = Some(result);
                    }
                }
            });
        }
    });
    done.into_iter()
        .map(|place| {
            let result = place.into_inner().ok().flatten();
            result.unwrap_or_else(|| Err(Failure::broken("A run ended without a result.")))
        })
        .collect()
}

fn text(a: &Scenario, b: &Scenario, seeds: u64, rows: &[Row]) -> String {
    let mut out = format!("{}\nA  {}\nB  {}\n", a.title, lane_name(a), lane_name(b));
    if b.title != a.title {
        out = format!(
            "A  {}, {}\nB  {}, {}\n",
            a.title,
            lane_name(a),
            b.title,
            lane_name(b)
        );
    }
    let last = a.seed.saturating_add(seeds - 1);
    if seeds > 1 {
        out.push_str(&format!(
            "Median (min..max) of seeds {} to {last}\n",
            a.seed
        ));
    } else {
        out.push_str(&format!("Seed {}\n", a.seed));
    }
    out.push('\n');
    let mut table = Table::new(&["", "A", "B", "difference", "ratio"]);
    for row in rows.iter().filter(|row| !row.is_zero()) {
        table.row(vec![
            row.name.clone(),
            cell(&row.a),
            cell(&row.b),
            shown(row.difference()),
            row.ratio()
                .map_or_else(|| "-".into(), |ratio| format!("{ratio:.3}")),
        ]);
    }
    out + &table.text()
}

fn cell(spread: &Spread) -> String {
    if spread.least == spread.most {
        return shown(spread.median);
    }
    format!(
        "{} ({}..{})",
        shown(spread.median),
        shown(spread.least),
        shown(spread.most)
    )
}

fn csv(rows: &[Row]) -> String {
    let mut out = csv_line([
        "name",
        "a_mean",
        "a_min",
        "a_max",
        "b_mean",
        "b_min",
        "b_max",
        "difference",
        "ratio",
        "a_median",
        "b_median",
    ]);
    for row in rows {
        let mut fields = vec![row.name.clone()];
        for spread in [&row.a, &row.b] {
            fields.extend([spread.mean, spread.least, spread.most].map(plain));
        }
        fields.push(plain(row.difference()));
        fields.push(
            row.ratio()
                .map_or_else(String::new, |ratio| format!("{ratio:.6}")),
        );
        fields.extend([row.a.median, row.b.median].map(plain));
        out.push_str(&csv_line(fields));
    }
    out
}
