//! The one interface behind which devices differ: how the medium is reached, and what a write makes it do.

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
    /// Wait until there is room, nanoseconds.
    pub wait_ns: u64,
    /// Copying inside, microseconds.
    pub copying_us: u64,
    /// Pages that were copied.
    pub copied: u64,
    /// The last allocation unit that was closed with copying.
    pub closed: Option<u64>,
}

/// A kind of device.
#[derive(Clone, Debug)]
pub enum Physics {
    /// An arm over a platter, or neither.
    Disk(Arm),
    /// A cache takes all writes; reads go to the medium.
    Cached {
        /// The medium's.
        arm: Arm,
        /// None: its size is not known, and it never fills.
        cache: Option<WriteCache>,
    },
    /// A flash translation layer.
    Flash {
        /// Whatever moves are charged beside.
        arm: Arm,
        /// Its writes are charged no moves.
        cached: bool,
        /// The controller.
        layer: Flash,
    },
}

impl Physics {
    /// The kind that the figures describe. Figures from before there was a size of the cache say by their stalls that
    /// there is one.
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

    /// Where it reads and, unless a cache takes that, writes.
    #[inline]
    pub fn arm(&self) -> &Arm {
        match self {
            Physics::Disk(arm) | Physics::Cached { arm, .. } | Physics::Flash { arm, .. } => arm,
        }
    }

    /// The way to a block for a request that starts at `now`.
    #[inline]
    pub fn way(&self, now: u64, op: Op, block: u64) -> Way {
        match (self, op) {
            (Physics::Cached { .. } | Physics::Flash { cached: true, .. }, Op::Write) => (0, 0),
            _ => self.arm().way(now, block),
        }
    }

    /// Serves a request that starts at `now`.
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

    /// The rate at which it takes the data of a write, kB (1,000 bytes) a second.
    #[inline]
    pub fn write_kb_per_s(&self, figures: &DeviceFigures) -> u32 {
        match self {
            Physics::Cached { .. } => figures.write_cache_kb_per_s,
            Physics::Disk(_) | Physics::Flash { .. } => None,
        }
        .unwrap_or(figures.write_kb_per_s)
    }

    /// How long a flush waits, beside its overhead, nanoseconds.
    pub fn flush_ns(&self, now: u64) -> u64 {
        match self {
            Physics::Cached {
                cache: Some(cache), ..
            } => cache.flush_ns(now),
            _ => 0,
        }
    }

    /// The open allocation units, the one that was written last at the end, and the pages of a unit.
    pub fn open_units(&self) -> (&[OpenUnit], u32) {
        match self {
            Physics::Flash { layer, .. } => (layer.open_units(), layer.unit_pages()),
            _ => (&[], 0),
        }
    }
}
