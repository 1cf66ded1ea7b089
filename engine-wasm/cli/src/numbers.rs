//! Reads and formats numbers for users.

/// Reads seconds such as `30` or `0.25`, as milliseconds, without rounding errors.
pub fn milliseconds(text: &str) -> Result<u64, String> {
    let complaint =
        || format!("`{text}` is not a number of seconds; use a number such as 30 or 0.25");
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 3 {
        return Err(complaint());
    }
    let whole: u64 = whole.parse().map_err(|_| complaint())?;
    let thousandths: u64 = format!("{fraction:0<3}").parse().map_err(|_| complaint())?;
    whole
        .checked_mul(1_000)
        .and_then(|ms| ms.checked_add(thousandths))
        .ok_or_else(complaint)
}

/// Formats a number for tables: without decimals if it is whole, otherwise with two decimals.
pub fn shown(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        grouped(value)
    } else {
        format!("{value:.2}")
    }
}

/// Formats a whole number with thousands separators.
fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut out = String::new();
    if value < 0.0 {
        out.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats nanoseconds as seconds with three decimals.
pub fn seconds(ns: u64) -> String {
    let ms = ns / 1_000_000;
    format!("{}.{:03}", ms / 1_000, ms % 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_milliseconds() {
        assert_eq!(milliseconds("30"), Ok(30_000));
        assert_eq!(milliseconds("0.25"), Ok(250));
        assert_eq!(milliseconds("1.005"), Ok(1_005));
        for wrong in [
            "",
            ".",
            "-1",
            "1e3",
            "0.0001",
            "1.",
            "99999999999999999999",
            "inf",
        ] {
            assert!(milliseconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_are_shown_for_reading() {
        assert_eq!(shown(1_234_567.0), "1,234,567");
        assert_eq!(shown(-999.0), "-999");
        assert_eq!(shown(0.123), "0.12");
        assert_eq!(seconds(912_625_436_885), "912.625");
    }
}
