//! Runs a scenario with the reference beside it.

use reclaim_engine::block::{Class, models};
use reclaim_engine::machine::Machine;
use reclaim_engine::mm::page::flag;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::observer::watched::Watched;
use reclaim_engine::scenario::{Program, Scenario};
use reclaim_engine::simulation::Simulation;
use reclaim_reference::{Counters, Kernel, LISTS, Page, QueueFigures, Reference, Zone};

/// Number of steps at the start. After each of them, everything is compared. Later, everything is compared after every
/// `STRIDE` steps.
const CLOSE: u64 = 1_500;
const STRIDE: u64 = 60;

/// Result of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Decisions that were compared.
    pub agreed: u64,
    /// Entries of the record.
    pub entries: u64,
    /// Pages that reclaim freed.
    pub freed: u64,
}

/// Removes from a scenario everything that the reference does not model. Returns false if nothing is left.
pub fn within_its_knowledge(scenario: &mut Scenario) -> bool {
    let blocks = |run: &Program| matches!(run, Program::TakeBlocks(_) | Program::PtyWriter(_));
    scenario.workload.retain(|entry| !blocks(&entry.run));
    let names: Vec<String> = scenario.workload.iter().map(|it| it.name.clone()).collect();
    for entry in &mut scenario.workload {
        entry.after = entry.after.take().filter(|name| names.contains(name));
    }
    scenario.until_ms = Some(86_400_000);
    scenario.mechanisms.insert("instant_free".into(), false);
    scenario
        .interventions
        .retain(|it| it.mechanism != "instant_free");
    !scenario.workload.is_empty()
}

/// Runs the engine and the reference side by side for `events` events.
///
/// # Errors
/// The first difference, its time, and both values.
pub fn in_step(scenario: &Scenario, events: u64) -> Result<Outcome, String> {
    let mut simulation = Simulation::new(scenario).map_err(|problems| format!("{problems:?}"))?;
    simulation.begin_record();
    let mut reference = beginning(&simulation.machine(), simulation.scenario());
    let devices = simulation.scenario().devices.len() as u32;
    let mut outcome = Outcome::default();
    for event in 0..events {
        reference.kernel.switches = switches(&simulation.machine());
        let goes_on = simulation.step();
        let entries = simulation.take_record();
        let at = || format!("event {event}, {} ns", simulation.now());
        for entry in &entries {
            let followed = reference.follow(entry);
            followed.map_err(|what| format!("{}, {entry:?}\n  {what}", at()))?;
        }
        outcome.entries += entries.len() as u64;
        if event < CLOSE || event.is_multiple_of(STRIDE) || !goes_on {
            compare(&reference, &simulation.machine(), devices)
                .map_err(|what| format!("{}: {what}", at()))?;
        }
        // The reference does not model lumpy reclaim, which starts when nodes of the page cache's trees need two
        // adjacent pages.
        let lumpy = {
            let machine = simulation.machine();
            machine.rules.lumpy_reclaim && machine.memory.kswapd.order_asked() > 0
        };
        if !goes_on || lumpy {
            break;
        }
    }
    outcome.agreed = reference.agreed;
    let freed = reference
        .zones
        .iter()
        .map(|zone| zone.counters.pgsteal.iter().sum::<u64>());
    outcome.freed = freed.sum();
    Ok(outcome)
}

fn switches(m: &Machine) -> Vec<String> {
    m.on.on()
        .iter()
        .map(|mechanism| mechanism.info().id.to_owned())
        .collect()
}

fn beginning(m: &Watched, scenario: &Scenario) -> Reference {
    let zones = (0..m.memory.zones.len())
        .map(|z| (m.memory.zones[z].start, zone(m, z)))
        .collect();
    let pages = (0..m.memory.frames.len() as u32)
        .map(|pfn| page(m, pfn))
        .collect();
    let mut kernel = Kernel::new(
        &scenario.kernel,
        m.memory.knobs.swappiness,
        m.memory.swap().is_some(),
        m.memory.cpus.len(),
    );
    kernel.switches = switches(m);
    Reference::new(kernel, zones, pages, &queues(m, scenario))
}

/// Returns the parameters of each request queue.
fn queues(m: &Machine, scenario: &Scenario) -> Vec<QueueFigures> {
    let figures = scenario
        .devices
        .iter()
        .filter_map(|device| models::resolve(&device.hardware));
    let queues = (0..).zip(figures).flat_map(|(device, figures)| {
        m.io.block.device_queues(device).map(move |_| QueueFigures {
            nr_requests: figures.nr_requests,
            max_pages: (figures.max_request_kb / 4).max(1),
            in_flight: match figures.ncq_depth {
                0 | 1 => figures.in_flight.max(1),
                depth => depth,
            },
            is_virtual: figures.in_flight > 1 && figures.ncq_depth < 2,
        })
    });
    queues.collect()
}

/// Returns the engine's zone in the form of the reference.
fn zone(m: &Watched, z: usize) -> Zone {
    let zone = &m.memory.zones[z];
    let of = |counter| m.observed().vmstat.of_zone(z, counter);
    let passed_over = [Counter::NrVmscanImmediate, Counter::NrVmscanWriteSkip];
    Zone {
        lists: Lru::EVICTABLE
            .map(|lru| zone.lru[lru as usize].from_tail(&m.memory.frames).collect()),
        scanned: zone.recent_scanned,
        rotated: zone.recent_rotated,
        saved: zone.saved_scan,
        present: zone.present,
        high: zone.watermarks.high,
        counters: Counters {
            pgscan: [of(Counter::PgScanKswapd), of(Counter::PgScanDirect)],
            pgsteal: [of(Counter::KswapdSteal), of(Counter::PgStealDirect)],
            pgrefill: of(Counter::PgRefill),
            pgactivate: of(Counter::PgActivate),
            pgdeactivate: of(Counter::PgDeactivate),
            pgrotated: of(Counter::PgRotated),
            nr_vmscan_write: of(Counter::NrVmscanWrite),
            passed_over: passed_over.into_iter().map(of).sum(),
        },
    }
}

fn page(m: &Machine, pfn: u32) -> Page {
    let free = m.memory.frames.mapping[pfn as usize] >= reclaim_engine::mm::page::MAPPING_LIMIT
        && !m.memory.frames.any(pfn, flag::LRU);
    if free {
        return Page::default();
    }
    let has = |mask| m.memory.frames.has(pfn, mask);
    Page {
        anon: has(flag::SWAPBACKED),
        lru: has(flag::LRU),
        active: has(flag::ACTIVE),
        referenced: has(flag::REFERENCED),
        reclaim: has(flag::RECLAIM),
        dirty: has(flag::DIRTY),
        writeback: has(flag::WRITEBACK),
        unevictable: has(flag::UNEVICTABLE),
        held: m.memory.frames.pagevec_references(pfn).into(),
        dropped: false,
    }
}

fn compare(reference: &Reference, m: &Watched, devices: u32) -> Result<(), String> {
    for (class, device) in Class::ALL
        .into_iter()
        .flat_map(|class| (0..devices).map(move |device| (class, device)))
    {
        let of = |queue: u32| reference.queues[queue as usize].count(class.index());
        let mut queues = m.io.block.device_queues(device);
        if queues.any(|queue| reference.queues[queue as usize].given_up()) {
            continue;
        }
        let queues = m.io.block.device_queues(device);
        let engine: Vec<u32> = queues.clone().map(|q| m.io.block.count(q, class)).collect();
        let own: Vec<u32> = queues.clone().map(|queue| of(queue).0).collect();
        let engine = (engine, m.io.block.device_congested(device, class));
        let own = (own, queues.into_iter().any(|queue| of(queue).1));
        if engine != own {
            return Err(format!(
                "device {device}, {class:?}, requests and congestion: {engine:?} in the engine, {own:?} in the reference"
            ));
        }
    }
    for (z, own) in reference.zones.iter().enumerate() {
        let engine = zone(m, z);
        for (list, name) in LISTS.iter().enumerate() {
            let (theirs, ours) = (&engine.lists[list], &own.lists[list]);
            if theirs != ours {
                let at = theirs.iter().zip(ours).take_while(|(a, b)| a == b).count();
                return Err(format!(
                    "zone {z}, {name}: {} pages in the engine, {} in the reference; {at} from the tail \
                     on the one has {:?}, the other {:?}",
                    theirs.len(),
                    ours.len(),
                    theirs.get(at),
                    ours.get(at)
                ));
            }
        }
        let rest = |zone: &Zone| {
            (
                zone.scanned,
                zone.rotated,
                zone.saved,
                zone.counters.clone(),
            )
        };
        if rest(&engine) != rest(own) {
            return Err(format!(
                "zone {z}, recent_scanned, recent_rotated, saved, counters: {:?} in the engine, {:?} in the reference",
                rest(&engine),
                rest(own)
            ));
        }
        for &pfn in own.lists.iter().flatten() {
            // The engine and the reference differ in how they count a page that is in one pagevec several times.
            let once = |page: &Page| Page {
                dropped: false,
                held: page.held.min(1),
                ..page.clone()
            };
            let (theirs, ours) = (once(&page(m, pfn)), once(&reference.pages[pfn as usize]));
            if theirs != ours {
                return Err(format!(
                    "page {pfn}: {theirs:?} in the engine, {ours:?} in the reference"
                ));
            }
        }
    }
    Ok(())
}
