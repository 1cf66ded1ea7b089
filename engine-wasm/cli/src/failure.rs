//! Errors that end a command.

use std::io::Write;
use std::process::ExitCode;

use reclaim_engine::scenario::Problem;
use reclaim_results::Refusal;

/// An error with one or more messages, and the exit code: 2 for bad input, otherwise 1.
#[derive(Debug)]
pub struct Failure {
    sentences: Vec<String>,
    code: u8,
}

impl Failure {
    /// Makes the failure for an error in the input, which the user can fix (exit code 2).
    pub fn input(sentence: impl Into<String>) -> Self {
        Self {
            sentences: vec![sentence.into()],
            code: 2,
        }
    }

    /// Makes the failure for an unexpected error (exit code 1).
    pub fn broken(sentence: impl Into<String>) -> Self {
        Self {
            sentences: vec![sentence.into()],
            code: 1,
        }
    }

    /// Makes the failure for a stored result that differs from the computed one (exit code 1).
    pub fn differing(sentences: Vec<String>) -> Self {
        Self { sentences, code: 1 }
    }

    /// Prints the messages to standard error and returns the exit code.
    pub fn print(&self) -> ExitCode {
        let mut stderr = std::io::stderr().lock();
        for sentence in &self.sentences {
            // An error here means that standard error is closed, which cannot be reported.
            let _ = writeln!(stderr, "reclaim: {sentence}");
        }
        ExitCode::from(self.code)
    }

    /// Prefixes each message with its subject.
    pub fn about(mut self, what: &str) -> Self {
        for sentence in &mut self.sentences {
            *sentence = format!("{what}: {sentence}");
        }
        self
    }
}

/// Prints a warning to standard error. The command continues.
pub fn warn(sentence: &str) {
    // An error here means that standard error is closed, which cannot be reported.
    let _ = writeln!(std::io::stderr().lock(), "reclaim: warning: {sentence}");
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self {
            sentences: problems.iter().map(ToString::to_string).collect(),
            code: 2,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self {
            sentences: refusal.sentences,
            code: 2,
        }
    }
}
