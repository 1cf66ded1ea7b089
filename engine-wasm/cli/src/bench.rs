//! How fast the engine is here.

use reclaim_engine::catalogue;
use std::time::Instant;

use reclaim_engine::scenario::prepare;

use crate::args::BenchArguments;
use crate::failure::Failure;
use crate::metrics::{group, number};
use crate::numbers::shown;
use crate::progress::Progress;
use crate::run::simulate;
use crate::source::load;
use crate::table::Table;

/// Runs each scenario several times and gives the best: the others measure what else the machine did.
pub fn bench(arguments: &BenchArguments) -> Result<String, Failure> {
    let mut head = vec!["scenario", "seconds here", "virtual seconds"];
    head.extend(["pages allocated", "million pages/s"]);
    let mut table = Table::new(&head);
    for source in &arguments.sources {
        let scenario = load(source)?;
        prepare(&scenario, &catalogue::of_engine())?;
        let mut best = f64::INFINITY;
        let mut pages = 0.0;
        let mut virtual_s = 0.0;
        for _ in 0..arguments.times {
            let progress = Progress::new(&[source]);
            let started = Instant::now();
            let outcome = simulate(&scenario, None, &|now_ns| progress.at(0, now_ns))?;
            best = best.min(started.elapsed().as_secs_f64());
            let counters = group(&outcome.report, "counters")
                .cloned()
                .unwrap_or_default();
            pages = number(&counters.into(), "pgalloc");
            virtual_s = number(&outcome.report, "elapsed_ns") / 1e9;
        }
        table.row(vec![
            source.clone(),
            format!("{best:.3}"),
            format!("{virtual_s:.3}"),
            shown(pages),
            format!("{:.2}", pages / best / 1e6),
        ]);
    }
    Ok(table.text())
}
