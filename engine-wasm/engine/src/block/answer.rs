//! What a queue answers: to a bio, to a device that is free, at the end of a request.

use super::bio::{Op, Origin};
use super::counts::{Freed, Room};
use super::device::Service;

/// What became of a bio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submit {
    /// It lengthened a waiting request. If that closed the gap to the next, one request was freed.
    Merged(Option<Freed>),
    /// It has a request of its own; tell the task's [`super::Batch`] what room there was.
    Queued(Room),
    /// No request left for this task: it must sleep until one is freed, begin a batch and submit
    /// again.
    Full,
}

/// What the device was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// A request that ends at `until`, nanoseconds.
    Started {
        /// Its slot, for [`super::BlockLayer::complete`].
        slot: u32,
        /// When it ends, nanoseconds.
        until: u64,
    },
    /// A request that a drive with a queue of its own will serve when it likes.
    Given {
        /// Its slot.
        slot: u32,
    },
    /// Nothing before this time, nanoseconds, unless something is submitted.
    WaitUntil(u64),
    /// Nothing waits, or the device can take no more.
    Idle,
}

/// A request that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// First block, 4 KiB.
    pub block: u64,
    /// Direction.
    pub op: Op,
    /// A read, or a write that somebody waits for.
    pub sync: bool,
    /// No data, but an order to the drive to write its cache; its one page is the token of who waits.
    pub flush: bool,
    /// The sender of its first bio.
    pub origin: Origin,
    /// Everyone who sent a part of it: bits of [`Origin::bit`].
    pub origins: u16,
    /// When it was queued, nanoseconds.
    pub queued_at: u64,
    /// When the device began with it, nanoseconds.
    pub started_at: u64,
    /// From entry to completion, nanoseconds.
    pub waited_ns: u64,
    /// What the device's time went to.
    pub service: Service,
    /// Bios that end with it.
    pub bios: u32,
    /// Its class, and who is to be woken.
    pub freed: Freed,
}

/// A request in the queue or in the device, for the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestView {
    /// Its slot.
    pub slot: u32,
    /// First block, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
    /// Direction.
    pub op: Op,
    /// A read, or a write that somebody waits for.
    pub sync: bool,
    /// No data, but an order to the drive to write its cache; its one page is the token of who waits.
    pub flush: bool,
    /// The sender of its first bio.
    pub origin: Origin,
    /// When it was queued, nanoseconds.
    pub queued_at: u64,
    /// Whether the device has it.
    pub in_device: bool,
    /// Whether it waits there in the drive's own queue.
    pub held_by_drive: bool,
}
