//! Output of `reclaim fuzz`.

use std::io::Write;
use std::time::Duration;

use reclaim_trials::Outcome;
use serde_json::{Value, json};

use super::{Failing, Plan};
use crate::args::FuzzFormat;
use crate::numbers::shown;
use crate::table::Table;

/// Returns the command that runs a failing seed again.
fn again(failing: &Failing) -> String {
    format!("reclaim fuzz --seed {} --count 1", failing.seed)
}

/// Prints a failure immediately: a command to run it again, and the file of the reduced scenario.
pub fn tell(failing: &Failing) {
    let mut stderr = std::io::stderr().lock();
    // An error here means that standard error is closed, which cannot be reported.
    let _ = writeln!(stderr, "{}  # {}", again(failing), failing.fault);
    if let Some((file, fault)) = &failing.small {
        let file = file.display();
        let _ = writeln!(stderr, "reclaim fuzz {file}  # reduced: {fault}");
    }
}

/// Returns the summary of all scenarios.
pub fn summary(
    format: FuzzFormat,
    plan: Plan,
    outcome: &Outcome,
    failing: &[Failing],
    took: Duration,
) -> String {
    let seconds = took.as_secs_f64();
    if format == FuzzFormat::Json {
        let document = json!({
            "first_seed": plan.first,
            "threads": plan.threads,
            "seconds": seconds,
            "outcome": outcome,
            "faults": failing.iter().map(as_json).collect::<Vec<_>>(),
        });
        return format!("{document:#}\n");
    }
    let all = outcome.scenarios + failing.len() as u64;
    let mut table = Table::new(&["random scenarios", ""]);
    for (name, value) in [
        ("scenarios", all as f64),
        ("per second", (all as f64 / seconds).round()),
        ("kernels run", outcome.lanes as f64),
        ("runs", outcome.runs as f64),
        ("events", outcome.events as f64),
        ("machines with OOM kills", outcome.with_kills as f64),
        ("tasks killed", outcome.kills as f64),
        ("runs cut short", outcome.cut as f64),
        ("livelocks in the kernels", outcome.livelocks as f64),
        ("streaming copies compared", outcome.copies as f64),
        ("faults", failing.len() as f64),
    ] {
        table.row(vec![name.to_owned(), shown(value)]);
    }
    let mut text = table.text();
    for failure in failing {
        text.push_str(&format!("{}  # {}\n", again(failure), failure.fault));
    }
    text
}

fn as_json(failing: &Failing) -> Value {
    json!({
        "seed": failing.seed,
        "fault": failing.fault.what,
        "again": again(failing),
        "smallest": failing.small.as_ref().map(|(file, _)| file),
        "smallest_fault": failing.small.as_ref().map(|(_, fault)| &fault.what),
    })
}
