//! Per-zone dirty limits (as first posted): `per_zone_dirty_rfc` (RFC of 25 July 2011, patches 4 and 5, on 3.0).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::GfpWrite],
    excludes: &[Mechanism::PerZoneDirty],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::PerZoneDirtyRfc, "per_zone_dirty_rfc")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Per-zone dirty limits (as first posted)",
    explanation: "A page for write() never comes from a zone with more dirty pages than its share of the dirty limit. If no zone has a page for it, the allocator wakes the flushers.",
    source: "RFC of 25 July 2011, patches 4 and 5, on 3.0",
    posting: "weiner-2011",
    kernel: "3.0 RFC",
    assumed: false,
};

/// Decision point in get_page_from_freelist: whether a zone is skipped, in every attempt.
#[must_use]
pub fn skips_zone(
    on: bool,
    gfp_write: bool,
    zone_dirty: u64,
    zone_limit: impl FnOnce() -> u64,
) -> bool {
    on && gfp_write && zone_dirty > zone_limit()
}

/// What the slow path does about the dirty pages of one zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Number of pages that the woken flushers must write. `None`: the slow path does not wake them.
    pub wake_flushers: Option<u64>,
    /// Whether the zone is over its dirty limit.
    pub exceeded: bool,
}

/// Decision point in the slow path: what to do about a zone with `dirty` dirty pages and `writeback` pages under
/// writeback.
#[must_use]
pub fn stage(dirty: u64, writeback: u64, dirty_limit: u64, background_limit: u64) -> Stage {
    let both = dirty + writeback;
    if both <= background_limit {
        return Stage::default();
    }
    Stage {
        wake_flushers: (dirty > writeback).then(|| dirty - writeback),
        exceeded: both > dirty_limit,
    }
}
