//! What mechanisms need of each other.

use super::catalogue::Catalogue;

/// What a mechanism needs, and what it cannot be on with.
#[derive(Clone, Debug)]
pub struct Relations {
    /// The mechanism.
    pub id: &'static str,
    /// Without these it cannot be on.
    pub requires: Vec<&'static str>,
    /// With these it cannot be on; one of the two saying so is enough.
    pub excludes: Vec<&'static str>,
}

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

/// What is wrong with a set of mechanisms, each thing once, in the order of `all`.
pub fn conflicts(all: &[Relations], on: impl Fn(&str) -> bool) -> Vec<Conflict> {
    let mut found = Vec::new();
    for (at, one) in all.iter().enumerate().filter(|(_, one)| on(one.id)) {
        let id = one.id;
        let needed = one.requires.iter().filter(|&&needed| !on(needed));
        found.extend(needed.map(|&needed| Conflict::Needs { id, needed }));
        let rivals = all[at + 1..].iter().filter(|other| {
            let excluded = one.excludes.contains(&other.id) || other.excludes.contains(&id);
            excluded && on(other.id)
        });
        found.extend(rivals.map(|other| Conflict::Excludes {
            id,
            other: other.id,
        }));
    }
    found
}

impl Catalogue {
    /// What is wrong with a set of mechanisms, each thing once, in the order of the catalogue.
    pub fn conflicts(&self, on: impl Fn(&str) -> bool) -> Vec<Conflict> {
        let relations: Vec<Relations> = (self.mechanisms.iter())
            .map(|info| Relations {
                id: info.id,
                requires: info.requires.clone(),
                excludes: info.excludes.clone(),
            })
            .collect();
        conflicts(&relations, on)
    }
}
