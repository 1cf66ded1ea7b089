//! Runs machines in parallel; each machine stays on one thread.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use reclaim_results::{Experiment, Run, RunResult};

use crate::failure::Failure;
use crate::saved::Saved;
use crate::status_line;

/// State shared by the threads.
struct Shared<'a> {
    runs: &'a [Run],
    waiting: VecDeque<usize>,
    results: Vec<Option<RunResult>>,
    running: Vec<&'a str>,
    saved: Option<Saved>,
    failure: Option<Failure>,
}

/// Options for running.
#[derive(Clone, Copy, Debug)]
pub struct How<'a> {
    /// Parallel runs; `None`: the number of processors.
    pub jobs: Option<u32>,
    /// The file that keeps finished runs.
    pub resume: Option<&'a str>,
}

/// The results of every run, in the order of the runs.
pub fn run_all(runs: &[Run], how: How<'_>) -> Result<Vec<RunResult>, Failure> {
    let saved = how.resume.map(Saved::open).transpose()?;
    let results: Vec<Option<RunResult>> = runs
        .iter()
        .map(|run| saved.as_ref().and_then(|saved| saved.result(run)))
        .collect();
    let waiting = (0..runs.len()).filter(|&run| results[run].is_none());
    let shared = Mutex::new(Shared {
        runs,
        waiting: waiting.collect(),
        results,
        running: Vec::new(),
        saved,
        failure: None,
    });
    let threads = match how.jobs {
        Some(jobs) => jobs as usize,
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads.min(runs.len()) {
            scope.spawn(|| while one(&shared, started) {});
        }
    });
    status_line::clear();
    let shared = shared
        .into_inner()
        .map_err(|_| Failure::broken("A run ended without a result."))?;
    if let Some(failure) = shared.failure {
        return Err(failure);
    }
    Ok(shared
        .results
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect())
}

/// Takes and runs one job; returns false if none is left.
fn one(shared: &Mutex<Shared>, started: Instant) -> bool {
    let Ok(mut state) = shared.lock() else {
        return false;
    };
    let Some(at) = state
        .waiting
        .pop_front()
        .filter(|_| state.failure.is_none())
    else {
        return false;
    };
    let run = &state.runs[at];
    state.running.push(&run.name);
    show(&state, started);
    drop(state);
    let result = result(run);
    let Ok(mut state) = shared.lock() else {
        return false;
    };
    if let Some(place) = state.running.iter().position(|name| *name == run.name) {
        state.running.remove(place);
    }
    match result {
        Ok(result) => {
            if let Some(saved) = &mut state.saved {
                saved.add(run, &result);
            }
            state.results[at] = Some(result);
        }
        Err(failure) => state.failure = Some(failure.about(&run.name)),
    }
    show(&state, started);
    true
}

fn result(run: &Run) -> Result<RunResult, Failure> {
    let mut experiment = Experiment::new(&run.scenario)?;
    while !experiment.run(u64::MAX) {}
    Ok(experiment.result(&run.measures))
}

/// Shows progress on a terminal.
fn show(state: &Shared, started: Instant) {
    status_line::show(|| {
        let all = state.results.len();
        let done = state.results.iter().flatten().count();
        let mut line = format!("{done} of {all} runs, {} s", started.elapsed().as_secs());
        for name in &state.running {
            line.push_str(&format!(" · {name}"));
        }
        line
    });
}
