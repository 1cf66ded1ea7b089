//! Allocations say that they write: `gfp_write` (page cache write allocators, 3.3).

use super::{Info, Mechanism};

/// What the catalogue says of it.
pub const INFO: Info = Info {
    mechanism: Mechanism::GfpWrite,
    id: "gfp_write",
    title: "Allocations say that they write",
    explanation: "Page cache allocations for write() carry __GFP_WRITE.",
    source: "page cache write allocators, 3.3",
    posting: "weiner-2011",
    kernel: "3.3",
    requires: &[],
    excludes: &[],
    assumed: false,
};

/// Decision point in grab_cache_page_write_begin: whether the allocation carries __GFP_WRITE.
#[must_use]
pub fn marks(on: bool) -> bool {
    on
}
