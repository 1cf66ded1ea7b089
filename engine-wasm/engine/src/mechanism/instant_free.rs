//! Free at I/O completion: `instant_free` (RFCv2 of June and v3 of July 2014, on 3.16-rc).

use super::{Docs, Info, Mechanism, Shortcut};

/// What it is called and needs.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::InstantFree, "instant_free")
};

/// What is said of it.
pub const DOCS: Docs = Docs {
    title: "Free at I/O completion",
    explanation: "A page that reclaim wrote is freed when its I/O completes, instead of moving to the tail to be scanned again.",
    source: "RFCv2 of June and v3 of July 2014, on 3.16-rc",
    posting: "kim-2014",
    kernel: "3.16 RFC",
    assumed: false,
};

/// What a page that leaves the rotate pagevec looks like.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// LRU, not Active, not Unevictable.
    pub on_inactive: bool,
    /// Locked by somebody.
    pub locked: bool,
    /// Has a mapping.
    pub has_mapping: bool,
    /// References beside the pagevec's: the cache's one, and more.
    pub references: u32,
    /// Dirty.
    pub dirty: bool,
    /// The lock of its swap device is held.
    pub swap_lock_held: bool,
}

/// Decision point at the flush of the rotate pagevec: whether the page is freed.
#[must_use]
pub fn frees(on: bool, page: Page) -> bool {
    on && page.on_inactive
        && !page.locked
        && page.has_mapping
        && page.references == 1
        && !page.dirty
        && !page.swap_lock_held
}
