//! Which runs the chosen figures need: each run once, however many figures it serves.

use std::collections::BTreeMap;

use reclaim_engine::published::{Figure, Posting, Row};
use reclaim_engine::scenario::{Catalogue, Problem, Scenario, link, prepare};

use super::measure;
use crate::args::ReproduceArguments;
use crate::failure::Failure;

/// RAM that `--quick` leaves a machine at least, pages: below, batches and naps make up too much of it.
const QUICK_PAGES: u64 = 28_672;

/// A run: one scenario on one kernel with one seed.
pub struct Run {
    /// What identifies it.
    pub key: String,
    /// What a person is told while it runs.
    pub name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// The measures that are wanted of it.
    pub measures: Vec<String>,
}

/// The runs of a row, a seed after the other; `new` is empty where there is one kernel.
#[derive(Clone)]
pub struct RowRuns {
    /// With the old kernel.
    pub old: Vec<usize>,
    /// With the new kernel.
    pub new: Vec<usize>,
}

/// A figure and the runs that compute it.
pub struct Line<'a> {
    /// The posting.
    pub posting: &'a str,
    /// The row.
    pub row: &'a Row,
    /// The figure.
    pub figure: &'a Figure,
    /// The runs, if it is computed.
    pub runs: Option<RowRuns>,
    /// Why not, if it is not.
    pub why_not: Option<String>,
    /// What its value is multiplied by to be that of the full size.
    pub enlarge: f64,
}

/// Everything that was chosen.
pub struct Plan<'a> {
    /// The figures, in the order of the postings.
    pub lines: Vec<Line<'a>>,
    /// The runs.
    pub runs: Vec<Run>,
    /// By scenario of the gallery: what sizes are divided by.
    pub scales: BTreeMap<&'a str, u32>,
}

/// Chooses figures and the runs that they need.
pub fn plan<'a>(
    postings: &'a [Posting],
    arguments: &ReproduceArguments,
) -> Result<Plan<'a>, Failure> {
    let mut plan = Plan {
        lines: Vec::new(),
        runs: Vec::new(),
        scales: BTreeMap::new(),
    };
    let mut keys = BTreeMap::new();
    for (posting, row) in chosen(postings, arguments)? {
        let runs = plan.add_row(row, arguments, &mut keys)?;
        let scale = row
            .computed
            .as_ref()
            .and_then(|computed| plan.scales.get(computed.scenario.as_str()))
            .copied()
            .unwrap_or(1);
        for figure in &row.figures {
            let missing = figure.from.as_deref().map(measure::missing);
            let (runs, why_not) = match (&runs, &figure.not_modelled, missing) {
                (_, Some(reason), _) => (None, Some(reason.clone())),
                (Err(reason), ..) => (None, Some(reason.clone())),
                (Ok(_), None, Some(Some(reason))) => (None, Some(reason)),
                (Ok(runs), None, _) => (Some(runs.clone()), None),
            };
            if let (Some(runs), Some(from)) = (&runs, &figure.from) {
                for &run in runs.old.iter().chain(&runs.new) {
                    let measures = &mut plan.runs[run].measures;
                    if !measures.contains(from) {
                        measures.push(from.clone());
                    }
                }
            }
            let in_memory = |from: &String| from.starts_with("at_pageout:");
            plan.lines.push(Line {
                posting: &posting.posting,
                row,
                figure,
                runs,
                why_not,
                enlarge: if figure.from.as_ref().is_some_and(in_memory) {
                    f64::from(scale)
                } else {
                    1.0
                },
            });
        }
    }
    Ok(plan)
}

/// The rows of the postings and tables that were asked for.
fn chosen<'a>(
    postings: &'a [Posting],
    arguments: &ReproduceArguments,
) -> Result<Vec<(&'a Posting, &'a Row)>, Failure> {
    let fits = |wanted: &Option<String>, name: &str| {
        wanted
            .as_ref()
            .is_none_or(|wanted| name.to_lowercase().contains(&wanted.to_lowercase()))
    };
    let of_posting: Vec<(&Posting, &Row)> = postings
        .iter()
        .filter(|posting| fits(&arguments.posting, &posting.posting))
        .flat_map(|posting| posting.rows.iter().map(move |row| (posting, row)))
        .collect();
    if of_posting.is_empty() {
        let names: Vec<&str> = postings.iter().map(|p| p.posting.as_str()).collect();
        return Err(Failure::input(format!(
            "--posting: there is no such posting; there are {}.",
            names.join(", ")
        )));
    }
    let mut tables: Vec<&str> = of_posting
        .iter()
        .map(|(_, row)| row.table.as_str())
        .collect();
    tables.dedup();
    let rows: Vec<_> = of_posting
        .into_iter()
        .filter(|(_, row)| fits(&arguments.table, &row.table))
        .collect();
    if rows.is_empty() {
        return Err(Failure::input(format!(
            "--table: there is no such table; there are {}.",
            tables.join(", ")
        )));
    }
    Ok(rows)
}

impl<'a> Plan<'a> {
    /// The runs of a row, or why it has none.
    fn add_row(
        &mut self,
        row: &'a Row,
        arguments: &ReproduceArguments,
        keys: &mut BTreeMap<String, usize>,
    ) -> Result<Result<RowRuns, String>, Failure> {
        let Some(computed) = &row.computed else {
            let reason = row.not_modelled.clone().unwrap_or_default();
            return Ok(Err(reason));
        };
        let (mut old, new) = computed.lanes()?;
        // A row of one kernel is computed by its lane alone.
        let mut new = new.filter(|_| row.new_kernel.is_some());
        for lane in [Some(&mut old), new.as_mut()].into_iter().flatten() {
            if arguments.quick {
                lane.scale = quick_scale(lane);
            }
            self.scales.insert(&computed.scenario, lane.scale);
            if let Err(problems) = prepare(lane, &Catalogue::of_engine()) {
                return match unknown_kernel(&problems) {
                    Some(reason) => Ok(Err(reason)),
                    None => Err(Failure::from(problems).about(&row.row)),
                };
            }
        }
        let mut runs = |scenario: &Scenario| -> Vec<usize> {
            (0..arguments.seeds)
                .map(|step| self.add_run(&computed.scenario, scenario, step, keys))
                .collect()
        };
        Ok(Ok(RowRuns {
            old: runs(&old),
            new: new.as_ref().map(&mut runs).unwrap_or_default(),
        }))
    }

    fn add_run(
        &mut self,
        name: &str,
        scenario: &Scenario,
        step: u64,
        keys: &mut BTreeMap<String, usize>,
    ) -> usize {
        let mut scenario = scenario.clone();
        scenario.seed = scenario.seed.saturating_add(step);
        let key = link::encode(&scenario);
        *keys.entry(key.clone()).or_insert_with(|| {
            self.runs.push(Run {
                key,
                name: format!("{name} on {}, seed {}", scenario.kernel, scenario.seed),
                scenario,
                measures: Vec::new(),
            });
            self.runs.len() - 1
        })
    }
}

/// Why a lane cannot run on this engine, where that is for want of a kernel or a mechanism.
fn unknown_kernel(problems: &[Problem]) -> Option<String> {
    let of_kernel =
        |problem: &&Problem| problem.field == "kernel" || problem.field.starts_with("mechanisms");
    let problem = problems.iter().find(of_kernel)?;
    Some(problem.problem.clone())
}

/// The largest power of two that leaves the machine enough memory; sizes that a scenario divides already stay.
fn quick_scale(scenario: &Scenario) -> u32 {
    let pages = scenario.machine.present_pages();
    let mut scale = 1;
    while pages / (u64::from(scale) * 2) >= QUICK_PAGES {
        scale *= 2;
    }
    scale.max(scenario.scale)
}
