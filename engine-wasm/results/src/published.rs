//! Published figures: the postings that the model is validated against, and the scenarios that compute their figures.
//!
//! A row is one configuration and workload in a table; its figures were measured in the same runs. The files are in
//! `public/published`, one per posting.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use reclaim_engine::scenario::{Lane, Problem, Scenario, gallery_scenario, read};

/// A posting with its tables.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    /// Name, such as `gorman-2011`.
    pub posting: String,
    /// Subject of the posting.
    pub title: String,
    /// Author, mailing list, date, and the resulting commit, if any.
    pub source: String,
    /// Whether the figures were measured for this project on a real kernel, instead of published.
    #[serde(default)]
    pub measured: bool,
    /// The rows in the order of the posting.
    pub rows: Vec<Row>,
}

/// A configuration and workload of a table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Name of the table.
    pub table: String,
    /// Name of the row.
    pub row: String,
    /// Description of the workload.
    pub workload: String,
    /// The old kernel.
    pub old_kernel: String,
    /// The new kernel; absent if there is only one kernel.
    #[serde(default)]
    pub new_kernel: Option<String>,
    /// How the row is computed; absent if none of its figures is computed.
    #[serde(default)]
    pub computed: Option<Computed>,
    /// Why the row is not computed.
    #[serde(default)]
    pub not_modelled: Option<String>,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Name in the posting.
    pub metric: String,
    /// Unit.
    pub unit: String,
    /// Value with the old kernel; a mean where the file gives a sum over several runs.
    #[serde(default)]
    pub old: Option<f64>,
    /// Value with the new kernel; a mean in the same case.
    #[serde(default)]
    pub new: Option<f64>,
    /// Number of runs, if the file gives the sum over several runs.
    #[serde(default)]
    pub sum_of_runs: Option<NonZeroU32>,
    /// The measure with which it is compared.
    #[serde(default)]
    pub from: Option<String>,
    /// Why no measure can be compared with it.
    #[serde(default)]
    pub not_modelled: Option<String>,
    /// Why the figure cannot be used to judge a model.
    #[serde(default)]
    pub mark: Option<Mark>,
    /// Allowed deviation of a figure of one kernel, if it is not the rule's 25 %.
    #[serde(default)]
    pub within: Option<Within>,
    /// A remark for readers.
    #[serde(default)]
    pub remark: Option<String>,
}

/// Allowed deviation of a value, which must be within at least one of the two bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Within {
    /// As a factor: 1.07 allows values from value / 1.07 to value × 1.07.
    #[serde(default)]
    pub factor: Option<f64>,
    /// As a difference, in the unit of the figure.
    #[serde(default)]
    pub difference: Option<f64>,
}

/// Why a figure cannot be used to judge a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// The difference is noise, according to the author or to repeats of the same run.
    Noise,
    /// The posting compared something other than intended.
    Unsound,
    /// The measured value depends on races, and can be several times too high or too low.
    Weak,
}

/// The scenario and kernels that compute a row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Computed {
    /// Id of a scenario of the gallery.
    pub scenario: String,
    /// Fields that differ from that scenario, as JSON Pointers (RFC 6901).
    #[serde(default)]
    pub with: BTreeMap<String, Value>,
    /// The old kernel; absent: the scenario's kernel.
    #[serde(default)]
    pub old: Option<Lane>,
    /// The new kernel; absent: the kernel in the scenario's `against`.
    #[serde(default)]
    pub new: Option<Lane>,
}

/// Reads a posting from the text of its file.
///
/// # Errors
/// The position and the reason if the text is not a valid posting.
pub fn posting(json: &str) -> Result<Posting, String> {
    let mut posting: Posting = serde_json::from_str(json)
        .map_err(|error| format!("A posting's file is not valid: {error}."))?;
    let rows = posting.rows.iter_mut();
    for figure in rows.flat_map(|row| &mut row.figures) {
        let runs = f64::from(figure.sum_of_runs.map_or(1, NonZeroU32::get));
        for value in [&mut figure.old, &mut figure.new] {
            *value = value.map(|sum| sum / runs);
        }
    }
    Ok(posting)
}

impl Computed {
    /// Returns the scenario of the old kernel and, if there is one, of the new kernel. Neither is checked against the
    /// catalogue.
    ///
    /// # Errors
    /// The problems of the scenario's id or of the changed fields.
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
                "Use an id that `reclaim list` prints.",
            )]
        })?;
        let mut document = serde_json::to_value(scenario).unwrap_or_default();
        for (pointer, value) in &self.with {
            set(&mut document, pointer, value)?;
        }
        read(&document.to_string())
    }
}

/// Sets a field of a document; the object that contains it must exist.
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
            "The scenario has no such field.",
            "Use the path of a field in the scenario's file.",
        )]),
    }
}
