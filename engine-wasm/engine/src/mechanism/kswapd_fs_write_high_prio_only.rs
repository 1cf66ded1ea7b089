//! kswapd writes file pages only under pressure: `kswapd_fs_write_high_prio_only` (commit f84f6e2b0868, 3.2).

use crate::mm::vmscan::scan_control::DEF_PRIORITY;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::NoDirectFsWriteback],
    shortcuts: Shortcut::ALL,
    ..Info::new(
        Mechanism::KswapdFsWriteHighPrioOnly,
        "kswapd_fs_write_high_prio_only",
    )
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "kswapd writes file pages only under pressure",
    explanation: "kswapd writes dirty file pages only at scan priority 9 and below.",
    source: "commit f84f6e2b0868, 3.2",
    posting: "gorman-2011",
    kernel: "3.2",
    assumed: false,
};

/// Decision point in shrink_page_list: whether kswapd skips a dirty file page at this priority.
#[must_use]
pub fn passes_over(on: bool, kswapd: bool, priority: u32) -> bool {
    on && kswapd && priority >= DEF_PRIORITY - 2
}
