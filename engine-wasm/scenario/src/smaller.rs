//! Candidates that are one step smaller than a scenario: used to reduce failing scenarios, and to search for the
//! smallest machine that shows an effect.
//!
//! A candidate may be invalid or behave differently. The caller validates and runs it.

use serde_json::Value;

use super::by_name;
use super::catalogue::Catalogue;
use super::document::{Scenario, VmKnobs};
use super::machine::{Hardware, Resident, Swap};
use super::program::Program;
use super::scale::resized;
use super::sizes::{Ratio, round};

/// The property that smaller scenarios must keep. It determines the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A failure of the engine: everything that the failure does not need is removed, lane B first.
    Failure,
    /// An effect in lane A: lane B is removed, sizes are reduced in smaller steps and to round numbers, and the whole
    /// machine is reduced in proportion.
    Effect,
    /// A difference between the lanes: both lanes are kept, and sizes are reduced as for [`Purpose::Effect`].
    Difference,
}

/// Sizes after one step, as fractions of the size before, in ascending order.
const FRACTIONS: [Ratio; 3] = [
    Ratio { times: 1, by: 2 },
    Ratio { times: 3, by: 4 },
    Ratio { times: 9, by: 10 },
];

/// Fields of programs; a program does less if the number in such a field is smaller.
const COUNTS: [&str; 14] = [
    "tasks",
    "threads",
    "slots",
    "jobs",
    "builds",
    "files",
    "files_per_thread",
    "loops",
    "passes",
    "steps",
    "launches",
    "requests",
    "run_ms",
    "first_jobs",
];

/// Returns candidates that are one step smaller, the largest reduction first.
#[must_use]
pub fn smaller(of: &Scenario, purpose: Purpose, catalogue: &Catalogue) -> Vec<Scenario> {
    let mut candidates = Candidates {
        of,
        found: Vec::new(),
    };
    if purpose == Purpose::Failure {
        candidates.one_lane();
        candidates.switches();
        candidates.changed(|s| s.scale = 1);
        candidates.changed(|s| s.until_ms = None);
        candidates.programs();
        candidates.machine();
        candidates.zones();
        candidates.devices();
        return candidates.found;
    }
    candidates.whole(catalogue);
    if purpose == Purpose::Effect {
        candidates.changed(|s| s.against = None);
    }
    candidates.programs();
    candidates.amounts();
    candidates.zone_sizes();
    candidates.switches();
    candidates.machine();
    candidates.knobs();
    candidates.zones();
    candidates.devices();
    candidates.time();
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

    /// Adds candidates with one kernel instead of two.
    fn one_lane(&mut self) {
        self.changed(|s| s.against = None);
        self.changed(|s| {
            if let Some(against) = s.against.take() {
                s.kernel = against.kernel;
                s.mechanisms = against.mechanisms;
                s.interventions = against.interventions;
            }
        });
    }

    /// Adds candidates with fewer switches.
    fn switches(&mut self) {
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
        let Some(against) = &self.of.against else {
            return;
        };
        for id in against.mechanisms.keys() {
            self.changed(|s| {
                if let Some(against) = &mut s.against {
                    against.mechanisms.remove(id);
                }
            });
        }
        for at in 0..against.interventions.len() {
            self.changed(|s| {
                if let Some(against) = &mut s.against {
                    against.interventions.remove(at);
                }
            });
        }
    }

    /// Adds candidates with fewer or simpler programs.
    fn programs(&mut self) {
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
        self.changed(|s| s.machine.copy_speed_percent = None);
        self.changed(|s| s.machine.transparent_hugepages = false);
        self.changed(|s| {
            for device in &mut s.devices {
                device.earlier_writes_percent = 0;
            }
        });
        self.changed(|s| s.swap = None);
    }

    fn zones(&mut self) {
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

    /// Adds candidates in which RAM, swap and the data of programs are smaller in the same proportion.
    fn whole(&mut self, catalogue: &Catalogue) {
        for ratio in FRACTIONS {
            let frames = ratio.of(self.of.machine.present_pages());
            if let Ok(mut scenario) = resized(self.of, frames, catalogue) {
                for zone in &mut scenario.machine.zones {
                    zone.present_pages = round(zone.present_pages);
                    zone.kernel_pages = round(zone.kernel_pages);
                }
                for entry in &mut scenario.workload {
                    entry.run.round_size();
                }
                self.found.push(scenario);
            }
        }
    }

    /// Adds candidates in which a program has less to do.
    fn amounts(&mut self) {
        for at in 0..self.of.workload.len() {
            for ratio in FRACTIONS {
                self.changed(|s| {
                    s.workload[at].run.scale(ratio);
                    s.workload[at].run.round_size();
                });
            }
            let run = &self.of.workload[at].run;
            for name in COUNTS {
                let fewer = FRACTIONS.map(|ratio| fewer(run, name, ratio));
                for run in fewer.into_iter().flatten() {
                    self.changed(|s| s.workload[at].run = run);
                }
            }
        }
    }

    /// Adds candidates with less RAM for the same programs.
    fn zone_sizes(&mut self) {
        for at in 0..self.of.machine.zones.len() {
            for ratio in FRACTIONS {
                self.changed(|s| {
                    let zone = &mut s.machine.zones[at];
                    zone.present_pages = round(ratio.of(zone.present_pages));
                    zone.kernel_pages = round(ratio.of(zone.kernel_pages));
                });
            }
        }
    }

    /// Adds candidates with one knob at its default, without one kind of resident page, or with half of the CPUs.
    fn knobs(&mut self) {
        type Forget = fn(&mut VmKnobs);
        let each: [Forget; 10] = [
            |vm| vm.dirty_ratio = None,
            |vm| vm.dirty_background_ratio = None,
            |vm| vm.dirty_bytes = None,
            |vm| vm.dirty_background_bytes = None,
            |vm| vm.dirty_expire_centisecs = None,
            |vm| vm.dirty_writeback_centisecs = None,
            |vm| vm.swappiness = None,
            |vm| vm.min_free_kbytes = None,
            |vm| vm.page_cluster = None,
            |vm| vm.read_ahead_kb = None,
        ];
        for forget in each {
            self.changed(|s| forget(&mut s.vm));
        }
        type Empty = fn(&mut Resident);
        let parts: [Empty; 8] = [
            |of| of.kernel_pages = 0,
            |of| of.anon_pages = 0,
            |of| of.active_file_pages = 0,
            |of| of.inactive_file_pages = 0,
            |of| of.unevictable_pages = 0,
            |of| of.ramfs_active_pages = 0,
            |of| of.ramfs_inactive_pages = 0,
            |of| of.slab_objects = 0,
        ];
        for empty in parts {
            self.changed(|s| empty(&mut s.machine.resident));
        }
        self.changed(|s| s.machine.cpus /= 2);
    }

    /// Adds candidates that end earlier.
    fn time(&mut self) {
        for ratio in FRACTIONS {
            self.changed(|s| s.until_ms = s.until_ms.map(|ms| round(ratio.of(ms))));
        }
    }
}

/// Returns the program with a smaller number in the field `name`; `None` without such a field, or if it is at most 1.
fn fewer(run: &Program, name: &str, ratio: Ratio) -> Option<Program> {
    let mut value = serde_json::to_value(run).ok()?;
    let field = value.get_mut(name)?;
    let now = field.as_u64().filter(|&now| now > 1)?;
    *field = Value::from(round(ratio.of(now)).max(1));
    by_name::from_text(&value.to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_count_of_a_program_is_reduced() {
        let text = r#"{ "program": "fs_mark", "filesystem": "/", "threads": 4, "files_per_thread": 150, "file_kb": 64,
            "call_kb": 16, "loops": 25 }"#;
        let run: Program = by_name::from_text(text).unwrap();
        let half = FRACTIONS[0];
        // 75 files are rounded down to five binary digits.
        for (name, expected) in [("threads", 2), ("loops", 12), ("files_per_thread", 72)] {
            let fewer = fewer(&run, name, half).expect(name);
            let left = serde_json::to_value(&fewer).unwrap()[name]
                .as_u64()
                .unwrap();
            assert_eq!(left, expected, "{name}");
        }
        assert!(fewer(&run, "passes", half).is_none());
    }
}
