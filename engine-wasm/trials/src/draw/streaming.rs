//! Streaming copies: one task, one file, a device without randomness. More memory or a faster disk must not slow them
//! down.

use reclaim_engine::scenario::program::{ReadFile, WriteFile};
use reclaim_engine::scenario::{
    Device, DeviceFigures, Filesystem, Hardware, Machine, Program, Scenario, Workload, Zone,
};

use super::{Dice, KINDS, blank, with_lanes};

/// Draws a streaming copy; in most cases the file is larger than RAM.
pub fn scenario(dice: &mut Dice, seed: u64) -> Scenario {
    let names: &[&str] = dice.pick(&[&["DMA32"][..], &["DMA32", "Normal"]]);
    let zones: Vec<Zone> = names
        .iter()
        .map(|name| Zone {
            name: (*name).to_owned(),
            present_pages: u64::from(dice.within(400, 3_000)),
            lowmem_reserve_ratio: 256,
            kernel_pages: 0,
        })
        .collect();
    let machine = Machine {
        cpus: dice.pick(&[1, 1, 2, 4]),
        cpu_speed_percent: 100,
        copy_speed_percent: None,
        transparent_hugepages: false,
        hz: dice.pick(&[100, 250, 1_000]),
        zones,
        resident: Default::default(),
    };
    let pages = machine.present_pages() as u32;
    let kind = dice.pick(&KINDS);
    let filesystem = String::from("/mnt0");
    let file_kb = 4 * u64::from(dice.within(pages / 2, 3 * pages));
    let call_kb = dice.pick(&[4, 64, 1_024]);
    let run = if dice.percent(50) {
        Program::WriteFile(WriteFile {
            filesystem: filesystem.clone(),
            file: None,
            tasks: 1,
            file_kb,
            call_kb,
            passes: 1,
            fsync_kb: 0,
            random: false,
            streams: 1,
        })
    } else {
        Program::ReadFile(ReadFile {
            filesystem: filesystem.clone(),
            file: None,
            tasks: 1,
            file_kb,
            call_kb,
            passes: 1,
        })
    };
    let figures = figures(dice, file_kb);
    let scenario = Scenario {
        title: format!("Random streaming copy {seed}"),
        devices: vec![Device {
            name: "sd0".into(),
            hardware: Hardware::Figures(figures),
            earlier_writes_percent: 0,
        }],
        filesystems: vec![Filesystem {
            name: filesystem,
            kind,
            device: "sd0".into(),
        }],
        workload: vec![Workload {
            name: "dd".into(),
            start_ms: 0,
            after: None,
            awaited: true,
            run,
        }],
        ..blank(seed, machine)
    };
    with_lanes(dice, scenario)
}

fn figures(dice: &mut Dice, file_kb: u64) -> DeviceFigures {
    let seek_min_us = dice.pick(&[0, 0, 1_000]);
    DeviceFigures {
        read_kb_per_s: dice.pick(&[8_000, 30_000, 90_000, 400_000]),
        write_kb_per_s: dice.pick(&[4_000, 30_000, 90_000, 400_000]),
        overhead_us: dice.pick(&[0, 100]),
        seek_min_us,
        seek_max_us: if seek_min_us > 0 { 16_000 } else { 0 },
        half_rotation_us: if seek_min_us > 0 { 4_170 } else { 0 },
        rpm: 0,
        ncq_depth: 0,
        small_write_kb: 0,
        small_write_extra_us: 0,
        flash: None,
        stall_per_mille: 0,
        stall_us: 0,
        write_cache_kb: None,
        write_cache_kb_per_s: None,
        jitter_percent: 0,
        capacity_mib: file_kb.div_ceil(1_024) as u32 + 100,
        in_flight: 1,
        nr_requests: 128,
        max_request_kb: 512,
        members: 1,
        chunk_kb: 64,
    }
}
