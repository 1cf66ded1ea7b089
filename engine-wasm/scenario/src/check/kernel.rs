//! Checks kernels, mechanisms and interventions.

use std::collections::BTreeMap;

use super::super::catalogue::Catalogue;
use super::super::conflicts::Conflict;
use super::super::document::{Intervention, Scenario};
use super::super::limits;
use super::super::nearest::nearest;
use super::super::ordered;
use super::super::problem::{alternatives, join, quoted};
use super::super::report::Report;

pub(super) fn lanes(report: &mut Report, scenario: &Scenario, catalogue: &Catalogue) {
    lane(
        report,
        "",
        &scenario.kernel,
        &scenario.mechanisms,
        &scenario.interventions,
        catalogue,
    );
    if let Some(against) = &scenario.against {
        lane(
            report,
            "against.",
            &against.kernel,
            &against.mechanisms,
            &against.interventions,
            catalogue,
        );
    }
}

fn lane(
    report: &mut Report,
    prefix: &str,
    kernel: &str,
    switches: &BTreeMap<String, bool>,
    interventions: &[Intervention],
    catalogue: &Catalogue,
) {
    let preset = catalogue.preset(kernel);
    if preset.is_none() {
        unknown_preset(report, &format!("{prefix}kernel"), kernel, catalogue);
    }
    let group = format!("{prefix}mechanisms");
    let many = format!("{prefix}interventions");
    let mut known = true;
    for id in switches.keys() {
        known &= is_known(report, &join(&group, id), id, catalogue);
    }
    for (index, intervention) in interventions.iter().enumerate() {
        let field = format!("{many}[{index}]");
        let id = &intervention.mechanism;
        known &= is_known(report, &format!("{field}.mechanism"), id, catalogue);
        report.within(
            limits::MOMENT_NS,
            &format!("{field}.at_ns"),
            intervention.at_ns,
        );
    }
    // The rules between mechanisms can be checked only if all of them are known.
    let Some(preset) = preset.filter(|_| known) else {
        return;
    };
    let mut on = preset.mechanisms.to_vec();
    for (id, switched_on) in switches {
        switch(&mut on, id, *switched_on);
    }
    let blame = |id: &str| match switches.get(id) {
        Some(_) => format!("{prefix}mechanisms.{id}"),
        None => format!("{prefix}kernel"),
    };
    rules(report, &on, catalogue, kernel, &blame);
    run_interventions(report, prefix, on, interventions, catalogue, kernel);
}

/// Switches a mechanism on or off in the list of those that are on. The search is linear, as the list is short.
fn switch<'a>(on: &mut Vec<&'a str>, id: &'a str, switched_on: bool) {
    on.retain(|&other| other != id);
    if switched_on {
        on.push(id);
    }
}

fn unknown_preset(report: &mut Report, field: &str, kernel: &str, catalogue: &Catalogue) {
    let all: Vec<&str> = catalogue.presets.iter().map(|preset| preset.id).collect();
    let close = nearest(kernel, all.iter().copied());
    let fix = if close.is_empty() {
        format!("Use {}.", alternatives(&all))
    } else {
        format!(
            "Did you mean {}? `reclaim list` prints all of them.",
            alternatives(&close)
        )
    };
    report.add(
        field,
        format!("Kernel {} does not exist.", quoted(kernel)),
        fix,
    );
}

fn is_known(report: &mut Report, field: &str, id: &str, catalogue: &Catalogue) -> bool {
    if catalogue.mechanism(id).is_some() {
        return true;
    }
    // The list of problems is full.
    if report.has_enough() {
        return false;
    }
    let close = nearest(
        id,
        catalogue.mechanisms.iter().map(|mechanism| mechanism.id),
    );
    let fix = if close.is_empty() {
        "Remove it. `reclaim list` prints the mechanisms.".into()
    } else {
        format!(
            "Did you mean {}? `reclaim list` prints all of them.",
            alternatives(&close)
        )
    };
    report.add(
        field,
        format!("Mechanism {} does not exist.", quoted(id)),
        fix,
    );
    false
}

/// Reports the rules that a set of mechanisms violates. `blame` returns the field that switches a mechanism.
fn rules(
    report: &mut Report,
    on: &[&str],
    catalogue: &Catalogue,
    kernel: &str,
    blame: &dyn Fn(&str) -> String,
) {
    let from_preset = |id: &str| {
        catalogue
            .preset(kernel)
            .is_some_and(|preset| preset.mechanisms.contains(&id))
    };
    for conflict in catalogue.conflicts(|id| on.contains(&id)) {
        let (culprit, problem, fix) = match conflict {
            Conflict::Needs { id, needed } if from_preset(needed) => (
                needed,
                format!("`{id}` is on and requires `{needed}`, which is switched off."),
                format!("Keep `{needed}` on, or switch `{id}` off too."),
            ),
            Conflict::Needs { id, needed } => (
                id,
                format!("`{id}` requires `{needed}`, which is off in kernel {kernel}."),
                format!("Switch `{needed}` on too, or switch `{id}` off."),
            ),
            Conflict::Excludes { id, other } => {
                // Blame the mechanism that the scenario added to the preset.
                let (added, kept) = if from_preset(id) {
                    (other, id)
                } else {
                    (id, other)
                };
                (
                    added,
                    format!("`{added}` and `{kept}` are both on, but exclude each other."),
                    format!("Switch `{kept}` off, or switch `{added}` off."),
                )
            }
        };
        report.add(blame(culprit), problem, fix);
    }
}

fn run_interventions<'a>(
    report: &mut Report,
    prefix: &str,
    mut on: Vec<&'a str>,
    interventions: &'a [Intervention],
    catalogue: &Catalogue,
    kernel: &str,
) {
    let order = ordered::by_key(0..interventions.len(), |index| interventions[*index].at_ns);
    for moment in order.chunk_by(|a, b| interventions[*a].at_ns == interventions[*b].at_ns) {
        for (place, index) in moment.iter().enumerate() {
            let intervention = &interventions[*index];
            let same = |other: &&usize| interventions[**other].mechanism == intervention.mechanism;
            if moment[..place].iter().any(|other| same(&other)) {
                report.add(
                    format!("{prefix}interventions[{index}]"),
                    format!(
                        "`{}` is switched twice at {} ns.",
                        intervention.mechanism, intervention.at_ns
                    ),
                    "Remove one of the two, or change its time.".into(),
                );
            }
            switch(&mut on, &intervention.mechanism, intervention.on);
        }
        let before = report.problems.len();
        let first = moment.first().copied().unwrap_or_default();
        let blame = |id: &str| {
            let index = moment
                .iter()
                .find(|index| interventions[**index].mechanism == id);
            format!("{prefix}interventions[{}]", index.copied().unwrap_or(first))
        };
        rules(report, &on, catalogue, kernel, &blame);
        // Later problems follow from this one; reporting them would not help.
        if report.problems.len() > before {
            return;
        }
    }
}
