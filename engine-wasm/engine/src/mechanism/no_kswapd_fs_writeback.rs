//! No file writeback in kswapd: `no_kswapd_fs_writeback`, a stricter form of f84f6e2b0868. Its posting was not found.

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::NoDirectFsWriteback],
    excludes: &[
        Mechanism::KswapdFsWriteHighPrioOnly,
        Mechanism::ZoneFlagsV311,
    ],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::NoKswapdFsWriteback, "no_kswapd_fs_writeback")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "No file writeback in kswapd",
    explanation: "kswapd never writes dirty file pages, at any priority; only the flushers do.",
    source: "a stricter form of commit f84f6e2b0868, never merged; its posting was not found",
    posting: "gorman-2011",
    kernel: "never merged",
    assumed: false,
};

/// Decision point in shrink_page_list: whether kswapd skips a dirty file page.
#[must_use]
pub fn passes_over(on: bool, kswapd: bool) -> bool {
    on && kswapd
}
