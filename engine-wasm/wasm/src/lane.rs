//! One machine, and the positions up to which the page has received its output.

use reclaim_engine::mm::page::Pfn;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observe::{self, MAP_PLANES};
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{Intervention, Problem, Scenario, read_written};
use reclaim_engine::simulation::{RunStatus, Simulation, Unit};

use crate::activity::{self, Activity, REQUEST};
use crate::columns::{COLOUR_BITS, FrameWords, ListBin, ListHead, Stretch};

/// Counters that the kernel shows only in total, but the page shows per zone.
pub const ZONE_EXTRAS: [Counter; 2] = [Counter::NrVmscanWrite, Counter::PgRotated];

/// A machine that runs for the page.
pub struct Lane {
    simulation: Simulation,
    workload_bytes: u64,
    figures: Vec<u64>,
    cells: Vec<u32>,
    activity: Activity,
}

/// Returns the bytes that the awaited programs read or write; 0 if one of them has no fixed amount of data.
fn bytes_of(scenario: &Scenario) -> u64 {
    let awaited = scenario.workload.iter().filter(|workload| workload.awaited);
    let pages: Option<u64> = awaited.map(|workload| workload.run.pages()).sum();
    pages.map_or(0, |pages| pages * 4_096)
}

impl Lane {
    /// Makes a machine at time 0 from a validated document.
    pub fn new(text: &str) -> Result<Self, Vec<Problem>> {
        let scenario = read_written(text)?;
        let mut simulation = Simulation::of_admitted(scenario)?;
        simulation.set_tracing(true);
        let workload_bytes = bytes_of(simulation.scenario());
        Ok(Self {
            simulation,
            workload_bytes,
            figures: Vec::new(),
            cells: Vec::new(),
            activity: Activity::default(),
        })
    }

    /// Returns the simulation, read-only.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Returns the bytes that the awaited programs read or write; 0 if unknown.
    pub fn workload_bytes(&self) -> u64 {
        self.workload_bytes
    }

    /// Runs up to a time or for a number of events; returns the number of the [`RunStatus`].
    pub fn run(&mut self, until_ns: u64, max_events: u64) -> u8 {
        self.simulation.run(until_ns, max_events) as u8
    }

    /// Runs one event; returns false if the run has ended.
    pub fn step(&mut self) -> bool {
        self.simulation.step()
    }

    /// Returns the virtual time, nanoseconds.
    pub fn now(&self) -> u64 {
        self.simulation.now()
    }

    /// Returns the current values, in the order of the columns in the description.
    pub fn sample(&mut self) -> &[u64] {
        let machine = self.simulation.machine();
        observe::sample(&machine, &mut self.figures);
        for zone in 0..machine.memory.zones.len() {
            self.figures.extend(
                ZONE_EXTRAS.map(|counter| machine.observed().vmstat.of_zone(zone, counter)),
            );
        }
        &self.figures
    }

    /// Carries out all events up to now, then switches a mechanism. The switch is recorded for the next nanosecond, so
    /// that a replay has the same order.
    pub fn set_mechanism(&mut self, id: &str, on: bool) -> Result<(), Vec<Problem>> {
        let now = self.simulation.now();
        while self.simulation.run(now, u64::MAX) == RunStatus::UsedBudget {}
        self.simulation.set_mechanism(id, on)
    }

    /// Returns the interventions, in order of time.
    pub fn interventions(&self) -> &[Intervention] {
        &self.simulation.scenario().interventions
    }

    /// Draws a zone's frames, spread evenly over the cells; returns the planes of [`observe::draw_map`].
    pub fn draw_map(&mut self, zone: usize, first: u32, frames: u32, cells: usize) -> &[u32] {
        self.cells.resize(MAP_PLANES * cells, 0);
        let machine = self.simulation.machine();
        if zone < machine.memory.zones.len() && cells > 0 {
            observe::draw_map(&machine, zone, first, frames, &mut self.cells);
        }
        &self.cells
    }

    /// Returns the profile of a list from head to tail: a [`ListBin`] for each bin.
    pub fn list_profile(&self, zone: usize, list: usize, bins: usize) -> Vec<f64> {
        let machine = self.simulation.machine();
        let (Some(&lru), true) = (
            Lru::EVICTABLE.get(list),
            zone < machine.memory.zones.len() && bins > 0,
        ) else {
            return Vec::new();
        };
        observe::list_profile(&machine, zone, lru, bins)
            .into_iter()
            .flat_map(|bin| {
                let told = ListBin {
                    pages: bin.pages.into(),
                    dirty: bin.dirty.into(),
                    writeback: bin.writeback.into(),
                    referenced: bin.referenced.into(),
                };
                told.numbers()
            })
            .collect()
    }

    /// Returns the states of tasks and devices since the last call; a state that continues is reported up to now.
    pub fn timeline(&mut self) -> Vec<[u64; Stretch::COUNT]> {
        self.activity.timeline(&self.simulation.machine())
    }

    /// Returns the engine's index of a zone's frame; `None` if there is no such frame.
    pub fn frame_at(&self, zone: usize, frame: u32) -> Option<Pfn> {
        let machine = self.simulation.machine();
        let zone = machine.memory.zones.get(zone)?;
        Some(zone.start + frame).filter(|&pfn| pfn >= zone.start && pfn < zone.end())
    }

    /// Returns the [`FrameWords`] of `count` frames of a zone.
    pub fn frames(&self, zone: usize, first: u32, count: u32) -> Vec<u32> {
        let machine = self.simulation.machine();
        let Some(within) = machine.memory.zones.get(zone) else {
            return Vec::new();
        };
        let end = within.end();
        let start = within.start.saturating_add(first).min(end);
        (start..start.saturating_add(count).min(end))
            .flat_map(|pfn| {
                let at = pfn as usize;
                let (flags, mapping) = (
                    machine.memory.frames.flags[at],
                    machine.memory.frames.mapping[at],
                );
                let colour = observe::colour(flags, mapping) as u32;
                let words = FrameWords {
                    state: colour | u32::from(flags) << COLOUR_BITS,
                    mapping: u32::from(mapping),
                    index: machine.memory.frames.index[at],
                };
                words.numbers()
            })
            .collect()
    }

    /// Returns every list from head to tail: its [`ListHead`], then its frames, numbered from the start of the zone.
    pub fn lists(&self) -> Vec<u32> {
        let machine = self.simulation.machine();
        let mut rows = Vec::new();
        for (z, zone) in machine.memory.zones.iter().enumerate() {
            for lru in Lru::EVICTABLE {
                let list = &zone.lru[lru as usize];
                let head = ListHead {
                    zone: z as u32,
                    list: lru as u32,
                    length: list.len,
                };
                rows.extend(head.numbers());
                rows.extend(
                    list.from_head(&machine.memory.frames)
                        .map(|pfn| pfn - zone.start),
                );
            }
        }
        rows
    }

    /// Records all events of a frame from now on; returns false if there is no such frame.
    pub fn watch(&mut self, zone: usize, frame: u32) -> bool {
        let pfn = self.frame_at(zone, frame);
        pfn.inspect(|&pfn| self.simulation.watch(pfn)).is_some()
    }

    /// Traces all events of pages from now on, and keeps the last `capacity` entries.
    pub fn note_everything(&mut self, capacity: usize) {
        self.simulation.note_everything(capacity);
    }

    /// Returns the number of units (events, decisions or batches) so far.
    pub fn count(&self, unit: Unit) -> u64 {
        self.simulation.count(unit)
    }

    /// Runs until there were `count` units. Returns the number of events before the last unit; `None` after
    /// `max_events` or at the end of the run.
    pub fn run_to_count(&mut self, unit: Unit, count: u64, max_events: u64) -> Option<u64> {
        self.simulation.run_to_count(unit, count, max_events)
    }

    /// Returns the requests completed since the last call, as rows of numbers.
    pub fn requests(&mut self) -> Vec<[f64; REQUEST]> {
        self.activity.requests(&self.simulation.machine())
    }

    /// Returns the breakdown of a device's time since the start, nanoseconds; empty if there is no such device.
    pub fn device_time(&self, device: u32) -> Vec<f64> {
        let machine = self.simulation.machine();
        if (device as usize) < machine.io.bdis().len() {
            activity::device_time(&machine, device).to_vec()
        } else {
            Vec::new()
        }
    }

    /// Returns the open allocation units of a device; empty if there is no such device.
    pub fn open_units(&self, device: u32) -> Vec<f64> {
        let machine = self.simulation.machine();
        if (device as usize) < machine.io.bdis().len() {
            activity::open_units(&machine, device)
        } else {
            Vec::new()
        }
    }

    /// Returns the digest of the whole state, hexadecimal.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.simulation.digest())
    }

    /// Returns whether a run of the recorded scenario up to this time reaches this state: all events up to now have
    /// happened, and no intervention is recorded for the next nanosecond.
    pub fn settled(&self) -> bool {
        let next = self.simulation.now() + 1;
        let switched = self.interventions().iter().any(|it| it.at_ns == next);
        !switched && self.simulation.settled()
    }

    /// Returns whether the workload has finished.
    pub fn finished(&self) -> bool {
        self.simulation.finished()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use reclaim_engine::scenario::gallery_scenario;

    use reclaim_engine::block::Part;

    use crate::text::json;

    use super::{Lane, MAP_PLANES, REQUEST};
    use crate::description;

    fn small() -> Lane {
        let scenario = gallery_scenario("weiner-usb-small").expect("in the gallery");
        Lane::new(&json(&scenario)).expect("valid")
    }

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn what_no_machine_can_be_made_of_is_refused_with_its_field() {
        let mut scenario = gallery_scenario("weiner-usb-small").expect("in the gallery");
        let refusal = |text: &str| Lane::new(text).err().expect("no machine")[0].clone();
        for text in ["", "{", "{}", "[]"] {
            let problem = refusal(text);
            assert_eq!(problem.field, "document", "{text}");
            assert!(!problem.fix.is_empty(), "{text}");
        }
        scenario.scale = 64;
        assert_eq!(refusal(&json(&scenario)).field, "scale");
        scenario.scale = 1;
        scenario.kernel = "3.99".into();
        assert_eq!(refusal(&json(&scenario)).field, "kernel");
    }

    #[test]
    fn a_sample_has_a_figure_for_every_column() {
        let mut lane = small();
        let columns = description::of(&lane).sample.len();
        assert_eq!(lane.sample().len(), columns);
    }

    #[test]
    fn the_map_draws_every_zone_in_full() {
        let mut lane = small();
        let zones = description::of(&lane).zones;
        for (zone, described) in zones.iter().enumerate() {
            let cells = lane.draw_map(zone, 0, described.frames as u32, 100);
            assert!(cells.iter().all(|&cell| cell >> 24 == 0xff));
        }
        assert!(lane.draw_map(zones.len(), 0, 1, 1).len() == MAP_PLANES);
    }

    #[test]
    fn a_profile_counts_the_whole_list() {
        let mut lane = small();
        lane.run(20 * SECOND, u64::MAX);
        let sample: Vec<u64> = lane.sample().to_vec();
        let described = description::of(&lane);
        for (zone, name) in described
            .zones
            .iter()
            .map(|zone| zone.name.clone())
            .enumerate()
        {
            let column = described
                .sample
                .iter()
                .position(|column| {
                    column.name == "nr_inactive_file" && column.zone.as_deref() == Some(&name)
                })
                .expect("a column");
            let pages: f64 = lane
                .list_profile(zone, 2, 37)
                .chunks(4)
                .map(|bin| bin[0])
                .sum();
            assert!((pages - sample[column] as f64).abs() < 0.5, "{name}");
        }
        assert!(lane.list_profile(99, 2, 37).is_empty());
        assert!(lane.list_profile(0, 99, 37).is_empty());
        assert!(lane.list_profile(0, 2, 0).is_empty());
    }

    #[test]
    fn the_timeline_tells_every_moment_of_a_row_once() {
        let mut lane = small();
        let mut told = Vec::new();
        for step in 1..50 {
            lane.run(step * SECOND / 10, u64::MAX);
            told.extend(lane.timeline());
        }
        let rows = description::of(&lane).tasks.len() + description::of(&lane).devices.len();
        for row in 0..rows as u64 {
            let mut end = 0;
            for [_, state, start, stop] in told.iter().filter(|stretch| stretch[0] == row) {
                assert!(*start >= end && stop > start && *state < 8);
                end = *stop;
            }
        }
    }

    #[test]
    fn what_the_timeline_tells_does_not_depend_on_how_often_it_is_asked() {
        let of = |steps_ns: u64| {
            let mut lane = small();
            let mut sums = BTreeMap::new();
            while lane.now() < 2 * SECOND {
                lane.run(lane.now() + steps_ns, u64::MAX);
                for [row, state, start, end] in lane.timeline() {
                    *sums.entry((row, state)).or_insert(0) += end - start;
                }
            }
            sums
        };
        assert_eq!(of(SECOND / 10_000), of(SECOND / 500));
    }

    #[test]
    fn the_parts_of_requests_add_up_to_the_time_of_their_device() {
        let mut lane = small();
        let mut sums = [0.0; Part::COUNT];
        for step in 1..200 {
            lane.run(step * SECOND / 10, u64::MAX);
            for request in lane.requests() {
                let parts = &request[REQUEST - Part::COUNT..];
                assert_eq!(parts.iter().sum::<f64>(), request[2] - request[1]);
                let (copied, unit) = (request[9], request[10]);
                assert_eq!(copied > 0.0, unit >= 0.0, "{request:?}");
                if request[0] == 1.0 {
                    sums.iter_mut().zip(parts).for_each(|(sum, ns)| *sum += ns);
                }
            }
        }
        let time = lane.device_time(1);
        assert_eq!(time[1..], sums);
        assert!(time[1 + Part::Transfer as usize] > 0.0);
        // The stick serves one request at a time.
        assert_eq!(time[0], sums.iter().sum::<f64>());
        assert!(lane.device_time(9).is_empty() && lane.open_units(9).is_empty());
    }

    #[test]
    fn a_stick_shows_its_open_units_and_a_disk_has_none() {
        let mut lane = small();
        lane.run(20 * SECOND, u64::MAX);
        let devices = description::of(&lane).devices.len() as u32;
        let units: Vec<_> = (0..devices).map(|device| lane.open_units(device)).collect();
        let stick = units
            .iter()
            .find(|units| !units.is_empty())
            .expect("a stick");
        assert_eq!(stick.len() % 3, 1);
        for unit in stick[1..].chunks(3) {
            assert!(unit[1] > 0.0 && unit[1] < stick[0], "{unit:?}");
        }
    }

    #[test]
    fn a_switch_is_recorded_after_what_has_happened() {
        let mut lane = small();
        lane.run(5 * SECOND, u64::MAX);
        lane.set_mechanism("gfp_write", true)
            .expect("needs nothing");
        assert_eq!(lane.interventions().len(), 1);
        assert_eq!(lane.interventions()[0].at_ns, 5 * SECOND + 1);
        assert!(lane.set_mechanism("no_such_thing", true).is_err());
        assert_eq!(lane.interventions().len(), 1);
    }

    #[test]
    fn a_run_in_which_somebody_switched_is_replayed_to_the_byte() {
        let mut by_hand = small();
        by_hand.run(5 * SECOND, u64::MAX);
        by_hand
            .set_mechanism("no_direct_fs_writeback", true)
            .expect("needs nothing");
        by_hand.run(9 * SECOND, u64::MAX);
        let mut scenario = gallery_scenario("weiner-usb-small").expect("in the gallery");
        scenario.interventions = by_hand.interventions().to_vec();
        let mut replayed = Lane::new(&json(&scenario)).expect("valid");
        replayed.run(9 * SECOND, u64::MAX);
        assert_eq!(replayed.digest(), by_hand.digest());
    }

    #[test]
    fn a_settled_state_is_the_one_of_a_run_to_its_time() {
        let mut lane = small();
        let mut compared = 0;
        for steps in 0..3000 {
            lane.step();
            if steps % 7 == 0 && lane.settled() {
                let mut straight = small();
                straight.run(lane.now(), u64::MAX);
                assert_eq!(straight.digest(), lane.digest(), "after {steps} steps");
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared}");
        lane.run(lane.now() + SECOND, u64::MAX);
        assert!(lane.settled());
        lane.set_mechanism("gfp_write", true)
            .expect("needs nothing");
        // The switch is recorded for the next nanosecond, so a replay up to now does not have it yet.
        assert!(!lane.settled());
        lane.run(lane.now() + 2, u64::MAX);
        assert!(lane.settled());
    }

    #[test]
    fn what_is_asked_on_the_way_does_not_change_the_run() {
        let mut watched = small();
        let mut alone = small();
        for step in 1..40 {
            watched.run(step * SECOND / 2, 1000);
            watched.run(step * SECOND / 2, u64::MAX);
            watched.sample();
            watched.timeline();
            watched.list_profile(0, 2, 10);
        }
        alone.run(39 * SECOND / 2, u64::MAX);
        assert_eq!(watched.digest(), alone.digest());
    }
}
