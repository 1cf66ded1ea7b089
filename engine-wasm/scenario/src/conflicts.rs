//! What mechanisms need of each other.

use super::catalogue::Catalogue;

/// Why a set of mechanisms cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// One is on without another that it needs.
    Needs {
        /// What is on.
        id: &'static str,
        /// What is off.
        needed: &'static str,
    },
    /// Two are on that exclude each other.
    Excludes {
        /// One, in the order of the catalogue.
        id: &'static str,
        /// The other.
        other: &'static str,
    },
}

impl Catalogue {
    /// What is wrong with a set of mechanisms, each thing once, in the order of the catalogue.
    pub fn conflicts(&self, on: impl Fn(&str) -> bool) -> Vec<Conflict> {
        let mut found = Vec::new();
        let mechanisms = self.mechanisms.iter().enumerate();
        for (at, info) in mechanisms.filter(|(_, info)| on(info.id)) {
            let id = info.id;
            let needed = info.requires.iter().filter(|&&needed| !on(needed));
            found.extend(needed.map(|&needed| Conflict::Needs { id, needed }));
            let others = self.mechanisms[at + 1..].iter().map(|other| other.id);
            let others = others.filter(|other| on(other) && self.exclude_each_other(id, other));
            found.extend(others.map(|other| Conflict::Excludes { id, other }));
        }
        found
    }
}
