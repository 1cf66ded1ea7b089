//! The lines as a table for people, and for programs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::plan::Plan;
use super::verdict::{self, Verdict};
use super::{Judged, computed_lines};
use crate::args::ReproduceArguments;
use crate::numbers::shown;
use crate::output::csv_line;
use crate::run::plain;
use crate::table::Table;

/// The lines by posting, and how many there are of each verdict.
pub fn text(plan: &Plan, lines: &[Judged], arguments: &ReproduceArguments) -> String {
    let mut out = head(plan, arguments);
    let mut at = 0;
    while at < lines.len() {
        let posting = lines[at].posting;
        let table = lines[at].row.table.as_str();
        let same = |line: &&Judged| line.posting == posting && line.row.table == table;
        let count = lines[at..].iter().take_while(same).count();
        out.push_str(&format!("\n{posting}, {table}\n"));
        out.push_str(&rows(&lines[at..at + count]));
        at += count;
    }
    out.push('\n');
    out.push_str(&summary(lines));
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
            seeds => format!("mean (least..most ratio) of {seeds} seeds"),
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
            "Quick: RAM and sizes are divided ({}), so times and counts are smaller than published; devices and naps \
             stay as they are, which may hide an effect.\n",
            scaled.join(", ")
        ));
    }
    out
}

fn rows(lines: &[Judged]) -> String {
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
    for line in lines {
        let (old, new) = (line.figure.old, line.figure.new);
        let name = format!("{} {}", line.row.workload, line.figure.metric);
        let mut row = vec![line.row.row.clone(), name, value(old), value(new)];
        row.push(ratio(
            old.zip(new).and_then(|(old, new)| verdict::ratio(old, new)),
        ));
        let computed = line.computed.clone().unwrap_or_default();
        row.extend([value(computed.old), value(computed.new)]);
        row.push(match (computed.ratio(), computed.spread) {
            (Some(mean), Some((least, most))) if least < most => {
                format!("{mean:.3} ({least:.3}..{most:.3})")
            }
            (mean, _) => ratio(mean),
        });
        let mut words = line.verdict.words().to_owned();
        if let (Verdict::NotModelled, Some(reason)) = (line.verdict, line.remark) {
            words = format!("{words}: {reason}");
        }
        row.push(words);
        table.row(row);
    }
    table.text()
}

/// How many figures of each posting there are of each verdict.
fn summary(lines: &[Judged]) -> String {
    let mut head = vec!["verdicts"];
    head.extend(Verdict::ALL.map(Verdict::words));
    head.push("all");
    let mut counts: BTreeMap<&str, BTreeMap<Verdict, usize>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for line in lines {
        if !order.contains(&line.posting) {
            order.push(line.posting);
        }
        let of_posting = counts.entry(line.posting).or_default();
        *of_posting.entry(line.verdict).or_default() += 1;
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

/// Everything, for programs.
pub fn json(plan: &Plan, lines: &[Judged], arguments: &ReproduceArguments) -> String {
    let rows: Vec<Value> = lines
        .iter()
        .map(|line| {
            let computed = line.computed.as_ref().map(|computed| {
                json!({
                    "old": computed.old,
                    "new": computed.new,
                    "ratio": computed.ratio(),
                    "least_ratio": computed.spread.map(|(least, _)| least),
                    "most_ratio": computed.spread.map(|(_, most)| most),
                })
            });
            json!({
                "posting": line.posting,
                "table": line.row.table,
                "row": line.row.row,
                "workload": line.row.workload,
                "metric": line.figure.metric,
                "unit": line.figure.unit,
                "old_kernel": line.row.old_kernel,
                "new_kernel": line.row.new_kernel,
                "published": { "old": line.figure.old, "new": line.figure.new },
                "computed": computed,
                "scenario": line.row.computed.as_ref().map(|computed| &computed.scenario),
                "verdict": line.verdict.words(),
                "remark": line.remark,
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

/// The lines for programs.
pub fn csv(lines: &[Judged]) -> String {
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
    ]);
    for line in lines {
        let number = |value: Option<f64>| value.map_or_else(String::new, plain);
        let computed = line.computed.clone().unwrap_or_default();
        let mut fields: Vec<String> = [
            line.posting,
            &line.row.table,
            &line.row.row,
            &line.row.workload,
            &line.figure.metric,
            &line.figure.unit,
            &line.row.old_kernel,
            line.row.new_kernel.as_deref().unwrap_or_default(),
        ]
        .map(str::to_owned)
        .into();
        fields.extend(
            [
                line.figure.old,
                line.figure.new,
                computed.old,
                computed.new,
                computed.ratio(),
                computed.spread.map(|(least, _)| least),
                computed.spread.map(|(_, most)| most),
            ]
            .map(number),
        );
        fields.push(line.verdict.words().to_owned());
        fields.push(line.remark.unwrap_or_default().to_owned());
        out.push_str(&csv_line(fields));
    }
    out
}

fn value(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), shown)
}

fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"))
}
