//! Writes to standard output.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use crate::failure::Failure;

/// Prints the whole text. A closed pipe, as with `head`, is not an error.
pub fn print(text: &str) -> ExitCode {
    let mut stdout = std::io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => Failure::broken(format!("The output cannot be written: {error}.")).print(),
    }
}

/// A field of a CSV line, quoted if necessary.
pub fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A CSV line with its newline.
pub fn csv_line<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let fields: Vec<String> = fields
        .into_iter()
        .map(|field| csv_field(field.as_ref()))
        .collect();
    fields.join(",") + "\n"
}
