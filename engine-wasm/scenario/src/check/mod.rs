//! Checks the values of a document that has the right shape, and reports every problem.

mod kernel;
mod machine;
mod workload;

use super::SCENARIO_VERSION;
use super::catalogue::Catalogue;
use super::document::{Scenario, VmKnobs};
use super::limits::{self, Limit};
use super::problem::{Problem, first_of};
use super::report::Report;

/// Checks that the engine can run the scenario, without applying its `scale`. Returns every problem found.
pub fn validate(scenario: &Scenario, catalogue: &Catalogue) -> Result<(), Vec<Problem>> {
    let mut report = Report::default();
    // Later checks compare lists with each other. The lengths of the lists are checked first, which bounds the cost.
    lengths(&mut report, scenario);
    if !report.problems.is_empty() {
        return Err(first_of(report.problems));
    }
    head(&mut report, scenario);
    machine::machine(&mut report, &scenario.machine);
    machine::devices(&mut report, &scenario.devices, catalogue);
    machine::filesystems(&mut report, &scenario.filesystems, &scenario.devices);
    machine::swap(&mut report, scenario.swap.as_ref(), &scenario.devices);
    knobs(&mut report, &scenario.vm, scenario);
    let before = report.problems.len();
    workload::workload(&mut report, scenario);
    // A size that is out of range does not fit its device either; only the range is reported.
    if report.problems.len() == before {
        machine::capacities(&mut report, scenario, catalogue);
    }
    kernel::lanes(&mut report, scenario, catalogue);
    if report.problems.is_empty() {
        Ok(())
    } else {
        Err(first_of(report.problems))
    }
}

/// Checks the lengths of all lists.
fn lengths(report: &mut Report, scenario: &Scenario) {
    let count = |list: usize| list as u64;
    let mut table = vec![
        (
            limits::ZONES,
            "machine.zones".to_owned(),
            count(scenario.machine.zones.len()),
        ),
        (
            limits::DEVICES,
            "devices".to_owned(),
            count(scenario.devices.len()),
        ),
        (
            limits::FILESYSTEMS,
            "filesystems".to_owned(),
            count(scenario.filesystems.len()),
        ),
        (
            limits::WORKLOADS,
            "workload".to_owned(),
            count(scenario.workload.len()),
        ),
    ];
    let lanes = [
        ("", Some((&scenario.mechanisms, &scenario.interventions))),
        (
            "against.",
            (scenario.against.as_ref()).map(|lane| (&lane.mechanisms, &lane.interventions)),
        ),
    ];
    for (prefix, lane) in lanes {
        let Some((mechanisms, interventions)) = lane else {
            continue;
        };
        table.push((
            limits::SWITCHES,
            format!("{prefix}mechanisms"),
            count(mechanisms.len()),
        ));
        table.push((
            limits::INTERVENTIONS,
            format!("{prefix}interventions"),
            count(interventions.len()),
        ));
    }
    for (limit, field, value) in table {
        // Empty lists are reported by the check of each list.
        if value > limit.most {
            report.within(limit, &field, value);
        }
    }
}

fn head(report: &mut Report, scenario: &Scenario) {
    if scenario.version != SCENARIO_VERSION {
        report.add(
            "version",
            format!(
                "Version {} of the document is not supported.",
                scenario.version
            ),
            format!("Use version {SCENARIO_VERSION}, which this program reads."),
        );
    }
    let title = scenario.title.trim().chars().count() as u64;
    if title == 0 {
        report.add(
            "title",
            "The title is empty.".into(),
            "Describe the experiment in a few words.".into(),
        );
    } else {
        report.within(
            limits::TITLE_CHARS,
            "title",
            scenario.title.chars().count() as u64,
        );
    }
    let description = scenario.description.chars().count() as u64;
    report.within(limits::DESCRIPTION_CHARS, "description", description);
    report.within(limits::SEED, "seed", scenario.seed);
    report.within(limits::SCALE, "scale", scenario.scale.into());
    if let Some(until_ms) = scenario.until_ms {
        report.within(limits::UNTIL_MS, "until_ms", until_ms);
    }
}

fn knobs(report: &mut Report, vm: &VmKnobs, scenario: &Scenario) {
    let small = |value: Option<u32>| value.map(u64::from);
    let table = [
        ("vm.dirty_ratio", small(vm.dirty_ratio), limits::PERCENT),
        (
            "vm.dirty_background_ratio",
            small(vm.dirty_background_ratio),
            limits::PERCENT,
        ),
        ("vm.dirty_bytes", vm.dirty_bytes, limits::DIRTY_BYTES),
        (
            "vm.dirty_background_bytes",
            vm.dirty_background_bytes,
            limits::DIRTY_BYTES,
        ),
        (
            "vm.dirty_expire_centisecs",
            small(vm.dirty_expire_centisecs),
            limits::CENTISECS,
        ),
        (
            "vm.dirty_writeback_centisecs",
            small(vm.dirty_writeback_centisecs),
            limits::CENTISECS,
        ),
        ("vm.swappiness", small(vm.swappiness), limits::PERCENT),
        (
            "vm.page_cluster",
            small(vm.page_cluster),
            limits::PAGE_CLUSTER,
        ),
        (
            "vm.read_ahead_kb",
            small(vm.read_ahead_kb),
            limits::READ_AHEAD_KB,
        ),
    ];
    for (field, value, limit) in table {
        if let Some(value) = value {
            report.within(limit, field, value);
        }
    }
    let pairs = [
        (
            "dirty_bytes",
            vm.dirty_bytes.is_some(),
            "dirty_ratio",
            vm.dirty_ratio.is_some(),
        ),
        (
            "dirty_background_bytes",
            vm.dirty_background_bytes.is_some(),
            "dirty_background_ratio",
            vm.dirty_background_ratio.is_some(),
        ),
    ];
    for (bytes, bytes_given, ratio, ratio_given) in pairs {
        if bytes_given && ratio_given {
            report.add(
                format!("vm.{bytes}"),
                format!("Both {bytes} and {ratio} are set, but the kernel uses only one."),
                "Remove one of them.".into(),
            );
        }
    }
    if let Some(kbytes) = vm.min_free_kbytes {
        // With a larger value, no zone could reach its high watermark. The limit is a quarter of RAM: in kB, this is
        // the number of 4 kB pages.
        let most = scenario.machine.present_pages();
        let limit = Limit {
            what: "memory to keep free",
            unit: "kB",
            least: 128,
            most: most.max(128),
            remark: "a quarter of RAM",
        };
        report.within(limit, "vm.min_free_kbytes", kbytes);
    }
}
