//! Carries out runs that differ only in mechanisms with one machine as long as they are the same: where a mechanism first
//! matters, the process that has the machine forks. The child goes on with the mechanism on, the parent with it off.

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

/// Interval at which a process shows that it still runs.
const TICK: Duration = Duration::from_millis(200);

/// Carries out groups of `runs` with at most so many machines at a time. `heard` is told of each result, and with `None`
/// that time has passed. Runs that could not be carried out because the system refuses to fork are left out.
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
    // Only processes that carry out runs may write: the last one's end is the end of the messages.
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
            "A process that carried out runs was ended, so {missing} runs have no result. If memory was short, use a \
             smaller --jobs; --resume FILE keeps the runs that have ended."
        )));
    }
    Ok(())
}

/// What the first process does that carries out runs; it and those that it forks end here.
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

/// A process that carries out runs.
struct Process {
    sender: Sender,
    tokens: Tokens,
    /// It has a token of its own. Otherwise its parent waits for it.
    has_token: bool,
}

/// The two ways on from a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    /// A new process, which takes over.
    New,
    /// The old process.
    Old,
}

impl Process {
    /// Forks. The new process, which takes over so many runs, runs beside the old one if there is a token, and otherwise before
    /// it: so there are never many copies of a machine.
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
            // The command has ended: nobody wants the rest.
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
    /// A mechanism matters on which these runs do not agree.
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

/// Carries out a group: more than one process may come back.
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
