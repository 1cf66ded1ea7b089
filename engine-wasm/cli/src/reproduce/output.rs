//! Formats the lines: readable tables, JSON and CSV.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use reclaim_results::verdict::{self, Seeds, Verdict};
use reclaim_results::{Line, Plan, VerdictLine};

use super::computed_lines;
use crate::args::ReproduceArguments;
use crate::numbers::shown;
use crate::output::csv_line;
use crate::run::plain;
use crate::table::Table;

/// Returns the lines by posting and table, and the number of lines with each verdict.
pub fn text(plan: &Plan, judged: &[VerdictLine], arguments: &ReproduceArguments) -> String {
    let mut out = head(plan, arguments);
    let lines: Vec<(&Line, &VerdictLine)> = plan.lines.iter().zip(judged).collect();
    let table = |line: &Line| {
        let (posting, row, _) = plan.parts(line);
        format!("{posting}, {}", row.table)
    };
    for lines in lines.chunk_by(|(one, _), (other, _)| table(one) == table(other)) {
        out.push_str(&format!("\n{}\n", table(lines[0].0)));
        out.push_str(&rows(plan, lines));
    }
    out.push('\n');
    out.push_str(&summary(plan, judged));
    out
}

fn head(plan: &Plan, arguments: &ReproduceArguments) -> String {
    let mut out = format!(
        "{} figures, {} of them computed by {} runs; {}.\n",
        plan.lines.len(),
        computed_lines(plan),
        plan.runs.len(),
        match arguments.seeds {
            1 => "one seed".to_owned(),
            seeds => format!("median (min..max) of {seeds} seeds, mean ratio"),
        }
    );
    let scaled: Vec<String> = plan
        .scales
        .iter()
        .filter(|(_, scale)| **scale > 1)
        .map(|(scenario, scale)| format!("{scenario} by {scale}"))
        .collect();
    if arguments.quick && !scaled.is_empty() {
        out.push_str(&format!(
            "Quick: RAM and workload sizes are divided ({}), so times and counts are smaller than published. Device \
             speeds and sleep times do not change, which can hide an effect.\n",
            scaled.join(", ")
        ));
    }
    out
}

fn rows(plan: &Plan, lines: &[(&Line, &VerdictLine)]) -> String {
    let head = [
        "row",
        "figure",
        "old",
        "new",
        "ratio",
        "computed old",
        "new",
        "ratio",
        "verdict",
    ];
    let mut table = Table::new(&head);
    for &(line, judged) in lines {
        let (_, of, figure) = plan.parts(line);
        let (old, new) = (figure.old, figure.new);
        let name = format!("{} {}", of.workload, figure.metric);
        let mut row = vec![of.row.clone(), name, value(old), value(new)];
        row.push(ratio(
            old.zip(new).and_then(|(old, new)| verdict::ratio(old, new)),
        ));
        let computed = judged.computed.clone().unwrap_or_default();
        row.extend([computed.old_seeds, computed.new_seeds].map(of_seeds));
        let spread = computed.least_ratio.zip(computed.most_ratio);
        row.push(match (computed.ratio, spread) {
            (Some(mean), Some((least, most))) if least < most => {
                format!("{mean:.3} ({least:.3}..{most:.3})")
            }
            (mean, _) => ratio(mean),
        });
        let mut words = judged.verdict.words().to_owned();
        if let (Verdict::NotModelled, Some(reason)) = (judged.verdict, plan.remark(line)) {
            words = format!("{words}: {reason}");
        }
        row.push(words);
        table.row(row);
    }
    table.text()
}

/// Returns the number of figures with each verdict, by posting.
fn summary(plan: &Plan, judged: &[VerdictLine]) -> String {
    let mut head = vec!["verdicts"];
    head.extend(Verdict::ALL.map(Verdict::words));
    head.push("all");
    let mut counts: BTreeMap<&str, BTreeMap<Verdict, usize>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for (line, judged) in plan.lines.iter().zip(judged) {
        let posting = plan.posting(line).posting.as_str();
        if !order.contains(&posting) {
            order.push(posting);
        }
        let of_posting = counts.entry(posting).or_default();
        *of_posting.entry(judged.verdict).or_default() += 1;
    }
    let mut table = Table::new(&head);
    for posting in order {
        let of_posting = &counts[posting];
        let mut row = vec![posting.to_owned()];
        let count = |verdict| of_posting.get(verdict).copied().unwrap_or(0);
        row.extend(
            Verdict::ALL
                .iter()
                .map(|verdict| count(verdict).to_string()),
        );
        row.push(of_posting.values().sum::<usize>().to_string());
        table.row(row);
    }
    table.text()
}

/// Returns all results as JSON.
pub fn json(plan: &Plan, judged: &[VerdictLine], arguments: &ReproduceArguments) -> String {
    let rows: Vec<Value> = plan
        .lines
        .iter()
        .zip(judged)
        .map(|(line, judged)| {
            let (posting, row, figure) = plan.parts(line);
            json!({
                "posting": posting,
                "table": row.table,
                "row": row.row,
                "workload": row.workload,
                "metric": figure.metric,
                "unit": figure.unit,
                "old_kernel": row.old_kernel,
                "new_kernel": row.new_kernel,
                "published": { "old": figure.old, "new": figure.new },
                "computed": judged.computed,
                "scenario": row.computed.as_ref().map(|computed| &computed.scenario),
                "verdict": judged.verdict.words(),
                "remark": plan.remark(line),
            })
        })
        .collect();
    let all = json!({
        "quick": arguments.quick,
        "seeds": arguments.seeds,
        "scales": plan.scales,
        "rows": rows,
    });
    format!("{all:#}\n")
}

/// Returns the lines as CSV.
pub fn csv(plan: &Plan, judged: &[VerdictLine]) -> String {
    let mut out = csv_line([
        "posting",
        "table",
        "row",
        "workload",
        "metric",
        "unit",
        "old_kernel",
        "new_kernel",
        "published_old",
        "published_new",
        "computed_old",
        "computed_new",
        "ratio",
        "least_ratio",
        "most_ratio",
        "verdict",
        "remark",
        "old_least",
        "old_median",
        "old_most",
        "new_least",
        "new_median",
        "new_most",
    ]);
    for (line, judged) in plan.lines.iter().zip(judged) {
        let number = |value: Option<f64>| value.map_or_else(String::new, plain);
        let (posting, row, figure) = plan.parts(line);
        let computed = judged.computed.clone().unwrap_or_default();
        let mut fields: Vec<String> = [
            posting,
            &row.table,
            &row.row,
            &row.workload,
            &figure.metric,
            &figure.unit,
            &row.old_kernel,
            row.new_kernel.as_deref().unwrap_or_default(),
        ]
        .map(str::to_owned)
        .into();
        fields.extend(
            [
                figure.old,
                figure.new,
                computed.old,
                computed.new,
                computed.ratio,
                computed.least_ratio,
                computed.most_ratio,
            ]
            .map(number),
        );
        fields.push(judged.verdict.words().to_owned());
        fields.push(plan.remark(line).unwrap_or_default().to_owned());
        for seeds in [computed.old_seeds, computed.new_seeds] {
            let of = |part: fn(Seeds) -> f64| number(seeds.map(part));
            fields.extend([of(|s| s.least), of(|s| s.median), of(|s| s.most)]);
        }
        out.push_str(&csv_line(fields));
    }
    out
}

/// Formats the median, with the range if the seeds differ.
fn of_seeds(seeds: Option<Seeds>) -> String {
    match seeds {
        Some(seeds) if seeds.least < seeds.most => {
            let [least, median, most] = [seeds.least, seeds.median, seeds.most].map(shown);
            format!("{median} ({least}..{most})")
        }
        seeds => value(seeds.map(|seeds| seeds.median)),
    }
}

fn value(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), shown)
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"))
}
