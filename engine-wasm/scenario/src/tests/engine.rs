//! The engine's own catalogue, in the types under test: the engine is built with another instance of this crate.

use super::super::{Catalogue, DeviceModel, MechanismInfo, PresetInfo};

/// Returns the engine's catalogue: everything that a scenario can name.
pub(super) fn of_engine() -> Catalogue {
    let engine = reclaim_engine::catalogue::of_engine();
    let figures = |given| {
        let json = serde_json::to_value(given).expect("JSON");
        serde_json::from_value(json).expect("the same shape")
    };
    Catalogue {
        presets: engine
            .presets
            .into_iter()
            .map(|preset| PresetInfo {
                id: preset.id,
                title: preset.title,
                mechanisms: preset.mechanisms,
            })
            .collect(),
        mechanisms: engine
            .mechanisms
            .into_iter()
            .map(|info| MechanismInfo {
                id: info.id,
                title: info.title,
                explanation: info.explanation,
                source: info.source,
                posting: info.posting,
                kernel: info.kernel,
                requires: info.requires,
                excludes: info.excludes,
                assumed: info.assumed,
            })
            .collect(),
        devices: engine
            .devices
            .into_iter()
            .map(|model| DeviceModel {
                id: model.id,
                title: model.title,
                reason: model.reason,
                figures: figures(model.figures),
            })
            .collect(),
    }
}
