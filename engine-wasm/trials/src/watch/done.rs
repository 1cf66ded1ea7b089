//! Checks that programs did all their work, once they have ended.

use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::observer::watched::Watched;
use reclaim_engine::scenario::{Program, Scenario, Workload};
use reclaim_engine::sched::task::Task;

use super::super::fault::{Fault, Kind};

/// Checks that every byte of the workload was read or written, unless tasks were killed.
pub fn check(m: &Watched, scenario: &Scenario) -> Result<(), Fault> {
    if m.observed().vmstat.total(Counter::OomKill) > 0 {
        return Ok(());
    }
    for (at, entry) in scenario.workload.iter().enumerate() {
        let tasks = || {
            let of_entry = |task: &&Task| task.workload == Some(at as u32);
            m.sched.tasks().iter().filter(of_entry)
        };
        let Some(pages) = entry.run.pages() else {
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

/// Checks that an `anon_hog` ran for its whole time.
fn check_hog(entry: &Workload, ended: Option<u64>) -> Result<(), Fault> {
    let Program::AnonHog(hog) = &entry.run else {
        return Ok(());
    };
    let least = (entry.start_ms + hog.run_ms) * 1_000_000;
    match ended {
        Some(at) if at < least => {
            let what = format!("{} ended early, at {at} ns", entry.name);
            Err(Fault::new(Kind::Undone, what))
        }
        _ => Ok(()),
    }
}
