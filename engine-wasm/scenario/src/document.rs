//! The scenario document: its top-level fields, lanes, knobs and interventions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::defaults::{is_one, one};
use super::limits;
use super::machine::{Device, Filesystem, Machine, Swap};
use super::program::Workload;

/// One experiment: a machine, a kernel, a workload and a duration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Version of the document; 1 today.
    pub version: u32,
    /// Title, shown to users.
    pub title: String,
    /// The purpose of the experiment in one or two sentences.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// RAM, CPUs and zones.
    pub machine: Machine,
    /// The vm.* sysctls; absent ones have the kernel's default.
    #[serde(default, skip_serializing_if = "is_default")]
    pub vm: VmKnobs,
    /// Block devices.
    pub devices: Vec<Device>,
    /// Filesystems on the devices.
    #[serde(default)]
    pub filesystems: Vec<Filesystem>,
    /// The swap area, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<Swap>,
    /// The programs that run, in the order in which they get their task ids.
    pub workload: Vec<Workload>,
    /// Kernel preset, such as `3.0`; `reclaim list kernels` prints them.
    pub kernel: String,
    /// Mechanisms switched on or off relative to the preset, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mechanisms: BTreeMap<String, bool>,
    /// Mechanisms switched during the run, each at a given time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interventions: Vec<Intervention>,
    /// The kernel to compare with (lane B); the engine itself runs one lane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Lane>,
    /// Seed of the random number generator.
    #[serde(default)]
    #[schemars(transform = limits::SEED.range())]
    pub seed: u64,
    /// Virtual time at which the run ends even if the workload has not finished, milliseconds; absent: the run ends
    /// when the workload has finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::UNTIL_MS.range())]
    pub until_ms: Option<u64>,
    /// Divides RAM and every size in the workload; 1 is full size.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(transform = limits::SCALE.range(), extend("default" = 1))]
    pub scale: u32,
}

/// A kernel with its switches. The two lanes of a comparison differ only in these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    /// Kernel preset.
    pub kernel: String,
    /// Mechanisms switched on or off relative to the preset, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub mechanisms: BTreeMap<String, bool>,
    /// Mechanisms switched during the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interventions: Vec<Intervention>,
}

/// The vm.* sysctls. Absent: the default of the kernel preset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct VmKnobs {
    /// Dirty pages at which the kernel makes writers wait, percent of dirtyable memory; absent: 20 (Linux 2.6.29: 10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::PERCENT.range(), example = 20)]
    pub dirty_ratio: Option<u32>,
    /// Dirty pages at which the flushers start to write, percent of dirtyable memory; absent: 10 (Linux 2.6.29: 5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::PERCENT.range(), example = 10)]
    pub dirty_background_ratio: Option<u32>,
    /// Replaces dirty_ratio: number of dirty bytes at which the kernel makes writers wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::DIRTY_BYTES.range(), example = 209_715_200)]
    pub dirty_bytes: Option<u64>,
    /// Replaces dirty_background_ratio: number of dirty bytes at which the flushers start to write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::DIRTY_BYTES.range(), example = 104_857_600)]
    pub dirty_background_bytes: Option<u64>,
    /// Age at which the flushers write dirty pages even if there are few of them, centiseconds; absent: 3,000 (30 s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::CENTISECS.range(), example = 3_000)]
    pub dirty_expire_centisecs: Option<u32>,
    /// Interval at which the flushers search for old dirty pages, centiseconds; 0: no periodic writeback; absent: 500
    /// (5 s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::CENTISECS.range(), example = 500)]
    pub dirty_writeback_centisecs: Option<u32>,
    /// Weight of anonymous pages compared with file pages in reclaim; 0: lowest, 100: equal weights; absent: 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::PERCENT.range(), example = 60)]
    pub swappiness: Option<u32>,
    /// Memory that the min watermarks keep free; the low and high watermarks follow from it. Absent: computed from RAM
    /// as the kernel does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_free_kbytes: Option<u64>,
    /// Swap-in reads 2^n slots together, where n is this value (vm.page-cluster); absent: 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::PAGE_CLUSTER.range(), example = 3)]
    pub page_cluster: Option<u32>,
    /// Largest readahead window of each device; absent: 128.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::READ_AHEAD_KB.range(), example = 128)]
    pub read_ahead_kb: Option<u32>,
}

/// A mechanism switched at a given time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Intervention {
    /// Virtual time, nanoseconds. The switch takes effect before the first event at or after this time.
    #[schemars(transform = limits::MOMENT_NS.range(), example = 10_000_000_000_u64)]
    pub at_ns: u64,
    /// Mechanism id.
    pub mechanism: String,
    /// True to switch it on, false to switch it off.
    pub on: bool,
}

fn is_default(knobs: &VmKnobs) -> bool {
    *knobs == VmKnobs::default()
}
