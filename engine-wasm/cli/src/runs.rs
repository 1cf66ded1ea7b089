//! Runs machines in parallel; each machine stays on one thread.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use reclaim_results::{Experiment, Run, RunResult};
use reclaim_study::Plan;

use crate::failure::Failure;
use crate::saved::Saved;
#[cfg(unix)]
use crate::sharing;
use crate::status_line;

/// The runs and their results so far.
struct Work<'a> {
    runs: &'a [Run],
    waiting: VecDeque<usize>,
    results: Vec<Option<RunResult>>,
    running: Vec<&'a str>,
    saved: Option<Saved>,
    failure: Option<Failure>,
    started: Instant,
}

/// Options for running.
#[derive(Clone, Copy, Debug)]
pub struct How<'a> {
    /// Parallel runs; `None`: the number of processors.
    pub jobs: Option<u32>,
    /// The file in which finished runs are saved.
    pub resume: Option<&'a str>,
}

/// Carries out all runs, and returns their results in the same order.
pub fn run_all(runs: &[Run], how: How<'_>) -> Result<Vec<RunResult>, Failure> {
    Work::new(runs, how)?.run_each(how.threads())
}

/// Carries out all runs of a study, as [`run_all`] does. Runs that differ only in mechanisms share their start, if the
/// system can fork.
pub fn run_sharing(plan: &Plan, how: How<'_>) -> Result<Vec<RunResult>, Failure> {
    let mut shared = Work::new(&plan.runs, how)?;
    #[cfg(unix)]
    {
        let groups = plan.groups(|run| shared.results[run].is_none());
        let heard = |ended: Option<(usize, RunResult)>| {
            if let Some((run, result)) = ended {
                shared.keep(run, result);
            }
            shared.show();
            Ok(())
        };
        let done = sharing::run_groups(&plan.runs, &groups, how.threads(), heard);
        status_line::clear();
        done?;
    }
    shared.run_each(how.threads())
}

impl How<'_> {
    fn threads(self) -> usize {
        match self.jobs {
            Some(jobs) => jobs as usize,
            None => thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

impl<'a> Work<'a> {
    fn new(runs: &'a [Run], how: How<'_>) -> Result<Self, Failure> {
        let saved = how.resume.map(Saved::open).transpose()?;
        let results: Vec<Option<RunResult>> = runs
            .iter()
            .map(|run| saved.as_ref().and_then(|saved| saved.result(run)))
            .collect();
        Ok(Self {
            runs,
            waiting: VecDeque::new(),
            results,
            running: Vec::new(),
            saved,
            failure: None,
            started: Instant::now(),
        })
    }

    /// Carries out the runs that have no result yet, each on a machine of its own.
    fn run_each(mut self, threads: usize) -> Result<Vec<RunResult>, Failure> {
        let waiting = (0..self.runs.len()).filter(|&run| self.results[run].is_none());
        self.waiting = waiting.collect();
        let threads = threads.min(self.waiting.len());
        let shared = Mutex::new(self);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| while one(&shared) {});
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

    /// Stores a result, and saves it in the file, if there is one.
    fn keep(&mut self, run: usize, result: RunResult) {
        if let Some(saved) = &mut self.saved {
            saved.add(&self.runs[run], &result);
        }
        self.results[run] = Some(result);
    }

    /// Shows progress on a terminal.
    fn show(&self) {
        status_line::show(|| {
            let all = self.results.len();
            let done = self.results.iter().flatten().count();
            let mut line = format!(
                "{done} of {all} runs, {} s",
                self.started.elapsed().as_secs()
            );
            for name in &self.running {
                line.push_str(&format!(" · {name}"));
            }
            line
        });
    }
}

/// Carries out the next waiting run; returns false if there is none.
fn one(shared: &Mutex<Work>) -> bool {
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
    state.show();
    drop(state);
    let result = result(run);
    let Ok(mut state) = shared.lock() else {
        return false;
    };
    if let Some(place) = state.running.iter().position(|name| *name == run.name) {
        state.running.remove(place);
    }
    match result {
        Ok(result) => state.keep(at, result),
        Err(failure) => state.failure = Some(failure.about(&run.name)),
    }
    state.show();
    true
}

fn result(run: &Run) -> Result<RunResult, Failure> {
    let mut experiment = Experiment::new(&run.scenario)?;
    while !experiment.run(u64::MAX) {}
    Ok(experiment.result(&run.measures))
}
