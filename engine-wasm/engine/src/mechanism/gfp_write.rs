//! Mark write allocations (__GFP_WRITE): `gfp_write` ("mm: filemap: pass __GFP_WRITE from grab_cache_page_write_begin()",
//! 3.3).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::GfpWrite, "gfp_write")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Mark write allocations (__GFP_WRITE)",
    explanation: "Page cache allocations for write() carry __GFP_WRITE, so the allocator knows that the page will be dirty.",
    source: "patch “mm: filemap: pass __GFP_WRITE from grab_cache_page_write_begin()”, 3.3",
    posting: "weiner-2011",
    kernel: "3.3",
    assumed: false,
};

/// Decision point in grab_cache_page_write_begin: whether the allocation carries __GFP_WRITE. The engine calls this
/// function only where the flag can change the result.
#[must_use]
pub fn marks(on: bool) -> bool {
    on
}
