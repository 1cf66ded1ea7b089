//! Collects the problems of a document, and those of one program.

use super::limits::{self, Limit};
use super::machine::{Filesystem, FilesystemKind, Machine, Swap};
use super::nearest::nearest;
use super::problem::{Problem, alternatives, enough, grouped, quoted};
use super::sizes::product;

/// The problems found so far.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) problems: Vec<Problem>,
}

impl Report {
    pub(crate) fn add(&mut self, field: impl Into<String>, problem: String, fix: String) {
        self.problems.push(Problem::new(field, problem, fix));
    }

    /// Returns whether the list of problems is full.
    pub(crate) fn has_enough(&self) -> bool {
        enough(&self.problems)
    }

    /// Checks the limit, and reports a value outside it. Returns whether the value is allowed.
    pub(crate) fn within(&mut self, limit: Limit, field: &str, value: u64) -> bool {
        if limit.allows(value) {
            return true;
        }
        self.problems.push(limit.exceeded(field, value));
        false
    }

    /// Checks a name that other fields refer to: not empty, not too long, no invisible characters.
    pub(crate) fn name(&mut self, field: &str, name: &str) {
        let chars = name.chars().count() as u64;
        if chars == 0 {
            self.add(field, "The name is empty.".into(), "Give it a name.".into());
        } else if self.within(limits::NAME_CHARS, field, chars)
            && name
                .chars()
                .any(|c| c.is_control() || (c.is_whitespace() && c != ' '))
        {
            self.add(
                field,
                "The name contains invisible characters.".into(),
                "Use letters, digits and punctuation.".into(),
            );
        }
    }
}

/// Collects the problems of one program. Its methods take field names relative to the program.
pub(crate) struct ProgramReport<'a> {
    pub(crate) report: &'a mut Report,
    /// Path of the program in the document.
    pub(crate) field: String,
    /// The machine that it runs on.
    pub(crate) machine: &'a Machine,
    /// The machine's filesystems.
    pub(crate) filesystems: &'a [Filesystem],
    /// The machine's swap area, if there is one.
    pub(crate) swap: Option<&'a Swap>,
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
    pub(crate) fn within(&mut self, limit: Limit, name: &str, value: u64) -> bool {
        self.report.within(limit, &self.at(name), value)
    }

    /// Checks the total data that the program reads or writes: the product of sizes in kB and counts.
    pub(crate) fn total_kb(&mut self, factors: &[u64]) {
        let total = product(factors);
        self.report.within(limits::TOTAL_KB, &self.field, total);
    }

    /// Reports a value of 0. Returns whether the value is above 0.
    pub(crate) fn at_least_one(&mut self, name: &str, value: u64) -> bool {
        if value == 0 {
            self.add(name, "The value is 0.".into(), "Use at least 1.".into());
        }
        value > 0
    }

    /// Checks the name of the files, if the program has one.
    pub(crate) fn file_name(&mut self, name: Option<&str>) {
        let field = self.at("file");
        if let Some(name) = name {
            self.report.name(&field, name);
        }
    }

    /// Checks that the filesystem exists.
    pub(crate) fn filesystem(&mut self, name: &str) {
        let field = self.at("filesystem");
        on_filesystem(self.report, &field, name, self.filesystems);
    }

    /// Refuses a fuse filesystem: mappings and the block device's own pages bypass its daemon.
    pub(crate) fn without_daemon(&mut self, field: &str, name: &str) {
        let mut named = self.filesystems.iter().filter(|fs| fs.name == name);
        if named.any(|filesystem| filesystem.kind == FilesystemKind::FuseNtfs) {
            self.add(
                field,
                format!(
                    "A daemon serves {}, and this program would bypass it.",
                    quoted(name)
                ),
                "Use a filesystem of another kind.".into(),
            );
        }
    }

    /// Checks that data of this size, kB, is at least one page for each task.
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

    /// Checks that anonymous memory of this size, kB, fits into RAM and swap. Otherwise the OOM killer would kill tasks
    /// of the workload.
    pub(crate) fn fits_memory(&mut self, field: &str, size_kb: u64) {
        let ram = self.machine.present_pages();
        let resident = &self.machine.resident;
        let kept = self
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
        let swap = self.swap.map_or(0, |swap| swap.pages);
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
