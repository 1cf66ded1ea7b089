//! What several seeds say together.

use reclaim_engine::random::Random;
use serde::Serialize;
use ts_rs::TS;

/// Samples of the bootstrap.
const RESAMPLES: usize = 2_000;
/// Values that an interval takes: the least and the most of five hold the median in 94 % of cases only.
const LEAST: usize = 6;
/// Seed of the bootstrap: the interval of the same values is the same everywhere.
const SEED: u64 = 1;

/// A measure over the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "StudySpread")]
pub struct Spread {
    /// Values.
    pub count: usize,
    /// The middle one.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
    /// Where the median of 95 % of the bootstrap's samples begins; none below six values.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
}

impl Spread {
    /// The spread of some values; none of none.
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

/// The median of sorted values.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    } else {
        sorted[middle]
    }
}

/// The percentile bootstrap of the median, 95 % (Efron, 1979).
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

/// In how many pairs of the same seed the second value is lower, and how many pairs there are.
#[must_use]
pub fn lower_in(a: &[Option<f64>], b: &[Option<f64>]) -> (usize, usize) {
    let pairs = a.iter().zip(b).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    pairs.fold((0, 0), |(lower, all), (a, b)| {
        (lower + usize::from(b < a), all + 1)
    })
}
