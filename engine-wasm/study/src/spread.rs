//! Summarizes the values of a measure over several seeds.

use reclaim_engine::random::Random;
use serde::Serialize;
use ts_rs::TS;

/// Number of resamples of the bootstrap.
const RESAMPLES: usize = 2_000;
/// Smallest number of values for an interval: the range of five values contains the median in only 94 % of cases.
const LEAST: usize = 6;
/// Seed of the bootstrap, so that the same values always have the same interval.
const SEED: u64 = 1;

/// The values of a measure over the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "StudySpread")]
pub struct Spread {
    /// Number of values.
    pub count: usize,
    /// Median.
    pub median: f64,
    /// Minimum.
    pub least: f64,
    /// Maximum.
    pub most: f64,
    /// Lower end of the 95 % bootstrap interval of the median; `None` with fewer than six values.
    pub low: Option<f64>,
    /// Upper end of this interval.
    pub high: Option<f64>,
}

impl Spread {
    /// Computes the spread of some values; `None` without values.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&least, &most) = (sorted.first()?, sorted.last()?);
        let interval = (sorted.len() >= LEAST).then(|| interval(&sorted));
        Some(Self {
            count: sorted.len(),
            median: median(&sorted),
            least,
            most,
            low: interval.map(|(low, _)| low),
            high: interval.map(|(_, high)| high),
        })
    }
}

/// Returns the median of sorted values.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    } else {
        sorted[middle]
    }
}

/// Returns the 95 % interval of the median by the percentile bootstrap (Efron, 1979).
fn interval(sorted: &[f64]) -> (f64, f64) {
    let mut random = Random::new(SEED);
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let draw = |_| sorted[random.below(sorted.len() as u32) as usize];
            let mut sample: Vec<f64> = (0..sorted.len()).map(draw).collect();
            sample.sort_by(f64::total_cmp);
            median(&sample)
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    let cut = RESAMPLES / 40;
    (medians[cut], medians[RESAMPLES - 1 - cut])
}

/// Returns the number of seeds in which the second value is lower, and the number of seeds with both values.
#[must_use]
pub fn lower_in(a: &[Option<f64>], b: &[Option<f64>]) -> (usize, usize) {
    let pairs = a.iter().zip(b).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    pairs.fold((0, 0), |(lower, all), (a, b)| {
        (lower + usize::from(b < a), all + 1)
    })
}
