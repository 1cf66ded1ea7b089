//! Descriptions of a machine, in the types that the page uses.

use reclaim_engine::block::{Origin, Part};
use reclaim_engine::kernel::presets::Preset;
use reclaim_engine::machine::Machine;
use reclaim_engine::observe::{self, Kind};
use reclaim_engine::sched::task::TaskKind;
use serde::Serialize;
use ts_rs::TS;

use crate::lane::{Lane, ZONE_EXTRAS};

/// The constant properties of a zone.
#[derive(Serialize, TS)]
#[ts(rename = "ZoneDescription")]
pub struct Zone {
    /// Name.
    pub name: String,
    /// Page frames.
    pub frames: u64,
    base_pfn: u64,
    min: u64,
    low: u64,
    high: u64,
    protection: Vec<u64>,
    present: u64,
}

/// The name and kind of a task.
#[derive(Serialize, TS)]
#[ts(rename = "TaskDescription")]
pub struct Task {
    name: String,
    kind: TaskKind,
}

/// The name of a device.
#[derive(Serialize, TS)]
#[ts(rename = "DeviceDescription")]
pub struct Device {
    name: String,
}

/// A column of the samples.
#[derive(Serialize, TS)]
#[ts(rename = "SampleColumn")]
pub struct Column {
    /// Name of the counter or gauge.
    #[ts(type = "CounterName | GaugeName")]
    pub name: &'static str,
    /// Name of the zone; `None` for the whole machine.
    pub zone: Option<String>,
    kind: Kind,
}

/// The properties of a machine that do not change during the run.
#[derive(Serialize, TS)]
pub struct Description {
    /// Zones by address, lowest first.
    pub zones: Vec<Zone>,
    /// Tasks, in the order of their rows on the timeline.
    pub tasks: Vec<Task>,
    /// Devices, in the order of the scenario.
    pub devices: Vec<Device>,
    /// Columns of the samples.
    pub sample: Vec<Column>,
    /// Parts of a device's time, by number.
    #[ts(type = "Array<PartName>")]
    pub parts: [&'static str; Part::COUNT],
    /// Origins of requests, by number.
    #[ts(type = "Array<OriginName>")]
    pub origins: [&'static str; Origin::COUNT],
    cpus: usize,
    workload_bytes: u64,
    mechanisms_on: Vec<&'static str>,
}

/// Describes a machine.
pub fn of(lane: &Lane) -> Description {
    let scenario = lane.simulation().scenario();
    let machine = lane.simulation().machine();
    let mechanisms = Preset::by_id(&scenario.kernel).map(|preset| {
        reclaim_engine::build::mechanisms(preset, scenario)
            .iter()
            .map(|on| on.info().id)
            .collect()
    });
    Description {
        zones: machine
            .memory
            .zones
            .iter()
            .map(|zone| Zone {
                name: zone.name.clone(),
                frames: zone.present,
                base_pfn: zone.base_pfn,
                min: zone.watermarks.min,
                low: zone.watermarks.low,
                high: zone.watermarks.high,
                protection: zone.lowmem_reserve.clone(),
                present: zone.present,
            })
            .collect(),
        tasks: machine
            .sched
            .tasks()
            .iter()
            .map(|task| Task {
                name: task.name.clone(),
                kind: task.kind,
            })
            .collect(),
        devices: scenario
            .devices
            .iter()
            .map(|device| Device {
                name: device.name.clone(),
            })
            .collect(),
        sample: columns(&machine),
        parts: Part::ALL.map(Part::name),
        origins: Origin::ALL.map(Origin::name),
        cpus: machine.memory.cpus.len(),
        workload_bytes: lane.workload_bytes(),
        mechanisms_on: mechanisms.unwrap_or_default(),
    }
}

fn columns(machine: &Machine) -> Vec<Column> {
    let name_of = |zone: usize| machine.memory.zones[zone].name.clone();
    let extras = (0..machine.memory.zones.len()).flat_map(|zone| {
        ZONE_EXTRAS.map(|counter| Column {
            name: counter.name(),
            zone: Some(name_of(zone)),
            kind: Kind::Counter,
        })
    });
    observe::columns(machine)
        .into_iter()
        .map(|column| Column {
            name: column.name,
            zone: column.zone.map(name_of),
            kind: column.kind,
        })
        .chain(extras)
        .collect()
}

/// The time of the first event of some kind, for a mark on the timeline.
#[derive(Serialize, TS)]
#[ts(rename = "TimelineMark")]
pub struct Mark {
    #[ts(type = "MomentName")]
    name: &'static str,
    at_ns: u64,
    text: &'static str,
}

/// Returns the marks so far.
pub fn marks(lane: &Lane) -> Vec<Mark> {
    let machine = lane.simulation().machine();
    machine
        .observed()
        .moments
        .iter()
        .map(|(moment, at_ns)| Mark {
            name: moment.name(),
            at_ns,
            text: moment.text(),
        })
        .collect()
}
