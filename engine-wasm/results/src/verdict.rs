//! The rule by which a computed figure is judged. It stands here and nowhere else.
//!
//! A figure that was published for two kernels is judged by its **change** from the old kernel to the new, since that
//! is what the posting claims; how near the values themselves come, the line shows. The change is the logarithm of
//! new / old, where a value below a hundredth of the other counts as that hundredth, so that a count that falls to
//! nothing has a change too.
//!
//! | verdict           | rule                                                                                        |
//! | ----------------- | ------------------------------------------------------------------------------------------- |
//! | weak as measured  | measured on a real kernel where it depends on races                                        |
//! | noise as published | the posting, its author or repeats show that the figure cannot judge a model               |
//! | not modelled      | nothing of a run can be compared with it, or a kernel or workload is missing; the reason stands there |
//! | reproduced        | both changes are below 3 %, or differ by less than 3 %, or point the same way and the computed one is half to twice the published |
//! | direction only    | both are above 3 % and point the same way                                                   |
//! | missed            | everything else                                                                             |
//!
//! A computed change whose sign differs from seed to seed counts as none. A figure that was published for one kernel
//! only is reproduced within a quarter more or less, else missed; a figure that was measured for this project says
//! itself how near is near enough, from the spread of repeats on the same machine.

use serde::Serialize;
use ts_rs::TS;

use crate::published::{Figure, Mark, Within};

/// Changes below this count as none: the spread of repeats on one machine.
const STEADY: f64 = 1.03;
/// How far the computed change may be from the published, as a factor.
const CHANGE_WITHIN: f64 = 2.0;
/// How far a single value may be from the published, as a factor.
const VALUE_WITHIN: f64 = 1.25;
/// The least part of one value that the other counts as.
const LEAST_PART: f64 = 0.01;

/// What is said of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As published.
    Reproduced,
    /// The same way, but by less than half or more than twice.
    DirectionOnly,
    /// Not as published.
    Missed,
    /// Cannot judge a model.
    Noise,
    /// Cannot judge one much either: it depends on races where it was measured.
    Weak,
    /// Not computed.
    NotModelled,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 6] = [
        Verdict::Reproduced,
        Verdict::DirectionOnly,
        Verdict::Missed,
        Verdict::Noise,
        Verdict::Weak,
        Verdict::NotModelled,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::DirectionOnly => "direction only",
            Verdict::Missed => "missed",
            Verdict::Noise => "noise as published",
            Verdict::Weak => "weak as measured",
            Verdict::NotModelled => "not modelled",
        }
    }
}

/// How a figure lies over the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct Seeds {
    /// The least.
    pub least: f64,
    /// Half of the seeds lie below; between two seeds that are in the middle, their mean.
    pub median: f64,
    /// The most.
    pub most: f64,
}

impl Seeds {
    /// Of the values that there are; nothing where there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let middle = [(values.len().max(1) - 1) / 2, values.len() / 2];
        let [low, high] = middle.map(|at| values.get(at).copied());
        Some(Self {
            least: *values.first()?,
            median: f64::midpoint(low?, high?),
            most: *values.last()?,
        })
    }
}

/// A figure as the runs of all seeds gave it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Computed {
    /// Mean over the seeds with the old kernel; nothing where there was nothing to measure.
    pub old: Option<f64>,
    /// Mean over the seeds with the new kernel.
    pub new: Option<f64>,
    /// With the old kernel, over the seeds.
    pub old_seeds: Option<Seeds>,
    /// With the new kernel, over the seeds.
    pub new_seeds: Option<Seeds>,
    /// Changes seed by seed, as logarithms.
    changes: Vec<f64>,
    /// Least and most of the ratio seed by seed.
    pub spread: Option<(f64, f64)>,
}

impl Computed {
    /// From the values of each seed, in the same order for both kernels; `new` is empty where there is one kernel.
    pub fn new(old: Vec<Option<f64>>, new: Vec<Option<f64>>) -> Self {
        let pairs: Vec<(f64, f64)> = old
            .iter()
            .zip(&new)
            .filter_map(|(old, new)| Some(((*old)?, (*new)?)))
            .collect();
        let ratios = pairs.iter().filter_map(|&(old, new)| ratio(old, new));
        let spread = ratios.fold(None, |spread: Option<(f64, f64)>, ratio| {
            let (least, most) = spread.unwrap_or((ratio, ratio));
            Some((least.min(ratio), most.max(ratio)))
        });
        Self {
            old: mean(&old),
            new: mean(&new),
            old_seeds: Seeds::of(old.iter().flatten().copied()),
            new_seeds: Seeds::of(new.iter().flatten().copied()),
            changes: pairs.iter().map(|&(old, new)| change(old, new)).collect(),
            spread,
        }
    }

    /// new / old, where that means something.
    pub fn ratio(&self) -> Option<f64> {
        ratio(self.old?, self.new?)
    }

    /// The change of the means; none where the seeds do not agree on its sign.
    fn change(&self) -> Option<f64> {
        let change = change(self.old?, self.new?);
        let up = self.changes.iter().any(|change| *change > 0.0);
        let down = self.changes.iter().any(|change| *change < 0.0);
        Some(if up && down { 0.0 } else { change })
    }
}

/// new / old, where that means something.
pub fn ratio(old: f64, new: f64) -> Option<f64> {
    (old != 0.0).then(|| new / old)
}

/// Judges a figure.
pub fn judge(figure: &Figure, computed: Option<&Computed>) -> Verdict {
    let Some(computed) = computed else {
        return Verdict::NotModelled;
    };
    match figure.mark {
        Some(Mark::Noise | Mark::Unsound) => return Verdict::Noise,
        Some(Mark::Weak) => return Verdict::Weak,
        None => {}
    }
    match (figure.old, figure.new) {
        (Some(old), Some(new)) => match computed.change() {
            Some(computed) => compare(change(old, new), computed),
            None => Verdict::Missed,
        },
        (Some(value), None) => match computed.old {
            Some(computed) if is_near(figure.within, value, computed) => Verdict::Reproduced,
            _ => Verdict::Missed,
        },
        _ => Verdict::NotModelled,
    }
}

/// Whether a single value comes near enough.
fn is_near(within: Option<Within>, published: f64, computed: f64) -> bool {
    let within = within.unwrap_or(Within {
        factor: Some(VALUE_WITHIN),
        difference: None,
    });
    let by_factor = within
        .factor
        .is_some_and(|factor| change(published, computed).abs() <= factor.ln());
    let by_difference = within
        .difference
        .is_some_and(|difference| (published - computed).abs() <= difference);
    by_factor || by_difference
}

fn compare(published: f64, computed: f64) -> Verdict {
    let steady = |change: f64| change.abs() < STEADY.ln();
    if (steady(published) && steady(computed)) || steady(published - computed) {
        return Verdict::Reproduced;
    }
    let same_way = published.signum() == computed.signum();
    if steady(published) || steady(computed) || !same_way {
        return Verdict::Missed;
    }
    let part = computed / published;
    if (1.0 / CHANGE_WITHIN..=CHANGE_WITHIN).contains(&part) {
        Verdict::Reproduced
    } else {
        Verdict::DirectionOnly
    }
}

fn change(old: f64, new: f64) -> f64 {
    let least = old.abs().max(new.abs()) * LEAST_PART;
    if least == 0.0 {
        return 0.0;
    }
    (new.max(least) / old.max(least)).ln()
}

fn mean(values: &[Option<f64>]) -> Option<f64> {
    let values: Vec<f64> = values.iter().flatten().copied().collect();
    let sum: f64 = values.iter().sum();
    (!values.is_empty()).then(|| sum / values.len() as f64)
}
