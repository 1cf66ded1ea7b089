//! What a mechanism's file says of it: for the machine, and for people.

use super::{Mechanism, Shortcut};

/// What a mechanism is called and needs.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// Id in scenarios and links.
    pub id: &'static str,
    /// Mechanisms that it needs.
    pub requires: &'static [Mechanism],
    /// Mechanisms that it cannot be on with.
    pub excludes: &'static [Mechanism],
    /// Short ways past single pages that its decisions allow.
    pub shortcuts: &'static [Shortcut],
}

impl Info {
    /// A mechanism that requires and excludes no other one, and looks at each page.
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

/// What is said of a mechanism. Apart from [`Info`]: what runs a machine does without, and need not be sent it.
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
    /// Whether its effect is assumed because the sources do not tell it.
    pub assumed: bool,
}
