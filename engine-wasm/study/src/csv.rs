//! Tables for programs: CSV (RFC 4180).

/// A CSV line with its newline.
pub fn csv_line<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let fields: Vec<String> = fields
        .into_iter()
        .map(|field| csv_field(field.as_ref()))
        .collect();
    fields.join(",") + "\n"
}

/// A field of a CSV line, quoted if necessary.
fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A number without thousands separators, for programs.
#[must_use]
pub fn plain(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else {
        format!("{value:.6}")
    }
}
