//! The latest requests that devices have served, for display.

use super::answer::Completion;
use super::bio::Op;
use super::parts::{Part, parts_of};

/// Number of requests that are kept; older ones are dropped.
pub const REQUESTS_KEPT: usize = 4096;

/// Number of stored parts. The rest of a request's time is overhead.
const PARTS: usize = Part::Overhead as usize;

/// A request that a device has served, after merging. A record has only 80 bytes, because many are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// Index of the device.
    pub device: u32,
    /// Length, blocks.
    pub pages: u32,
    /// First block on its queue's disk, 4 KiB.
    pub block: u64,
    /// Position of the head before the request, blocks.
    pub from: u64,
    /// When the device started it, nanoseconds.
    pub start: u64,
    /// When it was completed, nanoseconds.
    pub end: u64,
    /// Pages that were copied inside the flash.
    pub copied: u32,
    /// The last allocation unit that was closed with copying; `u32::MAX` for none.
    closed: u32,
    /// Stored parts, nanoseconds. If a part takes more than 4.29 s, the excess counts as overhead.
    parts: [u32; PARTS],
    /// The sender of its first bio: [`super::Origin::index`].
    pub origin: u8,
    /// Read or write.
    pub op: Op,
}

impl Served {
    /// Makes the record of a request of `pages` blocks that ended at `end` nanoseconds.
    pub fn new(device: u32, pages: u32, done: &Completion, end: u64) -> Self {
        let service = &done.service;
        let cut = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let times = parts_of(service, end - done.started_at);
        Self {
            device,
            pages,
            block: done.block,
            from: service.from,
            start: done.started_at,
            end,
            copied: cut(service.copied),
            closed: service.closed.map_or(u32::MAX, cut),
            parts: std::array::from_fn(|part| cut(times[part])),
            origin: done.origin.index() as u8,
            op: done.op,
        }
    }

    /// Returns the allocation unit that was closed with copying.
    pub fn closed(&self) -> Option<u32> {
        Some(self.closed).filter(|&unit| unit != u32::MAX)
    }

    /// Returns the parts of its time, nanoseconds. Their sum is the time from start to end.
    pub fn parts_ns(&self) -> [u64; Part::COUNT] {
        let mut parts = [0; Part::COUNT];
        for (ns, &kept) in parts.iter_mut().zip(&self.parts) {
            *ns = u64::from(kept);
        }
        parts[PARTS] = self.end - self.start - parts.iter().sum::<u64>();
        parts
    }
}
