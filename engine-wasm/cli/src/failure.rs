//! What ends a command early.

use std::io::Write;
use std::process::ExitCode;

use reclaim_engine::scenario::Problem;
use reclaim_results::Refusal;

/// Bad input or a broken machine; either way there are sentences.
#[derive(Debug)]
pub struct Failure {
    sentences: Vec<String>,
    code: u8,
}

impl Failure {
    /// Something that the person who typed the command can mend.
    pub fn input(sentence: impl Into<String>) -> Self {
        Self {
            sentences: vec![sentence.into()],
            code: 2,
        }
    }

    /// Something that nobody could foresee.
    pub fn broken(sentence: impl Into<String>) -> Self {
        Self {
            sentences: vec![sentence.into()],
            code: 1,
        }
    }

    /// Prints the sentences and gives the exit code.
    pub fn print(&self) -> ExitCode {
        let mut stderr = std::io::stderr().lock();
        for sentence in &self.sentences {
            // Nobody is left to hear of a closed standard error.
            let _ = writeln!(stderr, "reclaim: {sentence}");
        }
        ExitCode::from(self.code)
    }

    /// Says before each sentence what it is about.
    pub fn about(mut self, what: &str) -> Self {
        for sentence in &mut self.sentences {
            *sentence = format!("{what}: {sentence}");
        }
        self
    }
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
