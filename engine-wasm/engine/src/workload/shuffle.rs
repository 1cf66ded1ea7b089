//! A random order of 0 to n - 1 that needs no memory: a Feistel network of four rounds on the smallest even number of
//! bits that holds n. If its result is not below n, it is applied again (cycle walking; Black and Rogaway, "Ciphers
//! with Arbitrary Finite Domains", 2002).

/// A random order.
#[derive(Clone, Copy, Debug)]
pub struct Shuffle {
    n: u32,
    half_bits: u32,
    keys: [u32; ROUNDS],
}

const ROUNDS: usize = 4;

impl Shuffle {
    /// Makes a random order of the numbers 0 to `n` - 1. `draw` draws a number below its argument; these draws
    /// determine the order.
    pub fn new(n: u32, mut draw: impl FnMut(u32) -> u32) -> Self {
        let bits = 32 - n.saturating_sub(1).leading_zeros();
        Self {
            n,
            half_bits: bits.div_ceil(2).max(1),
            keys: std::array::from_fn(|_| draw(u32::MAX)),
        }
    }

    /// Returns the number at a place below n.
    #[must_use]
    pub fn at(&self, place: u32) -> u32 {
        let mut number = place;
        loop {
            number = self.once(number);
            if number < self.n {
                return number;
            }
        }
    }

    fn once(&self, number: u32) -> u32 {
        let mask = (1 << self.half_bits) - 1;
        let (mut left, mut right) = (number >> self.half_bits, number & mask);
        for key in self.keys {
            let mixed = (right ^ key).wrapping_mul(0x9e37_79b1);
            let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca77);
            (left, right) = (right, left ^ (mixed >> 16 & mask));
        }
        left << self.half_bits | right
    }
}

#[cfg(test)]
mod tests {
    use super::Shuffle;
    use crate::random::Random;

    #[test]
    fn every_number_comes_once_and_neighbours_seldom_follow_each_other() {
        let mut random = Random::new(9);
        for n in [1, 2, 3, 7, 64, 1_000, 70_001] {
            let shuffle = Shuffle::new(n, |below| random.below(below));
            let order: Vec<u32> = (0..n).map(|place| shuffle.at(place)).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..n), "{n}");
            let follow = order.windows(2).filter(|pair| pair[1] == pair[0] + 1);
            assert!(n < 64 || follow.count() < n as usize / 10, "{n}");
        }
    }
}
