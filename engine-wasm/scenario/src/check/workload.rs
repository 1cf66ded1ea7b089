//! Checks the workload.

use super::super::document::Scenario;
use super::super::limits;
use super::super::machine::{Filesystem, FilesystemKind};
use super::super::nearest::nearest;
use super::super::problem::{alternatives, grouped, quoted};
use super::super::program::Workload;
use super::super::sizes::product;
use super::Report;

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
            scenario,
        });
    }
    after(report, entries);
    // An entry that exceeds the limit alone was reported above.
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
            "No entry is awaited and there is no `until_ms`, so the run would never end.".into(),
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
        // Follow `after` from entry to entry. As many steps as there are entries reach all of them.
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

/// Collects the problems of one program. Its methods take field names relative to the program.
pub(crate) struct ProgramReport<'a> {
    report: &'a mut Report,
    field: String,
    scenario: &'a Scenario,
}

impl ProgramReport<'_> {
    fn at(&self, name: &str) -> String {
        format!("{}.{name}", self.field)
    }

    /// Reports a problem of a field.
    pub(crate) fn add(&mut self, name: &str, problem: String, fix: String) {
        self.report.add(self.at(name), problem, fix);
    }

    /// Checks the limit, and reports a value outside it. Returns whether the value is allowed.
    pub(crate) fn within(&mut self, limit: limits::Limit, name: &str, value: u64) -> bool {
        self.report.within(limit, &self.at(name), value)
    }

    /// Checks the total data that the program reads or writes: the product of sizes in kB and counts.
    pub(crate) fn total_kb(&mut self, factors: &[u64]) {
        let total = product(factors);
        self.report.within(limits::TOTAL_KB, &self.field, total);
    }

    /// Checks that the value is not 0. Returns whether it is not.
    pub(crate) fn at_least_one(&mut self, name: &str, value: u64) -> bool {
        if value == 0 {
            self.add(name, "This is 0.".into(), "Use at least 1.".into());
        }
        value > 0
    }

    /// Checks the name of a file, if there is one.
    pub(crate) fn file_name(&mut self, name: Option<&str>) {
        let field = self.at("file");
        if let Some(name) = name {
            self.report.name(&field, name);
        }
    }

    /// Checks that the filesystem exists.
    pub(crate) fn filesystem(&mut self, name: &str) {
        let field = self.at("filesystem");
        on_filesystem(self.report, &field, name, &self.scenario.filesystems);
    }

    /// Refuses a fuse filesystem: mappings and the block device's own pages bypass its daemon.
    pub(crate) fn without_daemon(&mut self, field: &str, name: &str) {
        let mut named = self
            .scenario
            .filesystems
            .iter()
            .filter(|fs| fs.name == name);
        if named.any(|filesystem| filesystem.kind == FilesystemKind::FuseNtfs) {
            self.add(
                field,
                format!(
                    "{} is served by a daemon, which this program would bypass.",
                    quoted(name)
                ),
                "Use a filesystem of another kind.".into(),
            );
        }
    }

    /// Checks that the data, kB, is at least one page for each task.
    pub(crate) fn page_each(&mut self, field: &str, kb: u64, tasks: u64) {
        if kb / tasks.max(1) < 4 {
            self.add(
                field,
                format!(
                    "This is less than one page for each of {} tasks.",
                    grouped(tasks)
                ),
                format!("Use at least {}.", grouped(tasks * 4)),
            );
        }
    }

    /// Checks that anonymous memory, kB, fits into RAM and swap. Otherwise the OOM killer would run, which is not
    /// modelled.
    pub(crate) fn fits_memory(&mut self, field: &str, size_kb: u64) {
        let scenario = self.scenario;
        let ram = scenario.machine.present_pages();
        let resident = &scenario.machine.resident;
        let kept = scenario
            .machine
            .zones
            .iter()
            .map(|zone| zone.kernel_pages)
            .chain([
                resident.kernel_pages,
                resident.unevictable_pages,
                resident.ramfs_active_pages,
                resident.ramfs_inactive_pages,
            ])
            .fold(0, u64::saturating_add);
        let swap = scenario.swap.as_ref().map_or(0, |swap| swap.pages);
        let room_kb = ram
            .saturating_sub(kept)
            .saturating_add(swap)
            .saturating_mul(4);
        if size_kb > room_kb {
            self.add(
                field,
                format!(
                    "{} kB of anonymous memory do not fit into {} kB of RAM and swap.",
                    grouped(size_kb),
                    grouped(room_kb)
                ),
                "Use a smaller size, or add swap to the machine.".into(),
            );
        }
    }
}

fn on_filesystem(report: &mut Report, field: &str, name: &str, filesystems: &[Filesystem]) {
    if filesystems.iter().any(|filesystem| filesystem.name == name) {
        return;
    }
    let known: Vec<&str> = filesystems
        .iter()
        .map(|filesystem| filesystem.name.as_str())
        .collect();
    let close = nearest(name, known.iter().copied());
    let fix = match (known.is_empty(), close.is_empty()) {
        (true, _) => format!("Add a filesystem named {} to `filesystems`.", quoted(name)),
        (_, false) => format!("Did you mean {}?", alternatives(&close)),
        (_, true) => format!("Use {}, or add it to `filesystems`.", alternatives(&known)),
    };
    report.add(
        field,
        format!("There is no filesystem {}.", quoted(name)),
        fix,
    );
}
