//! A line with what the runs came to, in the shape that programs read.

use serde::Serialize;
use ts_rs::TS;

use crate::plan::{Line, Plan};
use crate::published::{Figure, Row};
use crate::verdict::{Computed, Seeds, Verdict, judge};

/// A line as it was judged.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct VerdictLine {
    /// What the runs came to; nothing where none compute it.
    pub computed: Option<ComputedLine>,
    /// What is said of it.
    pub verdict: Verdict,
}

/// What the runs came to: means over the seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct ComputedLine {
    /// With the old kernel; nothing where there was nothing to measure.
    pub old: Option<f64>,
    /// With the new kernel.
    pub new: Option<f64>,
    /// With the old kernel, over the seeds.
    pub old_seeds: Option<Seeds>,
    /// With the new kernel, over the seeds.
    pub new_seeds: Option<Seeds>,
    /// new / old.
    pub ratio: Option<f64>,
    /// The least ratio of a seed.
    pub least_ratio: Option<f64>,
    /// The greatest.
    pub most_ratio: Option<f64>,
}

/// A line of the plan with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct JudgedLine {
    /// Number of the line in the plan.
    pub line: usize,
    /// How it was judged.
    #[serde(flatten)]
    pub judged: VerdictLine,
}

impl Plan {
    /// Judges a line; `value` gives what a run came to by a measure's name.
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

    /// Why a line is not modelled, or what a reader should know of its figure.
    #[must_use]
    pub fn remark<'a>(&'a self, line: &'a Line) -> Option<&'a str> {
        line.why_not
            .as_deref()
            .or(self.figure(line).remark.as_deref())
    }

    /// Posting's name, row and figure of a line.
    #[must_use]
    pub fn parts(&self, line: &Line) -> (&str, &Row, &Figure) {
        (
            &self.posting(line).posting,
            self.row(line),
            self.figure(line),
        )
    }
}
