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
    /// Title that a person reads.
    pub title: String,
    /// The question that the study answers, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The scenario that is varied.
    pub base: Base,
    /// What is varied. Without factors only the seeds differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<Factor>,
    /// Which combinations of the factors' values are run.
    pub design: Design,
    /// What is taken from each run, such as `elapsed_seconds` or `counter:allocstall`. With `b:` before it of lane B, with
    /// `ratio:` before it lane B's value divided by lane A's.
    pub measures: Vec<String>,
    /// Runs of each combination, with neighbouring seeds.
    #[serde(default = "one")]
    pub seeds: u32,
}

fn one() -> u32 {
    1
}

/// Where the base scenario comes from: exactly one of the two.
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

/// Which lanes of the scenario a mechanism is switched in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum LaneName {
    /// Lane A: the scenario's own kernel.
    #[default]
    A,
    /// Lane B: the kernel that it is compared with.
    B,
    /// Both lanes.
    Both,
}

/// Something that is varied.
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
        /// What stands for each value in tables; absent: the values themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<String>>")]
        labels: Vec<String>,
    },
    /// A field with a whole number takes values from a range.
    Range {
        /// Path of the field.
        path: String,
        /// The least value.
        from: u64,
        /// The most.
        to: u64,
        /// How many values, evenly spread with both ends. A Latin hypercube has as many as it has points.
        #[serde(default = "three")]
        steps: u32,
    },
    /// RAM of the machine; the zones follow as on x86-64.
    Ram {
        /// RAM, MiB.
        values_mib: Vec<u64>,
    },
    /// A mechanism, off and on.
    Mechanism {
        /// Id of the mechanism.
        id: String,
        /// Where it is switched.
        #[serde(default)]
        lane: LaneName,
    },
}

fn three() -> u32 {
    3
}

/// Which combinations of values are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Design {
    /// Every combination.
    Grid {},
    /// The base with each factor varied alone; the others have their first value.
    OneAtATime {},
    /// Every subset of the mechanisms, for each mechanism's share of the effect. Above ten mechanisms the share is estimated
    /// from random orders.
    Ablation {
        /// Random orders in which mechanisms are switched on one after the other, where there are more than ten.
        #[serde(default = "twenty")]
        orders: u32,
    },
    /// A Latin hypercube: each factor's range is cut into as many parts as there are points, and each part is met once.
    LatinHypercube {
        /// Points.
        points: u32,
        /// Seed of the order in which parts meet.
        #[serde(default)]
        seed: u64,
    },
}

fn twenty() -> u32 {
    20
}

/// The JSON Schema of a study.
#[must_use]
pub fn json_schema() -> Value {
    // A schema made from types is always a JSON value.
    serde_json::to_value(schemars::schema_for!(Study)).unwrap_or_default()
}
