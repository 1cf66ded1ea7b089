//! `reclaim bench`: speed of the engine on this computer, in page-cycles per second during reclaim.
//!
//! A page-cycle is one allocation of a page frame, with its share of all other work. A machine is warmed up until it
//! reclaims, then measured in windows of a fixed number of allocations. If one run is too short for all windows, the
//! machine runs several times. The result is the median of the windows, because outliers measure other load on the
//! computer.

use std::time::Instant;

use reclaim_engine::catalogue;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::scenario::{Scenario, prepare, resized};
use reclaim_engine::simulation::{RunStatus, Simulation};
use serde_json::{Value, json};

use crate::args::{BenchArguments, BenchFormat};
use crate::failure::Failure;
use crate::numbers::shown;
use crate::source::load;
use crate::table::Table;

/// Events between two checks of the counters.
const EVENTS_AT_ONCE: u64 = 256;
/// Allocations, as a multiple of the machine's frames, after which a machine counts as warmed up even without reclaim.
const WARM_AFTER: u64 = 2;

/// Largest number of runs of one machine, if a run ends before all windows are complete.
const MOST_RUNS: u32 = 8;

/// Measurements of one machine.
struct Measured {
    scenario: String,
    ram_mib: u64,
    frames: u64,
    /// Whether reclaim had started before the first window.
    reclaims: bool,
    /// Allocations in all windows.
    pages: u64,
    /// Nanoseconds per page-cycle for each window; empty if the run ended before the first one.
    window_ns: Vec<f64>,
    /// Nanoseconds per page-cycle with tracing on, for windows that alternate with the untraced ones.
    traced_window_ns: Vec<f64>,
}

/// Measures the machines, or only returns their documents.
pub fn bench(arguments: &BenchArguments) -> Result<String, Failure> {
    let catalogue = catalogue::of_engine();
    let mut machines = Vec::new();
    for source in &arguments.sources {
        let scenario = load(source)?;
        if arguments.ram_mib.is_empty() {
            machines.push((source.clone(), prepare(&scenario, &catalogue)?));
        }
        for mib in &arguments.ram_mib {
            let sized = resized(&scenario, mib * 256, &catalogue)?;
            machines.push((source.clone(), prepare(&sized, &catalogue)?));
        }
    }
    if arguments.format == BenchFormat::Documents {
        let documents: Vec<_> = machines
            .iter()
            .map(|(name, scenario)| {
                let mut scenario = scenario.clone();
                scenario.against = None;
                let ram_mib = scenario.machine.present_pages() / 256;
                json!({ "scenario": name, "ram_mib": ram_mib, "document": scenario })
            })
            .collect();
        return Ok(format!("{}\n", json!(documents)));
    }
    let measured: Result<Vec<Measured>, Failure> = machines
        .iter()
        .map(|(name, scenario)| measure(name, scenario, arguments))
        .collect();
    Ok(match arguments.format {
        BenchFormat::Json => {
            let rows: Vec<_> = measured?.iter().map(as_json).collect();
            format!("{}\n", json!(rows))
        }
        _ => text(&measured?),
    })
}

fn as_json(row: &Measured) -> Value {
    json!({
        "scenario": row.scenario,
        "ram_mib": row.ram_mib,
        "frames": row.frames,
        "reclaims": row.reclaims,
        "pages": row.pages,
        "window_ns": row.window_ns,
        "traced_window_ns": row.traced_window_ns,
    })
}

fn allocated(simulation: &Simulation) -> u64 {
    simulation
        .machine()
        .observed()
        .vmstat
        .total(Counter::PgAlloc)
}

fn measure(
    name: &str,
    scenario: &Scenario,
    arguments: &BenchArguments,
) -> Result<Measured, Failure> {
    let frames = scenario.machine.present_pages();
    let mut measured = Measured {
        scenario: name.to_owned(),
        ram_mib: frames / 256,
        frames,
        reclaims: false,
        pages: 0,
        window_ns: Vec::new(),
        traced_window_ns: Vec::new(),
    };
    let windows = arguments.windows as usize;
    for _ in 0..MOST_RUNS {
        let before = measured.window_ns.len();
        let left = windows - before;
        run(scenario, arguments, left, &mut measured)?;
        if measured.window_ns.len() == before || measured.window_ns.len() >= windows {
            break;
        }
    }
    Ok(measured)
}

/// Runs the machine once from its start, and measures at most `windows` windows.
fn run(
    scenario: &Scenario,
    arguments: &BenchArguments,
    windows: usize,
    measured: &mut Measured,
) -> Result<(), Failure> {
    let mut simulation = Simulation::new(scenario)?;
    let frames = measured.frames;
    measured.reclaims = false;
    let mut finished = false;
    while !measured.reclaims && !finished && allocated(&simulation) < WARM_AFTER * frames {
        finished = simulation.run(u64::MAX, EVENTS_AT_ONCE) == RunStatus::Finished;
        measured.reclaims = simulation
            .machine()
            .observed()
            .vmstat
            .total(Counter::PgSteal)
            > 0;
    }
    let windows = windows * if arguments.traced { 2 } else { 1 };
    for window in 0..windows {
        let traced = arguments.traced && window % 2 == 1;
        simulation.set_tracing(traced);
        let (before, started) = (allocated(&simulation), Instant::now());
        while !finished && allocated(&simulation) < before + arguments.pages {
            finished = simulation.run(u64::MAX, EVENTS_AT_ONCE) == RunStatus::Finished;
        }
        let pages = allocated(&simulation) - before;
        // The run ended before the window was complete.
        if pages < arguments.pages {
            break;
        }
        let ns = started.elapsed().as_secs_f64() * 1e9 / pages as f64;
        measured.pages += pages;
        if traced {
            measured.traced_window_ns.push(ns);
        } else {
            measured.window_ns.push(ns);
        }
    }
    Ok(())
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

fn text(rows: &[Measured]) -> String {
    let mut table = Table::new(&[
        "scenario",
        "MiB",
        "windows",
        "ns/page-cycle",
        "million page-cycles/s",
        "traced",
    ]);
    for row in rows {
        let ns = median(&row.window_ns);
        let missing = || {
            if row.pages == 0 {
                String::from("run too short")
            } else {
                String::new()
            }
        };
        let traced = median(&row.traced_window_ns).zip(ns);
        table.row(vec![
            row.scenario.clone(),
            shown(row.ram_mib as f64),
            row.window_ns.len().to_string(),
            ns.map_or_else(missing, |ns| format!("{ns:.1}")),
            ns.map_or_else(String::new, |ns| format!("{:.2}", 1e3 / ns)),
            traced.map_or_else(String::new, |(traced, ns)| {
                format!("{:+.1} %", (traced / ns - 1.0) * 100.0)
            }),
        ]);
    }
    table.text()
}
