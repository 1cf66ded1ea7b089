//! What is kept of the requests that devices have served, for the picture.

use super::bio::Op;
use super::device::Service;

/// Requests kept for whoever asks; older ones are lost.
pub const REQUESTS_KEPT: usize = 4096;

/// A request that a device has served, as it was merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The device.
    pub device: u32,
    /// First block on its queue's disk, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
    /// Who sent its first part: [`super::Origin::index`].
    pub origin: u8,
    /// Direction.
    pub op: Op,
    /// What the time from `start` to `end` went to.
    pub service: Service,
    /// When the device began with it, nanoseconds.
    pub start: u64,
    /// When it was served, nanoseconds.
    pub end: u64,
}
