//! Lists the runs that the selected figures need, each run once even if several figures use it.

use reclaim_engine::catalogue;
use std::collections::BTreeMap;

use reclaim_engine::scenario::{Catalogue, Lane, Problem, Scenario, prepare, write};

use crate::measure;
use crate::published::{Figure, Posting, Row};

/// Smallest RAM of a machine with `quick`, pages: on smaller machines, batches and sleeps have too large an effect.
const QUICK_PAGES: u64 = 28_672;

/// Options of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Runs of each lane, with consecutive seeds.
    pub seeds: u64,
    /// Whether RAM and workload sizes are divided, to make the runs shorter.
    pub quick: bool,
}

/// Errors that prevent a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Error messages, each a sentence.
    pub sentences: Vec<String>,
}

/// A run: one scenario on one kernel with one seed.
#[derive(Clone, Debug)]
pub struct Run {
    /// Description shown while it runs.
    pub name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// The measures to take from it.
    pub measures: Vec<String>,
}

/// The runs of a row, one per seed; `new` is empty if there is only one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRuns {
    /// Runs with the old kernel.
    pub old: Vec<usize>,
    /// Runs with the new kernel.
    pub new: Vec<usize>,
}

/// A row of the plan.
#[derive(Debug)]
pub struct Place {
    /// Number of its posting.
    pub posting: usize,
    /// Number of the row in its posting.
    pub row: usize,
    /// The runs, or the reason for having none.
    pub runs: Result<RowRuns, String>,
    /// Divisor of RAM and workload sizes.
    pub scale: u32,
    /// The row as one scenario: the old kernel compared with the new, at full size.
    pub scenario: Option<Scenario>,
}

/// A figure and the runs that compute it.
#[derive(Debug)]
pub struct Line {
    /// Number of its row in the plan.
    pub place: usize,
    /// Number of the figure in its row.
    pub figure: usize,
    /// The runs, if the figure is computed.
    pub runs: Option<RowRuns>,
    /// Why the figure is not computed; `None` if it is.
    pub why_not: Option<String>,
    /// Factor by which a computed value is multiplied to get the value at full size.
    pub enlarge: f64,
}

/// The selected figures and their runs.
#[derive(Debug)]
pub struct Plan {
    /// The postings.
    pub postings: Vec<Posting>,
    /// The rows, in the order of the postings.
    pub places: Vec<Place>,
    /// The figures, in the order of the rows.
    pub lines: Vec<Line>,
    /// All runs.
    pub runs: Vec<Run>,
    /// Divisor of sizes, by scenario of the gallery.
    pub scales: BTreeMap<String, u32>,
}

impl Plan {
    /// Plans the runs that the figures of these postings need.
    ///
    /// # Errors
    /// The errors in a row's scenario; tests ensure that the files have none.
    pub fn new(postings: Vec<Posting>, options: Options) -> Result<Self, Refusal> {
        let mut planner = Planner {
            options,
            shrinks: false,
            catalogue: catalogue::of_engine(),
            keys: BTreeMap::new(),
            runs: Vec::new(),
            scales: BTreeMap::new(),
        };
        let mut places = Vec::new();
        let mut lines = Vec::new();
        for (posting, rows) in postings.iter().enumerate() {
            // Keep the size of measured machines: they are small, and the values by which their figures are judged
            // depend on it.
            planner.shrinks = options.quick && !rows.measured;
            for (at, row) in rows.rows.iter().enumerate() {
                let place = planner.place(posting, at, row)?;
                for (number, figure) in row.figures.iter().enumerate() {
                    lines.push(planner.line(places.len(), &place, number, figure));
                }
                places.push(place);
            }
        }
        Ok(Self {
            postings,
            places,
            lines,
            runs: planner.runs,
            scales: planner.scales,
        })
    }

    /// Returns the posting of a line.
    #[must_use]
    pub fn posting(&self, line: &Line) -> &Posting {
        &self.postings[self.places[line.place].posting]
    }

    /// Returns the row of a line.
    #[must_use]
    pub fn row(&self, line: &Line) -> &Row {
        &self.posting(line).rows[self.places[line.place].row]
    }

    /// Returns the figure of a line.
    #[must_use]
    pub fn figure(&self, line: &Line) -> &Figure {
        &self.row(line).figures[line.figure]
    }
}

struct Planner {
    options: Options,
    /// Whether RAM and workload sizes of the current posting are divided.
    shrinks: bool,
    catalogue: Catalogue,
    keys: BTreeMap<String, usize>,
    runs: Vec<Run>,
    scales: BTreeMap<String, u32>,
}

impl Planner {
    fn place(&mut self, posting: usize, at: usize, row: &Row) -> Result<Place, Refusal> {
        let mut place = Place {
            posting,
            row: at,
            runs: Err(row.not_modelled.clone().unwrap_or_default()),
            scale: 1,
            scenario: None,
        };
        let Some(computed) = &row.computed else {
            return Ok(place);
        };
        let (mut old, new) = computed
            .lanes()
            .map_err(|problems| Refusal::of(&problems))?;
        // A row with one kernel needs one lane only.
        let mut new = new.filter(|_| row.new_kernel.is_some());
        let whole = compared(&old, new.as_ref());
        for lane in [Some(&mut old), new.as_mut()].into_iter().flatten() {
            if self.shrinks {
                lane.scale = quick_scale(lane);
            }
            place.scale = lane.scale;
            self.scales.insert(computed.scenario.clone(), lane.scale);
            if let Err(problems) = prepare(lane, &self.catalogue) {
                place.runs = Err(unknown_kernel(&problems)
                    .ok_or_else(|| Refusal::of(&problems).about(&row.row))?);
                return Ok(place);
            }
        }
        let mut runs = |scenario: &Scenario| -> Vec<usize> {
            (0..self.options.seeds)
                .map(|step| self.run(&computed.scenario, scenario, step))
                .collect()
        };
        place.runs = Ok(RowRuns {
            old: runs(&old),
            new: new.as_ref().map(&mut runs).unwrap_or_default(),
        });
        place.scenario = Some(whole);
        Ok(place)
    }

    fn line(&mut self, place: usize, of: &Place, number: usize, figure: &Figure) -> Line {
        let missing = figure.from.as_deref().map(measure::missing);
        let (runs, why_not) = match (&of.runs, &figure.not_modelled, missing) {
            (_, Some(reason), _) => (None, Some(reason.clone())),
            (Err(reason), ..) => (None, Some(reason.clone())),
            (Ok(_), None, Some(Some(reason))) => (None, Some(reason)),
            (Ok(runs), None, _) => (Some(runs.clone()), None),
        };
        if let (Some(runs), Some(from)) = (&runs, &figure.from) {
            for &run in runs.old.iter().chain(&runs.new) {
                let measures = &mut self.runs[run].measures;
                if !measures.contains(from) {
                    measures.push(from.clone());
                }
            }
        }
        let in_memory = |from: &String| from.starts_with("at_pageout:");
        Line {
            place,
            figure: number,
            runs,
            why_not,
            // Values in pages shrink with memory.
            enlarge: if figure.from.as_ref().is_some_and(in_memory) {
                f64::from(of.scale)
            } else {
                1.0
            },
        }
    }

    fn run(&mut self, name: &str, scenario: &Scenario, step: u64) -> usize {
        let mut scenario = scenario.clone();
        scenario.seed = scenario.seed.saturating_add(step);
        *self.keys.entry(write(&scenario)).or_insert_with(|| {
            self.runs.push(Run {
                name: format!("{name} on {}, seed {}", scenario.kernel, scenario.seed),
                scenario,
                measures: Vec::new(),
            });
            self.runs.len() - 1
        })
    }
}

/// Returns one scenario with both lanes, as the Lab shows them.
fn compared(old: &Scenario, new: Option<&Scenario>) -> Scenario {
    let mut whole = old.clone();
    whole.against = new.map(|new| Lane {
        kernel: new.kernel.clone(),
        mechanisms: new.mechanisms.clone(),
        interventions: new.interventions.clone(),
    });
    whole
}

impl Refusal {
    fn of(problems: &[Problem]) -> Self {
        Self {
            sentences: problems.iter().map(ToString::to_string).collect(),
        }
    }

    fn about(mut self, what: &str) -> Self {
        for sentence in &mut self.sentences {
            *sentence = format!("{what}: {sentence}");
        }
        self
    }
}

/// Returns why a lane cannot run, if this engine lacks its kernel or one of its mechanisms.
fn unknown_kernel(problems: &[Problem]) -> Option<String> {
    let of_kernel =
        |problem: &&Problem| problem.field == "kernel" || problem.field.starts_with("mechanisms");
    let problem = problems.iter().find(of_kernel)?;
    Some(problem.problem.clone())
}

/// Returns the largest power of two that leaves at least [`QUICK_PAGES`], but at least the scenario's own `scale`.
fn quick_scale(scenario: &Scenario) -> u32 {
    let pages = scenario.machine.present_pages();
    let mut scale = 1;
    while pages / (u64::from(scale) * 2) >= QUICK_PAGES {
        scale *= 2;
    }
    scale.max(scenario.scale)
}
