//! What runs.

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
    // An entry that is too much by itself has had its sentence.
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
            "Nothing here ends by itself and there is no `until_ms`, so the run would never end."
                .into(),
            "Add a program that ends, or give `until_ms`.".into(),
        );
    } else if !ends {
        report.add(
            "workload",
            "No entry is awaited and there is no `until_ms`, so the run would never end.".into(),
            "Set `awaited` of one entry to true, or give `until_ms`.".into(),
        );
    }
}

/// Entries that others wait for are there and end, and nobody waits for the own end.
fn after(report: &mut Report, entries: &[Workload]) {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    for (index, entry) in entries.iter().enumerate() {
        let Some(after) = &entry.after else { continue };
        let field = format!("workload[{index}].after");
        if !names.contains(&after.as_str()) {
            let close = nearest(after, names.iter().copied());
            let mend = if close.is_empty() {
                format!("Write {}, or leave `after` out.", alternatives(&names))
            } else {
                format!("Did you mean {}?", alternatives(&close))
            };
            let problem = format!("There is no entry named {} to wait for.", quoted(after));
            report.add(field, problem, mend);
            continue;
        }
        if entries
            .iter()
            .any(|other| other.name == *after && !other.run.ends())
        {
            report.add(
                field,
                format!("{} never ends, so this would never start.", quoted(after)),
                "Name an entry that ends, or leave `after` out and give `start_ms`.".into(),
            );
            continue;
        }
        // Who is waited for, and who they wait for in turn: as many steps as there are entries reach them all.
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
                    "{} would wait for an end that comes only after its own.",
                    quoted(&entry.name)
                ),
                "Let it wait for an entry that does not wait for it, or leave `after` out.".into(),
            );
        }
    }
}

/// What a program's own check has at hand; it calls fields by their names in the program.
pub(crate) struct ProgramReport<'a> {
    report: &'a mut Report,
    field: String,
    scenario: &'a Scenario,
}

impl ProgramReport<'_> {
    fn at(&self, name: &str) -> String {
        format!("{}.{name}", self.field)
    }

    /// Notes a problem.
    pub(crate) fn add(&mut self, name: &str, problem: String, mend: String) {
        self.report.add(self.at(name), problem, mend);
    }

    /// Notes the problem if the value is outside the limit; tells whether it was inside.
    pub(crate) fn within(&mut self, limit: limits::Limit, name: &str, value: u64) -> bool {
        self.report.within(limit, &self.at(name), value)
    }

    /// What it moves in all, as a product of sizes in kB and counts.
    pub(crate) fn total_kb(&mut self, factors: &[u64]) {
        let total = product(factors);
        self.report.within(limits::TOTAL_KB, &self.field, total);
    }

    /// That there is one.
    pub(crate) fn at_least_one(&mut self, name: &str, value: u64) -> bool {
        if value == 0 {
            self.add(name, "This is 0.".into(), "Write at least 1.".into());
        }
        value > 0
    }

    /// That files can be called so.
    pub(crate) fn file_name(&mut self, name: Option<&str>) {
        let field = self.at("file");
        if let Some(name) = name {
            self.report.name(&field, name);
        }
    }

    /// That there is a filesystem of that name.
    pub(crate) fn filesystem(&mut self, name: &str) {
        let field = self.at("filesystem");
        on_filesystem(self.report, &field, name, &self.scenario.filesystems);
    }

    /// Mappings and the block device's own pages go past the daemon of a fuse filesystem.
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
                    "{} lies behind a daemon, which this program goes past.",
                    quoted(name)
                ),
                "Write a filesystem of another kind.".into(),
            );
        }
    }

    /// Each of so many tasks gets a page of the data at least.
    pub(crate) fn page_each(&mut self, field: &str, kb: u64, tasks: u64) {
        if kb / tasks.max(1) < 4 {
            self.add(
                field,
                format!("{} tasks would not get a page each.", grouped(tasks)),
                format!("Write at least {}.", grouped(tasks * 4)),
            );
        }
    }

    /// Anonymous memory that neither RAM nor swap can hold ends in the OOM killer, which is not
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
            .chain([resident.kernel_pages, resident.unevictable_pages])
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
                    "{} kB of anonymous memory find no room in {} kB of RAM and swap.",
                    grouped(size_kb),
                    grouped(room_kb)
                ),
                "Make it smaller, or give the machine more swap.".into(),
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
    let mend = match (known.is_empty(), close.is_empty()) {
        (true, _) => format!("Add a filesystem named {} to `filesystems`.", quoted(name)),
        (_, false) => format!("Did you mean {}?", alternatives(&close)),
        (_, true) => format!(
            "Write {}, or add it to `filesystems`.",
            alternatives(&known)
        ),
    };
    report.add(
        field,
        format!("There is no filesystem {}.", quoted(name)),
        mend,
    );
}
