//! Statistics of a queue, as iostat would show them.

use super::bio::{Op, Origin};
use super::device::Service;
use super::parts::{Part, parts_of};

/// Counters of a queue since the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueStats {
    /// Read requests completed.
    pub reads: u64,
    /// Write requests completed.
    pub writes: u64,
    /// Blocks read, 4 KiB.
    pub blocks_read: u64,
    /// Blocks written, 4 KiB.
    pub blocks_written: u64,
    /// Bios that were merged into a waiting request.
    pub merged: u64,
    /// Requests that were joined to a neighbour.
    pub joined: u64,
    /// Write requests of one block that were completed.
    pub single_block_writes: u64,
    /// Requests that did not start where the previous one ended.
    pub moves: u64,
    /// Time of seeks and rotation, nanoseconds.
    pub positioning_ns: u64,
    /// Flushes given to the drive.
    pub flushes: u64,
    /// Time of transfers at the device's rate, nanoseconds.
    pub transfer_ns: u64,
    /// Time of copying inside the flash, nanoseconds.
    pub copying_ns: u64,
    /// Time in the device by [`Part`], nanoseconds: the sum over completed requests.
    pub parts_ns: [u64; Part::COUNT],
    /// Sum over completed requests of the time from queueing to completion, nanoseconds. Divided by the number of
    /// requests, it is iostat's await.
    pub wait_ns: u64,
    /// Time with at least one request in the device, nanoseconds, up to the last completion.
    pub busy_ns: u64,
    /// Blocks submitted, 4 KiB, by [`Origin::index`].
    pub blocks_by_origin: [u64; Origin::COUNT],
}

impl QueueStats {
    /// Returns the number of completed requests.
    pub fn requests(&self) -> u64 {
        self.reads + self.writes
    }

    pub(super) fn started(&mut self, service: &Service) {
        self.moves += u64::from(service.moved);
        self.positioning_ns += service.positioning_ns;
        self.transfer_ns += service.transfer_ns;
        self.copying_ns += service.copying_ns;
    }

    pub(super) fn served(&mut self, service: &Service, total_ns: u64) {
        let parts = parts_of(service, total_ns);
        for (sum, ns) in self.parts_ns.iter_mut().zip(parts) {
            *sum += ns;
        }
    }

    pub(super) fn completed(&mut self, op: Op, pages: u32, waited_ns: u64) {
        self.wait_ns += waited_ns;
        match op {
            Op::Read => {
                self.reads += 1;
                self.blocks_read += pages as u64;
            }
            Op::Write => {
                self.writes += 1;
                self.blocks_written += pages as u64;
                self.single_block_writes += (pages == 1) as u64;
            }
        }
    }
}
