//! The rule that judges a computed figure. It is implemented here only.
//!
//! A figure published for two kernels is judged by its **change** from the old kernel to the new, because that is what
//! the posting claims; the line also shows the values themselves. The change is the logarithm of new / old, so that a
//! fall and the rise that undoes it have the same size. "Half to twice the change" is meant in this logarithm: a figure
//! published as x0.64 is reproduced from x0.41 (0.64 squared) to x0.80 (the root of 0.64). Far from 1 these limits are
//! too wide: for x0.01 they would be x0.0001 and x0.1. So the two ratios must also be within a factor of 2 of each
//! other.
//!
//! A value below a hundredth of the other value counts as that hundredth, so that a count that falls to zero has a
//! finite change. The size of such a change says nothing about the model: with a patch that stops reclaim from writing,
//! every model gives 0. So the larger of the two values must also be right, by the rule for a figure of one kernel.
//!
//! | verdict           | rule                                                                                        |
//! | ----------------- | ------------------------------------------------------------------------------------------- |
//! | weak as measured  | measured on a real kernel, where the value depends on races                                |
//! | noise as published | the posting, its author or repeated runs show that the figure is noise                     |
//! | not modelled      | no measure can be compared with it, or a kernel or workload is missing; the line gives the reason |
//! | reproduced        | both changes are below 3 %, or differ by less than 3 %, or have the same sign, one is half to twice the other, and their ratios are within a factor of 2. If one published value is below a hundredth of the other, the larger value must also be within 25 % |
//! | direction only    | both changes are above 3 % and have the same sign                                           |
//! | missed            | everything else                                                                             |
//!
//! A computed change whose sign differs between seeds counts as no change. A figure published for only one kernel is
//! reproduced if the value is within 25 %, otherwise missed. A figure measured for this project has its own allowed
//! deviation, from the spread of repeated runs on the same machine.

use serde::Serialize;
use ts_rs::TS;

use crate::published::{Figure, Mark, Within};

/// Factor below which a change counts as no change: repeated runs on one machine differ by as much.
const STEADY: f64 = 1.03;
/// Allowed deviation of the computed change from the published one, as a factor of the logarithms.
const CHANGE_WITHIN: f64 = 2.0;
/// Allowed deviation of the computed ratio from the published one, as a factor. It is narrower than [`CHANGE_WITHIN`]
/// for changes beyond x0.5 or x2.
const RATIO_WITHIN: f64 = 2.0;
/// Allowed deviation of a single value from the published one, as a factor.
const VALUE_WITHIN: f64 = 1.25;
/// A value smaller than this part of the other counts as this part.
const LEAST_PART: f64 = 0.01;

/// The verdict on a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The computed figure agrees with the published one.
    Reproduced,
    /// The change has the same sign, but not the published size.
    DirectionOnly,
    /// The computed figure disagrees with the published one.
    Missed,
    /// The published figure is noise and cannot be used to judge a model.
    Noise,
    /// The measured figure depends on races, so it is weak evidence.
    Weak,
    /// No run computes the figure.
    NotModelled,
}

impl Verdict {
    /// Every verdict, best first.
    pub const ALL: [Verdict; 6] = [
        Verdict::Reproduced,
        Verdict::DirectionOnly,
        Verdict::Missed,
        Verdict::Noise,
        Verdict::Weak,
        Verdict::NotModelled,
    ];

    /// Returns the text of the verdict for tables, such as `direction only`.
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

/// Range and median of a figure over the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct Seeds {
    /// Minimum.
    pub least: f64,
    /// Median; for an even number of seeds, the mean of the two in the middle.
    pub median: f64,
    /// Maximum.
    pub most: f64,
}

impl Seeds {
    /// Computes range and median; `None` without values.
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

/// A computed figure, over all seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Computed {
    /// Median of the seeds with the old kernel; `None` if there was nothing to measure.
    pub old: Option<f64>,
    /// Median of the seeds with the new kernel.
    pub new: Option<f64>,
    /// Range and median with the old kernel.
    pub old_seeds: Option<Seeds>,
    /// Range and median with the new kernel.
    pub new_seeds: Option<Seeds>,
    /// The change of each seed, as a logarithm.
    changes: Vec<f64>,
    /// Minimum and maximum of the ratio over the seeds.
    pub spread: Option<(f64, f64)>,
}

impl Computed {
    /// Computes a figure from the values of each seed, in the same order for both kernels; `new` is empty if there is
    /// only one kernel.
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
        let [old_seeds, new_seeds] =
            [old, new].map(|values| Seeds::of(values.into_iter().flatten()));
        Self {
            old: old_seeds.map(|seeds| seeds.median),
            new: new_seeds.map(|seeds| seeds.median),
            old_seeds,
            new_seeds,
            changes: pairs.iter().map(|&(old, new)| change(old, new)).collect(),
            spread,
        }
    }

    /// Returns the ratio new / old of the medians; `None` if a median is missing or the old median is 0.
    pub fn ratio(&self) -> Option<f64> {
        ratio(self.old?, self.new?)
    }

    /// Returns the change of the medians, as a logarithm; 0 if its sign differs between seeds.
    fn change(&self) -> Option<f64> {
        let change = change(self.old?, self.new?);
        let up = self.changes.iter().any(|change| *change > 0.0);
        let down = self.changes.iter().any(|change| *change < 0.0);
        Some(if up && down { 0.0 } else { change })
    }
}

/// Returns the ratio new / old; `None` if `old` is 0.
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
            Some(by) => match compare(change(old, new), by) {
                Verdict::Reproduced if !is_size_near(old, new, computed) => Verdict::DirectionOnly,
                verdict => verdict,
            },
            None => Verdict::Missed,
        },
        (Some(value), None) => match computed.old {
            Some(computed) if is_near(figure.within, value, computed) => Verdict::Reproduced,
            _ => Verdict::Missed,
        },
        _ => Verdict::NotModelled,
    }
}

/// Returns whether a single value is within the allowed deviation.
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

/// Returns whether the computed values confirm the size of a published change. If a published value is below a
/// hundredth of the other one, the larger value must be near the published one; otherwise, the ratio is enough.
fn is_size_near(old: f64, new: f64, computed: &Computed) -> bool {
    let least = old.abs().max(new.abs()) * LEAST_PART;
    if old >= least && new >= least {
        return true;
    }
    let (published, of_runs) = if old > new {
        (old, computed.old)
    } else {
        (new, computed.new)
    };
    of_runs.is_some_and(|value| is_near(None, published, value))
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
    let is_ratio_near = (computed - published).abs() <= RATIO_WITHIN.ln();
    if (1.0 / CHANGE_WITHIN..=CHANGE_WITHIN).contains(&part) && is_ratio_near {
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
