//! `reclaim smallest`: the smallest scenario in which a condition holds.

use std::time::Instant;

use reclaim_engine::scenario::{link, write};
use reclaim_study::{SearchProgress, SearchState, Smallest};

use crate::args::{SmallestArguments, SmallestFormat};
use crate::failure::Failure;
use crate::numbers::{seconds, shown};
use crate::source::load;
use crate::status_line;

/// Searches for the scenario, and returns its document or link.
pub fn smallest(arguments: &SmallestArguments) -> Result<String, Failure> {
    let base = load(&arguments.source)?;
    let mut search = Smallest::new(base, &arguments.holds, arguments.seeds, arguments.tries)?;
    let started = Instant::now();
    let mut shown = None;
    let state = loop {
        let progress = search.step();
        if matches!(progress.state, SearchState::Done | SearchState::Refused) {
            break progress.state;
        }
        // One update per second is enough to show progress.
        let now = started.elapsed().as_secs();
        if shown != Some(now) {
            shown = Some(now);
            status_line::show(|| line(progress, now));
        }
    };
    status_line::clear();
    if state == SearchState::Refused {
        let why = search.progress().problem.clone().unwrap_or_default();
        return Err(Failure::broken(format!(
            "The condition does not hold for {} itself: {why}.",
            arguments.source
        )));
    }
    let scenario = search.scenario();
    Ok(match arguments.format {
        SmallestFormat::Json => format!("{}\n", write(&scenario)),
        SmallestFormat::Link => format!("{}\n", link::encode(&scenario)),
    })
}

fn line(progress: &SearchProgress, seconds_here: u64) -> String {
    if progress.state == SearchState::Checking {
        return format!("Checking the condition, {seconds_here} s");
    }
    format!(
        "{} of at most {} tries, {seconds_here} s; smallest: {} pages, programs: {}, {} s of virtual time",
        progress.tries,
        progress.tries_most,
        shown(progress.pages as f64),
        progress.programs,
        seconds(progress.longest_ms * 1_000_000)
    )
}
