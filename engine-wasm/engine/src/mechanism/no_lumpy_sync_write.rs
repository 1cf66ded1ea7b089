//! No writes in the second lumpy pass: `no_lumpy_sync_write` (commit a18bba061c78, 3.2).

use super::{Docs, Info, Mechanism, Shortcut};

/// Id, the mechanisms that it requires or excludes, and the shortcuts that it allows.
pub const INFO: Info = Info {
    requires: &[Mechanism::NoDirectFsWriteback],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::NoLumpySyncWrite, "no_lumpy_sync_write")
};

/// Title, explanation and source for the user interface.
pub const DOCS: Docs = Docs {
    title: "Don't wait for writes that reclaim just started",
    explanation: "Lumpy reclaim waits for pages already under writeback, but no longer for those that it writes itself.",
    source: "commit a18bba061c78, 3.2",
    posting: "gorman-2011",
    kernel: "3.2",
    assumed: false,
};

/// Decision point in pageout: whether a synchronous pass waits for the write that it has just started.
#[must_use]
pub fn waits_for_own_write(on: bool, sync_pass: bool) -> bool {
    sync_pass && !on
}
