//! The combinations of values that a design runs. A combination is a point: for each factor, the index of its value.

use reclaim_engine::random::Random;

use crate::document::{Design, Factor, Study};

/// Number of mechanisms up to which an ablation runs every subset; with more mechanisms, it draws random orders.
pub const EXACT_UP_TO: usize = 10;

/// Returns the number of combinations of a study, before duplicates and impossible ones are removed; saturates.
pub fn count(study: &Study) -> usize {
    let levels = study.factors.iter().map(|factor| levels(factor, study));
    match study.design {
        Design::Grid {} => levels.fold(1, usize::saturating_mul),
        Design::OneAtATime {} => levels.fold(1, |sum, n| sum.saturating_add(n - 1)),
        Design::Ablation { .. } if study.factors.len() <= EXACT_UP_TO => 1 << study.factors.len(),
        Design::Ablation { orders } => orders as usize * study.factors.len() + 1,
        Design::LatinHypercube { points, .. } => points as usize,
    }
}

/// Returns the number of values of a factor, at least 1.
pub fn levels(factor: &Factor, study: &Study) -> usize {
    let of_range = |steps: u32| match study.design {
        Design::LatinHypercube { points, .. } => points as usize,
        _ => steps as usize,
    };
    match factor {
        Factor::Field { values, .. } => values.len(),
        Factor::Ram { values_mib } => values_mib.len(),
        Factor::Range { steps, .. } => of_range(*steps),
        Factor::Mechanism { .. } => 2,
    }
    .max(1)
}

/// Returns the combinations in a fixed order.
pub fn points(study: &Study) -> Vec<Vec<usize>> {
    let levels: Vec<usize> = (study.factors.iter())
        .map(|factor| levels(factor, study))
        .collect();
    match study.design {
        Design::Grid {} => grid(&levels),
        Design::OneAtATime {} => one_at_a_time(&levels),
        Design::Ablation { .. } if levels.len() <= EXACT_UP_TO => grid(&levels),
        Design::Ablation { orders } => {
            let mut points: Vec<Vec<usize>> = (self::orders(levels.len(), orders).iter())
                .flat_map(|order| prefixes(order))
                .collect();
            points.sort();
            points.dedup();
            points
        }
        Design::LatinHypercube { points, seed } => latin_hypercube(&levels, points, seed),
    }
}

/// Returns every combination; the last factor varies fastest.
fn grid(levels: &[usize]) -> Vec<Vec<usize>> {
    levels.iter().fold(vec![Vec::new()], |points, &n| {
        let extended = |point: &Vec<usize>| {
            let point = point.clone();
            (0..n).map(move |level| [point.as_slice(), &[level]].concat())
        };
        points.iter().flat_map(extended).collect()
    })
}

fn one_at_a_time(levels: &[usize]) -> Vec<Vec<usize>> {
    let base = vec![0; levels.len()];
    let mut points = vec![base.clone()];
    for (factor, &n) in levels.iter().enumerate() {
        for level in 1..n {
            let mut point = base.clone();
            point[factor] = level;
            points.push(point);
        }
    }
    points
}

fn latin_hypercube(levels: &[usize], points: u32, seed: u64) -> Vec<Vec<usize>> {
    let mut random = Random::new(seed);
    let columns: Vec<Vec<usize>> = (levels.iter())
        .map(|&n| {
            let parts = shuffled(points as usize, &mut random);
            let level = |part: usize| part * n / points as usize;
            parts.into_iter().map(level).collect()
        })
        .collect();
    (0..points as usize)
        .map(|point| columns.iter().map(|column| column[point]).collect())
        .collect()
}

/// Draws random orders of the mechanisms. The same arguments give the same orders.
pub fn orders(mechanisms: usize, orders: u32) -> Vec<Vec<usize>> {
    let mut random = Random::new(u64::from(orders));
    (0..orders)
        .map(|_| shuffled(mechanisms, &mut random))
        .collect()
}

/// Returns the points that result when mechanisms are switched on one by one in this order, from none to all.
pub fn prefixes(order: &[usize]) -> Vec<Vec<usize>> {
    (0..=order.len())
        .map(|on| {
            let mut point = vec![0; order.len()];
            for &mechanism in &order[..on] {
                point[mechanism] = 1;
            }
            point
        })
        .collect()
}

fn shuffled(n: usize, random: &mut Random) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..n).collect();
    for at in (1..n).rev() {
        numbers.swap(at, random.below(at as u32 + 1) as usize);
    }
    numbers
}
