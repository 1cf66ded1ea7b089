//! The plan without its scenarios, for the page.

use serde::Serialize;
use ts_rs::TS;

use crate::plan::Plan;
use crate::published::Mark;

/// A plan without its scenarios.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Outline {
    /// The postings, oldest first.
    pub postings: Vec<OutlinePosting>,
    /// The rows of the postings.
    pub rows: Vec<OutlineRow>,
    /// The figures of the rows.
    pub lines: Vec<OutlineLine>,
    /// The runs that compute the figures.
    pub runs: Vec<OutlineRun>,
}

/// A posting.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlinePosting {
    /// Name, such as `gorman-2011`.
    pub posting: String,
    /// Subject of the posting.
    pub title: String,
    /// Author, mailing list, date, and the resulting commit, if any.
    pub source: String,
    /// Whether the figures were measured for this project instead of published.
    pub measured: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlineRow {
    /// Number of its posting.
    pub posting: usize,
    /// Name of the table.
    pub table: String,
    /// Name of the row.
    pub row: String,
    /// Description of the workload.
    pub workload: String,
    /// The old kernel.
    pub old_kernel: String,
    /// The new kernel, if there is one.
    pub new_kernel: Option<String>,
    /// Whether the row can be opened as a scenario.
    pub has_scenario: bool,
    /// Divisor of RAM and workload sizes.
    pub scale: u32,
}

/// A figure of a row.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlineLine {
    /// Number of its row.
    pub row: usize,
    /// Name in the posting.
    pub metric: String,
    /// Unit.
    pub unit: String,
    /// Published value for the old kernel.
    pub old: Option<f64>,
    /// Published value for the new kernel.
    pub new: Option<f64>,
    /// The measure with which it is compared.
    pub from: Option<String>,
    /// Why the figure cannot be used to judge a model.
    pub mark: Option<Mark>,
    /// A remark for readers.
    pub remark: Option<String>,
    /// Why no run computes the figure.
    pub why_not: Option<String>,
    /// The runs that compute the figure; empty if it is not modelled.
    pub runs: Vec<usize>,
    /// Factor by which a computed value is multiplied to get the value at full size.
    pub enlarge: f64,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OutlineRun {
    /// Description shown while it runs.
    pub name: String,
    /// The measures to take from it.
    pub measures: Vec<String>,
}

impl Plan {
    /// Returns the plan without its scenarios.
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
