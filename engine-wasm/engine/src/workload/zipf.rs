//! Drawing things that are not equally popular.

use crate::random::Random;

/// Ranks from 0, of which rank k comes with a weight of 1 / (k + 1)^(7/8): Zipf's law with an exponent that integer
/// roots can have, near the 0.9 that is common for file popularity.
#[derive(Clone, Debug)]
pub struct Zipf {
    /// Sums of the weights up to each rank.
    sums: Vec<u32>,
}

/// The weight of rank 0.
const TOP: u64 = 1 << 20;

impl Zipf {
    /// Ranks 0 to `ranks` - 1; one at least, of which there are fewer than four million.
    #[must_use]
    pub fn new(ranks: u32) -> Self {
        let mut sum: u32 = 0;
        let sums = (1..=u64::from(ranks))
            .map(|k| {
                sum += weight(k);
                sum
            })
            .collect();
        Self { sums }
    }

    /// Draws a rank.
    pub fn draw(&self, random: &mut Random) -> u32 {
        let all = self.sums.last().copied().unwrap_or(1);
        let at = random.below(all);
        self.sums.partition_point(|&sum| sum <= at) as u32
    }
}

/// `TOP` / k^(7/8), at least 1.
fn weight(k: u64) -> u32 {
    // k^(1/8) in 8 bits after the point: three square roots of k with 64 bits after it.
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
    fn the_first_ranks_are_drawn_most() {
        let zipf = Zipf::new(10_000);
        let mut random = Random::new(1);
        let mut counts = [0u32; 3];
        for _ in 0..100_000 {
            let rank = zipf.draw(&mut random);
            assert!(rank < 10_000);
            counts[(rank >= 100) as usize + (rank >= 1_000) as usize] += 1;
        }
        // Sums of k^(-7/8): 6.8 up to 100, 11.5 up to 1,000, 17.9 up to 10,000.
        assert!((37_000..39_200).contains(&counts[0]), "{counts:?}");
        assert!((34_300..36_500).contains(&counts[2]), "{counts:?}");
    }
}
