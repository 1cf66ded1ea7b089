//! Makes a machine from a scenario.

mod boot_memory;
mod resident;

use self::boot_memory::Boot;
use crate::block::{BlockLayer, models};
use crate::fs::filesystem::Filesystem;
use crate::fs::io::Io;
use crate::fs::metadata::{self, Metadata};
use crate::kernel::presets::Preset;
use crate::kernel::rules::Rules;
use crate::machine::Machine;
use crate::mechanism::{
    Mechanism, MechanismSet, Switches, alloc_fairness, cfq_sync_noidle_fairness,
    sync_async_congestion,
};
use crate::mm::buddy::Buddy;
use crate::mm::list::List;
use crate::mm::memory::{Memory, VmKnobs};
use crate::mm::migratetype::{Migratetype, groups_by_mobility};
use crate::mm::page::Pfn;
use crate::mm::page_cache::{Extent, PageCache};
use crate::mm::page_writeback::{DirtyKnobs, DirtyThrottle, GlobalDirtyLimit};
use crate::mm::zone::{
    Zone, ZoneSize, inactive_ratio, lowmem, lowmem_reserve, min_free_kbytes, per_cpu_list_sizes,
    recommended_min_free_kbytes, watermarks,
};
use crate::observer::Observer;
use crate::random::Random;
use crate::scenario::{FilesystemKind, Scenario};
use crate::sched::cost::CpuSpeed;
use crate::sched::scheduler::Scheduler;
use crate::sched::waits::Waits;
use crate::workload::shared::Programs;

/// Returns the mechanisms that are on at the start: those of the preset, changed by the scenario's switches.
#[must_use]
pub fn mechanisms(preset: &Preset, scenario: &Scenario) -> MechanismSet {
    scenario
        .mechanisms
        .iter()
        .fold(preset.mechanisms, |set, (id, &on)| {
            match Mechanism::by_id(id) {
                Some(mechanism) => set.with(mechanism, on),
                None => set,
            }
        })
}

/// Makes a machine at time 0, without tasks. The scenario must be valid and already scaled. `on` are the switches of
/// its mechanisms.
#[must_use]
pub fn machine(scenario: &Scenario, preset: &Preset, on: Switches) -> Machine {
    let rules = preset.rules.clone();
    let empty_slabs = rules.empty_slabs;
    let present: Vec<u64> = scenario
        .machine
        .zones
        .iter()
        .map(|zone| zone.present_pages)
        .collect();
    let sizes = zone_sizes(scenario);
    let knobs = vm_knobs(scenario, &rules, &sizes);
    let dirty_knobs = dirty_knobs(scenario, &rules);
    let zones = zones(scenario, &rules, &sizes, knobs.min_free_kbytes);
    let figures: Vec<_> = scenario
        .devices
        .iter()
        .filter_map(|device| Some((device.name.clone(), models::resolve(&device.hardware)?)))
        .collect();
    let class = sync_async_congestion::queue_class(on.has(Mechanism::SyncAsyncCongestion));
    let mut block = BlockLayer::new(&figures, class);
    if rules.virtio_mq {
        block.use_multi_queue();
    }
    let hz = u64::from(scenario.machine.hz);
    let (queues, room) = (block.queue_count() as usize, present.iter().sum::<u64>());
    let cache = PageCache::with_room_for(room as usize);
    let mut machine = Machine {
        sched: Scheduler::new(
            hz,
            scenario.machine.cpus,
            cpu_speed(&scenario.machine),
            rules.sched,
        ),
        random: Random::new(scenario.seed),
        rules,
        on,
        memory: Memory::new(
            zones,
            scenario.machine.cpus,
            knobs,
            scenario.machine.resident.slab_objects,
            empty_slabs,
        ),
        io: Io::new(block, cache, figures.iter().map(|(name, _)| &**name)),
        writeback: DirtyThrottle::new(dirty_knobs, room, scenario.machine.cpus),
        waits: Waits::new(queues, present.len()),
        observer: Observer::new(present.len()),
        programs: Programs::default(),
    };
    let fair = machine.on.has(Mechanism::CfqSyncNoidleFairness);
    let elevator = cfq_sync_noidle_fairness::elevator(fair, &machine.rules);
    machine.io.block.set_elevator_rules(elevator);
    let mut boot = Boot::new(scenario.seed, present.iter().sum());
    for z in 0..machine.memory.zones.len() {
        machine.free_memory_at_boot(z, &mut boot);
    }
    mount(&mut machine, scenario);
    if let Some(swap) = &scenario.swap
        && let Some(device) = machine.io.block.device(&swap.device)
    {
        machine.memory.swap_on(device, swap.pages);
    }
    for (z, zone) in scenario.machine.zones.iter().enumerate() {
        machine.take_for_kernel(z, zone.kernel_pages);
    }
    machine.place_resident(&scenario.machine.resident, &mut boot);
    machine.free_gaps(&mut boot);
    let limit = machine.global_dirty_limits(false).dirty;
    let by_time = machine.rules.proportions_by_time.then_some(hz);
    machine.writeback.begin_limits(limit, by_time);
    if machine.rules.global_limit_from_boot {
        machine.writeback.global_limit = GlobalDirtyLimit::new(limit);
    }
    for (at, device) in scenario.devices.iter().enumerate() {
        let earlier = &machine.writeback.completions;
        machine.io.bdi_mut(at as u8).completions = earlier.earlier(device.earlier_writes_percent);
    }
    machine.begin_slab_caches();
    machine.observer.clear_counters();
    machine
}

fn cpu_speed(machine: &crate::scenario::Machine) -> CpuSpeed {
    let speed = CpuSpeed::of_percent(machine.cpu_speed_percent);
    match machine.copy_speed_percent {
        Some(percent) => speed.copying_at(percent),
        None => speed,
    }
}

fn zone_sizes(scenario: &Scenario) -> Vec<ZoneSize> {
    let zones = scenario.machine.zones.iter();
    zones
        .map(|zone| ZoneSize {
            present: zone.present_pages,
            highmem: zone.name == "HighMem",
        })
        .collect()
}

/// Number of pages below which the kernel turns huge pages off at boot (hugepage_init, 512 MB).
const HUGE_PAGES_FROM: u64 = 131_072;

/// Returns the default of min_free_kbytes, kB. The kernel sets it at boot, and khugepaged may raise it.
fn min_free_kbytes_of(scenario: &Scenario, rules: &Rules, sizes: &[ZoneSize]) -> u64 {
    let lowmem = lowmem(sizes);
    let at_boot = min_free_kbytes(lowmem);
    let pages: u64 = sizes.iter().map(|zone| zone.present).sum();
    let huge = scenario.machine.transparent_hugepages && pages >= HUGE_PAGES_FROM;
    if huge && rules.khugepaged {
        at_boot.max(recommended_min_free_kbytes(sizes.len() as u64, lowmem))
    } else {
        at_boot
    }
}

fn vm_knobs(scenario: &Scenario, rules: &Rules, sizes: &[ZoneSize]) -> VmKnobs {
    let vm = &scenario.vm;
    VmKnobs {
        swappiness: u64::from(vm.swappiness.unwrap_or(60)),
        min_free_kbytes: vm
            .min_free_kbytes
            .unwrap_or_else(|| min_free_kbytes_of(scenario, rules, sizes)),
        page_cluster: vm.page_cluster.unwrap_or(3),
        ra_pages: vm.read_ahead_kb.unwrap_or(128) / 4,
    }
}

fn dirty_knobs(scenario: &Scenario, rules: &Rules) -> DirtyKnobs {
    let vm = &scenario.vm;
    let centisecond = 10_000_000;
    DirtyKnobs {
        dirty_ratio: u64::from(vm.dirty_ratio.unwrap_or(rules.dirty_ratio)),
        dirty_background_ratio: u64::from(
            vm.dirty_background_ratio
                .unwrap_or(rules.dirty_background_ratio),
        ),
        dirty_bytes: vm.dirty_bytes.unwrap_or(0),
        dirty_background_bytes: vm.dirty_background_bytes.unwrap_or(0),
        dirty_expire: u64::from(vm.dirty_expire_centisecs.unwrap_or(3000)) * centisecond,
        dirty_writeback: u64::from(vm.dirty_writeback_centisecs.unwrap_or(500)) * centisecond,
    }
}

/// Returns the first physical frame number of a zone, as in the memory layout of PCs of the time.
fn base_pfn(name: &str, after: u64) -> u64 {
    match name {
        "DMA" => 0x10,
        "DMA32" => 0x1000,
        "Normal" => 0x10_0000,
        _ => after.next_multiple_of(1024),
    }
    .max(after)
}

fn zones(
    scenario: &Scenario,
    rules: &Rules,
    sizes: &[ZoneSize],
    min_free_kbytes: u64,
) -> Vec<Zone> {
    let marks = watermarks(sizes, min_free_kbytes);
    let present: Vec<u64> = sizes.iter().map(|zone| zone.present).collect();
    let grouped = groups_by_mobility(present.iter().sum());
    let mut start = 0;
    let mut pfn = 0;
    let mut zones = Vec::new();
    for (z, spec) in scenario.machine.zones.iter().enumerate() {
        let (pcp_batch, pcp_high) = per_cpu_list_sizes(present[z]);
        let base = base_pfn(&spec.name, pfn);
        zones.push(Zone {
            name: spec.name.clone(),
            start: start as Pfn,
            base_pfn: base,
            present: present[z],
            highmem: sizes[z].highmem,
            watermarks: marks[z],
            overlooked: 2 * u64::from(rules.watermark_test_off_by_two),
            lowmem_reserve: lowmem_reserve(&present, z, u64::from(spec.lowmem_reserve_ratio)),
            free: 0,
            pcp: 0,
            buddy: Buddy::new(
                start as Pfn,
                present[z] as u32,
                grouped,
                rules.stolen_rest_stays,
            ),
            pcp_batch,
            pcp_high,
            lru: [List::default(); 5],
            isolated: [0; 2],
            dirty: 0,
            writeback: 0,
            recent_scanned: [0; 2],
            recent_rotated: [0; 2],
            saved_scan: [0; 4],
            pages_scanned: 0,
            all_unreclaimable: false,
            congested: false,
            tail_lru_dirty: false,
            alloc_batch: alloc_fairness::batch(&marks[z]),
            inactive_age: 0,
            under_writeback: false,
            kernel: 0,
            inactive_ratio: inactive_ratio(present[z]),
        });
        start += present[z];
        pfn = base + present[z];
    }
    zones
}

fn mount(machine: &mut Machine, scenario: &Scenario) {
    for (at, spec) in scenario.filesystems.iter().enumerate() {
        let Some(device) = machine.io.block.device(&spec.device) else {
            continue;
        };
        let blocks = machine.io.block.device_blocks(device);
        let striped = machine.io.block.device_queues(device).len() > 1;
        let mut filesystem = Filesystem::new(spec.kind, device, device as u8, blocks, striped);
        if spec.kind == FilesystemKind::FuseNtfs {
            let block_mapping = machine.io.cache.create(at as u8, device as u8, true, 0);
            if let Some(id) = block_mapping {
                let len = blocks.min(u64::from(u32::MAX)) as u32;
                machine.io.cache.get_mut(id).extents.push(Extent {
                    index: 0,
                    block: 0,
                    len,
                });
            }
            filesystem.block_mapping = block_mapping;
            filesystem.bdi = machine
                .io
                .register_connection(format!("{} (fuse)", spec.name));
        }
        if metadata::is_cached(spec.kind, blocks)
            && let Some(id) = machine.io.cache.create(at as u8, device as u8, true, 0)
        {
            machine.io.cache.get_mut(id).migratetype = Migratetype::Movable;
            filesystem.metadata = Some(Metadata::new(id));
        }
        machine.io.mount(filesystem);
    }
}
