//! How many tasks, files, bytes and pages a program asks for.

use super::document::Scenario;
use super::program::{MMAP_STREAM_ANON_PERCENT, Program, Workload};

pub(crate) fn product(factors: &[u64]) -> u64 {
    factors
        .iter()
        .fold(1, |product: u64, factor| product.saturating_mul(*factor))
}

/// Tasks of a program at its busiest.
pub(crate) fn tasks_of(program: &Program) -> u64 {
    match program {
        Program::WriteFile { tasks, .. } | Program::ReadFile { tasks, .. } => (*tasks).into(),
        Program::AnonHog { .. }
        | Program::Desktop { .. }
        | Program::PtyWriter { .. }
        | Program::TakeBlocks { .. }
        | Program::ReadRoundRobin { .. }
        | Program::ReadZipf { .. } => 1,
        Program::MmapStream { threads, .. } => u64::from(*threads) * 2,
        Program::Iozone { steps, .. } => 1 << steps.saturating_sub(1).min(32),
        Program::FsMark { threads, .. } => (*threads).into(),
        Program::KernelBuild { slots, .. } => (*slots).into(),
        Program::SimpleWriteback {
            first_jobs, steps, ..
        } => {
            let doublings = steps.saturating_sub(1).min(32);
            u64::from(*first_jobs) << doublings
        }
    }
}

/// Files of a program that exist at the same time.
pub(crate) fn files_of(program: &Program) -> u64 {
    match program {
        Program::FsMark {
            threads,
            files_per_thread,
            ..
        } => product(&[(*threads).into(), (*files_per_thread).into()]),
        Program::ReadRoundRobin { files, .. } => (*files).into(),
        // The compiler, the headers, the sources and the image come to the objects.
        Program::KernelBuild { jobs, .. } => u64::from(*jobs) + 4,
        Program::MmapStream { threads, .. } => (*threads).into(),
        Program::AnonHog { .. } | Program::PtyWriter { .. } | Program::TakeBlocks { .. } => 0,
        other => tasks_of(other),
    }
}

/// What the files of a filesystem take on its device at their most, kB.
#[must_use]
pub fn files_kb_of(entries: &[Workload], filesystem_name: &str) -> u64 {
    entries.iter().fold(0, |sum: u64, entry| {
        let (filesystem, kb) = match &entry.run {
            Program::WriteFile {
                filesystem,
                tasks,
                file_kb,
                ..
            }
            | Program::ReadFile {
                filesystem,
                tasks,
                file_kb,
                ..
            } => (filesystem, product(&[(*tasks).into(), *file_kb])),
            Program::FsMark {
                filesystem,
                file_kb,
                ..
            }
            | Program::ReadRoundRobin {
                filesystem,
                file_kb,
                ..
            } => (filesystem, product(&[files_of(&entry.run), *file_kb])),
            Program::SimpleWriteback {
                filesystem,
                total_kb,
                ..
            }
            | Program::Iozone {
                filesystem,
                total_kb,
                ..
            } => (filesystem, *total_kb),
            Program::MmapStream {
                filesystem,
                stream_kb,
                mixed_kb,
                ..
            } => (filesystem, *stream_kb.max(mixed_kb)),
            Program::KernelBuild {
                filesystem,
                jobs,
                text_kb,
                headers_kb,
                read_kb,
                object_kb,
                image_kb,
                ..
            } => {
                let each = read_kb.saturating_add(object_kb.saturating_mul(2));
                let shared = text_kb
                    .saturating_add(*headers_kb)
                    .saturating_add(*image_kb);
                (
                    filesystem,
                    product(&[(*jobs).into(), each]).saturating_add(shared),
                )
            }
            Program::Desktop {
                filesystem,
                file_kb,
                ..
            }
            | Program::ReadZipf {
                filesystem,
                file_kb,
                ..
            } => (filesystem, *file_kb),
            Program::AnonHog { .. } | Program::PtyWriter { .. } | Program::TakeBlocks { .. } => {
                return sum;
            }
        };
        if filesystem == filesystem_name {
            sum.saturating_add(kb)
        } else {
            sum
        }
    })
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

/// Pages that a program reads or writes until its end, if nothing stops it; none of one that runs by the clock or asks
/// for as much as there is.
#[must_use]
pub fn pages_of(program: &Program) -> Option<u64> {
    match *program {
        Program::WriteFile {
            tasks,
            file_kb,
            passes,
            ..
        }
        | Program::ReadFile {
            tasks,
            file_kb,
            passes,
            ..
        } => Some(product(&[tasks.into(), passes.into(), file_kb.div_ceil(4)])),
        Program::ReadRoundRobin {
            files,
            file_kb,
            passes,
            ..
        } => Some(product(&[files.into(), passes.into(), file_kb.div_ceil(4)])),
        Program::ReadZipf { requests, .. } => Some(requests),
        Program::FsMark { file_kb, loops, .. } => Some(product(&[
            files_of(program),
            loops.into(),
            file_kb.div_ceil(4),
        ])),
        Program::SimpleWriteback {
            first_jobs,
            steps,
            total_kb,
            ..
        } => {
            let jobs = (0..steps).map(|step| u64::from(first_jobs) << step);
            Some(jobs.map(|jobs| total_kb / 4 / jobs * jobs).sum())
        }
        // Each step writes, rewrites, reads and reads again.
        Program::Iozone {
            steps, total_kb, ..
        } => {
            let files = (0..steps).map(|step| (total_kb.div_ceil(4) >> step) << step);
            Some(files.map(|pages| 4 * pages).sum())
        }
        // Files are gone over ten times and anonymous memory five times.
        Program::MmapStream {
            threads,
            stream_kb,
            mixed_kb,
            ..
        } => {
            let threads = u64::from(threads);
            let anon_kb = mixed_kb / 100 * MMAP_STREAM_ANON_PERCENT;
            let of_file = 10 * ((mixed_kb - anon_kb) / threads / 4);
            let of_anon = 5 * (anon_kb / threads / 4);
            Some(threads * (stream_kb.div_ceil(4) / threads + of_file + of_anon))
        }
        Program::AnonHog { .. }
        | Program::Desktop { .. }
        | Program::KernelBuild { .. }
        | Program::TakeBlocks { .. }
        | Program::PtyWriter { .. } => None,
    }
}
