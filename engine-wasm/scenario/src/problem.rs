//! Errors of a scenario or a link: what is wrong, where, and how to fix it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// One error in a scenario or a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Problem {
    /// Path of the field, such as `machine.zones[0].present_pages`; `document` or `link` if the error concerns the
    /// whole text.
    pub field: String,
    /// What is wrong, as a sentence.
    pub problem: String,
    /// How to fix it: a sentence that starts with a verb, or a question.
    pub fix: String,
}

impl Problem {
    /// Makes a problem of its three parts; both sentences end with a full stop or a question mark.
    pub fn new(
        field: impl Into<String>,
        problem: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self {
            field: field.into(),
            problem: problem.into(),
            fix: fix.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.field, self.problem, self.fix)
    }
}

impl std::error::Error for Problem {}

/// Quotes a user's text for use in a sentence: at most 60 characters, without control characters, which would garble a
/// terminal.
pub(super) fn quoted(text: &str) -> String {
    const MOST_CHARS: usize = 60;
    let mut out = String::from("`");
    for (index, c) in text.chars().enumerate() {
        if index == MOST_CHARS {
            out.push('…');
            break;
        }
        // Direction marks (U+200E and others) would reverse the rest of the sentence.
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        out.push(if c.is_control() || turns {
            '\u{fffd}'
        } else {
            c
        });
    }
    out.push('`');
    out
}

/// Lists quoted names in words: `a`, `a or b`, `a, b or c`.
pub(super) fn alternatives(names: &[&str]) -> String {
    match names {
        [] => String::from("nothing"),
        [only] => quoted(only),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| quoted(name)).collect();
            format!("{} or {}", first.join(", "), quoted(last))
        }
    }
}

/// Returns a number with thousands separators, for sentences: `16,384`.
pub(super) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns the path of a field inside a group. Unusual keys (empty, long or with odd characters) are quoted.
pub(super) fn join(path: &str, key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let key = if !key.is_empty() && key.len() <= 64 && key.chars().all(plain) {
        key.to_owned()
    } else {
        quoted(key)
    };
    if path.is_empty() {
        key
    } else {
        format!("{path}.{key}")
    }
}

/// Largest number of problems in a report; nobody would read more.
const MOST_PROBLEMS: usize = 50;

/// Returns whether the list is full, so that the search for more problems can stop.
pub(super) fn enough(problems: &[Problem]) -> bool {
    problems.len() > MOST_PROBLEMS
}

/// Returns the first 50 problems; if there are more, a last entry says so.
pub(super) fn first_of(mut problems: Vec<Problem>) -> Vec<Problem> {
    if enough(&problems) {
        problems.truncate(MOST_PROBLEMS);
        problems.push(Problem::new(
            "document",
            "There are more problems; only the first 50 are listed.",
            "Fix these first.",
        ));
    }
    problems
}
