//! A status line on standard error that is overwritten in place. Prints nothing if standard error is not a terminal.

use std::io::{IsTerminal, Write};

/// Maximum width, characters: a wrapped line could not be overwritten.
const CHARS_MOST: usize = 100;

/// Overwrites the line.
pub fn show(line: impl FnOnce() -> String) {
    if std::io::stderr().is_terminal() {
        let line: String = line().chars().take(CHARS_MOST).collect();
        write(&line);
    }
}

/// Clears the line.
pub fn clear() {
    if std::io::stderr().is_terminal() {
        write("");
    }
}

fn write(line: &str) {
    let mut stderr = std::io::stderr().lock();
    // An error here means that standard error is closed, which cannot be reported.
    let _ = write!(stderr, "\r\x1b[K{line}");
    let _ = stderr.flush();
}
