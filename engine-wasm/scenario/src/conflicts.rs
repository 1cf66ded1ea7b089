//! Rules between mechanisms: which require and which exclude each other.

use super::catalogue::Catalogue;

/// The mechanisms that one mechanism requires and excludes.
#[derive(Clone, Debug)]
pub struct Relations {
    /// The mechanism.
    pub id: &'static str,
    /// Mechanisms that must be on while it is on.
    pub requires: Vec<&'static str>,
    /// Mechanisms that must be off while it is on. Two mechanisms exclude each other if at least one of them lists the
    /// other.
    pub excludes: Vec<&'static str>,
}

/// A violated rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// A mechanism is on without another one that it requires.
    Needs {
        /// The mechanism that is on.
        id: &'static str,
        /// The required mechanism, which is off.
        needed: &'static str,
    },
    /// Two mechanisms that exclude each other are on.
    Excludes {
        /// The first of the two in the order of the catalogue.
        id: &'static str,
        /// The second of the two.
        other: &'static str,
    },
}

/// Returns the violated rules among the mechanisms that are `on`, each once, in the order of `all`.
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
    /// Returns the violated rules among the mechanisms that are `on`, each once, in the order of the catalogue.
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
