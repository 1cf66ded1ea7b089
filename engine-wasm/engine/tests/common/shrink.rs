//! Makes a failing scenario smaller while it still fails.

use reclaim_engine::scenario::{Program, Resident, Scenario, VmKnobs};

/// Runs that shrinking may take.
const TRIES: u32 = 60;

/// The smallest scenario found for which `fails` is true.
pub fn shrink(scenario: &Scenario, fails: impl Fn(&Scenario) -> bool) -> Scenario {
    let mut smallest = scenario.clone();
    let mut tries = 0;
    'again: loop {
        for candidate in smaller(&smallest) {
            tries += 1;
            if tries > TRIES {
                return smallest;
            }
            if candidate != smallest && fails(&candidate) {
                smallest = candidate;
                continue 'again;
            }
        }
        return smallest;
    }
}

fn smaller(of: &Scenario) -> Vec<Scenario> {
    let changed = |change: &dyn Fn(&mut Scenario)| {
        let mut scenario = of.clone();
        change(&mut scenario);
        scenario
    };
    let mut candidates = Vec::new();
    if of.workload.len() > 1 {
        for at in 0..of.workload.len() {
            candidates.push(changed(&|s| {
                s.workload.remove(at);
            }));
        }
    }
    candidates.push(changed(&|s| s.interventions.clear()));
    candidates.push(changed(&|s| s.mechanisms.clear()));
    candidates.push(changed(&|s| s.vm = VmKnobs::default()));
    candidates.push(changed(&|s| s.machine.resident = Resident::default()));
    candidates.push(changed(&|s| s.machine.cpus = 1));
    candidates.push(changed(&|s| s.swap = None));
    candidates.push(changed(&|s| {
        s.machine.zones.remove(0);
    }));
    for at in 0..of.workload.len() {
        candidates.push(changed(&|s| match &mut s.workload[at].run {
            Program::WriteFile { file_kb, .. }
            | Program::ReadFile { file_kb, .. }
            | Program::ReadRoundRobin { file_kb, .. }
            | Program::ReadZipf { file_kb, .. }
            | Program::FsMark { file_kb, .. } => *file_kb = (*file_kb / 2).max(4),
            Program::AnonHog { size_kb, .. } => *size_kb = (*size_kb / 2).max(4),
            Program::SimpleWriteback { steps, .. } | Program::Iozone { steps, .. } => {
                *steps = (*steps - 1).max(1);
            }
            Program::MmapStream { stream_kb, .. } => *stream_kb = (*stream_kb / 2).max(1_024),
            Program::KernelBuild { jobs, .. } => *jobs = (*jobs / 2).max(1),
            Program::Desktop { file_kb, .. } => *file_kb = (*file_kb / 2).max(4),
            Program::PtyWriter { run_ms, .. } | Program::TakeBlocks { run_ms, .. } => {
                *run_ms = (*run_ms / 2).max(1);
            }
        }));
        candidates.push(changed(&|s| match &mut s.workload[at].run {
            Program::WriteFile { tasks, .. } | Program::ReadFile { tasks, .. } => *tasks = 1,
            Program::FsMark { threads, .. } | Program::MmapStream { threads, .. } => *threads = 1,
            Program::Iozone { meta_pages, .. } => *meta_pages = 0,
            Program::KernelBuild { slots, .. } => *slots = 1,
            Program::Desktop { launches, .. } => *launches = 1,
            Program::ReadRoundRobin { files, .. } => *files = (*files / 2).max(1),
            Program::AnonHog { pause_ms, .. } => *pause_ms = 0,
            Program::PtyWriter { write_bytes, .. } => *write_bytes = 1,
            Program::TakeBlocks { held, .. } => *held /= 2,
            Program::ReadZipf { requests, .. } => *requests = (*requests / 2).max(1),
            Program::SimpleWriteback { first_jobs, .. } => *first_jobs = 1,
        }));
    }
    candidates
}
