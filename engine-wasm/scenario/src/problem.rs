//! What is wrong with a scenario, said so that a person can mend it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

/// One thing that is wrong with a scenario or a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Problem {
    /// Where, such as `machine.zones[0].present_pages`; `document` or `link` for the whole of it.
    pub field: String,
    /// What is wrong, as a sentence.
    pub problem: String,
    /// How to mend it, as a sentence.
    pub mend: String,
}

impl Problem {
    /// A problem of a field.
    pub fn new(
        field: impl Into<String>,
        problem: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Self {
            field: field.into(),
            problem: problem.into(),
            mend: mend.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.field, self.problem, self.mend)
    }
}

impl std::error::Error for Problem {}

/// Text of a person inside a sentence: short, and without what would garble a terminal.
pub(super) fn quoted(text: &str) -> String {
    const MOST_CHARS: usize = 60;
    let mut out = String::from("`");
    for (index, c) in text.chars().enumerate() {
        if index == MOST_CHARS {
            out.push('…');
            break;
        }
        // Signs that turn the direction of writing would turn the sentence around them.
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

/// `a`, `a or b`, `a, b or c`.
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

/// A number with its thousands set apart, as sentences show it.
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

/// The path of a field inside a group; keys that a person made up are made fit to be shown.
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

/// Nobody reads more problems than this at once.
const MOST_PROBLEMS: usize = 50;

/// Whether so many problems have been found that looking for more is idle.
pub(super) fn enough(problems: &[Problem]) -> bool {
    problems.len() > MOST_PROBLEMS
}

/// The first problems, with a word on there being more.
pub(super) fn first_of(mut problems: Vec<Problem>) -> Vec<Problem> {
    if enough(&problems) {
        problems.truncate(MOST_PROBLEMS);
        problems.push(Problem::new(
            "document",
            "There are more problems than these.",
            "Mend these first.",
        ));
    }
    problems
}
