//! Checks the workload.

use super::super::document::Scenario;
use super::super::limits;
use super::super::nearest::nearest;
use super::super::problem::{alternatives, quoted};
use super::super::program::Workload;
use super::super::report::{ProgramReport, Report};

pub(super) fn workload(report: &mut Report, scenario: &Scenario) {
    let entries = &scenario.workload;
    if entries.is_empty() {
        report.add(
            "workload",
            "Nothing runs.".into(),
            "Add at least one program, such as `write_file`.".into(),
        );
        return;
    }
    for (index, entry) in entries.iter().enumerate() {
        let field = format!("workload[{index}]");
        report.name(&format!("{field}.name"), &entry.name);
        report.within(
            limits::MOMENT_MS,
            &format!("{field}.start_ms"),
            entry.start_ms,
        );
        entry.run.check(&mut ProgramReport {
            report,
            field: format!("{field}.run"),
            machine: &scenario.machine,
            filesystems: &scenario.filesystems,
            swap: scenario.swap.as_ref(),
        });
    }
    after(report, entries);
    // An entry that exceeds the limit by itself was reported above.
    let tasks: Vec<u64> = entries.iter().map(|entry| entry.run.tasks()).collect();
    let together: u64 = tasks
        .iter()
        .fold(0, |sum, tasks| sum.saturating_add(*tasks));
    let each_fits = tasks.iter().all(|tasks| *tasks <= limits::TASKS.most);
    if each_fits && together > limits::TASKS.most {
        report.within(limits::TASKS, "workload", together);
    }
    let files = entries
        .iter()
        .fold(0, |sum: u64, entry| sum.saturating_add(entry.run.files()));
    report.within(limits::FILES, "workload", files);
    let ends = entries.iter().any(Workload::is_awaited) || scenario.until_ms.is_some();
    if !ends && entries.iter().all(|entry| !entry.run.ends()) {
        report.add(
            "workload",
            "No program ends by itself and there is no `until_ms`, so the run would never end."
                .into(),
            "Add a program that ends, or set `until_ms`.".into(),
        );
    } else if !ends {
        report.add(
            "workload",
            "No entry has `awaited` set to true, and there is no `until_ms`, so the run would never end.".into(),
            "Set `awaited` of one entry to true, or set `until_ms`.".into(),
        );
    }
}

/// Checks `after`: the entry exists and ends, and no entry waits for itself.
fn after(report: &mut Report, entries: &[Workload]) {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    for (index, entry) in entries.iter().enumerate() {
        let Some(after) = &entry.after else { continue };
        let field = format!("workload[{index}].after");
        if !names.contains(&after.as_str()) {
            let close = nearest(after, names.iter().copied());
            let fix = if close.is_empty() {
                format!("Use {}, or remove `after`.", alternatives(&names))
            } else {
                format!("Did you mean {}?", alternatives(&close))
            };
            let problem = format!("There is no entry named {} to wait for.", quoted(after));
            report.add(field, problem, fix);
            continue;
        }
        if entries
            .iter()
            .any(|other| other.name == *after && !other.run.ends())
        {
            report.add(
                field,
                format!("{} never ends, so this would never start.", quoted(after)),
                "Use an entry that ends, or remove `after` and set `start_ms`.".into(),
            );
            continue;
        }
        // Follow `after` from entry to entry. One step per entry is enough to reach all entries.
        let mut awaited = vec![after.as_str()];
        for _ in entries {
            for other in entries {
                if let Some(next) = other.after.as_deref()
                    && awaited.contains(&other.name.as_str())
                    && !awaited.contains(&next)
                {
                    awaited.push(next);
                }
            }
        }
        if awaited.contains(&entry.name.as_str()) {
            report.add(
                field,
                format!(
                    "{} would wait for an entry that waits for it.",
                    quoted(&entry.name)
                ),
                "Use an entry that does not wait for this one, or remove `after`.".into(),
            );
        }
    }
}
