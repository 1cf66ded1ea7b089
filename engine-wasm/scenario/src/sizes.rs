//! Arithmetic with sizes that does not overflow, even for the values of an unchecked document.

/// Returns the product of the factors, or `u64::MAX` if it does not fit.
pub(crate) fn product(factors: &[u64]) -> u64 {
    factors
        .iter()
        .fold(1, |product: u64, factor| product.saturating_mul(*factor))
}

/// A factor for sizes, as a fraction.
#[derive(Clone, Copy)]
pub(crate) struct Ratio {
    /// Numerator.
    pub(crate) times: u64,
    /// Denominator.
    pub(crate) by: u64,
}

impl Ratio {
    /// Multiplies a size by this factor; the result is at least `least`.
    pub(crate) fn change(self, size: &mut u64, least: u64) {
        *size = self.of(*size).max(least);
    }

    /// Returns a size multiplied by this factor, rounded down.
    pub(crate) fn of(self, size: u64) -> u64 {
        (u128::from(size) * u128::from(self.times) / u128::from(self.by.max(1))) as u64
    }
}

/// Rounds a number down to its first five binary digits, which gives round sizes; at most a sixteenth is lost.
pub(crate) fn round(number: u64) -> u64 {
    let digits = u64::BITS - number.leading_zeros();
    let dropped = digits.saturating_sub(5);
    number >> dropped << dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_are_at_most_a_sixteenth_less() {
        for number in [0, 1, 31, 33, 1_000, 126_000, 8_388_608, u64::MAX] {
            let rounded = round(number);
            assert!(rounded <= number && number - rounded <= number / 16);
            assert_eq!(round(rounded), rounded);
        }
        assert_eq!(round(126_000), 122_880);
    }
}
