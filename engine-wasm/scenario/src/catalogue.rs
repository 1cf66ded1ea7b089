//! What the engine knows by name: kernels, mechanisms and devices. Documents are checked against
//! it.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::machine::{DeviceFigures, Hardware};

/// Everything that a scenario may name. The engine fills it in from its own tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct Catalogue {
    /// Kernel presets, oldest first.
    pub presets: Vec<PresetInfo>,
    /// Mechanisms, in the order in which they are shown.
    pub mechanisms: Vec<MechanismInfo>,
    /// Device models.
    pub devices: Vec<DeviceModel>,
}

/// A kernel preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct PresetInfo {
    /// What a scenario calls it, such as `3.0-per-zone-dirty`.
    pub id: &'static str,
    /// What it is, in a line.
    pub title: &'static str,
    /// Ids of the mechanisms that it has on.
    pub mechanisms: Vec<&'static str>,
}

/// A mechanism.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct MechanismInfo {
    /// What a scenario calls it, such as `per_zone_dirty`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub explanation: &'static str,
    /// The commit or posting that it comes from.
    pub source: &'static str,
    /// The posting that studies it, such as `weiner-2011`.
    pub posting: &'static str,
    /// First kernel that has it.
    pub kernel: &'static str,
    /// Mechanisms without which it cannot be on.
    pub requires: Vec<&'static str>,
    /// Mechanisms with which it cannot be on. The engine says it of both; one side saying so is enough.
    pub excludes: Vec<&'static str>,
    /// Whether its effect is assumed, because the sources do not tell it.
    pub assumed: bool,
}

/// A device model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct DeviceModel {
    /// What a scenario calls it, such as `sata_2010`.
    pub id: &'static str,
    /// What it is, in a line.
    pub title: &'static str,
    /// Where its figures come from.
    pub reason: &'static str,
    /// What it can do.
    pub figures: DeviceFigures,
}

impl Catalogue {
    /// The preset of that name.
    pub fn preset(&self, id: &str) -> Option<&PresetInfo> {
        self.presets.iter().find(|preset| preset.id == id)
    }

    /// The mechanism of that name.
    pub fn mechanism(&self, id: &str) -> Option<&MechanismInfo> {
        self.mechanisms.iter().find(|mechanism| mechanism.id == id)
    }

    /// The device model of that name.
    pub fn device(&self, id: &str) -> Option<&DeviceModel> {
        self.devices.iter().find(|device| device.id == id)
    }

    /// What a device can do; none of a model that is not known.
    pub fn figures<'a>(&'a self, hardware: &'a Hardware) -> Option<&'a DeviceFigures> {
        match hardware {
            Hardware::Figures(figures) => Some(figures),
            Hardware::Model(id) => self.device(id).map(|model| &model.figures),
        }
    }
}
