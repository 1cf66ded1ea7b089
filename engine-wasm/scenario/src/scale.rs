//! Carries out `scale`: the same experiment on a machine that is smaller by a whole factor.

use super::catalogue::Catalogue;
use super::check::validate;
use super::document::Scenario;
use super::limits;
use super::problem::{Problem, grouped};
use super::program::Program;

/// What the engine runs: validated, scaled and validated as it then stands.
pub fn prepare(scenario: &Scenario, catalogue: &Catalogue) -> Result<Scenario, Vec<Problem>> {
    validate(scenario, catalogue)?;
    let scaled = scaled(scenario)?;
    validate(&scaled, catalogue)?;
    Ok(scaled)
}

/// Divides RAM, swap and every size of the workload by `scale`, which becomes 1.
///
/// Watermarks follow from RAM as in the kernel. Devices, times, calls, counts of tasks and files
/// stay; so do batches such as SWAP_CLUSTER_MAX, which is why RAM is not let go below 64 MiB.
pub fn scaled(scenario: &Scenario) -> Result<Scenario, Vec<Problem>> {
    let by = u64::from(scenario.scale);
    if by <= 1 {
        return Ok(scenario.clone());
    }
    let mut scenario = scenario.clone();
    let mut problems = Vec::new();
    let full = scenario.machine.present_pages();
    for zone in &mut scenario.machine.zones {
        zone.present_pages /= by;
        zone.kernel_pages /= by;
        if zone.present_pages == 0 {
            problems.push(Problem::new(
                "scale",
                format!("Divided by {by}, zone `{}` would have no page.", zone.name),
                "Write a smaller scale, or take the zone out.",
            ));
        }
    }
    let left = scenario.machine.present_pages();
    if left < limits::SCALED_FRAMES.least {
        let most = full / limits::SCALED_FRAMES.least;
        problems.push(Problem::new(
            "scale",
            format!(
                "Divided by {by}, {} MiB of RAM become {} MiB, and below 64 MiB the kernel's fixed \
                 batches no longer fit the machine.",
                grouped(full / 256),
                grouped(left / 256)
            ),
            if most > 1 {
                format!("Write a scale of at most {}.", grouped(most))
            } else {
                String::from("Leave the scale out.")
            },
        ));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let resident = &mut scenario.machine.resident;
    for pages in [
        &mut resident.kernel_pages,
        &mut resident.anon_pages,
        &mut resident.active_file_pages,
        &mut resident.inactive_file_pages,
        &mut resident.unevictable_pages,
        &mut resident.slab_objects,
    ] {
        *pages /= by;
    }
    let vm = &mut scenario.vm;
    for bytes in [&mut vm.dirty_bytes, &mut vm.dirty_background_bytes]
        .into_iter()
        .flatten()
    {
        *bytes = (*bytes / by).max(limits::DIRTY_BYTES.least);
    }
    if let Some(kbytes) = &mut vm.min_free_kbytes {
        *kbytes = (*kbytes / by).max(128);
    }
    if let Some(swap) = &mut scenario.swap {
        swap.pages = (swap.pages / by).max(1);
    }
    for entry in &mut scenario.workload {
        scale_program(&mut entry.run, by);
    }
    scenario.scale = 1;
    Ok(scenario)
}

fn scale_program(program: &mut Program, by: u64) {
    let (size, least) = match program {
        Program::WriteFile { file_kb, .. }
        | Program::ReadFile { file_kb, .. }
        | Program::ReadRoundRobin { file_kb, .. }
        | Program::FsMark { file_kb, .. } => (file_kb, 4),
        Program::AnonHog { size_kb, .. } => (size_kb, 4),
        Program::MmapStream {
            threads,
            stream_kb,
            mixed_kb,
            ..
        } => {
            let least = u64::from(*threads) * 16;
            *mixed_kb = (*mixed_kb / by).max(least);
            (stream_kb, least)
        }
        Program::Iozone {
            steps,
            total_kb,
            mkfs_kb,
            meta_pages,
            ..
        } => {
            *mkfs_kb /= by;
            *meta_pages = (u64::from(*meta_pages) / by) as u32;
            (total_kb, 4 << steps.saturating_sub(1).min(16))
        }
        Program::Desktop {
            file_kb, anon_kb, ..
        } => {
            *anon_kb = (*anon_kb / by).max(4);
            (file_kb, 4)
        }
        Program::PtyWriter { .. } | Program::TakeBlocks { .. } => return,
        Program::KernelBuild {
            text_kb,
            headers_kb,
            read_kb,
            anon_kb,
            cpu_ms,
            object_kb,
            link_anon_kb,
            image_kb,
            ..
        } => {
            *cpu_ms = (u64::from(*cpu_ms) / by).max(1) as u32;
            for kb in [
                text_kb,
                headers_kb,
                read_kb,
                object_kb,
                link_anon_kb,
                image_kb,
            ] {
                *kb = (*kb / by).max(4);
            }
            (anon_kb, 4)
        }
        Program::SimpleWriteback {
            total_kb,
            first_jobs,
            steps,
            ..
        } => {
            // Every job of the last step still writes a page.
            let jobs = u64::from(*first_jobs) << steps.saturating_sub(1).min(16);
            (total_kb, jobs * 4)
        }
    };
    *size = (*size / by).max(least);
}
