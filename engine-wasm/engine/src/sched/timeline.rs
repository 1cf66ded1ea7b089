//! What tasks and devices did lately, for the picture, and how long tasks were in each state.

use crate::ring::Ring;

/// Slices that are kept; older ones are dropped.
const SLICES: usize = 4096;
/// Shorter slices are not worth showing, nanoseconds.
pub const SHORTEST: u64 = 20_000;

/// A stretch of time in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Task, or number of tasks plus device.
    pub lane: u32,
    /// State: [`Activity`] of a task, origin of a request.
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
    /// Adds a slice.
    pub fn push(&mut self, slice: Slice) {
        if slice.end - slice.start >= SHORTEST {
            self.slices.push(slice);
        }
    }

    /// Slices added since `cursor`, oldest first, and the cursor for the next call.
    #[must_use]
    pub fn since(&self, cursor: u64) -> (Vec<Slice>, u64) {
        (self.slices.since(cursor).collect(), self.slices.count())
    }
}
