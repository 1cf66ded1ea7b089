//! Warn about writeback from direct reclaim: `fs_reclaim_warnings` (xfs 94054fa3fca1 and ext4 966dbde2c208, 3.2).
//!
//! The mechanism changes no decision. Here it is an assertion: its count must stay 0.

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::NoDirectFsWriteback],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::FsReclaimWarnings, "fs_reclaim_warnings")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Warn about writeback from direct reclaim",
    explanation: "The filesystem counts the file pages that direct reclaim asks it to write. The count must stay 0, because direct reclaim no longer writes file pages.",
    source: "xfs 94054fa3fca1 and ext4 966dbde2c208, 3.2",
    posting: "gorman-2011",
    kernel: "3.2",
    assumed: false,
};

/// Decision point in ->writepage: whether the filesystem warns about its caller.
#[must_use]
pub fn warns(on: bool, file: bool, kswapd: bool) -> bool {
    on && file && !kswapd
}
