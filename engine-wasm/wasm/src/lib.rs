//! JavaScript bindings of the engine: they pass JSON strings, numbers and views of memory, and have no other logic.
//!
//! Documents passed to these functions must be valid: checked by the documents module, or built into the app.

mod activity;
mod columns;
mod description;
mod divergence;
mod lane;
mod pages;
mod text;
mod typescript;

use reclaim_engine::divergence::Search;
use reclaim_engine::scenario::Problem;
use reclaim_engine::simulation::Unit;
use reclaim_heap as _;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::lane::Lane;

pub use typescript::add_types;

fn unit_of(number: u32) -> Unit {
    let unit = Unit::ALL.get(number as usize);
    unit.copied().unwrap_or(Unit::Batch)
}

fn refusal(problems: &[Problem]) -> JsError {
    JsError::new(&text::json(&problems))
}

/// A running machine.
#[wasm_bindgen]
pub struct Machine {
    lane: Lane,
}

#[wasm_bindgen]
impl Machine {
    /// Makes a machine at time 0 from a validated document.
    ///
    /// # Errors
    /// The problems, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str) -> Result<Self, JsError> {
        let lane = Lane::new(scenario).map_err(|problems| refusal(&problems))?;
        Ok(Self { lane })
    }

    /// Returns the description of the machine as JSON: zones, tasks, devices and columns of samples. It does not change
    /// during the run.
    #[must_use]
    pub fn describe(&self) -> String {
        text::json(&description::of(&self.lane))
    }

    /// Runs up to a time or for a number of events. Returns 0 if it reached the time, 1 after `max_events` events, 2 if
    /// the run has ended.
    pub fn run(&mut self, until_ns: f64, max_events: u32) -> u32 {
        self.lane.run(until_ns as u64, u64::from(max_events)) as u32
    }

    /// Runs one event; returns false if the run has ended.
    pub fn step(&mut self) -> bool {
        self.lane.step()
    }

    /// Returns the virtual time, nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> f64 {
        self.lane.now() as f64
    }

    /// Returns the current values, in the order of `describe().sample`.
    pub fn sample(&mut self) -> Vec<f64> {
        self.lane
            .sample()
            .iter()
            .map(|&figure| figure as f64)
            .collect()
    }

    /// Switches a mechanism now and records it.
    ///
    /// # Errors
    /// The violated rules between mechanisms, as JSON.
    pub fn set_mechanism(&mut self, id: &str, on: bool) -> Result<(), JsError> {
        self.lane
            .set_mechanism(id, on)
            .map_err(|problems| refusal(&problems))
    }

    /// Returns the interventions, those of the scenario and those of `set_mechanism`, as JSON.
    #[must_use]
    pub fn interventions(&self) -> String {
        text::json(&self.lane.interventions())
    }

    /// Spreads a zone's frames evenly over `cells` cells. Fills planes of one RGBA word per cell with the shares of
    /// page states, in 255ths; a plane has three states. Returns the address of the words.
    ///
    /// Read the words immediately: the next call that allocates can move the memory.
    pub fn draw_map(&mut self, zone: u32, first_frame: u32, frames: u32, cells: u32) -> usize {
        self.lane
            .draw_map(zone as usize, first_frame, frames, cells as usize)
            .as_ptr() as usize
    }

    /// Returns the profile of a list from head to tail, four numbers per bin: pages, dirty, writeback, referenced.
    #[must_use]
    pub fn list_profile(&self, zone: u32, list: u32, bins: u32) -> Vec<f64> {
        self.lane
            .list_profile(zone as usize, list as usize, bins as usize)
    }

    /// Returns the states of tasks and devices since the last call, four numbers per interval: row, state, start, end.
    pub fn timeline(&mut self) -> Vec<f64> {
        self.lane
            .timeline()
            .into_iter()
            .flatten()
            .map(|figure| figure as f64)
            .collect()
    }

    /// Returns the requests completed since the last call. Each has: device, start, end (nanoseconds), first block,
    /// length (4 KiB), state of the device's row, origin (`describe().origins`), 1 for a write, block at which the head
    /// was before, pages copied inside the flash, allocation unit whose closing caused the copy (-1: none), and
    /// nanoseconds for each of `describe().parts`.
    pub fn requests(&mut self) -> Vec<f64> {
        self.lane.requests().into_iter().flatten().collect()
    }

    /// Returns the breakdown of a device's time since the start, nanoseconds: the time with a request in service, then
    /// each of `describe().parts`, summed over the requests. Empty if there is no such device.
    #[must_use]
    pub fn device_time(&self, device: u32) -> Vec<f64> {
        self.lane.device_time(device)
    }

    /// Returns the open allocation units of a flash device: the pages per unit, then three numbers per unit (its
    /// number, the pages written, 1 if it is written out of order), the most recently written last. Empty for other
    /// devices.
    #[must_use]
    pub fn open_units(&self, device: u32) -> Vec<f64> {
        self.lane.open_units(device)
    }

    /// Returns marks for the timeline as JSON: the time of the first event of each kind.
    #[must_use]
    pub fn marks(&self) -> String {
        text::json(&description::marks(&self.lane))
    }

    /// Returns the last decisions about pages, newest first, as JSON.
    #[must_use]
    pub fn decisions(&self) -> String {
        text::json(&pages::decisions(&self.lane))
    }

    /// Returns the digest of the whole state, hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        self.lane.digest()
    }

    /// Returns whether a run of the recorded scenario up to this time has the same digest.
    #[must_use]
    pub fn settled(&self) -> bool {
        self.lane.settled()
    }

    /// Returns whether the workload has finished.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.lane.finished()
    }

    /// Returns three words for each of `count` frames of a zone: the colour (bits 0 to 7, in the order of the palette)
    /// with the page flags (from bit 8), the mapping, and the page's index in the mapping.
    #[must_use]
    pub fn frames(&self, zone: u32, first: u32, count: u32) -> Vec<u32> {
        self.lane.frames(zone as usize, first, count)
    }

    /// Returns the state of a zone's frame, as JSON; `null` if there is no such frame.
    #[must_use]
    pub fn frame(&self, zone: u32, frame: u32) -> String {
        text::json(&pages::frame(&self.lane, zone as usize, frame))
    }

    /// Returns the location of a page, as JSON; `null` if the text is not a page. `page` is the JSON of a page that
    /// `frame` of another machine returned.
    #[must_use]
    pub fn find_page(&self, page: &str) -> String {
        text::json(&pages::find_page(&self.lane, page))
    }

    /// Returns every list from head to tail: zone, list, length, then the frames, numbered from the start of the zone.
    /// For machines of a few hundred frames.
    #[must_use]
    pub fn lists(&self) -> Vec<u32> {
        self.lane.lists()
    }

    /// Records all events of a frame from now on; returns false if there is no such frame.
    pub fn watch(&mut self, zone: u32, frame: u32) -> bool {
        self.lane.watch(zone as usize, frame)
    }

    /// Returns the recorded events of the watched frame, as JSON.
    #[must_use]
    pub fn life(&self) -> String {
        text::json(&pages::life(&self.lane))
    }

    /// Traces all events of pages from now on, not only decisions, and keeps the last `capacity` entries.
    pub fn note_everything(&mut self, capacity: u32) {
        self.lane.note_everything(capacity as usize);
    }

    /// Returns the number of events (unit 0), decisions about pages (1) or batches of reclaim (2) so far.
    #[must_use]
    pub fn count(&self, unit: u32) -> f64 {
        self.lane.count(unit_of(unit)) as f64
    }

    /// Runs until there were `count` units. Returns the number of events before the last unit, or -1 after `max_events`
    /// or at the end of the run.
    pub fn run_to_count(&mut self, unit: u32, count: f64, max_events: u32) -> f64 {
        let before = self
            .lane
            .run_to_count(unit_of(unit), count as u64, max_events.into());
        before.map_or(-1.0, |events| events as f64)
    }

    /// Returns the trace from entry `cursor` on, oldest first, as JSON.
    #[must_use]
    pub fn noted_since(&self, cursor: f64) -> String {
        text::json(&pages::since(&self.lane, cursor as u64))
    }
}

/// The search for the first decision in which two lanes differ.
#[wasm_bindgen]
pub struct DivergenceSearch {
    search: Search,
}

#[wasm_bindgen]
impl DivergenceSearch {
    /// Makes two machines at time 0 from validated documents.
    ///
    /// # Errors
    /// The problems, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(a: &str, b: &str) -> Result<Self, JsError> {
        let search = divergence::search(a, b).map_err(|problems| refusal(&problems))?;
        Ok(Self { search })
    }

    /// Continues for `slices` slices of both lanes. Returns the state of the search, as JSON.
    pub fn run(&mut self, slices: u32) -> String {
        text::json(&divergence::go_on(&mut self.search, slices))
    }
}
