//! IO-less balance_dirty_pages: `ioless_dirty_balance` (IO-less balance_dirty_pages by Wu Fengguang, 3.2).

use crate::kernel::rules::BalanceDirty;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::IolessDirtyBalance, "ioless_dirty_balance")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "IO-less balance_dirty_pages",
    explanation: "Above the freerun ceiling, a writer pauses until its share of the estimated write bandwidth allows more pages. Only the flusher does the I/O.",
    source: "IO-less balance_dirty_pages by Wu Fengguang, 3.2",
    posting: "context",
    kernel: "3.2",
    assumed: false,
};

/// Decision point: the form of balance_dirty_pages.
///
/// If on, and the kernel's own form makes writers write back pages, returns the form of 3.2. If off, and the kernel's
/// own form pauses writers, returns the form of 3.1. Otherwise, returns the kernel's own form.
#[must_use]
pub fn form(on: bool, own: BalanceDirty) -> BalanceDirty {
    match (on, own.pauses()) {
        (true, false) => BalanceDirty::Pauses,
        (false, true) => BalanceDirty::ExceededWithBandwidth,
        _ => own,
    }
}
