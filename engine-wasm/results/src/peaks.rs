//! Peaks of dirty and writeback pages in each zone, sampled once per second of virtual time, as by a script that
//! reads /proc/zoneinfo during a workload.

use reclaim_engine::simulation::Simulation;

use crate::Values;

/// Interval between samples, nanoseconds.
pub const EVERY_NS: u64 = 1_000_000_000;

/// Dirty and writeback pages of each zone at their peak.
#[derive(Clone, Debug, Default)]
pub struct Peaks {
    pages: Vec<u64>,
}

impl Peaks {
    /// Takes a sample.
    pub fn look(&mut self, simulation: &Simulation) {
        let machine = simulation.machine();
        self.pages.resize(machine.memory.zones.len(), 0);
        for (zone, peak) in self.pages.iter_mut().enumerate() {
            let gauges = machine.gauges(Some(zone));
            let pages = ["nr_dirty", "nr_writeback"].map(|name| gauges.get(name).copied());
            *peak = (*peak).max(pages.iter().flatten().sum());
        }
    }

    /// Adds the requested measures `peak:ZONE:dirty_percent`: the peak as a share of the zone's present
    /// pages.
    pub fn add(&self, simulation: &Simulation, names: &[String], values: &mut Values) {
        let machine = simulation.machine();
        for (zone, &pages) in machine.memory.zones.iter().zip(&self.pages) {
            let name = format!("peak:{}:dirty_percent", zone.name);
            if names.contains(&name) {
                let percent = pages as f64 * 100.0 / zone.present.max(1) as f64;
                values.insert(name, percent);
            }
        }
    }
}
