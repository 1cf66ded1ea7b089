//! What tasks and devices did lately, for the picture, and how long tasks were in each state.

use super::task::{Doing, TaskId};
use crate::machine::Machine;

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

/// The latest slices, in a ring.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    slices: Vec<Slice>,
    written: u64,
}

impl Timeline {
    /// Adds a slice.
    pub fn push(&mut self, slice: Slice) {
        if slice.end - slice.start < SHORTEST {
            return;
        }
        if self.slices.len() < SLICES {
            self.slices.push(slice);
        } else {
            self.slices[(self.written % SLICES as u64) as usize] = slice;
        }
        self.written += 1;
    }

    /// Slices written since `cursor`, oldest first, and the cursor for the next call.
    #[must_use]
    pub fn since(&self, cursor: u64) -> (Vec<Slice>, u64) {
        let first = cursor.max(self.written.saturating_sub(SLICES as u64));
        let slices = (first..self.written)
            .map(|n| self.slices[(n % SLICES as u64) as usize])
            .collect();
        (slices, self.written)
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
