//! Writes to standard output.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

pub use reclaim_study::csv::csv_line;

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
