//! Results of a request queue: of a submission, of a dispatch, and of a completion.

use super::bio::{Op, Origin};
use super::counts::{Freed, Room};
use super::device::Service;

/// Result of submitting a bio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submit {
    /// The bio was merged into a waiting request. If this closed the gap to the next request, the two requests were
    /// joined, and one of them was freed.
    Merged(Option<Freed>),
    /// A request was allocated for the bio. Pass the [`Room`] to the task's [`super::Batch`].
    Queued(Room),
    /// No request is left for this task. The task must sleep until one is freed, begin a batch, and submit again.
    Full,
}

/// Result of a dispatch to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// A request started.
    Started {
        /// Its slot, for [`super::BlockLayer::complete`].
        slot: u32,
        /// When it ends, nanoseconds.
        until: u64,
    },
    /// A request was passed to a drive with its own queue, which chooses the order in which it serves requests.
    Given {
        /// Its slot.
        slot: u32,
    },
    /// Dispatch nothing before this time (nanoseconds), unless a request is submitted.
    WaitUntil(u64),
    /// No request waits, or the device accepts no more.
    Idle,
}

/// A request that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// First block of the request, 4 KiB.
    pub block: u64,
    /// Read or write.
    pub op: Op,
    /// A read, or a write that a task waits for.
    pub sync: bool,
    /// A flush: no data, but a command to the drive to write its cache. Its only page is a token for the waiting task.
    pub flush: bool,
    /// The sender of its first bio.
    pub origin: Origin,
    /// All senders of its bios: bits of [`Origin::bit`].
    pub origins: u16,
    /// When it was queued, nanoseconds.
    pub queued_at: u64,
    /// When the device started it, nanoseconds.
    pub started_at: u64,
    /// Time from queueing to completion, nanoseconds.
    pub waited_ns: u64,
    /// How the device spent its time on it.
    pub service: Service,
    /// Number of bios that complete with it.
    pub bios: u32,
    /// The request's class, and the tasks to wake.
    pub freed: Freed,
}

/// A request in the queue or in the device, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestView {
    /// Slot of the request in its queue.
    pub slot: u32,
    /// First block of the request, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
    /// Read or write.
    pub op: Op,
    /// A read, or a write that a task waits for.
    pub sync: bool,
    /// A flush: no data, but a command to the drive to write its cache. Its only page is a token for the waiting task.
    pub flush: bool,
    /// The sender of its first bio.
    pub origin: Origin,
    /// When it was queued, nanoseconds.
    pub queued_at: u64,
    /// Whether the request is in the device.
    pub in_device: bool,
    /// Whether the request waits in the drive's own queue.
    pub held_by_drive: bool,
}
