//! What tasks and devices did lately, for the picture, and how long tasks were in each state.

use super::task::{Doing, TaskId};
use crate::machine::Machine;
use crate::ring::Ring;

/// Slices kept for whoever asks; older ones are lost.
const SLICES: usize = 4096;
/// Shorter slices are not worth showing, nanoseconds.
const SHORTEST: u64 = 20_000;

/// A stretch of time in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Task, or number of tasks plus device.
    pub lane: u32,
    /// State: [`Doing`] of a task, origin of a request.
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

impl Machine {
    /// Notes that a task does something else from now on.
    pub fn set_doing(&mut self, id: TaskId, doing: Doing) {
        let now = self.now;
        let task = &mut self.tasks[id as usize];
        if task.doing == doing {
            return;
        }
        let start = task.since;
        task.spent[task.doing as usize] += now - start;
        let stalls = !matches!(task.doing, Doing::Idle | Doing::Running | Doing::Reclaiming);
        if stalls {
            task.longest_stall = task.longest_stall.max(now - start);
        }
        let state = task.doing as u8;
        task.doing = doing;
        task.since = now;
        self.timeline.push(Slice {
            lane: id,
            state,
            start,
            end: now,
        });
    }
}
