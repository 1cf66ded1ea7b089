//! Free at I/O completion: `instant_free` (RFCv2 of June and v3 of July 2014, on 3.16-rc).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::InstantFree, "instant_free")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Free at I/O completion",
    explanation: "A page that reclaim wrote is freed when its I/O completes, instead of moving to the tail to be scanned again.",
    source: "RFCv2 of June and v3 of July 2014, on 3.16-rc",
    posting: "kim-2014",
    kernel: "3.16 RFC",
    assumed: false,
};

/// The state of a page that leaves the rotate pagevec.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Whether the page is LRU, not Active and not Unevictable.
    pub on_inactive: bool,
    /// Whether the page is locked by a task.
    pub locked: bool,
    /// Whether the page has a mapping.
    pub has_mapping: bool,
    /// References other than the pagevec's: one of the page cache, and possibly more.
    pub references: u32,
    /// Whether the page is dirty.
    pub dirty: bool,
    /// Whether the lock of the page's swap area is held.
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
