//! The kernels, mechanisms and devices that scenarios can name. Documents are checked against this catalogue.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::machine::{DeviceFigures, Hardware};

/// Everything that a scenario can name. The engine fills it from its own tables.
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
    /// Name in scenarios, such as `3.0-per-zone-dirty`.
    pub id: &'static str,
    /// Description in one line.
    pub title: &'static str,
    /// Ids of the mechanisms that are on in this kernel.
    pub mechanisms: Vec<&'static str>,
}

/// A mechanism.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct MechanismInfo {
    /// Name in scenarios, such as `per_zone_dirty`.
    pub id: &'static str,
    /// Title for the user interface.
    pub title: &'static str,
    /// Description of its effect in one sentence.
    pub explanation: &'static str,
    /// Source: commit or posting.
    pub source: &'static str,
    /// The posting that studies it, such as `weiner-2011`.
    pub posting: &'static str,
    /// First kernel that has it.
    pub kernel: &'static str,
    /// Mechanisms that must be on while this one is on.
    pub requires: Vec<&'static str>,
    /// Mechanisms that must be off while this one is on. The engine lists each such pair at both mechanisms, but it is
    /// enough to list it at one.
    pub excludes: Vec<&'static str>,
    /// Whether its effect is assumed, because the sources do not describe it.
    pub assumed: bool,
}

/// A device model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
pub struct DeviceModel {
    /// Name in scenarios, such as `sata_2010`.
    pub id: &'static str,
    /// Description in one line.
    pub title: &'static str,
    /// Source of its figures.
    pub reason: &'static str,
    /// Speeds, sizes and limits.
    pub figures: DeviceFigures,
}

impl Catalogue {
    /// Finds a kernel preset by id.
    pub fn preset(&self, id: &str) -> Option<&PresetInfo> {
        self.presets.iter().find(|preset| preset.id == id)
    }

    /// Finds a mechanism by id.
    pub fn mechanism(&self, id: &str) -> Option<&MechanismInfo> {
        self.mechanisms.iter().find(|mechanism| mechanism.id == id)
    }

    /// Finds a device model by id.
    pub fn device(&self, id: &str) -> Option<&DeviceModel> {
        self.devices.iter().find(|device| device.id == id)
    }

    /// Returns the figures of a device; `None` for an unknown model.
    pub fn figures<'a>(&'a self, hardware: &'a Hardware) -> Option<&'a DeviceFigures> {
        match hardware {
            Hardware::Figures(figures) => Some(figures),
            Hardware::Model(id) => self.device(id).map(|model| &model.figures),
        }
    }
}
