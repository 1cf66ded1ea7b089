//! No file writeback in kswapd: `no_kswapd_fs_writeback` (asked for in the threads of the series, July 2011).

use super::{Info, Mechanism, Words};

/// What it is called and needs.
pub const INFO: Info = Info {
    mechanism: Mechanism::NoKswapdFsWriteback,
    id: "no_kswapd_fs_writeback",
    requires: &[Mechanism::NoDirectFsWriteback],
    excludes: &[
        Mechanism::KswapdFsWriteHighPrioOnly,
        Mechanism::ZoneFlagsV311,
    ],
};

/// What is said of it.
pub const WORDS: Words = Words {
    title: "No file writeback in kswapd",
    explanation: "kswapd never writes dirty file pages, whatever its priority: the flushers alone do.",
    source: "asked for in the threads of the series, July 2011, never merged",
    posting: "gorman-2011",
    kernel: "3.0 RFC",
    assumed: false,
};

/// Decision point in shrink_page_list: whether kswapd passes a dirty file page over.
#[must_use]
pub fn passes_over(on: bool, kswapd: bool) -> bool {
    on && kswapd
}
