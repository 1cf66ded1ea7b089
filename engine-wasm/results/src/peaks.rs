//! Peak and mean of dirty and writeback pages in each zone, as scripts would see them that read /proc/zoneinfo once per
//! second during a workload. A peak that lasts less than a second depends on when in a second a script reads, so ten
//! scripts read in turn, and the peak is the median of theirs.

use reclaim_engine::simulation::Simulation;

use crate::Values;

/// Number of scripts.
const SCRIPTS: usize = 10;
/// Interval between samples, nanoseconds.
pub const EVERY_NS: u64 = 1_000_000_000 / SCRIPTS as u64;

/// Dirty and writeback pages of each zone: the peak of each script, and the sum of all samples.
#[derive(Clone, Debug, Default)]
pub struct Peaks {
    pages: Vec<[u64; SCRIPTS]>,
    sums: Vec<u64>,
    samples: u64,
}

impl Peaks {
    /// Takes a sample.
    pub fn look(&mut self, simulation: &Simulation) {
        let machine = simulation.machine();
        self.pages.resize(machine.memory.zones.len(), [0; SCRIPTS]);
        self.sums.resize(machine.memory.zones.len(), 0);
        let script = (self.samples % SCRIPTS as u64) as usize;
        self.samples += 1;
        let seen = self.pages.iter_mut().zip(&mut self.sums);
        for (zone, (peaks, sum)) in machine.memory.zones.iter().zip(seen) {
            let pages = zone.dirty + zone.writeback;
            peaks[script] = peaks[script].max(pages);
            *sum += pages;
        }
    }

    /// Adds the requested measures `peak:ZONE:dirty_percent` and `mean:ZONE:dirty_percent`: shares of the zone's
    /// present pages.
    pub fn add(&self, simulation: &Simulation, names: &[String], values: &mut Values) {
        let machine = simulation.machine();
        for (at, zone) in machine.memory.zones.iter().enumerate() {
            let (Some(&(mut peaks)), Some(&sum)) = (self.pages.get(at), self.sums.get(at)) else {
                continue;
            };
            // The scripts that have not read yet in a run of less than a second have seen nothing.
            let scripts = &mut peaks[..SCRIPTS.min(self.samples.max(1) as usize)];
            scripts.sort_unstable();
            let half = scripts.len() / 2;
            let peak = (scripts[half] + scripts[(scripts.len() - 1) / 2]) as f64 / 2.0;
            let mean = sum as f64 / self.samples.max(1) as f64;
            for (name, pages) in [("peak", peak), ("mean", mean)] {
                let name = format!("{name}:{}:dirty_percent", zone.name);
                if names.contains(&name) {
                    values.insert(name, pages * 100.0 / zone.present.max(1) as f64);
                }
            }
        }
    }
}
