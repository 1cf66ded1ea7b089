//! The results of a run for the command line and for files: counters, gauges, derived metrics, tasks and devices.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::digest::Digest;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, MechanismSet};
use crate::mm::zone::Lru;
use crate::observer::pageout_log::PageoutReport;
use crate::observer::profile::Function;
use crate::observer::vmstat::Counter;
use crate::observer::watched::Watched;
use crate::scenario::ordered;
use crate::simulation::Simulation;
use crate::workload::lap::{Lap, LapReport};

/// The whole report. Times are in nanoseconds and sizes in pages of 4 KiB, unless the name says otherwise.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Report {
    /// Version of the engine.
    pub engine: &'static str,
    /// Virtual time that the workload took.
    pub elapsed_ns: u64,
    /// Whether the run has finished: the workload is done, or the scenario's end is reached.
    pub finished: bool,
    /// Bytes that the workload read or wrote.
    pub bytes_done: u64,
    /// Bytes per second.
    pub throughput: u64,
    /// Counters over all zones, by the kernel's names.
    #[ts(type = "Record<CounterName, number>")]
    pub counters: BTreeMap<String, u64>,
    /// Gauges over all zones.
    pub gauges: BTreeMap<String, u64>,
    /// One report per zone.
    pub zones: Vec<ZoneReport>,
    /// Metrics derived from counters, by name.
    pub derived: BTreeMap<String, u64>,
    /// One report per task.
    pub tasks: Vec<TaskReport>,
    /// One report per device.
    pub devices: Vec<DeviceReport>,
    /// Laps of the workload.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<LapReport>>")]
    pub laps: Vec<LapReport>,
    /// CPU time by task and kernel function.
    pub functions: Vec<FunctionReport>,
    /// Runs of pages of one mapping that reclaim removed one after another: element n is the number of runs of n + 1
    /// pages.
    pub removed_runs: Vec<u64>,
    /// Times of the recorded moments, by name.
    #[ts(type = "Partial<Record<MomentName, number>>")]
    pub moments: BTreeMap<String, u64>,
    /// Digest of the state, hexadecimal.
    pub digest: String,
}

/// Report of a zone.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ZoneReport {
    /// Name of the zone, such as "DMA32".
    pub name: String,
    /// Number of pages in the zone.
    pub present: u64,
    /// Watermarks: min, low, high.
    pub watermarks: [u64; 3],
    /// lowmem_reserve by class zone.
    pub protection: Vec<u64>,
    /// Counters of the zone, by the kernel's names.
    #[ts(type = "Partial<Record<CounterName, number>>")]
    pub counters: BTreeMap<String, u64>,
    /// Gauges of the zone, by the kernel's names.
    pub gauges: BTreeMap<String, u64>,
    /// State of the zone in the reclaim invocations that wrote file pages, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at_pageout: Option<PageoutReport>,
}

/// Report of a task.
#[derive(Clone, Debug, Serialize, TS)]
pub struct TaskReport {
    /// Name of the task.
    pub name: String,
    /// CPU time of the task.
    pub runtime_ns: u64,
    /// Time in each state, by the names in [`ACTIVITY_NAMES`].
    #[ts(type = "Record<TaskState, number>")]
    pub spent_ns: BTreeMap<String, u64>,
    /// Longest time in one state other than idle, running or direct reclaim.
    pub longest_stall_ns: u64,
    /// Bytes read or written.
    pub bytes_done: u64,
}

/// CPU time of one kernel function in one task.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FunctionReport {
    /// Name of the task and the function.
    pub name: String,
    /// CPU time of the function.
    pub cpu_ns: u64,
    /// Share of the CPU time of all tasks, parts per million. As in a profile of perf, whose cycles do not count while
    /// a CPU is halted, it excludes idle time.
    pub share_ppm: u64,
}

/// Report of a device.
#[derive(Clone, Debug, Serialize, TS)]
pub struct DeviceReport {
    /// Name of the device, as in the scenario.
    pub name: String,
    /// Queues: 1, or one for each disk of a RAID-0 array. All figures are sums over them.
    pub queues: u64,
    /// Read requests.
    pub reads: u64,
    /// Write requests.
    pub writes: u64,
    /// Bios that were merged into an existing request.
    pub merged: u64,
    /// Blocks of 4 KiB read.
    pub blocks_read: u64,
    /// Blocks of 4 KiB written.
    pub blocks_written: u64,
    /// Writes of a single block.
    pub single_block_writes: u64,
    /// Mean time from a request's entry into the queue to its completion.
    pub average_wait_ns: u64,
    /// Time in which the device served requests.
    pub busy_ns: u64,
    /// Part of `busy_ns` spent on seeks and rotation.
    pub positioning_ns: u64,
    /// Part of `busy_ns` spent on transfers at the device's rate.
    pub transfer_ns: u64,
    /// Part of `busy_ns` spent on copying inside the flash.
    pub copying_ns: u64,
}

/// Names of the activities of a task, in the order of the variants of [`Activity`](crate::sched::task::Activity).
pub const ACTIVITY_NAMES: [&str; 8] = [
    "idle",
    "running",
    "waiting_for_cpu",
    "waiting_for_io",
    "throttled",
    "direct_reclaim",
    "congestion_wait",
    "waiting_for_peer",
];

impl Simulation {
    /// Returns the report of the run so far.
    #[must_use]
    pub fn report(&self) -> Report {
        let m = self.machine();
        let elapsed_ns = self.ended_at().unwrap_or(m.now());
        let bytes_done = m.bytes_done();
        let counters = m.counters(None);
        Report {
            engine: env!("CARGO_PKG_VERSION"),
            elapsed_ns,
            finished: self.finished(),
            bytes_done,
            throughput: (u128::from(bytes_done) * 1_000_000_000 / u128::from(elapsed_ns.max(1)))
                as u64,
            derived: derived(&m),
            gauges: m.gauges(None),
            zones: (0..m.memory.zones.len())
                .map(|z| ZoneReport {
                    name: m.memory.zones[z].name.clone(),
                    present: m.memory.zones[z].present,
                    watermarks: [
                        m.memory.zones[z].watermarks.min,
                        m.memory.zones[z].watermarks.low,
                        m.memory.zones[z].watermarks.high,
                    ],
                    protection: m.memory.zones[z].lowmem_reserve.clone(),
                    counters: m.counters(Some(z)),
                    gauges: m.gauges(Some(z)),
                    at_pageout: m.observed().pageouts[z].report(
                        &(m.observed().pageout_entries.iter())
                            .filter(|entry| entry.zone == z)
                            .collect::<Vec<_>>(),
                    ),
                })
                .collect(),
            tasks: m
                .sched
                .tasks()
                .iter()
                .zip(&m.observed().tasks)
                .map(|(task, times)| {
                    let mut spent = times.spent;
                    spent[task.activity as usize] += m.now() - task.since;
                    TaskReport {
                        name: task.name.clone(),
                        runtime_ns: task.runtime,
                        spent_ns: ordered::map(ACTIVITY_NAMES.iter().copied().zip(spent)),
                        longest_stall_ns: times.longest_stall,
                        bytes_done: task.bytes_done,
                    }
                })
                .collect(),
            devices: devices(&m),
            laps: m.observed().laps.iter().map(Lap::report).collect(),
            functions: functions(&m),
            removed_runs: m.observed().tree_locks.runs.to_vec(),
            moments: ordered::map(
                m.observed()
                    .moments
                    .iter()
                    .map(|(moment, at)| (moment.name(), at)),
            ),
            digest: format!("{:016x}", m.digest()),
            counters,
        }
    }

    /// Digest of the whole state.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.machine().digest()
    }
}

/// Returns every function that took CPU time.
fn functions(m: &Watched) -> Vec<FunctionReport> {
    let busy: u64 = m.sched.tasks().iter().map(|task| task.runtime).sum();
    let share = |ns: u64| (u128::from(ns) * 1_000_000 / u128::from(busy.max(1))) as u64;
    let mut functions = Vec::new();
    for (id, task) in m.sched.tasks().iter().enumerate() {
        let row = *m.profile(id as u32);
        let spent = Function::ALL.iter().zip(row).filter(|&(_, ns)| ns > 0);
        functions.extend(spent.map(|(f, cpu_ns)| FunctionReport {
            name: format!("{} {}", task.name, f.name()),
            cpu_ns,
            share_ppm: share(cpu_ns),
        }));
    }
    functions
}

fn derived(m: &Watched) -> BTreeMap<String, u64> {
    let total = |counter| m.observed().vmstat.total(counter);
    let basis_points = |part: u64, whole: u64| (part * 10_000).checked_div(whole).unwrap_or(0);
    let (scan_k, scan_d) = (total(Counter::PgScanKswapd), total(Counter::PgScanDirect));
    let direct = total(Counter::PgSteal) - total(Counter::KswapdSteal);
    let swapped = total(Counter::PswpOut).min(total(Counter::NrVmscanWrite));
    let runs = &m.observed().tree_locks.runs;
    let removed: u64 = runs.iter().zip(1..).map(|(n, len)| n * len).sum();
    ordered::map([
        (
            "removed_run_hundredths",
            (100 * removed).checked_div(runs.iter().sum()).unwrap_or(0),
        ),
        ("tree_lock_contended", m.observed().tree_locks.contended),
        ("tree_lock_spin_ns", m.observed().tree_locks.spin_ns),
        (
            "pg_stall_allocated_in_reclaim",
            m.observed().stalls.allocated_in_reclaim,
        ),
        (
            "pg_stall_allocated_in_wait",
            m.observed().stalls.allocated_in_wait,
        ),
        (
            "kswapd_efficiency_basis_points",
            basis_points(total(Counter::KswapdSteal), scan_k),
        ),
        (
            "direct_efficiency_basis_points",
            basis_points(direct, scan_d),
        ),
        (
            "direct_share_of_scan_basis_points",
            basis_points(scan_d, scan_k + scan_d),
        ),
        (
            "file_pages_written_by_reclaim",
            total(Counter::NrVmscanWrite) - swapped,
        ),
        ("nr_dirty_threshold", m.global_dirty_limits(false).dirty),
        (
            "nr_dirty_background_threshold",
            m.global_dirty_limits(false).background,
        ),
    ])
}

fn devices(m: &Machine) -> Vec<DeviceReport> {
    (m.io.bdis().iter())
        .filter_map(|bdi| Some((bdi, bdi.device?)))
        .map(|(bdi, device)| {
            let mut report = DeviceReport {
                name: bdi.name.clone(),
                queues: 0,
                reads: 0,
                writes: 0,
                merged: 0,
                blocks_read: 0,
                blocks_written: 0,
                single_block_writes: 0,
                average_wait_ns: 0,
                busy_ns: 0,
                positioning_ns: 0,
                transfer_ns: 0,
                copying_ns: 0,
            };
            let mut wait = 0;
            for queue in m.io.block.device_queues(device) {
                let stats = m.io.block.stats(queue);
                report.queues += 1;
                report.reads += stats.reads;
                report.writes += stats.writes;
                report.merged += stats.merged;
                report.blocks_read += stats.blocks_read;
                report.blocks_written += stats.blocks_written;
                report.single_block_writes += stats.single_block_writes;
                report.busy_ns += stats.busy_ns;
                report.positioning_ns += stats.positioning_ns;
                report.transfer_ns += stats.transfer_ns;
                report.copying_ns += stats.copying_ns;
                wait += stats.wait_ns;
            }
            report.average_wait_ns = wait.checked_div(report.reads + report.writes).unwrap_or(0);
            report
        })
        .collect()
}

impl Machine {
    /// Bytes that the workload has read or written.
    #[must_use]
    pub fn bytes_done(&self) -> u64 {
        self.sched.tasks().iter().map(|task| task.bytes_done).sum()
    }
}

impl Watched {
    /// Returns counters by name, of a zone or in total. For a zone, only those that are counted by zone
    /// ([`Counter::by_zone`]).
    #[must_use]
    pub fn counters(&self, zone: Option<usize>) -> BTreeMap<String, u64> {
        let counted = Counter::ALL
            .iter()
            .filter(|counter| zone.is_none() || counter.by_zone());
        ordered::map(counted.map(|&counter| {
            let value = match zone {
                Some(z) => self.observed().vmstat.of_zone(z, counter),
                None => self.observed().vmstat.total(counter),
            };
            (counter.name(), value)
        }))
    }
}

impl Machine {
    /// Returns gauges by name, of a zone or in total.
    #[must_use]
    pub fn gauges(&self, zone: Option<usize>) -> BTreeMap<String, u64> {
        let zones = match zone {
            Some(z) => &self.memory.zones[z..=z],
            None => &self.memory.zones[..],
        };
        let sum = |f: &dyn Fn(&crate::mm::zone::Zone) -> u64| zones.iter().map(f).sum::<u64>();
        ordered::map([
            ("nr_free_pages", sum(&|z| z.free)),
            ("nr_inactive_anon", sum(&|z| z.size(Lru::InactiveAnon))),
            ("nr_active_anon", sum(&|z| z.size(Lru::ActiveAnon))),
            ("nr_inactive_file", sum(&|z| z.size(Lru::InactiveFile))),
            ("nr_active_file", sum(&|z| z.size(Lru::ActiveFile))),
            ("nr_unevictable", sum(&|z| z.size(Lru::Unevictable))),
            ("nr_isolated_anon", sum(&|z| z.isolated[0])),
            ("nr_isolated_file", sum(&|z| z.isolated[1])),
            ("nr_dirty", sum(&|z| z.dirty)),
            ("nr_writeback", sum(&|z| z.writeback)),
        ])
    }
}

impl Watched {
    /// Returns the digest of the whole state: columns of the page frames, lists, counters, tasks, time and random
    /// number generator.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest_with(self.on.on())
    }

    /// Returns the digest of a run that reached the same state with the mechanisms `wanted` in place of those still
    /// open.
    #[must_use]
    pub fn digest_of(&self, wanted: MechanismSet) -> u64 {
        self.digest_with(self.on.with_open(wanted))
    }

    fn digest_with(&self, on: MechanismSet) -> u64 {
        let mut d = Digest::default();
        d.word(self.now());
        d.word(u64::from(self.random.peek()));
        d.word(on.bits());
        d.column16(&self.memory.frames.flags);
        d.column16(&self.memory.frames.mapping);
        d.column32(&self.memory.frames.index);
        for zone in &self.memory.zones {
            for word in [
                zone.free,
                zone.pcp,
                zone.dirty,
                zone.writeback,
                zone.pages_scanned,
            ] {
                d.word(word);
            }
            for list in &zone.lru {
                d.word(u64::from(list.len));
                // The order of a list is part of the state.
                for pfn in list.from_tail(&self.memory.frames) {
                    d.word(u64::from(pfn));
                }
            }
        }
        if on.has(Mechanism::Workingset) {
            for zone in &self.memory.zones {
                d.word(zone.inactive_age);
            }
        }
        for figure in self.observed().vmstat.figures() {
            d.word(figure);
        }
        for task in self.sched.tasks() {
            d.word(task.runtime);
            d.word(task.activity as u64);
            d.word(task.bytes_done);
        }
        d.word(self.sched.events_set());
        d.value()
    }
}
