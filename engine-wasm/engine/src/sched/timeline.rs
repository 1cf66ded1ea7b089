//! The latest activities of tasks and devices, for display.

use crate::ring::Ring;

/// Number of slices that are kept; older ones are dropped.
const SLICES: usize = 4096;
/// Slices shorter than this are dropped, nanoseconds.
pub const SHORTEST: u64 = 20_000;

/// An interval of time in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Id of the task, or the number of tasks plus the index of the device.
    pub lane: u32,
    /// [`Activity`] of the task, or origin of the request.
    pub state: u8,
    /// Start, nanoseconds.
    pub start: u64,
    /// End, nanoseconds.
    pub end: u64,
}

/// The latest slices.
#[derive(Clone, Debug)]
pub struct Timeline {
    slices: Ring<Slice>,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            slices: Ring::new(SLICES),
        }
    }
}

impl Timeline {
    /// Adds a slice, unless it is too short.
    pub fn push(&mut self, slice: Slice) {
        if slice.end - slice.start >= SHORTEST {
            self.slices.push(slice);
        }
    }

    /// Returns the slices added since `cursor`, oldest first, and the cursor for the next call.
    #[must_use]
    pub fn since(&self, cursor: u64) -> (Vec<Slice>, u64) {
        (self.slices.since(cursor).collect(), self.slices.count())
    }
}
