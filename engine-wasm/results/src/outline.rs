//! The plan as the page reads it.

use serde::Serialize;
use ts_rs::TS;

use crate::plan::Plan;
use crate::published::Mark;

/// A plan without its scenarios.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Outline {
    /// The postings, oldest first.
    pub postings: Vec<OutlinePosting>,
    /// Their rows.
    pub rows: Vec<OutlineRow>,
    /// Their figures.
    pub lines: Vec<OutlineLine>,
    /// The runs that compute them.
    pub runs: Vec<OutlineRun>,
}

/// A posting.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlinePosting {
    /// Its name, such as `gorman-2011`.
    pub posting: String,
    /// Its subject.
    pub title: String,
    /// Author, list, date, and the commit or fate.
    pub source: String,
    /// Whether its figures were measured for this project rather than published.
    pub measured: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlineRow {
    /// Number of its posting.
    pub posting: usize,
    /// The table.
    pub table: String,
    /// The row.
    pub row: String,
    /// What ran.
    pub workload: String,
    /// The kernel of `old`.
    pub old_kernel: String,
    /// The kernel of `new`.
    pub new_kernel: Option<String>,
    /// Whether it can be opened as a scenario.
    pub has_scenario: bool,
    /// What RAM and sizes are divided by.
    pub scale: u32,
}

/// A figure of a row.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlineLine {
    /// Number of its row.
    pub row: usize,
    /// Its name in the posting.
    pub metric: String,
    /// Its unit.
    pub unit: String,
    /// What was published for the old kernel.
    pub old: Option<f64>,
    /// What was published for the new kernel.
    pub new: Option<f64>,
    /// What of a run's report it is compared with.
    pub from: Option<String>,
    /// Why it cannot judge a model.
    pub mark: Option<Mark>,
    /// What a reader should know.
    pub remark: Option<String>,
    /// Why no run computes it.
    pub why_not: Option<String>,
    /// The runs that compute it; none where it is not modelled.
    pub runs: Vec<usize>,
    /// What a value is multiplied by to be that of the full size.
    pub enlarge: f64,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlineRun {
    /// What a person is told while it runs.
    pub name: String,
    /// The measures that are wanted of it.
    pub measures: Vec<String>,
}

impl Plan {
    /// The plan as the page reads it.
    #[must_use]
    pub fn outline(&self) -> Outline {
        Outline {
            postings: self
                .postings
                .iter()
                .map(|posting| OutlinePosting {
                    posting: posting.posting.clone(),
                    title: posting.title.clone(),
                    source: posting.source.clone(),
                    measured: posting.measured,
                })
                .collect(),
            rows: self.places.iter().map(|place| self.row_of(place)).collect(),
            lines: self.lines.iter().map(|line| self.line_of(line)).collect(),
            runs: self
                .runs
                .iter()
                .map(|run| OutlineRun {
                    name: run.name.clone(),
                    measures: run.measures.clone(),
                })
                .collect(),
        }
    }

    fn row_of(&self, place: &crate::plan::Place) -> OutlineRow {
        let row = &self.postings[place.posting].rows[place.row];
        OutlineRow {
            posting: place.posting,
            table: row.table.clone(),
            row: row.row.clone(),
            workload: row.workload.clone(),
            old_kernel: row.old_kernel.clone(),
            new_kernel: row.new_kernel.clone(),
            has_scenario: place.scenario.is_some(),
            scale: place.scale,
        }
    }

    fn line_of(&self, line: &crate::plan::Line) -> OutlineLine {
        let figure = self.figure(line);
        let runs = line
            .runs
            .iter()
            .flat_map(|runs| runs.old.iter().chain(&runs.new));
        OutlineLine {
            row: line.place,
            metric: figure.metric.clone(),
            unit: figure.unit.clone(),
            old: figure.old,
            new: figure.new,
            from: figure.from.clone(),
            mark: figure.mark,
            remark: figure.remark.clone(),
            why_not: line.why_not.clone(),
            runs: runs.copied().collect(),
            enlarge: line.enlarge,
        }
    }
}
