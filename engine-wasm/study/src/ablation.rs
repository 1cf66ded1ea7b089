//! Each mechanism's share of an effect: the Shapley value (Shapley, 1953) over the sets of mechanisms that are on.
//!
//! A set is impossible if a mechanism in it requires one that is off. Its value is the value of the set without such
//! mechanisms, because a mechanism without its requirement changes nothing.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::design::{EXACT_UP_TO, orders, prefixes};

/// Largest number of pairs in a result.
const MOST_PAIRS: usize = 10;

/// The effect of one mechanism.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Share {
    /// Its share of the whole effect, in the measure's unit. The shares add up to the effect.
    pub shapley: f64,
    /// Standard error of the share; `None` if the share is exact and not estimated from random orders.
    pub error: Option<f64>,
    /// Its effect if it alone is on; `None` if it cannot be on alone.
    pub alone: Option<f64>,
    /// Its effect if all others are on; `None` if they cannot be on without it.
    pub last: Option<f64>,
    /// Smallest of the shares that are computed for each seed alone; `None` if shares are estimated, or if fewer than
    /// two seeds have a value for every set.
    pub least: Option<f64>,
    /// Largest of these shares; `None` in the same cases.
    pub most: Option<f64>,
}

/// Two mechanisms whose effect together differs from the sum of their effects alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct Pair {
    /// Number of the first mechanism.
    pub one: usize,
    /// Number of the second mechanism.
    pub other: usize,
    /// Effect of both together minus the sum of the effects of each alone.
    pub interaction: f64,
}

/// The shares of all mechanisms.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Ablation {
    /// Value of the measure with no mechanism on.
    pub none: f64,
    /// Value of the measure with all mechanisms on, or as many as possible.
    pub all: f64,
    /// The shares, by mechanism.
    pub shares: Vec<Share>,
    /// Pairs, the strongest interaction first.
    pub pairs: Vec<Pair>,
}

/// A set of mechanisms as bits: bit n stands for the mechanism of factor n.
pub type Set = u32;

/// Returns the set of the mechanisms whose level is 1.
pub fn set_of(levels: &[usize]) -> Set {
    let bits = levels.iter().enumerate().map(|(at, &on)| (on as Set) << at);
    bits.fold(0, |set, bit| set | bit)
}

struct Sets {
    values: BTreeMap<Set, f64>,
}

impl Sets {
    /// Returns the value of a set, or of its largest possible subset.
    fn value(&self, set: Set) -> Option<f64> {
        if let Some(&value) = self.values.get(&set) {
            return Some(value);
        }
        let inside = self.values.iter().filter(|(other, _)| *other & !set == 0);
        // Of equally large subsets, use the one with the lowest number, so that the result is deterministic.
        let largest = inside.max_by_key(|(other, _)| (other.count_ones(), Set::MAX - **other));
        largest.map(|(_, &value)| value)
    }

    fn exact(&self, set: Set) -> Option<f64> {
        self.values.get(&set).copied()
    }

    /// Returns the exact Shapley values, from all 2^`mechanisms` sets.
    fn shapley(&self, mechanisms: usize) -> Option<Vec<f64>> {
        let values: Vec<f64> = (0..1 << mechanisms)
            .map(|set| self.value(set))
            .collect::<Option<_>>()?;
        let one = |at: usize| {
            let without = (0..values.len()).filter(|set| set & (1 << at) == 0);
            let parts = without.map(|set| {
                (values[set | (1 << at)] - values[set])
                    * weight(set.count_ones() as usize, mechanisms)
            });
            parts.sum()
        };
        Some((0..mechanisms).map(one).collect())
    }
}

impl Ablation {
    /// Computes the shares. `values` has one value for each set that was run; `by_seed` has the values of each seed
    /// that has all sets. Returns `None` if there is no value for the empty set.
    #[must_use]
    pub fn of(
        mechanisms: usize,
        orders_drawn: u32,
        values: BTreeMap<Set, f64>,
        by_seed: Vec<BTreeMap<Set, f64>>,
    ) -> Option<Self> {
        let sets = Sets { values };
        let whole: Set = ((1u64 << mechanisms) - 1) as Set;
        let (none, all) = (sets.exact(0)?, sets.value(whole)?);
        let exact = mechanisms <= EXACT_UP_TO;
        let shapley: Vec<(f64, Option<f64>)> = if exact {
            let values = sets.shapley(mechanisms)?;
            values.into_iter().map(|value| (value, None)).collect()
        } else {
            sampled_shapley(&sets, mechanisms, orders_drawn)?
        };
        let seeds: Vec<Vec<f64>> = (by_seed.into_iter().filter(|_| exact))
            .filter_map(|values| Sets { values }.shapley(mechanisms))
            .collect();
        let over_seeds = |at: usize, pick: fn(f64, f64) -> f64| {
            let shares = seeds.iter().map(|shares| shares[at]);
            (seeds.len() >= 2).then(|| shares.reduce(pick)).flatten()
        };
        let shares = (shapley.into_iter().enumerate())
            .map(|(at, (shapley, error))| Share {
                shapley,
                error,
                alone: sets.exact(1 << at).map(|value| value - none),
                last: (sets.exact(whole).zip(sets.exact(whole & !(1 << at))))
                    .map(|(with, without)| with - without),
                least: over_seeds(at, f64::min),
                most: over_seeds(at, f64::max),
            })
            .collect();
        Some(Self {
            none,
            all,
            shares,
            pairs: pairs(&sets, mechanisms, none),
        })
    }
}

/// Returns the share of all orders of n mechanisms in which exactly `before` given ones come before a certain other
/// one: before! (n - before - 1)! / n!.
fn weight(before: usize, mechanisms: usize) -> f64 {
    let choose = (0..before).fold(1.0, |product, at| {
        product * (mechanisms - 1 - at) as f64 / (at + 1) as f64
    });
    1.0 / (choose * mechanisms as f64)
}

fn sampled_shapley(sets: &Sets, mechanisms: usize, drawn: u32) -> Option<Vec<(f64, Option<f64>)>> {
    let mut gains = vec![Vec::new(); mechanisms];
    for order in orders(mechanisms, drawn) {
        let values: Vec<f64> = (prefixes(&order).iter())
            .map(|levels| sets.value(set_of(levels)))
            .collect::<Option<_>>()?;
        for (step, &mechanism) in order.iter().enumerate() {
            gains[mechanism].push(values[step + 1] - values[step]);
        }
    }
    let summed = gains.iter().map(|gains| {
        let n = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / n;
        let squares: f64 = gains.iter().map(|gain| (gain - mean) * (gain - mean)).sum();
        (mean, Some((squares / (n - 1.0).max(1.0) / n).sqrt()))
    });
    Some(summed.collect())
}

fn pairs(sets: &Sets, mechanisms: usize, none: f64) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for one in 0..mechanisms {
        for other in one + 1..mechanisms {
            let (a, b): (Set, Set) = (1 << one, 1 << other);
            if let (Some(both), Some(a), Some(b)) =
                (sets.exact(a | b), sets.exact(a), sets.exact(b))
            {
                pairs.push(Pair {
                    one,
                    other,
                    interaction: both - a - b + none,
                });
            }
        }
    }
    pairs.sort_by(|a, b| b.interaction.abs().total_cmp(&a.interaction.abs()));
    pairs.truncate(MOST_PAIRS);
    pairs
}
