//! The differences between kinds of devices: how they reach the medium, and what a write causes.

use super::DeviceFigures;
use super::arm::{Arm, Way};
use super::cached::WriteCache;
use super::flash::{Flash, OpenUnit};
use crate::block::bio::Op;

/// Time of a request without overhead, transfer and jitter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Movement of the arm, nanoseconds.
    pub seek_ns: u64,
    /// Wait until the block passes under the head, nanoseconds.
    pub rotation_ns: u64,
    /// Wait until the write cache has room, nanoseconds.
    pub wait_ns: u64,
    /// Copying inside the flash, microseconds.
    pub copying_us: u64,
    /// Pages that were copied inside the flash.
    pub copied: u64,
    /// The last allocation unit that the flash controller closed.
    pub closed: Option<u64>,
}

/// A kind of device.
#[derive(Clone, Debug)]
pub enum Physics {
    /// A disk with an arm over a platter, or a device with neither.
    Disk(Arm),
    /// A device with a cache that takes all writes. Reads go to the medium.
    Cached {
        /// The arm of the medium.
        arm: Arm,
        /// `None`: the size of the cache is not known, and it never fills.
        cache: Option<WriteCache>,
    },
    /// A flash translation layer.
    Flash {
        /// The arm, whose moves are charged in addition to the controller's work.
        arm: Arm,
        /// Whether writes cost no moves, because a cache accepts them.
        cached: bool,
        /// The translation layer, with the controller's state.
        layer: Flash,
    },
}

impl Physics {
    /// Returns the kind of device that the figures describe. If the figures do not contain the size of the cache, a
    /// device that stalls counts as one with a cache.
    pub fn of(figures: &DeviceFigures) -> Self {
        let arm = Arm::new(figures);
        let cached = match figures.write_cache_kb {
            Some(size) => size > 0,
            None => figures.stall_per_mille > 0,
        };
        match figures.flash {
            Some(flash) => Physics::Flash {
                arm,
                cached,
                layer: Flash::new(flash),
            },
            None if cached => Physics::Cached {
                arm,
                cache: (figures.write_cache_kb).map(|size| WriteCache::new(size, figures, &arm)),
            },
            None => Physics::Disk(arm),
        }
    }

    /// Returns the arm. It serves all reads, and the writes that no cache accepts.
    #[inline]
    pub fn arm(&self) -> &Arm {
        match self {
            Physics::Disk(arm) | Physics::Cached { arm, .. } | Physics::Flash { arm, .. } => arm,
        }
    }

    /// Returns the seek time and the rotation time to reach a block for a request that starts at `now`.
    #[inline]
    pub fn way(&self, now: u64, op: Op, block: u64) -> Way {
        match (self, op) {
            (Physics::Cached { .. } | Physics::Flash { cached: true, .. }, Op::Write) => (0, 0),
            _ => self.arm().way(now, block),
        }
    }

    /// Serves a request that starts at `now`, and returns its time.
    pub fn serve(&mut self, now: u64, op: Op, block: u64, pages: u32) -> Work {
        let (seek_ns, rotation_ns) = self.way(now, op, block);
        let mut work = Work {
            seek_ns,
            rotation_ns,
            ..Work::default()
        };
        let end = block + u64::from(pages);
        match self {
            Physics::Disk(arm) => arm.move_to(end),
            // The device writes its cache later, so this write does not move the head.
            Physics::Cached { cache, .. } if op == Op::Write => {
                if let Some(cache) = cache {
                    work.wait_ns = cache.write(now, block, pages);
                }
            }
            Physics::Cached { arm, .. } => arm.move_to(end),
            Physics::Flash { arm, cached, layer } => {
                if op == Op::Write {
                    let (us, done) = layer.serve(block, pages);
                    (work.copying_us, work.copied, work.closed) = (us, done.copied, done.closed);
                }
                if op == Op::Read || !*cached {
                    arm.move_to(end);
                }
            }
        }
        work
    }

    /// Returns the rate at which it accepts the data of a write, kB (1,000 bytes) a second.
    #[inline]
    pub fn write_kb_per_s(&self, figures: &DeviceFigures) -> u32 {
        match self {
            Physics::Cached { .. } => figures.write_cache_kb_per_s,
            Physics::Disk(_) | Physics::Flash { .. } => None,
        }
        .unwrap_or(figures.write_kb_per_s)
    }

    /// Returns how long a flush waits in addition to its overhead, nanoseconds.
    pub fn flush_ns(&self, now: u64) -> u64 {
        match self {
            Physics::Cached {
                cache: Some(cache), ..
            } => cache.flush_ns(now),
            _ => 0,
        }
    }

    /// Returns the open allocation units, the most recently written one last, and the number of pages in a unit.
    pub fn open_units(&self) -> (&[OpenUnit], u32) {
        match self {
            Physics::Flash { layer, .. } => (layer.open_units(), layer.unit_pages()),
            _ => (&[], 0),
        }
    }
}
