//! Random machines: mostly tiny, where every batch is large in comparison, and a few larger ones.

use reclaim_engine::scenario::{Machine, Resident, Spread, Zone};

use super::Dice;

/// Smallest machine, page frames, that is still valid when divided by two.
const SCALABLE: u32 = 33_000;

/// Draws the sizes of the zones; if the machine will be scaled, they are large enough for that.
fn sizes(dice: &mut Dice, zones: u32, scalable: bool) -> Vec<u64> {
    let least = 64 * zones.max(4);
    let frames = match dice.within(0, 99) {
        _ if scalable => dice.within(SCALABLE, SCALABLE + 2_000),
        0..=77 => dice.within(least, 900),
        78..=96 => dice.within(900, 4_000),
        _ => dice.within(4_000, 14_000),
    };
    // A zone can be tiny.
    let shares: Vec<u32> = (0..zones)
        .map(|_| {
            if dice.percent(12) {
                1
            } else {
                dice.within(100, 1_000)
            }
        })
        .collect();
    let all: u32 = shares.iter().sum();
    let least = if scalable { 2 } else { 1 };
    let mut sizes: Vec<u64> = shares
        .iter()
        .map(|share| (u64::from(frames) * u64::from(*share) / u64::from(all)).max(least))
        .collect();
    let rest = u64::from(frames).saturating_sub(sizes.iter().sum());
    sizes[0] += rest;
    sizes
}

/// Draws a machine.
pub fn machine(dice: &mut Dice, scalable: bool) -> Machine {
    let names: &[&str] = dice.pick(&[
        &["DMA32"][..],
        &["DMA32"],
        &["DMA", "DMA32"],
        &["DMA32", "Normal"],
        &["DMA", "DMA32", "Normal"],
        &["DMA", "Normal", "HighMem", "Movable"],
        &["low", "high"],
        &["a", "b", "c", "d", "e", "f", "g", "h"],
    ]);
    let mut zones: Vec<Zone> = names
        .iter()
        .zip(sizes(dice, names.len() as u32, scalable))
        .map(|(name, present_pages)| Zone {
            name: (*name).to_owned(),
            present_pages,
            lowmem_reserve_ratio: dice.pick(&[256, 256, 32, 1, 1_000_000]),
            kernel_pages: 0,
        })
        .collect();
    let present: u64 = zones.iter().map(|zone| zone.present_pages).sum();
    if dice.percent(30) {
        zones[0].kernel_pages = (zones[0].present_pages / 4).min(1_024);
    }
    let taken = zones[0].kernel_pages;
    let free = (present / 4).min(1_024);
    let mut left = (present - free - taken) as u32;
    let mut share = |dice: &mut Dice| {
        let pages = dice.within(0, left / 3);
        left -= pages;
        u64::from(pages)
    };
    Machine {
        cpus: dice.pick(&[1, 1, 2, 2, 3, 4, 8]),
        cpu_speed_percent: dice.pick(&[100, 100, 100, 100, 100, 100, 100, 400, 40, 10]),
        copy_speed_percent: dice.pick(&[None, None, None, None, None, None, Some(400), Some(10)]),
        transparent_hugepages: dice.percent(10),
        hz: dice.pick(&[100, 250, 300, 1_000]),
        zones,
        resident: if dice.percent(70) {
            resident(dice, &mut share)
        } else {
            Resident::default()
        },
    }
}

/// Draws what is in use before the workload starts. On one machine in four, a ramfs has some of the unevictable pages.
fn resident(dice: &mut Dice, share: &mut impl FnMut(&mut Dice) -> u64) -> Resident {
    let mut resident = Resident {
        kernel_pages: share(dice),
        anon_pages: share(dice),
        active_file_pages: share(dice),
        inactive_file_pages: share(dice),
        unevictable_pages: share(dice) / 4,
        slab_objects: u64::from(dice.within(0, 100_000)),
        spread: dice.pick(&[Spread::ByAllocation, Spread::BySize]),
        ..Resident::default()
    };
    if resident.unevictable_pages % 4 == 3 {
        resident.ramfs_active_pages = resident.unevictable_pages / 4;
        resident.ramfs_inactive_pages = resident.unevictable_pages / 2;
        resident.unevictable_pages -= resident.ramfs_active_pages + resident.ramfs_inactive_pages;
    }
    resident
}
