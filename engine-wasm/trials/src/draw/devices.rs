//! Random devices: models of the engine or custom figures, with just enough capacity or more.

use reclaim_engine::block::models::MODELS;
use reclaim_engine::scenario::{
    Device, DeviceFigures, Filesystem, FlashFigures, Hardware, Swap, Workload, files_kb_of,
};

use super::Dice;

/// Draws a device for each name, with enough capacity for its files and swap.
pub fn devices(
    dice: &mut Dice,
    names: &[String],
    filesystems: &[Filesystem],
    swap: Option<&Swap>,
    workload: &[Workload],
) -> Vec<Device> {
    // The shares add up to at most 100 %.
    let share = 100 / names.len().max(1) as u32;
    names
        .iter()
        .map(|name| {
            let swap_kb = swap
                .filter(|swap| swap.device == *name)
                .map_or(0, |swap| 4 * swap.pages);
            let files_kb: u64 = filesystems
                .iter()
                .filter(|fs| fs.device == *name)
                .map(|fs| files_kb_of(workload, &fs.name))
                .sum();
            Device {
                name: name.clone(),
                hardware: if dice.percent(25) {
                    let at = dice.within(0, MODELS.len() as u32 - 1) as usize;
                    Hardware::Model(MODELS[at].id.to_owned())
                } else {
                    Hardware::Figures(figures(dice, swap_kb + files_kb))
                },
                earlier_writes_percent: dice.pick(&[0, 0, 0, share / 2, share]),
            }
        })
        .collect()
}

fn figures(dice: &mut Dice, needed_kb: u64) -> DeviceFigures {
    let members = dice.pick(&[1, 1, 1, 2, 3, 4]);
    let spare = dice.pick(&[0, 1, 40, 5_000]);
    let rate = |dice: &mut Dice| dice.pick(&[2_000, 8_000, 30_000, 90_000, 500_000]);
    let cached = dice.percent(15);
    let seek_min_us = dice.pick(&[0, 0, 500, 2_000]);
    let capacity_mib = (needed_kb.div_ceil(1_024 * u64::from(members)) as u32).max(1) + spare;
    let flash = dice.percent(25).then(|| flash(dice, capacity_mib));
    let has_flash = flash.is_some();
    let max_request_kb = 4 * dice.pick(&[1, 2, 7, 30, 128, 128, 1_024]);
    let write_cache_kb = match has_flash {
        true => None,
        false => write_cache(dice, max_request_kb, capacity_mib),
    };
    DeviceFigures {
        read_kb_per_s: rate(dice),
        write_kb_per_s: rate(dice),
        overhead_us: dice.within(0, 300),
        seek_min_us,
        seek_max_us: seek_min_us + dice.pick(&[0, 15_000]),
        half_rotation_us: dice.pick(&[0, 4_170]),
        rpm: dice.pick(&[0, 0, 7_200, 5_400]),
        ncq_depth: dice.pick(&[0, 0, 2, 31]),
        small_write_kb: dice.pick(&[0, 0, 64, 256]),
        small_write_extra_us: dice.within(0, 5_000),
        stall_per_mille: if cached { dice.within(1, 20) } else { 0 },
        stall_us: if cached { 50_000 } else { 0 },
        write_cache_kb,
        write_cache_kb_per_s: write_cache_kb
            .filter(|&kb| kb > 0 && dice.percent(50))
            .map(|_| rate(dice)),
        jitter_percent: dice.within(0, 30),
        capacity_mib,
        in_flight: dice.pick(&[1, 1, 2, 32]),
        nr_requests: dice.pick(&[4, 5, 16, 128, 128, 1_024]),
        max_request_kb,
        members,
        chunk_kb: 4 * dice.pick(&[1, 3, 16, 128]),
        flash,
    }
}

/// Draws a write cache: unspecified, none, or one at least as large as a request and at most as large as the device.
fn write_cache(dice: &mut Dice, max_request_kb: u32, capacity_mib: u32) -> Option<u32> {
    let most = capacity_mib.saturating_mul(1_024);
    let size = dice.pick(&[0, 1, 8_192, 32_768, 1_048_576]);
    let size = size.max(max_request_kb);
    match dice.within(0, 3) {
        0 if size <= most => Some(size),
        1 => Some(0),
        _ => None,
    }
}

fn flash(dice: &mut Dice, capacity_mib: u32) -> FlashFigures {
    let allocation_unit_kb = dice
        .pick(&[4, 64, 132, 1_024, 4_096])
        .min(1_024 * capacity_mib);
    let most = (1_024 * u64::from(capacity_mib) / u64::from(allocation_unit_kb)).min(64) as u32;
    let open_units = dice.pick(&[1, 2, 5, 64]).min(most);
    FlashFigures {
        allocation_unit_kb,
        open_units,
        open_units_random: dice.within(0, open_units),
        copy_kb_per_s: dice.pick(&[2_000, 15_000, 100_000]),
        switch_us: dice.pick(&[0, 0, 16_000]),
    }
}
