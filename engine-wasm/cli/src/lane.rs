//! Applies the changes from the command line to scenarios, and makes the two lanes of a comparison.

use std::collections::BTreeMap;

use reclaim_engine::scenario::{Lane, Scenario};

use crate::args::{Changes, CompareArguments, LaneArguments};
use crate::failure::Failure;
use crate::source::load;

/// Loads the scenario and applies the changes.
pub fn scenario(arguments: &LaneArguments) -> Result<Scenario, Failure> {
    let mut scenario = load(&arguments.source)?;
    change(&mut scenario, &arguments.changes);
    Ok(scenario)
}

/// Loads a comparison, and returns lane A and lane B, each as a scenario with one lane.
pub fn pair(arguments: &CompareArguments) -> Result<(Scenario, Scenario), Failure> {
    let loaded = load(&arguments.source.source)?;
    let mut a = loaded.clone();
    change(&mut a, &arguments.source.changes);
    a.against = None;
    let own_changes =
        arguments.b_kernel.is_some() || !arguments.b_on.is_empty() || !arguments.b_off.is_empty();
    let mut b = match (&arguments.other, loaded.against) {
        (Some(other), _) => load(other)?,
        (None, Some(against)) => with_lane(a.clone(), against),
        // B starts as a copy of the changed A, so it differs only by the `--b-` options.
        (None, None) if own_changes => a.clone(),
        (None, None) => {
            return Err(Failure::input(
                "There is nothing to compare with. Give a second scenario, or change B with \
                 --b-kernel, --b-on or --b-off.",
            ));
        }
    };
    b.against = None;
    // Changes other than kernel and mechanisms apply to both lanes.
    let both = Changes {
        kernel: arguments.b_kernel.clone(),
        on: arguments.b_on.clone(),
        off: arguments.b_off.clone(),
        ..arguments.source.changes.clone()
    };
    change(&mut b, &both);
    Ok((a, b))
}

fn with_lane(mut scenario: Scenario, lane: Lane) -> Scenario {
    scenario.kernel = lane.kernel;
    scenario.mechanisms = lane.mechanisms;
    scenario.interventions = lane.interventions;
    scenario
}

fn change(scenario: &mut Scenario, changes: &Changes) {
    if let Some(seed) = changes.seed {
        scenario.seed = seed;
    }
    if let Some(kernel) = &changes.kernel {
        scenario.kernel.clone_from(kernel);
    }
    switch(&mut scenario.mechanisms, &changes.on, true);
    switch(&mut scenario.mechanisms, &changes.off, false);
    if let Some(until_ms) = changes.until_ms {
        scenario.until_ms = Some(until_ms);
    }
    if let Some(scale) = changes.scale {
        scenario.scale = scale;
    }
}

fn switch(mechanisms: &mut BTreeMap<String, bool>, ids: &[String], on: bool) {
    for id in ids {
        mechanisms.insert(id.clone(), on);
    }
}

/// Returns the name of a lane for tables: its kernel and switches.
pub fn lane_name(scenario: &Scenario) -> String {
    let mut name = scenario.kernel.clone();
    for (id, on) in &scenario.mechanisms {
        name.push_str(if *on { " +" } else { " -" });
        name.push_str(id);
    }
    name
}
