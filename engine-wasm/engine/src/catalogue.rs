//! The catalogue of this engine, from the tables where its kernels, mechanisms and devices stand.

use crate::block::models::MODELS;
use crate::kernel::presets::PRESETS;
use crate::mechanism::{CATALOGUE, Info, Mechanism};
use crate::scenario::{Catalogue, DeviceModel, MechanismInfo, PresetInfo};

/// What cannot be on beside a mechanism, whichever of the two says so.
fn excluded(info: &Info) -> Vec<Mechanism> {
    let rivals = CATALOGUE.iter().filter(|other| {
        info.excludes.contains(&other.mechanism) || other.excludes.contains(&info.mechanism)
    });
    rivals.map(|other| other.mechanism).collect()
}

/// Everything that this engine knows by name.
#[must_use]
pub fn of_engine() -> Catalogue {
    let ids = |mechanisms: &[Mechanism]| -> Vec<&'static str> {
        mechanisms
            .iter()
            .map(|mechanism| mechanism.info().id)
            .collect()
    };
    Catalogue {
        presets: PRESETS
            .iter()
            .map(|preset| PresetInfo {
                id: preset.id,
                title: preset.title,
                mechanisms: ids(preset.mechanisms),
            })
            .collect(),
        mechanisms: CATALOGUE
            .iter()
            .map(|info| MechanismInfo {
                id: info.id,
                title: info.title,
                explanation: info.explanation,
                source: info.source,
                posting: info.posting,
                kernel: info.kernel,
                requires: ids(info.requires),
                excludes: ids(&excluded(info)),
                assumed: info.assumed,
            })
            .collect(),
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
