//! One line on standard error that is written over and over; nothing where that is no terminal.

use std::io::{IsTerminal, Write};

/// A line that wraps could not be written over.
const CHARS_MOST: usize = 100;

/// Writes the line anew.
pub fn show(line: impl FnOnce() -> String) {
    if std::io::stderr().is_terminal() {
        let line: String = line().chars().take(CHARS_MOST).collect();
        write(&line);
    }
}

/// Takes the line away.
pub fn clear() {
    if std::io::stderr().is_terminal() {
        write("");
    }
}

fn write(line: &str) {
    let mut stderr = std::io::stderr().lock();
    // Nobody is left to hear of a closed standard error.
    let _ = write!(stderr, "\r\x1b[K{line}");
    let _ = stderr.flush();
}
