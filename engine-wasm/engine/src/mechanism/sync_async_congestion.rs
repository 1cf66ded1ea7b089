//! Sync and async congestion: `sync_async_congestion` (commit 1faa16d2, 2.6.30).

use crate::kernel::rules::QueueClass;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::SyncAsyncCongestion, "sync_async_congestion")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Sync and async congestion",
    explanation: "Request counts, congestion flags and wait queues are split by sync and async instead of read and write.",
    source: "commit 1faa16d2, 2.6.30",
    posting: "gorman-2010",
    kernel: "2.6.30",
    assumed: false,
};

/// Decision point: how a queue sorts requests into classes.
#[must_use]
pub fn queue_class(on: bool) -> QueueClass {
    if on {
        QueueClass::SyncAsync
    } else {
        QueueClass::Direction
    }
}
