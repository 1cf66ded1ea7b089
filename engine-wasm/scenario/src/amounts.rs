//! Disk space that the workload needs, summed over its programs.

use std::collections::BTreeMap;

use super::document::Scenario;
use super::program::Workload;
use super::sizes::product;

/// Returns the total size of the files of a filesystem, kB, as if the files of all programs existed at the same time.
#[must_use]
pub fn files_kb_of(entries: &[Workload], filesystem_name: &str) -> u64 {
    // Programs share files of the same name: count one file per task of the program with the most tasks, at the largest
    // size.
    let mut named: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let mut sum = 0u64;
    for run in entries.iter().map(|entry| &entry.run) {
        let Some((_, kb)) = run.on_device().filter(|(name, _)| *name == filesystem_name) else {
            continue;
        };
        match run.named() {
            None => sum = sum.saturating_add(kb),
            Some(name) => {
                let (tasks, each) = named.entry(name).or_default();
                *tasks = run.tasks().max(*tasks);
                *each = (kb / run.tasks().max(1)).max(*each);
            }
        }
    }
    let named = named.values().map(|(tasks, kb)| product(&[*tasks, *kb]));
    named.fold(sum, u64::saturating_add)
}

/// Returns the space that swap and files need on a device, MiB; saturates instead of wrapping.
pub(crate) fn mib_on(scenario: &Scenario, device: &str) -> u64 {
    let swap = scenario.swap.iter().filter(|swap| swap.device == device);
    let swap_kb = swap.fold(0u64, |sum, swap| {
        sum.saturating_add(swap.pages.saturating_mul(4))
    });
    let filesystems = scenario.filesystems.iter();
    let files_kb = filesystems
        .filter(|filesystem| filesystem.device == device)
        .fold(0u64, |sum, filesystem| {
            sum.saturating_add(files_kb_of(&scenario.workload, &filesystem.name))
        });
    swap_kb.saturating_add(files_kb).div_ceil(1_024)
}
