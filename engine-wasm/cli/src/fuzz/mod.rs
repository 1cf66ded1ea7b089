//! `reclaim fuzz`: random scenarios, checked against the invariants that every run must keep.

mod output;
mod workers;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reclaim_engine::scenario::{Scenario, limits, write};
use reclaim_trials::{Failure as Fails, Fault, Patience, silence, trial};

use crate::args::FuzzArguments;
use crate::failure::Failure;
use crate::output::print;
use crate::source::load;

/// Default duration, seconds.
const USUAL_SECONDS: u64 = 60;

/// The seeds to run, and the time limit.
#[derive(Clone, Copy, Debug)]
struct Plan {
    first: u64,
    /// The seed after the last.
    end: u64,
    until: Option<Instant>,
    threads: usize,
}

/// A failing seed, and the file of its reduced scenario.
struct Failing {
    seed: u64,
    fault: Fault,
    /// `None` if the scenario cannot be reduced, because it does not end.
    small: Option<(PathBuf, Fault)>,
}

/// Runs random scenarios, or checks one from a file.
pub fn fuzz(arguments: &FuzzArguments) -> Result<String, Failure> {
    silence();
    if let Some(source) = &arguments.source {
        return look_at(&load(source)?, source);
    }
    let most = limits::SEED.most;
    let started = Instant::now();
    let count = arguments.count.unwrap_or(most);
    let seconds = match (arguments.seconds, arguments.count) {
        (None, None) => Some(USUAL_SECONDS),
        (seconds, _) => seconds,
    };
    let plan = Plan {
        first: arguments.seed,
        end: arguments.seed.saturating_add(count).min(most + 1),
        until: seconds.map(|seconds| started + Duration::from_secs(seconds)),
        threads: arguments.threads.map_or_else(processors, |n| n as usize),
    };
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let mut failing = Vec::new();
    let outcome = workers::run(plan, |seed, fails| {
        let failure = keep(folder, seed, fails)?;
        output::tell(&failure);
        failing.push(failure);
        Ok(())
    })?;
    let text = output::summary(
        arguments.format,
        plan,
        &outcome,
        &failing,
        started.elapsed(),
    );
    if failing.is_empty() {
        return Ok(text);
    }
    print(&text);
    let faults = failing.len();
    Err(Failure::broken(format!(
        "{faults} of {} scenarios violate an invariant.",
        outcome.scenarios + faults as u64
    )))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    Failure::input(format!("Cannot write {}: {error}.", file.display()))
}

fn look_at(scenario: &Scenario, source: &str) -> Result<String, Failure> {
    match trial(scenario, Patience::default()) {
        Ok(outcome) => Ok(format!(
            "No faults: {} events in {} runs.\n",
            outcome.events, outcome.runs
        )),
        Err(fault) => Err(Failure::broken(fault.to_string()).about(source)),
    }
}

/// Writes the reduced scenario of a failing seed to a file.
fn keep(folder: &Path, seed: u64, fails: Result<Box<Fails>, Fault>) -> Result<Failing, Failure> {
    let fails = match fails {
        Ok(fails) => fails,
        Err(fault) => {
            return Ok(Failing {
                seed,
                fault,
                small: None,
            });
        }
    };
    let file = folder.join(format!("fuzz-{seed}.json"));
    let text = format!("{}\n", write(&fails.smallest));
    std::fs::write(&file, text).map_err(|error| cannot_write(&file, &error))?;
    Ok(Failing {
        seed,
        fault: fails.fault,
        small: Some((file, fails.smallest_fault)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::FuzzFormat;
    use reclaim_engine::scenario::parse;
    use reclaim_trials::{Kind, Outcome, draw};

    fn failing(folder: &Path) -> Result<Failing, Failure> {
        let fault = |what: &str| Fault::new(Kind::Invariant, what);
        let fails = Fails {
            fault: fault("event 3, 4 ns: a page is lost"),
            smallest: draw::scenario(42),
            smallest_fault: fault("event 1, 2 ns: a page is lost"),
        };
        keep(folder, 42, Ok(Box::new(fails)))
    }

    #[test]
    fn what_fails_is_kept_as_a_file_and_told_in_a_line_that_runs_it_again() {
        let folder = std::env::temp_dir().join(format!("reclaim-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let failing = failing(&folder).expect("a file");
        let text = std::fs::read_to_string(folder.join("fuzz-42.json")).expect("the file");
        let kept = parse(&text, &reclaim_engine::catalogue::of_engine()).expect("a document");
        assert_eq!(kept, draw::scenario(42));
        let plan = Plan {
            first: 1,
            end: 100,
            until: None,
            threads: 1,
        };
        let outcome = Outcome::default();
        let took = Duration::from_secs(1);
        let told = output::summary(FuzzFormat::Text, plan, &outcome, &[failing], took);
        let again = "\nreclaim fuzz --seed 42 --count 1  # event 3, 4 ns: a page is lost\n";
        assert!(told.ends_with(again), "{told}");
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told() {
        assert!(failing(Path::new("/dev/null")).is_err());
    }
}
