//! The random number generator.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// PCG32, seeded with the scenario's seed.
#[derive(Clone, Debug)]
pub struct Random(Pcg32);

impl Random {
    /// Makes a generator from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `n` - 1; 0 for n = 0.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(n)) >> 32) as u32
    }

    /// Returns a time below `ns` nanoseconds, in steps of `ns` / 2^32; 0 for 0.
    pub fn phase(&mut self, ns: u64) -> u64 {
        ((u128::from(self.0.next_u32()) * u128::from(ns)) >> 32) as u64
    }

    /// Returns the next number without advancing the generator, for the digest.
    #[must_use]
    pub fn peek(&self) -> u32 {
        self.0.clone().next_u32()
    }
}
