//! The catalogue of this engine, from the tables where its kernels, mechanisms and devices stand.

use crate::block::models::MODELS;
use crate::kernel::presets::PRESETS;
use crate::mechanism::{CATALOGUE, Info, Mechanism, Words};
use crate::scenario::{Catalogue, DeviceModel, MechanismInfo, PresetInfo, Relations};

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
                mechanisms: ids(preset.mechanisms.iter().copied()),
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
    let &Words {
        title,
        explanation,
        source,
        posting,
        kernel,
        assumed,
    } = info.mechanism.words();
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
