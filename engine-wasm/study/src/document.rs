//! The document of a study.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Many runs of one scenario, varied by factors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Version of the document; 1 today.
    pub version: u32,
    /// Title, shown to users.
    pub title: String,
    /// The question that the study answers, in one or two sentences.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The scenario that is varied.
    pub base: Base,
    /// The factors that vary the scenario. Without factors, only the seeds differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<Factor>,
    /// The choice of combinations of the factors' values.
    pub design: Design,
    /// The values to take from each run of lane A, such as `elapsed_seconds` or `counter:allocstall`. The prefix `b:`
    /// selects lane B; the prefix `ratio:` gives lane B's value divided by lane A's.
    pub measures: Vec<String>,
    /// Number of runs of each combination, with consecutive seeds.
    #[serde(default = "one")]
    pub seeds: u32,
}

fn one() -> u32 {
    1
}

/// The base scenario: exactly one of the two fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// Id of a scenario of the gallery.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gallery: Option<String>,
    /// A whole scenario document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "unknown")]
    pub scenario: Option<Value>,
}

/// The lanes in which a mechanism is switched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum LaneName {
    /// Lane A: the kernel of the scenario itself.
    #[default]
    A,
    /// Lane B: the kernel in `against`, with which the scenario is compared.
    B,
    /// Both lanes.
    Both,
}

/// A part of the scenario that the study varies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "vary", rename_all = "snake_case", deny_unknown_fields)]
pub enum Factor {
    /// A field of the scenario takes each of these values.
    Field {
        /// Path of the field, such as `vm.dirty_ratio`, `workload[0].run.tasks` or `kernel`.
        path: String,
        /// The values, in the order in which they are shown.
        #[ts(type = "unknown[]")]
        values: Vec<Value>,
        /// Text for each value in tables; absent: the values themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<String>>")]
        labels: Vec<String>,
    },
    /// A field with a whole number takes values from a range.
    Range {
        /// Path of the field.
        path: String,
        /// Smallest value.
        from: u64,
        /// Largest value.
        to: u64,
        /// Number of values, evenly spaced from `from` to `to`. A Latin hypercube uses one value per point instead.
        #[serde(default = "three")]
        steps: u32,
    },
    /// RAM of the machine. Zones of x86-64 are filled in order of address; other zones keep their proportions.
    Ram {
        /// Sizes of RAM, MiB.
        values_mib: Vec<u64>,
    },
    /// A mechanism, off and on.
    Mechanism {
        /// Id of the mechanism.
        id: String,
        /// The lanes in which it is switched.
        #[serde(default)]
        lane: LaneName,
    },
}

fn three() -> u32 {
    3
}

/// The choice of combinations of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Design {
    /// Every combination.
    Grid {},
    /// Each factor is varied alone; the others keep their first value.
    OneAtATime {},
    /// Every subset of the mechanisms, to compute each mechanism's share of the effect. With more than ten mechanisms,
    /// the shares are estimated from random orders.
    Ablation {
        /// Number of random orders in which the mechanisms are switched on one by one, if there are more than ten.
        #[serde(default = "twenty")]
        orders: u32,
    },
    /// A Latin hypercube: the range of each factor is divided into as many parts as there are points, and each part is
    /// used once.
    LatinHypercube {
        /// Number of points.
        points: u32,
        /// Seed for the random combination of the parts.
        #[serde(default)]
        seed: u64,
    },
}

fn twenty() -> u32 {
    20
}

/// Returns the JSON Schema of a study.
#[must_use]
pub fn json_schema() -> Value {
    // A schema made from types is always a JSON value.
    serde_json::to_value(schemars::schema_for!(Study)).unwrap_or_default()
}
