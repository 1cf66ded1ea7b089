//! Scenarios of small machines, drawn from a seed: each seed draws its own sizes, kernel and mixture of programs.

use std::collections::BTreeMap;

use reclaim_engine::kernel::presets::PRESETS;
use reclaim_engine::mechanism::{CATALOGUE, MechanismSet};
use reclaim_engine::random::Random;
use reclaim_engine::scenario::{
    Filesystem, FilesystemKind, Intervention, Machine, Resident, Scenario, Spread, Swap, VmKnobs,
    Zone,
};
use reclaim_engine::simulation::conflicts;

use super::random_devices::devices;
use super::random_programs::workload;

const KINDS: [FilesystemKind; 7] = [
    FilesystemKind::Ext2,
    FilesystemKind::Ext3,
    FilesystemKind::Ext4,
    FilesystemKind::Xfs,
    FilesystemKind::Btrfs,
    FilesystemKind::BlockDevice,
    FilesystemKind::FuseNtfs,
];

/// Draws figures.
pub struct Dice(Random);

impl Dice {
    /// From `least` to `most`.
    pub fn within(&mut self, least: u32, most: u32) -> u32 {
        least + self.0.below(most - least + 1)
    }

    /// Whether something of so many percent happens.
    pub fn percent(&mut self, chance: u32) -> bool {
        self.0.below(100) < chance
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.0.below(of.len() as u32) as usize]
    }

    fn sometimes<T>(&mut self, chance: u32, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.percent(chance).then(|| draw(self))
    }
}

/// The scenario of a seed.
pub fn scenario(seed: u64) -> Scenario {
    let mut dice = Dice(Random::new(seed));
    let machine = machine(&mut dice);
    let pages = machine.present_pages() as u32;
    let names: Vec<String> = (0..dice.within(1, 3)).map(|n| format!("sd{n}")).collect();
    let filesystems: Vec<Filesystem> = (0..dice.within(1, 3))
        .map(|n| Filesystem {
            name: format!("/mnt{n}"),
            kind: dice.pick(&KINDS),
            device: names[dice.within(0, names.len() as u32 - 1) as usize].clone(),
        })
        .collect();
    let swap = dice.sometimes(60, |dice| Swap {
        device: names[dice.within(0, names.len() as u32 - 1) as usize].clone(),
        pages: u64::from(dice.within(1, 3 * pages / 2)),
    });
    let kept = machine.zones[0].kernel_pages
        + machine.resident.kernel_pages
        + machine.resident.unevictable_pages;
    let room = u64::from(pages) - kept + swap.as_ref().map_or(0, |swap| swap.pages);
    let mounts: Vec<(&str, FilesystemKind)> = filesystems
        .iter()
        .map(|fs| (fs.name.as_str(), fs.kind))
        .collect();
    let workload = workload(&mut dice, &mounts, pages, room as u32);
    let devices = devices(&mut dice, &names, &filesystems, swap.as_ref(), &workload);
    let preset = dice.pick(PRESETS);
    let set = if dice.percent(60) {
        switched(&mut dice, preset.set())
    } else {
        preset.set()
    };
    let mechanisms: BTreeMap<String, bool> = CATALOGUE
        .iter()
        .filter(|info| set.has(info.mechanism) != preset.set().has(info.mechanism))
        .map(|info| (info.id.to_owned(), set.has(info.mechanism)))
        .collect();
    Scenario {
        version: 1,
        title: format!("Random machine {seed}"),
        description: String::new(),
        vm: knobs(&mut dice, pages),
        machine,
        devices,
        filesystems,
        swap,
        workload,
        kernel: preset.id.to_owned(),
        mechanisms,
        interventions: interventions(&mut dice, set),
        against: None,
        seed,
        until_ms: None,
        scale: 1,
    }
}

fn machine(dice: &mut Dice) -> Machine {
    let names: &[&str] = dice.pick(&[
        &["DMA32"][..],
        &["DMA", "DMA32"],
        &["DMA32", "Normal"],
        &["DMA", "DMA32", "Normal"],
        &["low", "high"],
    ]);
    let mut zones: Vec<Zone> = names
        .iter()
        .map(|name| Zone {
            name: (*name).to_owned(),
            present_pages: u64::from(dice.within(1_000, 20_000)),
            lowmem_reserve_ratio: dice.pick(&[256, 256, 32, 1, 1_000_000]),
            kernel_pages: 0,
        })
        .collect();
    if zones.len() > 1 && dice.percent(25) {
        let small = dice.within(0, zones.len() as u32 - 1) as usize;
        zones[small].present_pages = u64::from(dice.within(1, 300));
    }
    let present: u64 = zones.iter().map(|zone| zone.present_pages).sum();
    if present < 4_096 {
        zones[0].present_pages += 4_096 - present;
    }
    let present: u64 = zones.iter().map(|zone| zone.present_pages).sum();
    if dice.percent(30) {
        zones[0].kernel_pages = (zones[0].present_pages / 4).min(1_024);
    }
    let taken = zones[0].kernel_pages;
    let mut left = (present - 1_024 - taken) as u32;
    let mut share = |dice: &mut Dice| {
        let pages = dice.within(0, left / 3);
        left -= pages;
        u64::from(pages)
    };
    Machine {
        cpus: dice.within(1, 4),
        hz: dice.pick(&[100, 250, 300, 1_000]),
        zones,
        resident: if dice.percent(70) {
            Resident {
                kernel_pages: share(dice),
                anon_pages: share(dice),
                active_file_pages: share(dice),
                inactive_file_pages: share(dice),
                unevictable_pages: share(dice) / 4,
                slab_objects: u64::from(dice.within(0, 100_000)),
                spread: dice.pick(&[Spread::ByAllocation, Spread::BySize]),
            }
        } else {
            Resident::default()
        },
    }
}

fn knobs(dice: &mut Dice, pages: u32) -> VmKnobs {
    let (ratio, bytes) = limit(dice);
    let (background_ratio, background_bytes) = limit(dice);
    VmKnobs {
        dirty_ratio: ratio,
        dirty_background_ratio: background_ratio,
        dirty_bytes: bytes,
        dirty_background_bytes: background_bytes,
        dirty_expire_centisecs: dice.sometimes(30, |dice| dice.within(0, 6_000)),
        dirty_writeback_centisecs: dice.sometimes(30, |dice| dice.pick(&[0, 1, 20, 500, 2_000])),
        swappiness: dice.sometimes(50, |dice| dice.within(0, 100)),
        min_free_kbytes: dice.sometimes(20, |dice| u64::from(dice.within(128, pages))),
        page_cluster: dice.sometimes(40, |dice| dice.within(0, 8)),
        read_ahead_kb: dice.sometimes(40, |dice| dice.pick(&[0, 4, 12, 16, 64, 512, 4_096])),
    }
}

/// A dirty limit: the kernel's own, a ratio or a number of bytes.
fn limit(dice: &mut Dice) -> (Option<u32>, Option<u64>) {
    match dice.within(0, 9) {
        0..=4 => (None, None),
        5..=7 => (Some(dice.within(0, 100)), None),
        _ => (None, Some(4_096 * u64::from(dice.within(2, 4_000)))),
    }
}

/// Some other set that keeps the rules between mechanisms.
fn switched(dice: &mut Dice, mut set: MechanismSet) -> MechanismSet {
    for _ in 0..dice.within(1, 8) {
        set = switched_once(dice, set).map_or(set, |(_, set)| set);
    }
    set
}

fn switched_once(dice: &mut Dice, set: MechanismSet) -> Option<(usize, MechanismSet)> {
    let at = dice.within(0, CATALOGUE.len() as u32 - 1) as usize;
    let mechanism = CATALOGUE[at].mechanism;
    let next = set.with(mechanism, !set.has(mechanism));
    conflicts(next).is_empty().then_some((at, next))
}

fn interventions(dice: &mut Dice, mut set: MechanismSet) -> Vec<Intervention> {
    let mut at_ns = 0;
    let mut interventions = Vec::new();
    if dice.percent(60) {
        return interventions;
    }
    for _ in 0..dice.within(1, 6) {
        at_ns += u64::from(dice.within(1, 2_000)) * 997_000;
        if let Some((at, next)) = switched_once(dice, set) {
            set = next;
            interventions.push(Intervention {
                at_ns,
                mechanism: CATALOGUE[at].id.to_owned(),
                on: set.has(CATALOGUE[at].mechanism),
            });
        }
    }
    interventions
}
