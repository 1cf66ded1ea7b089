//! Programs that do less.

use reclaim_engine::scenario::Program;

/// Half of what it moves, or of the time that it takes.
pub fn halve(run: &mut Program) {
    match run {
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
    }
}

/// Fewer tasks, files and turns.
pub fn simplify(run: &mut Program) {
    match run {
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
    }
}
