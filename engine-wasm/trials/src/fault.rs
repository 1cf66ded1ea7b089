//! Faults: violations of the conditions that every run must satisfy.

use std::fmt;

use reclaim_engine::scenario::Problem;

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine panicked.
    Panic,
    /// The document is refused, or changes when it is written as text or as a link.
    Document,
    /// An invariant of the machine is violated, or two counters contradict each other.
    Invariant,
    /// Tasks are alive but make no progress, and the OOM killer does not run.
    Stuck,
    /// A program ended without having done all its work.
    Undone,
    /// Work is still pending after all programs have ended.
    Rest,
    /// The result changes with tracing, with the slices in which the run is carried out, or with manual switches.
    Digest,
    /// More memory or a faster disk makes a streaming copy slower.
    Monotone,
}

/// A fault found in a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Kind of the fault.
    pub kind: Kind,
    /// Message with the relevant values.
    pub what: String,
}

impl Fault {
    /// Makes a fault.
    pub fn new(kind: Kind, what: impl Into<String>) -> Self {
        let what = what.into();
        Self { kind, what }
    }

    /// Makes a fault of kind [`Kind::Invariant`].
    pub(crate) fn invariant(what: impl Into<String>) -> Self {
        Self::new(Kind::Invariant, what)
    }

    /// Makes a fault for a document that the engine refuses.
    pub(crate) fn refused(problems: &[Problem]) -> Self {
        let sentences: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Self::new(Kind::Document, sentences.join(" "))
    }

    /// Prefixes the message with a place.
    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        self.what = format!("{place}: {}", self.what);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}
