//! What programs ask for together.

use super::document::Scenario;
use super::program::Workload;

pub(crate) fn product(factors: &[u64]) -> u64 {
    factors
        .iter()
        .fold(1, |product: u64, factor| product.saturating_mul(*factor))
}

/// What the files of a filesystem take on its device at their most, kB.
#[must_use]
pub fn files_kb_of(entries: &[Workload], filesystem_name: &str) -> u64 {
    let on_devices = entries.iter().filter_map(|entry| entry.run.on_device());
    on_devices
        .filter(|(filesystem, _)| *filesystem == filesystem_name)
        .fold(0, |sum: u64, (_, kb)| sum.saturating_add(kb))
}

/// What the swap area and the files on a device take, MiB; the sum does not wrap, whatever a document says.
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
