//! Arithmetic with sizes that does not wrap, whatever a document says.

/// The product, or the largest number if it does not fit.
pub(crate) fn product(factors: &[u64]) -> u64 {
    factors
        .iter()
        .fold(1, |product: u64, factor| product.saturating_mul(*factor))
}

/// A factor, as a fraction.
#[derive(Clone, Copy)]
pub(crate) struct Ratio {
    /// Numerator.
    pub(crate) times: u64,
    /// Denominator.
    pub(crate) by: u64,
}

impl Ratio {
    /// Makes a size so much larger, or smaller down to the `least`.
    pub(crate) fn change(self, size: &mut u64, least: u64) {
        *size = self.of(*size).max(least);
    }

    /// That much of a size.
    pub(crate) fn of(self, size: u64) -> u64 {
        (u128::from(size) * u128::from(self.times) / u128::from(self.by.max(1))) as u64
    }
}
