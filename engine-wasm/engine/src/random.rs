//! The seeded generator.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// PCG32 of the scenario's seed.
#[derive(Clone, Debug)]
pub struct Random(Pcg32);

impl Random {
    /// The generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// A number from 0 to `n` - 1; 0 for n = 0.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(n)) >> 32) as u32
    }

    /// A time of less than `ns` nanoseconds, in steps of the 2^32nd part; 0 for 0.
    pub fn phase(&mut self, ns: u64) -> u64 {
        ((u128::from(self.0.next_u32()) * u128::from(ns)) >> 32) as u64
    }

    /// Looks at the generator without moving it, for the digest.
    #[must_use]
    pub fn peek(&self) -> u32 {
        self.0.clone().next_u32()
    }
}
