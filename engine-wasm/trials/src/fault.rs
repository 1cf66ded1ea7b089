//! What does not hold.

use std::fmt;

use reclaim_engine::scenario::Problem;

/// What kind of thing does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine panicked.
    Panic,
    /// The document is refused, or does not come back from its text or its link.
    Document,
    /// An invariant of the machine, or a counter against another.
    Invariant,
    /// Tasks live and get nothing done, and nobody declares that memory is out.
    Stuck,
    /// A program ended and had not done what it was asked.
    Undone,
    /// Something is left when nobody asks for anything any more.
    Rest,
    /// Who watches, or how the run is cut into slices, changes it.
    Digest,
    /// More memory or a faster disk makes a streaming copy slower.
    Monotone,
}

/// One thing that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub kind: Kind,
    /// A sentence with the figures.
    pub what: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: Kind, what: impl Into<String>) -> Self {
        let what = what.into();
        Self { kind, what }
    }

    /// An invariant that does not hold.
    pub(crate) fn invariant(what: impl Into<String>) -> Self {
        Self::new(Kind::Invariant, what)
    }

    /// A document that the engine refuses.
    pub(crate) fn refused(problems: &[Problem]) -> Self {
        let sentences: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Self::new(Kind::Document, sentences.join(" "))
    }

    /// Says before the sentence where it is.
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
