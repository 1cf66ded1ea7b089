//! Formats a study's results: readable tables, JSON and CSV.

use reclaim_engine::scenario::link;
use reclaim_results::RunResult;
use reclaim_study::{Ablation, LeftOut, Outcome, Plan, Spread};
use serde_json::json;

use crate::numbers::shown;
use crate::table::Table;

/// Formats the results as readable tables.
pub fn text(plan: &Plan, outcome: &Outcome) -> String {
    let seeds = plan.study.seeds;
    let mut out = format!("{}\n", plan.study.title);
    out.push_str(&format!(
        "{} combinations, {} runs; {}.\n\n",
        plan.points.len(),
        plan.runs.len(),
        match seeds {
            1 => String::from("one seed"),
            seeds => format!("median [min, max] of {seeds} seeds"),
        }
    ));
    let head: Vec<&str> = (plan.factors.iter().chain(&plan.study.measures))
        .map(String::as_str)
        .collect();
    let mut table = Table::new(&head);
    for (point, of) in plan.points.iter().zip(&outcome.points) {
        let cells = of.spreads.iter().map(cell);
        table.row(point.labels.iter().cloned().chain(cells).collect());
    }
    out.push_str(&table.text());
    for (measure, name) in plan.study.measures.iter().enumerate() {
        if let Some(ablation) = &outcome.ablations[measure] {
            out.push_str(&format!("\nShare of each mechanism in {name}\n"));
            out.push_str(&shares(plan, ablation));
        }
    }
    out.push_str(&lower(plan, outcome));
    if !plan.left_out.is_empty() {
        let count = plan.left_out.len();
        out.push_str(&format!("\nImpossible combinations: {count}, because:\n"));
        let mut reasons: Vec<String> = plan.left_out.iter().flat_map(why).collect();
        reasons.sort();
        reasons.dedup();
        out.extend(reasons.iter().map(|reason| format!("{reason}\n")));
    }
    out
}

fn cell(spread: &Option<Spread>) -> String {
    match spread {
        None => String::from("-"),
        Some(it) if it.least == it.most => shown(it.median),
        Some(it) => format!(
            "{} [{}, {}]",
            shown(it.median),
            shown(it.least),
            shown(it.most)
        ),
    }
}

fn shares(plan: &Plan, ablation: &Ablation) -> String {
    let effect = ablation.all - ablation.none;
    let mut table = Table::new(&["", "share", "of the effect", "alone", "last"]);
    let known = |value: Option<f64>| value.map_or_else(|| "-".into(), shown);
    for (name, share) in plan.factors.iter().zip(&ablation.shares) {
        let error = share
            .error
            .map_or_else(String::new, |error| format!(" +- {}", shown(error)));
        let part = if effect == 0.0 {
            String::from("-")
        } else {
            format!("{:.0} %", share.shapley / effect * 100.0)
        };
        table.row(vec![
            name.clone(),
            format!("{}{error}", shown(share.shapley)),
            part,
            known(share.alone),
            known(share.last),
        ]);
    }
    let all = vec![
        "all".into(),
        shown(effect),
        "100 %".into(),
        String::new(),
        String::new(),
    ];
    table.row(all);
    let mut out = table.text();
    let strong = ablation
        .pairs
        .iter()
        .filter(|pair| pair.interaction.abs() * 20.0 >= effect.abs());
    for pair in strong.filter(|pair| pair.interaction != 0.0) {
        out.push_str(&format!(
            "The effect of {} and {} together differs by {} from the sum of their separate effects.\n",
            plan.factors[pair.one],
            plan.factors[pair.other],
            shown(pair.interaction)
        ));
    }
    out
}

/// Returns a line for each ratio: the number of seeds in which lane B is lower than lane A.
fn lower(plan: &Plan, outcome: &Outcome) -> String {
    let mut out = String::new();
    for (point, of) in plan.points.iter().zip(&outcome.points) {
        for (name, lower) in plan.study.measures.iter().zip(&of.lower) {
            let Some((lower, all)) = lower.filter(|&(_, all)| all > 1) else {
                continue;
            };
            let measure = name.trim_start_matches("ratio:");
            let at = if point.labels.is_empty() {
                String::new()
            } else {
                format!("{}: ", point.labels.join(", "))
            };
            out.push_str(&format!(
                "{at}{measure} is lower in B in {lower} of {all} seeds.\n"
            ));
        }
    }
    if out.is_empty() {
        out
    } else {
        format!("\n{out}")
    }
}

fn why(left_out: &LeftOut) -> Vec<String> {
    left_out.problems.iter().map(ToString::to_string).collect()
}

/// Returns one JSON line per run.
pub fn json_lines(plan: &Plan, results: &[Option<RunResult>]) -> String {
    let line = |(run, result): (&reclaim_results::Run, &RunResult)| {
        let RunResult { digest, values } = result;
        let seed = run.scenario.seed;
        json!({ "run": link::encode(&run.scenario), "seed": seed, "digest": digest, "values": values })
            .to_string()
            + "\n"
    };
    plan.runs
        .iter()
        .zip(results.iter().flatten())
        .map(line)
        .collect()
}
