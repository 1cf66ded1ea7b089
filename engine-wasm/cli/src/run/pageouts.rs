//! The state at the first file page that each reclaim wrote, in the form of Johannes Weiner's posting of July 2011:
//! values of the zone and, in parentheses, of the machine, in pages.

use reclaim_engine::observer::pageout_log::{FIGURES, KEPT_ENTRIES};
use reclaim_engine::simulation::Simulation;

use super::Outcome;
use crate::metrics::{list, number};

/// Returns one line per state that the machine recorded.
pub fn lines(simulation: &Simulation) -> Vec<String> {
    let machine = simulation.machine();
    let line = |entry: &reclaim_engine::observer::pageout_log::PageoutEntry| {
        let figures: Vec<String> = FIGURES
            .iter()
            .zip(entry.of_zone.iter().zip(&entry.of_machine))
            .map(|(name, (zone, all))| format!("{name}={zone}({all})"))
            .collect();
        format!(
            "[{:>5}.{:06}] reclaim: {} zone={} {}",
            entry.at / 1_000_000_000,
            entry.at % 1_000_000_000 / 1_000,
            entry.writepage,
            machine.memory.zones[entry.zone].name,
            figures.join(" ")
        )
    };
    machine
        .observed()
        .pageout_entries
        .iter()
        .map(line)
        .collect()
}

/// Returns the lines, and the number of later reclaims that wrote file pages but were not recorded.
pub fn text(outcome: &Outcome) -> String {
    let mut out = String::new();
    for line in &outcome.pageouts {
        out.push_str(line);
        out.push('\n');
    }
    let counts = list(&outcome.report, "zones").iter();
    let all: f64 = counts
        .filter_map(|zone| zone.get("at_pageout"))
        .map(|log| number(log, "count"))
        .sum();
    let more = all as usize - outcome.pageouts.len().min(all as usize);
    if all == 0.0 {
        out.push_str("Reclaim wrote no file pages.\n");
    } else if more > 0 {
        out.push_str(&format!(
            "{more} more reclaims wrote file pages; only the first {KEPT_ENTRIES} are recorded.\n"
        ));
    }
    out
}
