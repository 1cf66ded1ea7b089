//! Worker threads that each take one seed after another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use reclaim_trials::{Failure as Fails, Fault, Kind, Outcome, Patience, of_seed};

use super::Plan;
use crate::failure::Failure;
use crate::status_line;

/// Number of faults after which the search stops: further faults are most likely of the same kind.
const MOST_FAULTS: usize = 20;
/// Time after which a scenario, including its reduction, counts as hanging.
const HANGS_AFTER: Duration = Duration::from_secs(300);
/// Interval of progress updates.
const TICK: Duration = Duration::from_millis(200);

enum Message {
    Begins(usize, u64),
    Ends(usize, u64, Result<Outcome, Box<Fails>>),
    Leaves,
}

/// Runs the seeds of a plan, and calls `failed` for each failure.
pub fn run(
    plan: Plan,
    mut failed: impl FnMut(u64, Result<Box<Fails>, Fault>) -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    let next = Arc::new(AtomicU64::new(plan.first));
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, messages) = channel();
    for worker in 0..plan.threads {
        let (next, stop, sender) = (Arc::clone(&next), Arc::clone(&stop), sender.clone());
        std::thread::spawn(move || work(worker, plan, &next, &stop, &sender));
    }
    drop(sender);
    let started = Instant::now();
    let mut busy: Vec<Option<(u64, Instant)>> = vec![None; plan.threads];
    let (mut outcome, mut faults, mut left) = (Outcome::default(), 0, plan.threads);
    while left > 0 {
        match messages.recv_timeout(TICK) {
            Ok(Message::Begins(worker, seed)) => busy[worker] = Some((seed, Instant::now())),
            Ok(Message::Ends(worker, seed, result)) => {
                busy[worker] = None;
                match result {
                    Ok(other) => outcome.add(other),
                    Err(fails) => {
                        status_line::clear();
                        failed(seed, Ok(fails))?;
                        faults += 1;
                    }
                }
            }
            Ok(Message::Leaves) => left -= 1,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if faults >= MOST_FAULTS {
            stop.store(true, Ordering::Relaxed);
        }
        let hangs = |&(_, since): &(u64, Instant)| since.elapsed() > HANGS_AFTER;
        if let Some((seed, since)) = busy.iter().flatten().copied().find(hangs) {
            status_line::clear();
            let what = format!("does not end within {} s", since.elapsed().as_secs());
            failed(seed, Err(Fault::new(Kind::Stuck, what)))?;
            // A thread cannot be stopped from outside; it ends with the process.
            break;
        }
        show(&outcome, faults, started);
    }
    status_line::clear();
    Ok(outcome)
}

fn work(worker: usize, plan: Plan, next: &AtomicU64, stop: &AtomicBool, to: &Sender<Message>) {
    let over = || plan.until.is_some_and(|until| Instant::now() >= until);
    while !stop.load(Ordering::Relaxed) && !over() {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= plan.end || to.send(Message::Begins(worker, seed)).is_err() {
            break;
        }
        let result = of_seed(seed, Patience::of_seed(seed));
        if to.send(Message::Ends(worker, seed, result)).is_err() {
            break;
        }
    }
    // If this fails, the receiver is gone.
    let _ = to.send(Message::Leaves);
}

/// Shows progress on a terminal.
fn show(outcome: &Outcome, faults: usize, started: Instant) {
    status_line::show(|| {
        format!(
            "{} scenarios, {} million events, {faults} faults, {} s",
            outcome.scenarios,
            outcome.events / 1_000_000,
            started.elapsed().as_secs()
        )
    });
}
