//! Reduces a failing scenario while it still fails.

use reclaim_engine::scenario::{Hardware, Resident, Scenario, Swap, VmKnobs};

/// Returns the smallest scenario found for which `fails` is true, after at most so many runs.
pub fn shrink(scenario: &Scenario, most: u32, fails: impl Fn(&Scenario) -> bool) -> Scenario {
    let mut smallest = scenario.clone();
    let mut tries = 0;
    'again: loop {
        for candidate in smaller(&smallest) {
            if candidate == smallest {
                continue;
            }
            tries += 1;
            if tries > most {
                return smallest;
            }
            if fails(&candidate) {
                smallest = candidate;
                continue 'again;
            }
        }
        return smallest;
    }
}

/// Candidates that are smaller by one step, the largest reduction first.
fn smaller(of: &Scenario) -> Vec<Scenario> {
    let mut candidates = Candidates {
        of,
        found: Vec::new(),
    };
    candidates.lanes();
    candidates.workload();
    candidates.machine();
    candidates.devices();
    candidates.found
}

struct Candidates<'a> {
    of: &'a Scenario,
    found: Vec<Scenario>,
}

impl Candidates<'_> {
    fn changed(&mut self, change: impl FnOnce(&mut Scenario)) {
        let mut scenario = self.of.clone();
        change(&mut scenario);
        self.found.push(scenario);
    }

    /// Adds candidates with one kernel instead of two, and with fewer switches.
    fn lanes(&mut self) {
        self.changed(|s| s.against = None);
        self.changed(|s| {
            if let Some(against) = s.against.take() {
                s.kernel = against.kernel;
                s.mechanisms = against.mechanisms;
                s.interventions = against.interventions;
            }
        });
        self.changed(|s| s.interventions.clear());
        self.changed(|s| s.mechanisms.clear());
        for at in 0..self.of.interventions.len() {
            self.changed(|s| {
                s.interventions.remove(at);
            });
        }
        for id in self.of.mechanisms.keys() {
            self.changed(|s| {
                s.mechanisms.remove(id);
            });
        }
        self.changed(|s| s.scale = 1);
        self.changed(|s| s.until_ms = None);
    }

    fn workload(&mut self) {
        let entries = self.of.workload.len();
        for at in (0..entries).filter(|_| entries > 1) {
            self.changed(|s| {
                s.workload.remove(at);
                // A run needs at least one awaited entry.
                s.workload[0].awaited = true;
            });
        }
        for at in 0..entries {
            self.changed(|s| s.workload[at].run.halve());
            self.changed(|s| s.workload[at].run.simplify());
            self.changed(|s| s.workload[at].start_ms = 0);
            self.changed(|s| s.workload[at].after = None);
        }
    }

    fn machine(&mut self) {
        self.changed(|s| s.vm = VmKnobs::default());
        self.changed(|s| s.machine.resident = Resident::default());
        self.changed(|s| s.machine.cpus = 1);
        self.changed(|s| s.machine.cpu_speed_percent = 100);
        self.changed(|s| s.machine.transparent_hugepages = false);
        self.changed(|s| s.swap = None);
        for at in 0..self.of.machine.zones.len() {
            self.changed(|s| {
                s.machine.zones.remove(at);
            });
            self.changed(|s| {
                s.machine.zones[at].present_pages /= 2;
                s.machine.zones[at].kernel_pages /= 2;
            });
            self.changed(|s| s.machine.zones[at].kernel_pages = 0);
        }
        if let Some(swap) = &self.of.swap {
            self.changed(|s| {
                s.swap = Some(Swap {
                    pages: swap.pages / 2,
                    ..swap.clone()
                });
            });
        }
    }

    fn devices(&mut self) {
        for at in 0..self.of.filesystems.len() {
            self.changed(|s| {
                s.filesystems.remove(at);
            });
        }
        for at in 0..self.of.devices.len() {
            self.changed(|s| {
                s.devices.remove(at);
            });
            self.changed(|s| {
                if let Hardware::Figures(figures) = &mut s.devices[at].hardware {
                    figures.stall_per_mille = 0;
                    figures.jitter_percent = 0;
                    figures.members = 1;
                    figures.small_write_extra_us = 0;
                    figures.flash = None;
                }
            });
        }
    }
}
