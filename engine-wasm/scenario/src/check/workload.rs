//! What runs.

use super::super::amounts::{files_of, product, tasks_of};
use super::super::document::Scenario;
use super::super::limits;
use super::super::machine::{Filesystem, FilesystemKind};
use super::super::nearest::nearest;
use super::super::problem::{alternatives, grouped, quoted};
use super::super::program::{MMAP_STREAM_ANON_PERCENT, Program};
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
        program(report, &format!("{field}.run"), &entry.run, scenario);
    }
    // An entry that is too much by itself has had its sentence.
    let tasks: Vec<u64> = entries.iter().map(|entry| tasks_of(&entry.run)).collect();
    let together: u64 = tasks
        .iter()
        .fold(0, |sum, tasks| sum.saturating_add(*tasks));
    let each_fits = tasks.iter().all(|tasks| *tasks <= limits::TASKS.most);
    if each_fits && together > limits::TASKS.most {
        report.within(limits::TASKS, "workload", together);
    }
    let files = entries.iter().fold(0, |sum: u64, entry| {
        sum.saturating_add(files_of(&entry.run))
    });
    report.within(limits::FILES, "workload", files);
    let ends = entries.iter().any(|entry| entry.awaited) || scenario.until_ms.is_some();
    if !ends {
        report.add(
            "workload",
            "No entry is awaited and there is no `until_ms`, so the run would never end.".into(),
            "Set `awaited` of one entry to true, or give `until_ms`.".into(),
        );
    }
}

fn program(report: &mut Report, field: &str, program: &Program, scenario: &Scenario) {
    let at = |name: &str| format!("{field}.{name}");
    let on = |report: &mut Report, name: &str| {
        on_filesystem(
            report,
            &format!("{field}.filesystem"),
            name,
            &scenario.filesystems,
        );
    };
    match program {
        Program::WriteFile {
            filesystem,
            tasks,
            file_kb,
            call_kb,
            passes,
            ..
        }
        | Program::ReadFile {
            filesystem,
            tasks,
            file_kb,
            call_kb,
            passes,
        } => {
            on(report, filesystem);
            if let Program::WriteFile { fsync_kb: 1.., .. } = program {
                without_daemon(report, &at("fsync_kb"), filesystem, scenario);
            }
            let sound = report.within(limits::TASKS, &at("tasks"), (*tasks).into())
                & report.within(limits::FILE_KB, &at("file_kb"), *file_kb)
                & report.within(limits::CALL_KB, &at("call_kb"), (*call_kb).into())
                & report.within(limits::PASSES, &at("passes"), (*passes).into());
            if sound {
                let total = product(&[(*tasks).into(), *file_kb, (*passes).into()]);
                report.within(limits::TOTAL_KB, field, total);
            }
        }
        Program::ReadRoundRobin {
            filesystem,
            files,
            file_kb,
            passes,
            readahead: _,
        } => {
            on(report, filesystem);
            let sound = at_least_one(report, &at("files"), (*files).into())
                & report.within(limits::FILE_KB, &at("file_kb"), *file_kb)
                & report.within(limits::PASSES, &at("passes"), (*passes).into());
            if sound {
                let total = product(&[(*files).into(), *file_kb, (*passes).into()]);
                report.within(limits::TOTAL_KB, field, total);
            }
        }
        Program::ReadZipf {
            filesystem,
            file_kb,
            requests,
        } => {
            on(report, filesystem);
            report.within(limits::ZIPF_KB, &at("file_kb"), *file_kb);
            report.within(limits::PAGE_REQUESTS, &at("requests"), *requests);
        }
        Program::AnonHog {
            size_kb,
            pause_ms,
            run_ms,
        } => {
            report.within(limits::ANON_KB, &at("size_kb"), *size_kb);
            report.within(limits::MOMENT_MS, &at("pause_ms"), (*pause_ms).into());
            report.within(limits::UNTIL_MS, &at("run_ms"), *run_ms);
            fits_memory(report, &at("size_kb"), *size_kb, scenario);
        }
        Program::PtyWriter {
            writes_per_s,
            write_bytes,
            run_ms,
        } => {
            let writes = (*writes_per_s).into();
            report.within(limits::WRITES_PER_S, &at("writes_per_s"), writes);
            report.within(limits::PTY_BYTES, &at("write_bytes"), (*write_bytes).into());
            report.within(limits::UNTIL_MS, &at("run_ms"), *run_ms);
        }
        Program::TakeBlocks {
            order,
            held,
            requests_per_s,
            run_ms,
        } => {
            let requests = (*requests_per_s).into();
            report.within(limits::REQUESTS_PER_S, &at("requests_per_s"), requests);
            report.within(limits::UNTIL_MS, &at("run_ms"), *run_ms);
            if report.within(limits::ORDER, &at("order"), (*order).into()) {
                let held_kb = product(&[(*held).into(), 4 << order]);
                fits_memory(report, &at("held"), held_kb, scenario);
            }
        }
        Program::FsMark {
            filesystem,
            threads,
            files_per_thread,
            file_kb,
            call_kb,
            loops,
        } => {
            on(report, filesystem);
            let sound = report.within(limits::TASKS, &at("threads"), (*threads).into())
                & at_least_one(report, &at("files_per_thread"), (*files_per_thread).into())
                & report.within(limits::FILE_KB, &at("file_kb"), *file_kb)
                & report.within(limits::CALL_KB, &at("call_kb"), (*call_kb).into())
                & report.within(limits::LOOPS, &at("loops"), (*loops).into());
            if sound {
                let files = product(&[(*threads).into(), (*files_per_thread).into()]);
                let total = product(&[files, *file_kb, (*loops).into()]);
                report.within(limits::TOTAL_KB, field, total);
            }
        }
        Program::SimpleWriteback {
            filesystem,
            first_jobs,
            steps,
            total_kb,
            call_kb,
        } => {
            on(report, filesystem);
            let sound = report.within(limits::TASKS, &at("first_jobs"), (*first_jobs).into())
                & report.within(limits::STEPS, &at("steps"), (*steps).into())
                & report.within(limits::TOTAL_KB, &at("total_kb"), *total_kb)
                & report.within(limits::CALL_KB, &at("call_kb"), (*call_kb).into());
            if sound {
                let jobs = tasks_of(program);
                if report.within(limits::TASKS, &at("steps"), jobs) && total_kb / jobs < 4 {
                    report.add(
                        at("total_kb"),
                        format!("{} jobs would not get a page each.", grouped(jobs)),
                        format!("Write at least {}.", grouped(jobs * 4)),
                    );
                }
                let total = product(&[*total_kb, (*steps).into()]);
                report.within(limits::TOTAL_KB, field, total);
            }
        }
        Program::MmapStream {
            filesystem,
            threads,
            stream_kb,
            mixed_kb,
        } => {
            on(report, filesystem);
            without_daemon(report, &at("filesystem"), filesystem, scenario);
            report.within(limits::TASKS, &at("threads"), tasks_of(program));
            at_least_one(report, &at("threads"), (*threads).into());
            let anon_kb = mixed_kb / 100 * MMAP_STREAM_ANON_PERCENT;
            fits_memory(report, &at("mixed_kb"), anon_kb, scenario);
            for (name, kb) in [("stream_kb", *stream_kb), ("mixed_kb", *mixed_kb)] {
                if report.within(limits::TOTAL_KB, &at(name), kb) {
                    // Each thread has a page of each kind.
                    page_each(report, &at(name), kb, u64::from(*threads) * 4);
                }
            }
        }
        Program::Iozone {
            filesystem,
            steps,
            total_kb,
            record_kb,
            mkfs_kb,
            meta_pages,
        } => {
            on(report, filesystem);
            without_daemon(report, &at("filesystem"), filesystem, scenario);
            let sound = report.within(limits::STEPS, &at("steps"), (*steps).into())
                & report.within(limits::FILE_KB, &at("total_kb"), *total_kb)
                & report.within(limits::CALL_KB, &at("record_kb"), (*record_kb).into())
                & report.within(limits::METADATA_KB, &at("mkfs_kb"), *mkfs_kb)
                & report.within(limits::METADATA, &at("meta_pages"), (*meta_pages).into());
            if sound {
                page_each(report, &at("total_kb"), *total_kb, tasks_of(program));
                let total = product(&[*total_kb, (*steps).into(), 4]);
                report.within(limits::TOTAL_KB, field, total);
            }
        }
        Program::KernelBuild {
            filesystem,
            slots,
            jobs,
            builds,
            text_kb,
            headers_kb,
            read_kb,
            anon_kb,
            cpu_ms,
            object_kb,
            link_anon_kb,
            image_kb,
        } => {
            on(report, filesystem);
            without_daemon(report, &at("filesystem"), filesystem, scenario);
            report.within(limits::TASKS, &at("slots"), (*slots).into());
            report.within(limits::FILES, &at("jobs"), (*jobs).into());
            report.within(limits::LOOPS, &at("builds"), (*builds).into());
            for (name, kb) in [
                ("text_kb", text_kb),
                ("headers_kb", headers_kb),
                ("read_kb", read_kb),
                ("object_kb", object_kb),
                ("image_kb", image_kb),
            ] {
                report.within(limits::FILE_KB, &at(name), *kb);
            }
            report.within(limits::ANON_KB, &at("anon_kb"), *anon_kb);
            report.within(limits::ANON_KB, &at("link_anon_kb"), *link_anon_kb);
            report.within(limits::MOMENT_MS, &at("cpu_ms"), (*cpu_ms).into());
            fits_memory(report, &at("anon_kb"), *anon_kb, scenario);
            fits_memory(report, &at("link_anon_kb"), *link_anon_kb, scenario);
        }
        Program::Desktop {
            filesystem,
            file_kb,
            anon_kb,
            every_ms,
            hold_ms,
            launches,
        } => {
            on(report, filesystem);
            without_daemon(report, &at("filesystem"), filesystem, scenario);
            report.within(limits::FILE_KB, &at("file_kb"), *file_kb);
            report.within(limits::ANON_KB, &at("anon_kb"), *anon_kb);
            report.within(limits::MOMENT_MS, &at("every_ms"), (*every_ms).into());
            report.within(limits::MOMENT_MS, &at("hold_ms"), (*hold_ms).into());
            report.within(limits::LOOPS, &at("launches"), (*launches).into());
            fits_memory(report, &at("anon_kb"), *anon_kb, scenario);
        }
    }
}

/// Mappings and the block device's own pages go past the daemon of a fuse filesystem.
fn without_daemon(report: &mut Report, field: &str, name: &str, scenario: &Scenario) {
    let mut named = scenario.filesystems.iter().filter(|fs| fs.name == name);
    if named.any(|filesystem| filesystem.kind == FilesystemKind::FuseNtfs) {
        report.add(
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
fn page_each(report: &mut Report, field: &str, kb: u64, tasks: u64) {
    if kb / tasks.max(1) < 4 {
        report.add(
            field,
            format!("{} tasks would not get a page each.", grouped(tasks)),
            format!("Write at least {}.", grouped(tasks * 4)),
        );
    }
}

fn at_least_one(report: &mut Report, field: &str, value: u64) -> bool {
    if value == 0 {
        report.add(field, "This is 0.".into(), "Write at least 1.".into());
    }
    value > 0
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

/// Anonymous memory that neither RAM nor swap can hold ends in the OOM killer, which is not
/// modelled.
fn fits_memory(report: &mut Report, field: &str, size_kb: u64, scenario: &Scenario) {
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
        report.add(
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
