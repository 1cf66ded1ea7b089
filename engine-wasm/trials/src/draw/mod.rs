//! Random scenarios with small machines. Each seed determines sizes, kernels and a mixture of programs.

mod devices;
mod kernel;
mod knobs;
mod machine;
mod programs;
mod streaming;

use reclaim_engine::random::Random;
use reclaim_engine::scenario::{
    Filesystem, FilesystemKind, Machine, Scenario, Swap, Workload, limits,
};

use devices::devices;

const KINDS: [FilesystemKind; 7] = [
    FilesystemKind::Ext2,
    FilesystemKind::Ext3,
    FilesystemKind::Ext4,
    FilesystemKind::Xfs,
    FilesystemKind::Btrfs,
    FilesystemKind::BlockDevice,
    FilesystemKind::FuseNtfs,
];

/// Random choices from a seed.
pub(crate) struct Dice(Random);

impl Dice {
    /// A number from `least` to `most`, both included.
    fn within(&mut self, least: u32, most: u32) -> u32 {
        least + self.0.below(most - least + 1)
    }

    /// Returns true with a probability of `chance` percent.
    fn percent(&mut self, chance: u32) -> bool {
        self.0.below(100) < chance
    }

    /// One of the choices, each with the same probability.
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.0.below(of.len() as u32) as usize]
    }

    /// Returns the value with a probability of `chance` percent, otherwise `None`.
    fn sometimes<T>(&mut self, chance: u32, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.percent(chance).then(|| draw(self))
    }
}

/// The scenario of a seed; seeds above the limit of a document wrap around to 0.
#[must_use]
pub fn scenario(seed: u64) -> Scenario {
    let seed = seed % (limits::SEED.most + 1);
    let mut dice = Dice(Random::new(seed));
    if dice.percent(8) {
        return streaming::scenario(&mut dice, seed);
    }
    let scale = dice.sometimes(1, |_| 2);
    let machine = machine::machine(&mut dice, scale.is_some());
    mixture(&mut dice, seed, machine, scale.unwrap_or(1))
}

/// Draws a machine with programs.
fn mixture(dice: &mut Dice, seed: u64, machine: Machine, scale: u32) -> Scenario {
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
    let mounts: Vec<(&str, FilesystemKind)> = filesystems
        .iter()
        .map(|fs| (fs.name.as_str(), fs.kind))
        .collect();
    let swap_pages = swap.as_ref().map_or(0, |swap| swap.pages);
    // Keep 64 pages in reserve on a machine that will be scaled, because the division rounds each size down separately.
    let room = (room(&machine) + swap_pages) as u32 - if scale > 1 { 64 } else { 0 };
    let workload = programs::workload(dice, &mounts, pages, room);
    let devices = devices(dice, &names, &filesystems, swap.as_ref(), &workload);
    let until_ms = dice.sometimes(20, |dice| u64::from(dice.within(1, 20_000)));
    let vm = knobs::knobs(dice, pages);
    with_lanes(
        dice,
        Scenario {
            vm,
            devices,
            filesystems,
            swap,
            workload,
            until_ms,
            scale,
            ..blank(seed, machine)
        },
    )
}

/// Pages of RAM that are not permanently in use.
fn room(machine: &Machine) -> u64 {
    let resident = &machine.resident;
    let kernel: u64 = machine.zones.iter().map(|zone| zone.kernel_pages).sum();
    machine.present_pages()
        - kernel
        - resident.kernel_pages
        - resident.unevictable_pages
        - resident.ramfs_active_pages
        - resident.ramfs_inactive_pages
}

/// A scenario without a workload.
fn blank(seed: u64, machine: Machine) -> Scenario {
    Scenario {
        version: 1,
        title: format!("Random machine {seed}"),
        description: String::new(),
        vm: Default::default(),
        machine,
        devices: Vec::new(),
        filesystems: Vec::new(),
        swap: None,
        workload: Vec::<Workload>::new(),
        kernel: String::new(),
        mechanisms: Default::default(),
        interventions: Vec::new(),
        against: None,
        seed,
        until_ms: None,
        scale: 1,
    }
}

/// Adds a kernel to the scenario, and in one of three cases a second one to compare with.
fn with_lanes(dice: &mut Dice, scenario: Scenario) -> Scenario {
    let lane = kernel::lane(dice);
    Scenario {
        kernel: lane.kernel,
        mechanisms: lane.mechanisms,
        interventions: lane.interventions,
        against: dice.sometimes(33, kernel::lane),
        ..scenario
    }
}
