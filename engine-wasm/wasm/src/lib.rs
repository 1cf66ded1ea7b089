//! The engine's face to JavaScript: strings of JSON, numbers and views on memory, nothing of its own.
//!
//! Documents that come here have been admitted, by the module of documents or because they are the app's own.

mod activity;
mod columns;
mod description;
mod lane;
mod pages;
mod parting;
mod text;
mod typescript;

use reclaim_engine::parting::Search;
use reclaim_engine::scenario::Problem;
use reclaim_engine::simulation::Unit;
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

/// A machine that runs.
#[wasm_bindgen]
pub struct Machine {
    lane: Lane,
}

#[wasm_bindgen]
impl Machine {
    /// A machine at time 0, of an admitted document.
    ///
    /// # Errors
    /// Why there is none, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str) -> Result<Self, JsError> {
        let lane = Lane::new(scenario).map_err(|problems| refusal(&problems))?;
        Ok(Self { lane })
    }

    /// What stays the same while it runs: zones, tasks, devices, the columns of samples.
    #[must_use]
    pub fn describe(&self) -> String {
        text::json(&description::of(&self.lane))
    }

    /// Runs to a time or for a number of events: 0 reached the time, 1 used up the events, 2 the workload is done.
    pub fn run(&mut self, until_ns: f64, max_events: u32) -> u32 {
        self.lane.run(until_ns as u64, u64::from(max_events)) as u32
    }

    /// One event; false when the run is over.
    pub fn step(&mut self) -> bool {
        self.lane.step()
    }

    /// Virtual time, nanoseconds.
    #[must_use]
    pub fn now_ns(&self) -> f64 {
        self.lane.now() as f64
    }

    /// The figures of now, in the order of `describe().sample`.
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
    /// What it needs or excludes, as JSON.
    pub fn set_mechanism(&mut self, id: &str, on: bool) -> Result<(), JsError> {
        self.lane
            .set_mechanism(id, on)
            .map_err(|problems| refusal(&problems))
    }

    /// Switches while it runs, those of the scenario and those by hand, as JSON.
    #[must_use]
    pub fn interventions(&self) -> String {
        text::json(&self.lane.interventions())
    }

    /// Fills `cells` RGBA words with the mean colours of a zone's frames, spread evenly; gives their address.
    ///
    /// Read them at once: the next call that allocates may move memory.
    pub fn draw_map(
        &mut self,
        zone: u32,
        first_frame: u32,
        frames: u32,
        cells: u32,
        palette: &[u32],
    ) -> usize {
        self.lane
            .draw_map(zone as usize, first_frame, frames, cells as usize, palette)
            .as_ptr() as usize
    }

    /// A list from head to tail, four numbers a bin: pages, dirty, writeback, referenced.
    #[must_use]
    pub fn list_profile(&self, zone: u32, list: u32, bins: u32) -> Vec<f64> {
        self.lane
            .list_profile(zone as usize, list as usize, bins as usize)
    }

    /// What tasks and devices did since the last call, four numbers a stretch: row, state, start, end.
    pub fn timeline(&mut self) -> Vec<f64> {
        self.lane
            .timeline()
            .into_iter()
            .flatten()
            .map(|figure| figure as f64)
            .collect()
    }

    /// Requests that devices served since the last call, each: device, start, end (nanoseconds), first block, length
    /// (4 KiB), who sent it as a state of the device's row, who sent it (`describe().origins`), 1 for a write, where the
    /// head was (block), pages copied inside the flash, allocation unit closed for that (-1: none); then nanoseconds for
    /// each of `describe().parts`.
    pub fn requests(&mut self) -> Vec<f64> {
        self.lane.requests().into_iter().flatten().collect()
    }

    /// Where a device's time has gone since the start, nanoseconds: with a request in it, then for each of
    /// `describe().parts` the sum over its requests. Empty if there is no such device.
    #[must_use]
    pub fn device_time(&self, device: u32) -> Vec<f64> {
        self.lane.device_time(device)
    }

    /// The allocation units that a stick has open: pages of a unit, then three numbers each (its number, pages written, 1
    /// if it is written out of order), the one that was written last at the end. Empty for other devices.
    #[must_use]
    pub fn open_units(&self, device: u32) -> Vec<f64> {
        self.lane.open_units(device)
    }

    /// Moments worth a mark, as JSON.
    #[must_use]
    pub fn marks(&self) -> String {
        text::json(&description::marks(&self.lane))
    }

    /// The last decisions about pages, newest first, as JSON.
    #[must_use]
    pub fn decisions(&self) -> String {
        text::json(&pages::decisions(&self.lane))
    }

    /// Digest of the whole state, hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        self.lane.digest()
    }

    /// Whether everything up to now has happened, so that a run to this time has the same digest.
    #[must_use]
    pub fn settled(&self) -> bool {
        self.lane.settled()
    }

    /// Whether the workload is done.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.lane.finished()
    }

    /// Three words for each of so many frames of a zone: colour (bits 0 to 7, in the order of the palette) and page flags
    /// (from bit 8), mapping, index in it.
    #[must_use]
    pub fn frames(&self, zone: u32, first: u32, count: u32) -> Vec<u32> {
        self.lane.frames(zone as usize, first, count)
    }

    /// What a frame of a zone is, as JSON; `null` if there is none.
    #[must_use]
    pub fn frame(&self, zone: u32, frame: u32) -> String {
        text::json(&pages::frame(&self.lane, zone as usize, frame))
    }

    /// Where the page is that `frame` of another machine named, as JSON; `null` for what is no page.
    #[must_use]
    pub fn find_page(&self, page: &str) -> String {
        text::json(&pages::find_page(&self.lane, page))
    }

    /// Every list from head to tail: zone, list, length, frames in the zone. For machines of a few hundred frames.
    #[must_use]
    pub fn lists(&self) -> Vec<u32> {
        self.lane.lists()
    }

    /// Notes the whole life of a frame from now on; false if there is none.
    pub fn watch(&mut self, zone: u32, frame: u32) -> bool {
        self.lane.watch(zone as usize, frame)
    }

    /// The life of the frame that is watched, as JSON.
    #[must_use]
    pub fn life(&self) -> String {
        text::json(&pages::life(&self.lane))
    }

    /// Notes all that happens to pages from now on, not decisions alone, and keeps the last `capacity`.
    pub fn note_everything(&mut self, capacity: u32) {
        self.lane.note_everything(capacity as usize);
    }

    /// How many events (unit 0), decisions about pages (1) or batches of reclaim (2) there were.
    #[must_use]
    pub fn count(&self, unit: u32) -> f64 {
        self.lane.count(unit_of(unit)) as f64
    }

    /// Runs until there were so many; gives the number of events before the last one, or -1 after `max_events` or at the
    /// end of the run.
    pub fn run_to_count(&mut self, unit: u32, count: f64, max_events: u32) -> f64 {
        let before = self
            .lane
            .run_to_count(unit_of(unit), count as u64, max_events.into());
        before.map_or(-1.0, |events| events as f64)
    }

    /// What was noted from number `cursor` on, oldest first, as JSON.
    #[must_use]
    pub fn noted_since(&self, cursor: f64) -> String {
        text::json(&pages::since(&self.lane, cursor as u64))
    }
}

/// The search for the first decision in which two lanes differ.
#[wasm_bindgen]
pub struct PartingSearch {
    search: Search,
}

#[wasm_bindgen]
impl PartingSearch {
    /// Two machines at time 0, of admitted documents.
    ///
    /// # Errors
    /// Why there are none, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(a: &str, b: &str) -> Result<Self, JsError> {
        let search = parting::search(a, b).map_err(|problems| refusal(&problems))?;
        Ok(Self { search })
    }

    /// Goes on for so many slices of both lanes; where it stands, as JSON.
    pub fn run(&mut self, slices: u32) -> String {
        text::json(&parting::go_on(&mut self.search, slices))
    }
}
