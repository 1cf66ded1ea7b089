//! Times as users write them: `20s`, `12.5s`, `750ms`.

/// Units, each with the power of ten that converts it to nanoseconds. `s` comes after the units that end in `s`.
const UNITS: [(&str, usize); 5] = [("ns", 0), ("us", 3), ("ms", 6), ("s", 9), ("", 9)];

/// Reads a time such as `12.5s`, and returns nanoseconds. A number without a unit is in seconds. `None` if the text is
/// not a time, or is more precise than a nanosecond.
pub(super) fn parse(text: &str) -> Option<u64> {
    let (number, power) = UNITS
        .iter()
        .find_map(|(unit, power)| Some((text.strip_suffix(unit)?, *power)))?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fraction = fraction.trim_end_matches('0');
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > power {
        return None;
    }
    let padded = format!("{whole}{fraction:0<power$}");
    padded.parse().ok()
}

/// Returns the shortest text for a time, in seconds.
pub(super) fn format(ns: u64) -> String {
    let fraction = format!("{:09}", ns % 1_000_000_000);
    match fraction.trim_end_matches('0') {
        "" => format!("{}s", ns / 1_000_000_000),
        fraction => format!("{}.{fraction}s", ns / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::{format, parse};

    #[test]
    fn moments_are_read_to_the_nanosecond() {
        for (text, ns) in [
            ("20s", 20_000_000_000),
            ("20", 20_000_000_000),
            ("12.5s", 12_500_000_000),
            ("0.000000001s", 1),
            ("1.50000000000s", 1_500_000_000),
            ("750ms", 750_000_000),
            ("1.5us", 1_500),
            ("7ns", 7),
        ] {
            assert_eq!(parse(text), Some(ns), "{text}");
        }
        for text in [
            "",
            "s",
            ".5s",
            "-1s",
            "1e3s",
            "1.5ns",
            "1m",
            "1..2s",
            "99999999999999999999",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for ns in [0, 1, 999_999_999, 20_500_000_000, 86_400_000_000_000] {
            assert_eq!(parse(&format(ns)), Some(ns));
        }
        assert_eq!(format(20_500_000_000), "20.5s");
    }
}
