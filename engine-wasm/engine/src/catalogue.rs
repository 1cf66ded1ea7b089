//! The catalogue of this engine, from the tables where its kernels, mechanisms and devices stand.

use crate::block::models::MODELS;
use crate::kernel::presets::PRESETS;
use crate::mechanism::{CATALOGUE, Mechanism};
use crate::scenario::{Catalogue, DeviceModel, MechanismInfo, PresetInfo};

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
                excludes: ids(info.excludes),
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
