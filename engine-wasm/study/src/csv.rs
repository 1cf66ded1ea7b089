//! Machine-readable tables: CSV (RFC 4180).

/// Returns a CSV line with its newline.
pub fn csv_line<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let fields: Vec<String> = fields
        .into_iter()
        .map(|field| csv_field(field.as_ref()))
        .collect();
    fields.join(",") + "\n"
}

/// Returns a field of a CSV line, quoted if necessary.
fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Returns a number without thousands separators, for machine-readable output.
#[must_use]
pub fn plain(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else {
        format!("{value:.6}")
    }
}
