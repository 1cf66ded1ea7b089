//! Mark write allocations (__GFP_WRITE): `gfp_write` (page cache write allocators, 3.3).

use super::{Docs, Info, Mechanism, Shortcut};

/// What it is called and needs.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::GfpWrite, "gfp_write")
};

/// What is said of it.
pub const DOCS: Docs = Docs {
    title: "Mark write allocations (__GFP_WRITE)",
    explanation: "Page cache allocations for write() carry __GFP_WRITE.",
    source: "page cache write allocators, 3.3",
    posting: "weiner-2011",
    kernel: "3.3",
    assumed: false,
};

/// Decision point in grab_cache_page_write_begin: whether the allocation carries __GFP_WRITE. It is asked where the flag
/// is tested, so that it is not asked where the flag makes no difference.
#[must_use]
pub fn marks(on: bool) -> bool {
    on
}
