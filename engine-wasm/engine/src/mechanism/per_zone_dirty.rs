//! Per-zone dirty limits: `per_zone_dirty` (commit a756cf590853, 3.3).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::GfpWrite],
    excludes: &[Mechanism::PerZoneDirtyRfc],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::PerZoneDirty, "per_zone_dirty")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Per-zone dirty limits",
    explanation: "In its first attempt (the fast path), the allocator takes pages for write() only from zones below their share of the dirty limit.",
    source: "commit a756cf590853, 3.3",
    posting: "weiner-2011",
    kernel: "3.3",
    assumed: false,
};

/// Decision point in get_page_from_freelist: whether a zone is skipped.
///
/// `fast_path` is true at WMARK_LOW only: the slow path ignores the limit.
#[must_use]
pub fn skips_zone(
    on: bool,
    gfp_write: bool,
    fast_path: bool,
    zone_dirty: u64,
    zone_limit: impl FnOnce() -> u64,
) -> bool {
    on && gfp_write && fast_path && zone_dirty > zone_limit()
}
