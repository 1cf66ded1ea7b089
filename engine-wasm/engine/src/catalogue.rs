//! The catalogue of this engine, built from its tables of kernels, mechanisms and devices.

use serde::Serialize;
use ts_rs::TS;

use crate::block::models::MODELS;
use crate::kernel::presets::PRESETS;
use crate::mechanism::{CATALOGUE, Docs, Info, Mechanism};
use crate::observe::{MACHINE_GAUGES, ZONE_GAUGES};
use crate::observer::vmstat::Counter;
use crate::scenario::{Catalogue, DeviceModel, MechanismInfo, PresetInfo, Relations};

/// A counter or gauge with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Definition {
    /// The kernel's name of the counter or gauge.
    #[ts(type = "CounterName | GaugeName")]
    pub name: &'static str,
    /// What it counts or measures, in a sentence.
    pub explanation: &'static str,
}

/// Returns every counter with its meaning.
pub fn counters() -> impl Iterator<Item = Definition> {
    Counter::ALL.iter().map(|counter| Definition {
        name: counter.name(),
        explanation: counter.explanation(),
    })
}

/// Returns every gauge: first those of a zone, which also exist as totals of the machine, then those of the machine
/// only.
pub fn gauges() -> impl Iterator<Item = Definition> {
    let gauges = ZONE_GAUGES.iter().chain(&MACHINE_GAUGES);
    gauges.map(|&(name, explanation)| Definition { name, explanation })
}

fn ids(mechanisms: impl IntoIterator<Item = Mechanism>) -> Vec<&'static str> {
    let ids = mechanisms.into_iter().map(|mechanism| mechanism.info().id);
    ids.collect()
}

/// Returns the mechanisms that cannot be on together with this one. Either of the two may declare the exclusion.
fn excluded(info: &Info) -> impl Iterator<Item = Mechanism> {
    let rivals = CATALOGUE.iter().filter(|other| {
        info.excludes.contains(&other.mechanism) || other.excludes.contains(&info.mechanism)
    });
    rivals.map(|other| other.mechanism)
}

/// Returns what each mechanism requires and excludes.
#[must_use]
pub fn relations() -> Vec<Relations> {
    let relations = CATALOGUE.iter().map(|info| Relations {
        id: info.id,
        requires: ids(info.requires.iter().copied()),
        excludes: ids(excluded(info)),
    });
    relations.collect()
}

/// Returns everything that a scenario can refer to by name: kernels, mechanisms and devices.
#[must_use]
pub fn of_engine() -> Catalogue {
    Catalogue {
        presets: PRESETS
            .iter()
            .map(|preset| PresetInfo {
                id: preset.id,
                title: preset.title(),
                mechanisms: ids(preset.mechanisms.iter()),
            })
            .collect(),
        mechanisms: CATALOGUE.iter().map(described).collect(),
        devices: MODELS
            .iter()
            .map(|model| DeviceModel {
                id: model.id,
                title: model.title,
                reason: model.reason,
                figures: model.figures,
            })
            .collect(),
    }
}

fn described(info: &Info) -> MechanismInfo {
    let &Docs {
        title,
        explanation,
        source,
        posting,
        kernel,
        assumed,
    } = info.mechanism.docs();
    MechanismInfo {
        id: info.id,
        title,
        explanation,
        source,
        posting,
        kernel,
        requires: ids(info.requires.iter().copied()),
        excludes: ids(excluded(info)),
        assumed,
    }
}
