//! Applies `scale`: divides the machine and its workload by a whole number.

use super::amounts::mib_on;
use super::catalogue::Catalogue;
use super::check::validate;
use super::document::Scenario;
use super::limits;
use super::machine::{Device, DeviceFigures, Hardware};
use super::problem::{Problem, grouped};
use super::sizes::Ratio;

/// Prepares a scenario to run: validates it, applies its `scale` and validates the result.
pub fn prepare(scenario: &Scenario, catalogue: &Catalogue) -> Result<Scenario, Vec<Problem>> {
    validate(scenario, catalogue)?;
    let scaled = scaled(scenario.clone())?;
    validate(&scaled, catalogue)?;
    Ok(scaled)
}

/// Returns the same experiment on a machine with this number of page frames; its `scale` is applied first. RAM, swap
/// and workload sizes grow or shrink in proportion, up to their limits. Devices keep their speed and get the capacity
/// that they need. A zone may end up without pages, which [`validate`] reports.
pub fn resized(
    scenario: &Scenario,
    frames: u64,
    catalogue: &Catalogue,
) -> Result<Scenario, Vec<Problem>> {
    let mut scenario = scaled(scenario.clone())?;
    let present = scenario.machine.present_pages();
    let ratio = Ratio {
        times: frames,
        by: present,
    };
    in_proportion(&mut scenario, ratio);
    let needed = |device: &Device| mib_on(&scenario, &device.name);
    let needed: Vec<u64> = scenario.devices.iter().map(needed).collect();
    for (device, needed_mib) in scenario.devices.iter_mut().zip(needed) {
        if let Some(&figures) = catalogue.figures(&device.hardware) {
            let each_mib = needed_mib.div_ceil(u64::from(figures.members.max(1)));
            if each_mib > u64::from(figures.capacity_mib) {
                device.hardware = Hardware::Figures(DeviceFigures {
                    capacity_mib: each_mib.min(limits::CAPACITY_MIB.most) as u32,
                    ..figures
                });
            }
        }
    }
    Ok(scenario)
}

/// Divides RAM, swap and every size of the workload by `scale`, which becomes 1.
///
/// Watermarks follow from RAM as in the kernel. Devices, times, sizes of calls, and numbers of tasks and files stay the
/// same. So do batches such as SWAP_CLUSTER_MAX, which is why RAM cannot go below 64 MiB.
pub fn scaled(mut scenario: Scenario) -> Result<Scenario, Vec<Problem>> {
    let by = u64::from(scenario.scale);
    if by <= 1 {
        return Ok(scenario);
    }
    let mut problems = Vec::new();
    let full = scenario.machine.present_pages();
    in_proportion(&mut scenario, Ratio { times: 1, by });
    for zone in &scenario.machine.zones {
        if zone.present_pages == 0 {
            problems.push(Problem::new(
                "scale",
                format!("Divided by {by}, zone `{}` would have no pages.", zone.name),
                "Use a smaller scale, or remove the zone.",
            ));
        }
    }
    let left = scenario.machine.present_pages();
    if left < limits::SCALED_FRAMES.least {
        let most = full / limits::SCALED_FRAMES.least;
        problems.push(Problem::new(
            "scale",
            format!(
                "Divided by {by}, {} MiB of RAM become {} MiB. Below 64 MiB, the kernel's fixed \
                 batches are too large for the machine.",
                grouped(full / 256),
                grouped(left / 256)
            ),
            if most > 1 {
                format!("Use a scale of at most {}.", grouped(most))
            } else {
                String::from("Remove `scale`.")
            },
        ));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    scenario.scale = 1;
    Ok(scenario)
}

/// Multiplies RAM, swap and sizes by the factor.
fn in_proportion(scenario: &mut Scenario, ratio: Ratio) {
    for zone in &mut scenario.machine.zones {
        zone.present_pages = ratio.of(zone.present_pages);
        zone.kernel_pages = ratio.of(zone.kernel_pages);
    }
    let resident = &mut scenario.machine.resident;
    for pages in [
        &mut resident.kernel_pages,
        &mut resident.anon_pages,
        &mut resident.active_file_pages,
        &mut resident.inactive_file_pages,
        &mut resident.unevictable_pages,
        &mut resident.ramfs_active_pages,
        &mut resident.ramfs_inactive_pages,
        &mut resident.slab_objects,
    ] {
        *pages = ratio.of(*pages);
    }
    let vm = &mut scenario.vm;
    for bytes in [&mut vm.dirty_bytes, &mut vm.dirty_background_bytes]
        .into_iter()
        .flatten()
    {
        *bytes = limits::DIRTY_BYTES.nearest(ratio.of(*bytes));
    }
    if let Some(kbytes) = &mut vm.min_free_kbytes {
        *kbytes = ratio.of(*kbytes).max(128);
    }
    if let Some(swap) = &mut scenario.swap {
        swap.pages = limits::SWAP_PAGES.nearest(ratio.of(swap.pages));
    }
    for entry in &mut scenario.workload {
        entry.run.scale(ratio);
    }
}
