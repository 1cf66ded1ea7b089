//! congestion_wait on the wrong queue (bug): `async_confusion_bug` (introduced by commit 1faa16d2 in 2.6.30, fixed by
//! 8aa7e847 in 2.6.31).

use super::{Docs, Info, Mechanism, Shortcut};
use crate::block::Class;

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::SyncAsyncCongestion],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::AsyncConfusionBug, "async_confusion_bug")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "congestion_wait on the wrong queue (bug)",
    explanation: "Reclaim passes WRITE to congestion_wait. Since 2.6.30, this value selects the queue of reads and sync writes.",
    source: "commit 1faa16d2, 2.6.30; fixed by 8aa7e847, 2.6.31",
    posting: "gorman-2010",
    kernel: "2.6.30",
    assumed: false,
};

/// Decision point at every congestion_wait: the class of requests whose completion wakes the sleeper. `background` is
/// the class of background writes.
#[must_use]
pub fn wait_class(on: bool, background: Class) -> Class {
    // The value of WRITE is still 1, but 1 now means BLK_RW_SYNC.
    if on { Class::WRITE } else { background }
}
