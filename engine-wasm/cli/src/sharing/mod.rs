//! Carries out runs that differ only in mechanisms on one machine, as long as the runs are identical. When a decision
//! depends on a mechanism that is on in only some of the runs, the process forks: the child continues with the
//! mechanism on, and the parent with the mechanism off.

mod fork;
mod messages;
mod tokens;

use std::cell::RefCell;
use std::io::{PipeReader, PipeWriter, pipe};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::{Duration, Instant};

use reclaim_engine::mechanism::{Mechanism, Settled, Switches};
use reclaim_results::{Experiment, Run, RunResult, Variants};
use reclaim_study::Group;

use crate::failure::Failure;
use fork::{Side, fork};
use messages::{Message, Messages, Sender};
use tokens::Tokens;

/// Interval at which a process reports that it is still running.
const TICK: Duration = Duration::from_millis(200);

/// Carries out groups of `runs` with at most `jobs` machines at a time. Calls `heard` with each result, and from time
/// to time with `None`, so that the caller can show progress. Skips runs if the system refuses to fork.
///
/// The process must have no other thread.
pub fn run_groups(
    runs: &[Run],
    groups: &[Group],
    jobs: usize,
    mut heard: impl FnMut(Option<(usize, RunResult)>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (Ok((reader, writer)), Ok(tokens)) = (pipe(), Tokens::new(jobs - 1)) else {
        return Ok(());
    };
    let foreman = match fork() {
        Some(Side::Child) => begin(runs, groups, reader, writer, tokens),
        Some(Side::Parent(child)) => child,
        None => return Ok(()),
    };
    // Only worker processes keep the writing end of the pipe, so the messages end when the last of them has ended.
    drop((writer, tokens));
    let mut missing: usize = groups.iter().map(|group| group.variants.len()).sum();
    for message in Messages::new(reader) {
        match message {
            Message::Tick => heard(None)?,
            Message::Result(run, result) => {
                missing -= 1;
                heard(Some((run, result)))?;
            }
            Message::NotForked(runs) => missing -= runs,
            Message::Failed(failure) => return Err(Failure::broken(failure)),
        }
    }
    foreman.wait();
    if missing > 0 {
        return Err(Failure::broken(format!(
            "A worker process was killed, so {missing} runs have no result. If memory was short, use a smaller --jobs. \
             To keep finished runs, use --resume FILE."
        )));
    }
    Ok(())
}

/// Runs the first worker process. This process and all processes that it forks exit in this function.
fn begin(
    runs: &[Run],
    groups: &[Group],
    reader: PipeReader,
    writer: PipeWriter,
    tokens: Tokens,
) -> ! {
    drop(reader);
    let process = Rc::new(RefCell::new(Process {
        sender: Sender::new(writer),
        tokens,
        has_token: true,
    }));
    let whole = catch_unwind(AssertUnwindSafe(|| {
        for group in groups {
            let side = process.borrow_mut().branch(group.variants.len());
            if side == Branch::New {
                carry_out(runs, group, &process);
                break;
            }
        }
        process.borrow_mut().end();
    }));
    std::process::exit(i32::from(whole.is_err()))
}

/// A worker process, which carries out runs.
struct Process {
    sender: Sender,
    tokens: Tokens,
    /// Whether this process holds a token. If not, the parent waits until this process has ended.
    has_token: bool,
}

/// The process in which [`Process::branch`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    /// The child, which takes over some of the runs.
    New,
    /// The parent.
    Old,
}

impl Process {
    /// Forks. The child takes over `runs` runs. If there is a token, the child runs in parallel with its parent;
    /// otherwise, the parent waits until the child has ended. So there are never many copies of a machine at the same
    /// time.
    fn branch(&mut self, runs: usize) -> Branch {
        let has_token = self.tokens.take();
        match fork() {
            Some(Side::Child) => {
                self.sender.renew();
                self.has_token = has_token;
                Branch::New
            }
            Some(Side::Parent(child)) => {
                if !has_token {
                    child.wait();
                }
                Branch::Old
            }
            None => {
                if has_token {
                    self.tokens.put();
                }
                self.send(&Message::NotForked(runs));
                Branch::Old
            }
        }
    }

    fn send(&mut self, message: &Message) {
        if self.sender.send(message).is_err() {
            // The command has ended, so the remaining results are not needed.
            std::process::exit(1);
        }
    }

    fn end(&mut self) {
        if self.has_token {
            self.tokens.put();
        }
    }
}

/// The runs that a process still carries out.
struct Work {
    process: Rc<RefCell<Process>>,
    variants: Variants,
}

impl Work {
    /// Forks, because a decision depends on a mechanism that is on in only some of these runs. Returns the mechanisms
    /// that are on in all remaining runs, and those that are on in only some.
    fn settle(&mut self, mechanism: Mechanism) -> Settled {
        let on = self.variants.with(mechanism, true);
        let side = self.process.borrow_mut().branch(on.len());
        self.variants = match side {
            Branch::New => on,
            Branch::Old => self.variants.with(mechanism, false),
        };
        self.variants.settled()
    }
}

/// Carries out a group. More than one process may return.
fn carry_out(runs: &[Run], group: &Group, process: &Rc<RefCell<Process>>) {
    let work = Rc::new(RefCell::new(Work {
        process: Rc::clone(process),
        variants: group.variants.clone(),
    }));
    let asked = Rc::clone(&work);
    let settle = Box::new(move |mechanism| asked.borrow_mut().settle(mechanism));
    let switches = Switches::open(group.variants.settled(), settle);
    let mut experiment = match Experiment::with_mechanisms(&group.scenario, switches) {
        Ok(experiment) => experiment,
        Err(problems) => {
            let sentences: Vec<String> = problems.iter().map(ToString::to_string).collect();
            let failed = Message::Failed(sentences.join(" "));
            return process.borrow_mut().send(&failed);
        }
    };
    let mut ticked = Instant::now();
    while !experiment.run(u64::MAX) {
        if ticked.elapsed() >= TICK {
            ticked = Instant::now();
            process.borrow_mut().send(&Message::Tick);
        }
    }
    for variant in work.borrow().variants.iter() {
        let result = experiment.result_with(variant.on, &runs[variant.run].measures);
        let result = Message::Result(variant.run, result);
        process.borrow_mut().send(&result);
    }
}
