//! The declarations in the file of a mechanism: data for the simulation, and texts for the user interface.

use super::{Mechanism, Shortcut};

/// The id of a mechanism, the mechanisms that it requires or excludes, and the shortcuts that it allows.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// Id in scenarios and links.
    pub id: &'static str,
    /// Mechanisms that must be on if it is on.
    pub requires: &'static [Mechanism],
    /// Mechanisms that must be off if it is on.
    pub excludes: &'static [Mechanism],
    /// Shortcuts that its decisions allow.
    pub shortcuts: &'static [Shortcut],
}

impl Info {
    /// Creates the info of a mechanism that requires and excludes no other mechanism, and allows no shortcut.
    #[must_use]
    pub const fn new(mechanism: Mechanism, id: &'static str) -> Self {
        Self {
            mechanism,
            id,
            requires: &[],
            excludes: &[],
            shortcuts: &[],
        }
    }
}

/// Texts about a mechanism. They are separate from [`Info`], so that code that only runs machines does not include
/// them.
#[derive(Clone, Copy, Debug)]
pub struct Docs {
    /// Title for people.
    pub title: &'static str,
    /// What it does, in one sentence.
    pub explanation: &'static str,
    /// Commit or posting, and kernel.
    pub source: &'static str,
    /// The posting that studies it: `gorman-2010`, `gorman-2011`, `weiner-2011`, `hansen-2013`, `kim-2014`, `context`.
    pub posting: &'static str,
    /// First kernel that has it.
    pub kernel: &'static str,
    /// Whether its effect is assumed, because the sources do not describe it.
    pub assumed: bool,
}
