//! What was published: the figures of the postings that the model is held against, and the scenario that computes each.
//!
//! A row is one configuration and workload of a table; its figures were measured in the same runs. The files are in
//! `public/published`, one a posting.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use reclaim_engine::scenario::{Lane, Problem, Scenario, gallery_scenario, read};

/// A posting with its tables.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    /// Its name, such as `gorman-2011`.
    pub posting: String,
    /// Its subject.
    pub title: String,
    /// Author, list, date, and the commit or fate.
    pub source: String,
    /// Whether its figures were measured for this project on a real kernel, rather than published.
    #[serde(default)]
    pub measured: bool,
    /// Its rows in its own order.
    pub rows: Vec<Row>,
}

/// A configuration and workload of a table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The table.
    pub table: String,
    /// The row.
    pub row: String,
    /// What ran.
    pub workload: String,
    /// The kernel of `old`.
    pub old_kernel: String,
    /// The kernel of `new`; absent where there is one kernel only.
    #[serde(default)]
    pub new_kernel: Option<String>,
    /// The runs that compute it; absent where no figure of the row is computed.
    #[serde(default)]
    pub computed: Option<Computed>,
    /// Why there are no such runs.
    #[serde(default)]
    pub not_modelled: Option<String>,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its name in the posting.
    pub metric: String,
    /// Its unit.
    pub unit: String,
    /// What it was with the old kernel.
    #[serde(default)]
    pub old: Option<f64>,
    /// What it was with the new kernel.
    #[serde(default)]
    pub new: Option<f64>,
    /// What of a run's report it is compared with.
    #[serde(default)]
    pub from: Option<String>,
    /// Why nothing of a run can be compared with it.
    #[serde(default)]
    pub not_modelled: Option<String>,
    /// Why it cannot judge a model.
    #[serde(default)]
    pub mark: Option<Mark>,
    /// How near a value has to come, where that is not the rule's quarter; for figures of one kernel.
    #[serde(default)]
    pub within: Option<Within>,
    /// What a reader should know.
    #[serde(default)]
    pub remark: Option<String>,
}

/// How near a value has to come: by the one or by the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Within {
    /// As a factor: 1.07 is 7 % more, or as much less.
    #[serde(default)]
    pub factor: Option<f64>,
    /// As a difference, in the unit of the figure.
    #[serde(default)]
    pub difference: Option<f64>,
}

/// Why a figure cannot judge a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The author says, or repeats of the same run show, that the difference is noise.
    Noise,
    /// What was compared is not what was meant to be.
    Unsound,
    /// It was measured where it depends on races, and may be off by a factor.
    Weak,
}

/// The runs that compute a row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Computed {
    /// Scenario of the gallery.
    pub scenario: String,
    /// Fields of it that are different in this row, as JSON Pointers (RFC 6901).
    #[serde(default)]
    pub with: BTreeMap<String, Value>,
    /// The old kernel; absent: that of the scenario.
    #[serde(default)]
    pub old: Option<Lane>,
    /// The new kernel; absent: the one that the scenario is against.
    #[serde(default)]
    pub new: Option<Lane>,
}

/// A posting from the text of its file.
///
/// # Errors
/// Where the text is not what it should be.
pub fn posting(json: &str) -> Result<Posting, String> {
    serde_json::from_str(json).map_err(|error| format!("The file of a posting: {error}."))
}

impl Computed {
    /// The scenario of the old kernel and, where there is one, of the new; neither is checked against the catalogue.
    ///
    /// # Errors
    /// What is wrong with the scenario's name or the changed fields.
    pub fn lanes(&self) -> Result<(Scenario, Option<Scenario>), Vec<Problem>> {
        let changed = self.changed()?;
        let against = changed.against.clone();
        let lane = |lane: Option<Lane>| {
            let mut scenario = changed.clone();
            scenario.against = None;
            if let Some(lane) = lane {
                scenario.kernel = lane.kernel;
                scenario.mechanisms = lane.mechanisms;
                scenario.interventions = lane.interventions;
            }
            scenario
        };
        let new = self.new.clone().or(against).map(|new| lane(Some(new)));
        Ok((lane(self.old.clone()), new))
    }

    fn changed(&self) -> Result<Scenario, Vec<Problem>> {
        let scenario = gallery_scenario(&self.scenario).ok_or_else(|| {
            vec![Problem::new(
                "scenario",
                format!("The gallery has no scenario `{}`.", self.scenario),
                "Name another one.",
            )]
        })?;
        let mut document = serde_json::to_value(scenario).unwrap_or_default();
        for (pointer, value) in &self.with {
            set(&mut document, pointer, value)?;
        }
        read(&document.to_string())
    }
}

/// Sets a field of a document; the group that it belongs to has to be there.
fn set(document: &mut Value, pointer: &str, value: &Value) -> Result<(), Vec<Problem>> {
    if let Some(place) = document.pointer_mut(pointer) {
        *place = value.clone();
        return Ok(());
    }
    let (group, name) = pointer.rsplit_once('/').unwrap_or(("", pointer));
    match document.pointer_mut(group).and_then(Value::as_object_mut) {
        Some(fields) => {
            fields.insert(name.to_owned(), value.clone());
            Ok(())
        }
        None => Err(vec![Problem::new(
            pointer,
            "The scenario has no such place.",
            "Compare it with the scenario's file.",
        )]),
    }
}
