//! What tasks and devices did, told stretch by stretch: each moment once.

use reclaim_engine::block::{Op, Part};
use reclaim_engine::machine::Machine;

/// State of a device while a request of an origin is served: 1 flusher, 2 reclaim, 3 read, 4 swap, 5 other.
const DEVICE_STATES: [u64; 10] = [1, 1, 2, 2, 4, 4, 3, 3, 5, 5];

/// Numbers of a request before those of its parts.
const HEAD: usize = 11;
/// Numbers of a request.
pub const REQUEST: usize = HEAD + Part::COUNT;

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
    /// of the device's row, who sent it, 1 for a write, where the head was (block), pages copied inside the flash, unit that
    /// was closed for that (-1: none); then the parts of its time.
    pub fn requests(&mut self, machine: &Machine) -> Vec<[f64; REQUEST]> {
        let served = machine.requests.since(self.requests_cursor);
        self.requests_cursor = machine.requests.count();
        let state = |origin: u8| DEVICE_STATES.get(usize::from(origin)).copied().unwrap_or(5);
        served
            .map(|request| {
                let mut numbers = [0.0; REQUEST];
                let (head, parts) = numbers.split_at_mut(HEAD);
                head.copy_from_slice(&[
                    f64::from(request.device),
                    request.start as f64,
                    request.end as f64,
                    request.block as f64,
                    f64::from(request.pages),
                    state(request.origin) as f64,
                    f64::from(request.origin),
                    f64::from(u8::from(request.op == Op::Write)),
                    request.from as f64,
                    f64::from(request.copied),
                    request.closed().map_or(-1.0, f64::from),
                ]);
                for (number, ns) in parts.iter_mut().zip(request.parts_ns()) {
                    *number = ns as f64;
                }
                numbers
            })
            .collect()
    }
}

/// Where the time of a device has gone since the start: time with a request in it, then the sum of each part over its
/// requests, nanoseconds.
pub fn device_time(machine: &Machine, device: u32) -> [f64; 1 + Part::COUNT] {
    let mut sums = [0; 1 + Part::COUNT];
    for queue in machine.block.device_queues(device) {
        let stats = machine.block.stats(queue);
        for (sum, ns) in sums
            .iter_mut()
            .zip([stats.busy_ns].into_iter().chain(stats.parts_ns))
        {
            *sum += ns;
        }
    }
    sums.map(|ns| ns as f64)
}

/// The allocation units that a device's flash controller has open: pages of a unit, then number, pages written and 1 for one
/// that is written out of order, of each, the one that was written last at the end. Empty for what is no flash.
pub fn open_units(machine: &Machine, device: u32) -> Vec<f64> {
    let mut numbers = Vec::new();
    for queue in machine.block.device_queues(device) {
        let (units, pages) = machine.block.open_units(queue);
        if pages > 0 && numbers.is_empty() {
            numbers.push(f64::from(pages));
        }
        for unit in units {
            let random = f64::from(u8::from(unit.random));
            numbers.extend([unit.unit as f64, f64::from(unit.written), random]);
        }
    }
    numbers
}
