//! Peak and mean of dirty and writeback pages in each zone. They are sampled once per second of virtual time, as a
//! script that reads /proc/zoneinfo during a workload would do.

use reclaim_engine::simulation::Simulation;

use crate::Values;

/// Interval between samples, nanoseconds.
pub const EVERY_NS: u64 = 1_000_000_000;

/// Dirty and writeback pages of each zone: their peak, and the sum of all samples.
#[derive(Clone, Debug, Default)]
pub struct Peaks {
    pages: Vec<u64>,
    sums: Vec<u64>,
    samples: u64,
}

impl Peaks {
    /// Takes a sample.
    pub fn look(&mut self, simulation: &Simulation) {
        let machine = simulation.machine();
        self.pages.resize(machine.memory.zones.len(), 0);
        self.sums.resize(machine.memory.zones.len(), 0);
        self.samples += 1;
        let zones = self.pages.iter_mut().zip(&mut self.sums);
        for (zone, (peak, sum)) in zones.enumerate() {
            let gauges = machine.gauges(Some(zone));
            let pages = ["nr_dirty", "nr_writeback"].map(|name| gauges.get(name).copied());
            let pages = pages.iter().flatten().sum();
            *peak = (*peak).max(pages);
            *sum += pages;
        }
    }

    /// Adds the requested measures `peak:ZONE:dirty_percent` and `mean:ZONE:dirty_percent`: shares of the zone's
    /// present pages.
    pub fn add(&self, simulation: &Simulation, names: &[String], values: &mut Values) {
        let machine = simulation.machine();
        for (at, zone) in machine.memory.zones.iter().enumerate() {
            let (Some(&peak), Some(&sum)) = (self.pages.get(at), self.sums.get(at)) else {
                continue;
            };
            let mean = sum as f64 / self.samples.max(1) as f64;
            for (name, pages) in [("peak", peak as f64), ("mean", mean)] {
                let name = format!("{name}:{}:dirty_percent", zone.name);
                if names.contains(&name) {
                    values.insert(name, pages * 100.0 / zone.present.max(1) as f64);
                }
            }
        }
    }
}
