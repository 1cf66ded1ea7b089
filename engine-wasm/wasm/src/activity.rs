//! States of tasks and devices over time, as intervals. Each point in time is reported once.

use reclaim_engine::block::{Op, Origin, Part};
use reclaim_engine::machine::Machine;
use reclaim_engine::observer::watched::Watched;
use reclaim_engine::sched::timeline::SHORTEST;

use crate::columns::{OpenUnit, RequestHead, Stretch};

/// The states of a device, by number.
pub const DEVICE_STATES: [&str; 6] = ["idle", "flusher", "reclaim", "read", "swap", "other"];

/// Returns the state of a device while it serves a request of this origin.
const fn device_state(origin: u8) -> u64 {
    const STATES: [u8; Origin::COUNT] = [1, 1, 2, 2, 4, 4, 3, 3, 5, 5];
    let at = origin as usize;
    if at < STATES.len() {
        STATES[at] as u64
    } else {
        5
    }
}

/// Number of columns of a request.
pub const REQUEST: usize = RequestHead::COUNT + Part::COUNT;

/// Positions up to which the page has received the output of a machine.
#[derive(Default)]
pub struct Activity {
    timeline_cursor: u64,
    requests_cursor: u64,
    /// Time up to which each row of the timeline has been reported, nanoseconds.
    told: Vec<u64>,
}

impl Activity {
    /// Returns the states of tasks and devices since the last call. A state that continues is reported up to now, but
    /// only if it has lasted as long as the shortest recorded slice. If shorter states were reported, the output would
    /// depend on the times of the calls.
    pub fn timeline(&mut self, machine: &Watched) -> Vec<[u64; Stretch::COUNT]> {
        let tasks = machine.sched.tasks().len();
        let (slices, cursor) = machine.observed().timeline.since(self.timeline_cursor);
        self.timeline_cursor = cursor;
        let lasting = machine.sched.tasks().iter().enumerate();
        let lasting = lasting
            .filter(|(_, task)| machine.now().saturating_sub(task.since) >= SHORTEST)
            .map(|(row, task)| [row as u64, task.activity as u64, task.since, machine.now()]);
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
                    device_state(state as u8)
                };
                let stretch = Stretch {
                    row,
                    state,
                    start,
                    end,
                };
                stretches.push(stretch.numbers());
                self.told[at] = end;
            }
        }
        stretches
    }

    /// Returns the requests completed since the last call: for each, its [`RequestHead`], then the parts of its time,
    /// nanoseconds.
    pub fn requests(&mut self, machine: &Watched) -> Vec<[f64; REQUEST]> {
        let served = machine.observed().requests.since(self.requests_cursor);
        self.requests_cursor = machine.observed().requests.count();
        served
            .map(|request| {
                let mut numbers = [0.0; REQUEST];
                let (head, parts) = numbers.split_at_mut(RequestHead::COUNT);
                let known = RequestHead {
                    device: f64::from(request.device),
                    start: request.start as f64,
                    end: request.end as f64,
                    block: request.block as f64,
                    pages: f64::from(request.pages),
                    state: device_state(request.origin) as f64,
                    origin: f64::from(request.origin),
                    write: f64::from(u8::from(request.op == Op::Write)),
                    from: request.from as f64,
                    copied: f64::from(request.copied),
                    closed: request.closed().map_or(-1.0, f64::from),
                };
                head.copy_from_slice(&known.numbers());
                for (number, ns) in parts.iter_mut().zip(request.parts_ns()) {
                    *number = ns as f64;
                }
                numbers
            })
            .collect()
    }
}

/// Returns the breakdown of a device's time since the start, nanoseconds: the time with a request in service, then each
/// part of the time, summed over the requests.
pub fn device_time(machine: &Machine, device: u32) -> [f64; 1 + Part::COUNT] {
    let mut sums = [0; 1 + Part::COUNT];
    for queue in machine.io.block.device_queues(device) {
        let stats = machine.io.block.stats(queue);
        for (sum, ns) in sums
            .iter_mut()
            .zip([stats.busy_ns].into_iter().chain(stats.parts_ns))
        {
            *sum += ns;
        }
    }
    sums.map(|ns| ns as f64)
}

/// Returns the allocation units that a device's flash controller has open: the pages per unit, then an [`OpenUnit`] for
/// each, the most recently written last. Empty for a device without flash.
pub fn open_units(machine: &Machine, device: u32) -> Vec<f64> {
    let mut numbers = Vec::new();
    for queue in machine.io.block.device_queues(device) {
        let (units, pages) = machine.io.block.open_units(queue);
        if pages > 0 && numbers.is_empty() {
            numbers.push(f64::from(pages));
        }
        for unit in units {
            let open = OpenUnit {
                unit: unit.unit as f64,
                written: f64::from(unit.written),
                random: f64::from(u8::from(unit.random)),
            };
            numbers.extend(open.numbers());
        }
    }
    numbers
}
