//! What tasks and devices did, told stretch by stretch: each moment once.

use reclaim_engine::machine::Machine;

/// State of a device while a request of an origin is served: 1 flusher, 2 reclaim, 3 read, 4 swap, 5 other.
const DEVICE_STATES: [u64; 10] = [1, 1, 2, 2, 4, 4, 3, 3, 5, 5];

/// A row, a state, a start and an end.
pub type Stretch = [u64; 4];

/// How far it was told.
#[derive(Default)]
pub struct Activity {
    timeline_cursor: u64,
    requests_cursor: u64,
    /// Up to when each row of the timeline has been told.
    told: Vec<u64>,
}

impl Activity {
    /// What tasks and devices did since the last call; a state that still lasts is told up to now.
    pub fn timeline(&mut self, machine: &Machine) -> Vec<Stretch> {
        let tasks = machine.tasks.len();
        let (slices, cursor) = machine.timeline.since(self.timeline_cursor);
        self.timeline_cursor = cursor;
        let lasting = machine.tasks.iter().enumerate();
        let lasting =
            lasting.map(|(row, task)| [row as u64, task.doing as u64, task.since, machine.now]);
        let mut stretches = Vec::with_capacity(slices.len() + tasks);
        for [row, state, start, end] in slices
            .iter()
            .map(|slice| {
                [
                    u64::from(slice.lane),
                    u64::from(slice.state),
                    slice.start,
                    slice.end,
                ]
            })
            .chain(lasting)
        {
            let at = row as usize;
            if self.told.len() <= at {
                self.told.resize(at + 1, 0);
            }
            let start = start.max(self.told[at]);
            if start < end {
                let state = if at < tasks {
                    state
                } else {
                    DEVICE_STATES.get(state as usize).copied().unwrap_or(5)
                };
                stretches.push([row, state, start, end]);
                self.told[at] = end;
            }
        }
        stretches
    }

    /// Requests that were served since the last call: device, start, end (nanoseconds), first block, length (4 KiB), state
    /// of the device's row.
    pub fn requests(&mut self, machine: &Machine) -> Vec<[f64; 6]> {
        let served = machine.requests.since(self.requests_cursor);
        self.requests_cursor = machine.requests.count();
        let state = |origin: u8| DEVICE_STATES.get(usize::from(origin)).copied().unwrap_or(5);
        served
            .map(|request| {
                [
                    f64::from(request.device),
                    request.start as f64,
                    request.end as f64,
                    request.block as f64,
                    f64::from(request.pages),
                    state(request.origin) as f64,
                ]
            })
            .collect()
    }
}
