//! What programs did, once they have ended.

use reclaim_engine::machine::Machine;
use reclaim_engine::scenario::{MMAP_STREAM_ANON_PERCENT, Program, Scenario, Workload};
use reclaim_engine::sched::task::Task;
use reclaim_engine::vmstat::Counter;

use super::super::fault::{Fault, Kind};

/// Without a kill every byte of the workload was read or written.
pub fn check(m: &Machine, scenario: &Scenario) -> Result<(), Fault> {
    if m.vmstat.total(Counter::OomKill) > 0 {
        return Ok(());
    }
    for (at, entry) in scenario.workload.iter().enumerate() {
        let tasks = || {
            let of_entry = |task: &&Task| task.workload == Some(at as u32);
            m.tasks.iter().filter(of_entry)
        };
        let Some(pages) = pages_of(&entry.run) else {
            check_hog(entry, tasks().map(|task| task.since).max())?;
            continue;
        };
        let done: u64 = tasks().map(|task| task.bytes_done).sum();
        if done != pages * 4_096 {
            let what = format!("{} did {done} bytes of {pages} pages", entry.name);
            return Err(Fault::new(Kind::Undone, what));
        }
    }
    Ok(())
}

/// A hog that nobody kills runs its time.
fn check_hog(entry: &Workload, ended: Option<u64>) -> Result<(), Fault> {
    let Program::AnonHog { run_ms, .. } = entry.run else {
        return Ok(());
    };
    let least = (entry.start_ms + run_ms) * 1_000_000;
    match ended {
        Some(at) if at < least => {
            let what = format!("{} ended early, at {at} ns", entry.name);
            Err(Fault::new(Kind::Undone, what))
        }
        _ => Ok(()),
    }
}

/// Pages that a program reads or writes; a hog has no fixed number.
fn pages_of(run: &Program) -> Option<u64> {
    match *run {
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
        } => Some(u64::from(tasks * passes) * file_kb.div_ceil(4)),
        Program::AnonHog { .. }
        | Program::Desktop { .. }
        | Program::KernelBuild { .. }
        | Program::TakeBlocks { .. }
        | Program::PtyWriter { .. } => None,
        Program::ReadZipf { requests, .. } => Some(requests),
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
        Program::Iozone {
            steps, total_kb, ..
        } => Some(
            (0..steps)
                .map(|step| 4 * ((total_kb.div_ceil(4) >> step) << step))
                .sum(),
        ),
        Program::ReadRoundRobin {
            files,
            file_kb,
            passes,
            ..
        } => Some(u64::from(files * passes) * file_kb.div_ceil(4)),
        Program::FsMark {
            threads,
            files_per_thread,
            file_kb,
            loops,
            ..
        } => Some(u64::from(threads * files_per_thread * loops) * file_kb.div_ceil(4)),
        Program::SimpleWriteback {
            first_jobs,
            steps,
            total_kb,
            ..
        } => Some(
            (0..steps)
                .map(|step| u64::from(first_jobs << step))
                .map(|jobs| total_kb / 4 / jobs * jobs)
                .sum(),
        ),
    }
}
