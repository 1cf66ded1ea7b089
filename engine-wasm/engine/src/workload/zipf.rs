//! Random draws of items that differ in popularity.

use crate::random::Random;

/// Ranks from 0 on. Rank k has a weight of 1 / (k + 1)^s: Zipf's law.
#[derive(Clone, Debug)]
pub struct Zipf {
    /// Sums of the weights up to and including each rank.
    sums: Vec<u32>,
    /// For each multiple of `1 << GUIDE_SHIFT`, the first rank whose sum is above it. A search begins there.
    guide: Vec<u32>,
}

/// The exponent s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exponent {
    /// 7/8. Integer roots can compute it, and it is near the 0.9 that is common for file popularity.
    SevenEighths,
    /// An exponent of 1.
    One,
}

/// The weight of rank 0 with exponent 7/8.
const TOP: u64 = 1 << 20;
/// The weight of rank 0 with exponent 1. The sums of four million ranks still fit in 32 bits.
const TOP_OF_ONE: u64 = 1 << 27;
/// log2 of the range of sums that one entry of the guide covers.
const GUIDE_SHIFT: u32 = 14;

impl Zipf {
    /// Makes ranks 0 to `ranks` - 1. There must be at least one, and fewer than four million.
    #[must_use]
    pub fn new(ranks: u32, exponent: Exponent) -> Self {
        let mut sum: u32 = 0;
        let sums: Vec<u32> = (1..=u64::from(ranks))
            .map(|k| {
                sum += match exponent {
                    Exponent::SevenEighths => weight(k),
                    Exponent::One => (TOP_OF_ONE / k) as u32,
                };
                sum
            })
            .collect();
        let mut guide = Vec::with_capacity((sum >> GUIDE_SHIFT) as usize + 2);
        for (rank, &sum) in sums.iter().enumerate() {
            while guide.len() as u64 * (1 << GUIDE_SHIFT) < u64::from(sum) {
                guide.push(rank as u32);
            }
        }
        guide.push(sums.len() as u32);
        Self { sums, guide }
    }

    /// Draws a rank for each element of `ranks`. Separate draws would each wait for memory.
    pub fn fill(&self, random: &mut Random, ranks: &mut [u32]) {
        let all = self.sums.last().copied().unwrap_or(1);
        for rank in ranks.iter_mut() {
            *rank = random.below(all);
        }
        for rank in ranks {
            *rank = self.rank_at(*rank);
        }
    }

    /// Draws one rank.
    pub fn draw(&self, random: &mut Random) -> u32 {
        let all = self.sums.last().copied().unwrap_or(1);
        self.rank_at(random.below(all))
    }

    /// Returns the first rank whose sum is above a number.
    fn rank_at(&self, at: u32) -> u32 {
        let entry = (at >> GUIDE_SHIFT) as usize;
        let (from, to) = (self.guide[entry], self.guide[entry + 1]);
        // Adjacent ranks have nearly the same weight. So the position of the rank between `from` and `to` is about the
        // same as the position of the number within its guide entry.
        let into = u64::from(at % (1 << GUIDE_SHIFT));
        let guess = from + ((u64::from(to - from) * into) >> GUIDE_SHIFT) as u32;
        let mut rank = (guess as usize).min(self.sums.len() - 1);
        while self.sums[rank] <= at {
            rank += 1;
        }
        while rank > from as usize && self.sums[rank - 1] > at {
            rank -= 1;
        }
        rank as u32
    }
}

/// Returns `TOP` / k^(7/8), at least 1.
fn weight(k: u64) -> u32 {
    // k^(1/8) with 8 fractional bits: three square roots of k with 64 fractional bits.
    let eighth = (u128::from(k) << 64).isqrt().isqrt().isqrt() as u64;
    (TOP * eighth / 256 / k).max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_256_times_as_deep_is_128_times_as_rare() {
        assert_eq!(weight(1), TOP as u32);
        assert_eq!(weight(256), TOP as u32 / 128);
    }

    #[test]
    fn a_draw_is_the_first_rank_whose_sum_is_above_it() {
        for (ranks, exponent) in [
            (1, Exponent::One),
            (70_000, Exponent::One),
            (70_000, Exponent::SevenEighths),
        ] {
            let zipf = Zipf::new(ranks, exponent);
            let all = *zipf.sums.last().expect("a rank");
            let mut random = Random::new(3);
            for _ in 0..50_000 {
                let at = random.clone().below(all);
                let expected = zipf.sums.iter().position(|&sum| sum > at);
                assert_eq!(Some(zipf.draw(&mut random) as usize), expected);
            }
        }
    }

    #[test]
    fn with_exponent_one_every_doubling_of_rank_is_drawn_as_often() {
        let zipf = Zipf::new(1 << 16, Exponent::One);
        let mut random = Random::new(5);
        let mut octaves = [0u32; 16];
        for _ in 0..160_000 {
            octaves[(zipf.draw(&mut random) + 1).ilog2().min(15) as usize] += 1;
        }
        // The weights 1/k add up to 11.7, and each octave should get ln 2 of that. The test skips the first octaves,
        // where the sums differ from the integral.
        for of_octave in &octaves[4..] {
            assert!((9_000..10_100).contains(of_octave), "{octaves:?}");
        }
    }

    #[test]
    fn the_first_ranks_are_drawn_most() {
        let zipf = Zipf::new(10_000, Exponent::SevenEighths);
        let mut random = Random::new(1);
        let mut counts = [0u32; 3];
        for _ in 0..100_000 {
            let rank = zipf.draw(&mut random);
            assert!(rank < 10_000);
            counts[(rank >= 100) as usize + (rank >= 1_000) as usize] += 1;
        }
        // The sum of k^(-7/8) is 6.8 up to k = 100, 11.5 up to k = 1,000, and 17.9 up to k = 10,000.
        assert!((37_000..39_200).contains(&counts[0]), "{counts:?}");
        assert!((34_300..36_500).contains(&counts[2]), "{counts:?}");
    }
}
