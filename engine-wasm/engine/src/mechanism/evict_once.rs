//! Evict once: `evict_once` (commit 56e49d21, 2.6.31).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::EvictOnce, "evict_once")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Evict once",
    explanation: "The active file list shrinks only while it is longer than the inactive file list.",
    source: "commit 56e49d21, 2.6.31",
    posting: "gorman-2010",
    kernel: "2.6.31",
    assumed: false,
};

/// Decision point in shrink_list: whether the active file list is shrunk. `low` is the result of inactive_file_is_low.
#[must_use]
pub fn shrinks_active_file(on: bool, low: bool) -> bool {
    !on || low
}
