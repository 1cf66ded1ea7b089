//! A scan meant for active pages scans inactive pages: `active_scan_fallthrough` (2.6.31 to 2.6.32, fixed by commit
//! b39415b2731d in 2.6.33).
//!
//! Its anonymous part is older than evict-once, so it is in the rules (`ActiveAnonScan`).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::EvictOnce],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::ActiveScanFallthrough, "active_scan_fallthrough")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Active scan falls through to the inactive list (bug)",
    explanation: "When the active file list must not shrink, its share of the scan goes to the inactive list instead.",
    source: "2.6.31 and 2.6.32; fixed by commit b39415b2731d, 2.6.33",
    posting: "gorman-2010",
    kernel: "2.6.31",
    assumed: false,
};

/// Decision point in shrink_list: whether a scan of the active file list scans the inactive file list instead.
/// `shrinks_active`: the active list is shrunk.
#[must_use]
pub fn falls_through(on: bool, shrinks_active: bool) -> bool {
    on && !shrinks_active
}
