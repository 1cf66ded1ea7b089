//! Groups of runs that differ only in mechanisms. They can share a machine until the first decision that depends on one
//! of these mechanisms.

use std::collections::BTreeMap;

use reclaim_engine::scenario::{Scenario, link};
use reclaim_results::Variants;

use crate::plan::Plan;

/// Runs that differ only in mechanisms.
#[derive(Clone, Debug)]
pub struct Group {
    /// The scenario of the first run.
    pub scenario: Scenario,
    /// The runs and their mechanisms.
    pub variants: Variants,
}

impl Plan {
    /// Returns the runs for which `wanted` is true, in groups, in the order of the first run of each group.
    #[must_use]
    pub fn groups(&self, wanted: impl Fn(usize) -> bool) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known = BTreeMap::new();
        for (run, it) in self.runs.iter().enumerate() {
            if !wanted(run) {
                continue;
            }
            let key = link::encode(&Scenario {
                mechanisms: BTreeMap::new(),
                ..it.scenario.clone()
            });
            let at = *known.entry(key).or_insert_with(|| {
                groups.push(Group {
                    scenario: it.scenario.clone(),
                    variants: Variants::default(),
                });
                groups.len() - 1
            });
            groups[at].variants.add(run, &it.scenario);
        }
        groups
    }
}
