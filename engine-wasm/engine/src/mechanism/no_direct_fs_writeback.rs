//! No file writeback in direct reclaim: `no_direct_fs_writeback` (commit ee72886d8ed5, 3.2).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::NoDirectFsWriteback, "no_direct_fs_writeback")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "No file writeback in direct reclaim",
    explanation: "Direct reclaim skips dirty file pages instead of writing them.",
    source: "commit ee72886d8ed5, 3.2",
    posting: "gorman-2011",
    kernel: "3.2",
    assumed: false,
};

/// Decision point in shrink_page_list: whether a reclaimer skips a dirty file page.
#[must_use]
pub fn passes_over(on: bool, kswapd: bool) -> bool {
    on && !kswapd
}
