//! The free constants of the model, for CPU and devices, and the published figures that were used to choose them.

use reclaim_engine::block::models::MODELS;
use reclaim_engine::scenario::DeviceFigures;
use reclaim_engine::sched::cost::COSTS;
use serde::Serialize;
use ts_rs::TS;

/// The published figures that were used to choose a constant, by its name. All other constants were chosen without
/// published figures; their reasons give the source.
const LOOKED_AT: &[(&str, &str, &str)] = &[
    (
        "usb_stick_laptop",
        "gorman-2011",
        "USB laptop: the rate at which fs_mark wrote, and its avg_wait.",
    ),
    (
        "usb_stick_weiner",
        "weiner-2011",
        "dd 8 GiB: the elapsed time of the patched kernel, assuming that all data was on the stick at the end.",
    ),
    (
        "sata_single",
        "weiner-2011",
        "fs_mark xfs 2G: the elapsed time of both kernels.",
    ),
    (
        "virtio_host",
        "kim-2014",
        "Kernel build: pswpin, pgmajfault and nr_written rise with the patch if 4 requests are served at once at 200 MB/s, and less with 64 at 1 GB/s.",
    ),
    (
        "NTFS_3G_REQUEST",
        "weiner-2011",
        "Reclaim print log: dirty pages of the Normal zone are the same from 50 to 150 µs, and fewer below.",
    ),
];

/// All free constants.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Constants {
    /// CPU time of operations.
    pub cpu: Vec<CpuConstant>,
    /// Devices by name.
    pub devices: Vec<DeviceConstants>,
}

/// A constant of the CPU.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct CpuConstant {
    /// Name.
    pub name: &'static str,
    /// CPU time, nanoseconds.
    pub ns: u64,
    /// The operation, the source of the value, and whether it is assumed.
    pub reason: &'static str,
    /// The published figures that were used to choose the value, if any.
    pub looked_at: Option<LookedAt>,
}

/// A device with its figures.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct DeviceConstants {
    /// Name in scenarios.
    pub id: &'static str,
    /// Description.
    pub title: &'static str,
    /// Its figures; the units are in the names.
    pub figures: DeviceFigures,
    /// Source of the figures.
    pub reason: &'static str,
    /// The published figures that were used to choose the device's figures, if any.
    pub looked_at: Option<LookedAt>,
}

/// Published figures that were used to choose a constant.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LookedAt {
    /// The posting.
    pub posting: &'static str,
    /// The figures of that posting.
    pub figures: &'static str,
}

/// Returns the free constants, read from the engine's own tables.
#[must_use]
pub fn constants() -> Constants {
    Constants {
        cpu: COSTS
            .iter()
            .map(|cost| CpuConstant {
                name: cost.name,
                ns: cost.ns,
                reason: cost.reason.trim(),
                looked_at: looked_at(cost.name),
            })
            .collect(),
        devices: MODELS
            .iter()
            .map(|model| DeviceConstants {
                id: model.id,
                title: model.title,
                figures: model.figures,
                reason: model.reason,
                looked_at: looked_at(model.id),
            })
            .collect(),
    }
}

fn looked_at(name: &str) -> Option<LookedAt> {
    let (_, posting, figures) = *LOOKED_AT.iter().find(|(of, ..)| *of == name)?;
    Some(LookedAt { posting, figures })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_has_a_reason_and_what_was_looked_at_is_a_constant() {
        let all = constants();
        assert!(
            all.cpu
                .iter()
                .all(|cost| cost.ns > 0 && cost.reason.ends_with('.'))
        );
        assert!(
            all.devices
                .iter()
                .all(|device| device.reason.ends_with('.'))
        );
        let devices = all.devices.iter().map(|device| &device.looked_at);
        let told = all.cpu.iter().map(|cost| &cost.looked_at).chain(devices);
        let told = told.flatten();
        assert_eq!(told.count(), LOOKED_AT.len());
    }
}
