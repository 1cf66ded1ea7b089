//! A line of the plan with its computed values and verdict, as JSON for other programs.

use serde::Serialize;
use ts_rs::TS;

use crate::plan::{Line, Plan};
use crate::published::{Figure, Row};
use crate::verdict::{Computed, Seeds, Verdict, judge};

/// The computed values and the verdict of a line.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct VerdictLine {
    /// The computed values; `None` if no run computes the line.
    pub computed: Option<ComputedLine>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Values computed by the runs, as medians over the seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct ComputedLine {
    /// Median with the old kernel; `None` if there was nothing to measure.
    pub old: Option<f64>,
    /// Median with the new kernel.
    pub new: Option<f64>,
    /// Range and median with the old kernel.
    pub old_seeds: Option<Seeds>,
    /// Range and median with the new kernel.
    pub new_seeds: Option<Seeds>,
    /// Ratio new / old.
    pub ratio: Option<f64>,
    /// The smallest ratio of any seed.
    pub least_ratio: Option<f64>,
    /// The largest ratio of any seed.
    pub most_ratio: Option<f64>,
}

/// A line of the plan with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct JudgedLine {
    /// Number of the line in the plan.
    pub line: usize,
    /// Its values and verdict.
    #[serde(flatten)]
    pub judged: VerdictLine,
}

impl Plan {
    /// Judges a line; `value` returns the value of a measure in a run.
    pub fn judge(&self, line: &Line, value: impl Fn(usize, &str) -> Option<f64>) -> VerdictLine {
        let figure = self.figure(line);
        let computed = line.runs.as_ref().map(|runs| {
            let name = figure.from.as_deref().unwrap_or_default();
            let of = |runs: &[usize]| -> Vec<Option<f64>> {
                let values = runs.iter().map(|&run| value(run, name));
                values.map(|value| Some(value? * line.enlarge)).collect()
            };
            Computed::new(of(&runs.old), of(&runs.new))
        });
        VerdictLine {
            verdict: judge(figure, computed.as_ref()),
            computed: computed.map(|computed| ComputedLine {
                old: computed.old,
                new: computed.new,
                old_seeds: computed.old_seeds,
                new_seeds: computed.new_seeds,
                ratio: computed.ratio(),
                least_ratio: computed.spread.map(|(least, _)| least),
                most_ratio: computed.spread.map(|(_, most)| most),
            }),
        }
    }

    /// Returns the reason why a line is not modelled, or else the remark on its figure.
    #[must_use]
    pub fn remark<'a>(&'a self, line: &'a Line) -> Option<&'a str> {
        line.why_not
            .as_deref()
            .or(self.figure(line).remark.as_deref())
    }

    /// Returns the name of the posting, the row and the figure of a line.
    #[must_use]
    pub fn parts(&self, line: &Line) -> (&str, &Row, &Figure) {
        (
            &self.posting(line).posting,
            self.row(line),
            self.figure(line),
        )
    }
}
