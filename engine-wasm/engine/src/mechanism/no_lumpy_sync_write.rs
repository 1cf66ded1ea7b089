//! No writes in the second lumpy pass: `no_lumpy_sync_write` (commit a18bba061c78, 3.2).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::NoDirectFsWriteback],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::NoLumpySyncWrite, "no_lumpy_sync_write")
};

/// The title, explanation and source of this mechanism, for the user interface.
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
