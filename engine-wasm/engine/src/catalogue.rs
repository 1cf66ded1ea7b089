//! The catalogue of this engine, from the tables where its kernels, mechanisms and devices stand.

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
    /// The kernel's name.
    #[ts(type = "CounterName | GaugeName")]
    pub name: &'static str,
    /// What it counts or measures, in a sentence.
    pub explanation: &'static str,
}

/// Every counter.
pub fn counters() -> impl Iterator<Item = Definition> {
    Counter::ALL.iter().map(|counter| Definition {
        name: counter.name(),
        explanation: counter.explanation(),
    })
}

/// Every gauge: those of zones, which stand for the machine as well, then those of the machine alone.
pub fn gauges() -> impl Iterator<Item = Definition> {
    let gauges = ZONE_GAUGES.iter().chain(&MACHINE_GAUGES);
    gauges.map(|&(name, explanation)| Definition { name, explanation })
}

fn ids(mechanisms: impl IntoIterator<Item = Mechanism>) -> Vec<&'static str> {
    let ids = mechanisms.into_iter().map(|mechanism| mechanism.info().id);
    ids.collect()
}

/// What cannot be on beside a mechanism, whichever of the two says so.
fn excluded(info: &Info) -> impl Iterator<Item = Mechanism> {
    let rivals = CATALOGUE.iter().filter(|other| {
        info.excludes.contains(&other.mechanism) || other.excludes.contains(&info.mechanism)
    });
    rivals.map(|other| other.mechanism)
}

/// What the mechanisms need of each other.
#[must_use]
pub fn relations() -> Vec<Relations> {
    let relations = CATALOGUE.iter().map(|info| Relations {
        id: info.id,
        requires: ids(info.requires.iter().copied()),
        excludes: ids(excluded(info)),
    });
    relations.collect()
}

/// Everything that this engine knows by name.
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
