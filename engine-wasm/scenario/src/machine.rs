//! The machine: memory, processors, devices and what lies on them.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::defaults::*;
use super::limits;

/// The machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Number of CPUs.
    #[schemars(transform = limits::CPUS.range(), example = 2)]
    pub cpus: u32,
    /// Speed of a CPU, percent of the x86-64 core of 2009 to 2012 that the engine's constants are of: less for an old or
    /// emulated machine.
    #[serde(
        default = "default_cpu_speed_percent",
        skip_serializing_if = "is_default_cpu_speed_percent"
    )]
    #[schemars(transform = limits::CPU_SPEED_PERCENT.range(), extend("default" = 100))]
    pub cpu_speed_percent: u32,
    /// Timer ticks a second (CONFIG_HZ).
    #[serde(default = "default_hz")]
    #[schemars(title = "Timer frequency", extend("enum" = limits::HZ))]
    pub hz: u32,
    /// Huge pages are built in and not switched off: khugepaged raises min_free_kbytes (2.6.38 on), if `vm` does not set
    /// it.
    #[serde(default, skip_serializing_if = "is_no")]
    #[schemars(title = "Transparent huge pages")]
    pub transparent_hugepages: bool,
    /// Zones from the lowest address up.
    pub zones: Vec<Zone>,
    /// Pages in use before the workload starts.
    #[serde(default)]
    pub resident: Resident,
}

impl Machine {
    /// Pages of all zones; the sum does not wrap, whatever a document says.
    pub fn present_pages(&self) -> u64 {
        self.zones
            .iter()
            .fold(0, |sum, zone| sum.saturating_add(zone.present_pages))
    }
}

/// One memory zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// `DMA`, `DMA32`, `Normal` or another name.
    pub name: String,
    /// Present pages of 4 KiB: holes and the memory map are not among them.
    #[schemars(transform = limits::ZONE_FRAMES.range(), example = 65_536)]
    pub present_pages: u64,
    /// Divisor of the pages above this zone that it keeps from higher requests
    /// (lowmem_reserve_ratio).
    #[serde(default = "default_lowmem_reserve_ratio")]
    #[schemars(transform = limits::LOWMEM_RESERVE_RATIO.range())]
    pub lowmem_reserve_ratio: u32,
    /// Pages of this zone that the kernel took for itself at boot, beside those of `resident`.
    #[serde(default, skip_serializing_if = "is_none_taken")]
    #[schemars(transform = limits::ZONE_FRAMES.or_none())]
    pub kernel_pages: u64,
}

fn is_none_taken(pages: &u64) -> bool {
    *pages == 0
}

/// Pages that are in use before the workload starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Resident {
    /// Kernel and slab, on no list.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub kernel_pages: u64,
    /// Anonymous pages of userland, on active_anon.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub anon_pages: u64,
    /// File pages of userland that were used more than once, on active_file.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub active_file_pages: u64,
    /// File pages of userland that were used once, on inactive_file.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub inactive_file_pages: u64,
    /// Pages that no reclaimer may take.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub unevictable_pages: u64,
    /// Objects in the inode and dentry caches, which slab shrinking scans.
    #[serde(default)]
    #[schemars(transform = limits::SLAB_OBJECTS.range())]
    pub slab_objects: u64,
    /// How these pages lie in the zones.
    #[serde(default, skip_serializing_if = "is_by_allocation")]
    #[schemars(extend("default" = "by_allocation"))]
    pub spread: Spread,
}

/// How the pages that are in use from the start lie in the zones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Spread {
    /// As a fresh boot leaves them: each allocation took the highest zone that had room.
    #[default]
    ByAllocation,
    /// In proportion to the size of the zones, as after long use.
    BySize,
}

fn is_by_allocation(spread: &Spread) -> bool {
    *spread == Spread::ByAllocation
}

/// A block device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// Name by which filesystems and swap refer to it, such as `sdb`.
    pub name: String,
    /// A model that the engine knows, or its own figures.
    pub hardware: Hardware,
}

/// A named device model, or the figures of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum Hardware {
    /// A model of the engine's table, such as `sata_2010`.
    Model(String),
    /// A device described by its own figures.
    Figures(DeviceFigures),
}

impl<'de> Deserialize<'de> for Hardware {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ModelOrFigures)
    }
}

struct ModelOrFigures;

impl<'de> Visitor<'de> for ModelOrFigures {
    type Value = Hardware;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a model's name or figures")
    }

    fn visit_str<E>(self, model: &str) -> Result<Hardware, E> {
        Ok(Hardware::Model(model.to_owned()))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, object: D) -> Result<Hardware, D::Error> {
        DeviceFigures::deserialize(object).map(Hardware::Figures)
    }
}

/// What a device can do. A request takes overhead, a seek and half a rotation when it does not
/// follow on from the one before, and its bytes at the rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DeviceFigures {
    /// Sequential read rate, kB (1,000 bytes) a second.
    #[schemars(transform = limits::RATE_KB_PER_S.range(), example = 100_000)]
    pub read_kb_per_s: u32,
    /// Sequential write rate, kB (1,000 bytes) a second.
    #[schemars(transform = limits::RATE_KB_PER_S.range(), example = 100_000)]
    pub write_kb_per_s: u32,
    /// Fixed cost of a request, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub overhead_us: u32,
    /// Shortest seek, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub seek_min_us: u32,
    /// Seek over the whole span, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub seek_max_us: u32,
    /// Half a rotation, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub half_rotation_us: u32,
    /// Turns a minute; 0: not known, so that every move takes a seek and half a rotation. With it a short gap ahead passes
    /// at the rate, and a block that has just passed costs a turn.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    #[schemars(transform = limits::RPM.range())]
    pub rpm: u32,
    /// A write smaller than this that does not follow on costs `small_write_extra_us` more, kB
    /// (1,024 bytes).
    #[serde(default)]
    #[schemars(transform = limits::SMALL_WRITE_KB.range())]
    pub small_write_kb: u32,
    /// Extra cost of such a write (erase block read, changed and written), microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub small_write_extra_us: u32,
    /// Writes of a thousand that stall.
    #[serde(default)]
    #[schemars(transform = limits::PER_MILLE.range())]
    pub stall_per_mille: u32,
    /// How long such a stall lasts, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub stall_us: u32,
    /// Size of its write cache, kB (1,024 bytes); 0: it has none. Writes are answered once they are in the cache, as long
    /// as it has room, and a flush waits until all of it is written. Left out: a device whose writes stall has a cache
    /// that never fills, and others have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_cache_kb: Option<u32>,
    /// Spread of service times to either side, percent.
    #[serde(default = "default_jitter_percent")]
    #[schemars(transform = limits::JITTER_PERCENT.range())]
    pub jitter_percent: u32,
    /// Size, MiB.
    #[schemars(transform = limits::CAPACITY_MIB.range(), example = 32_768)]
    pub capacity_mib: u32,
    /// Requests served at once.
    #[serde(default = "one")]
    #[schemars(transform = limits::IN_FLIGHT.range())]
    pub in_flight: u32,
    /// Requests that the drive keeps in a queue of its own and serves one at a time, the shortest way of its arm first (NCQ);
    /// 0: it has none, and serves `in_flight` at once.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    #[schemars(transform = limits::NCQ_DEPTH.range())]
    pub ncq_depth: u32,
    /// Requests of a class that the queue holds (nr_requests).
    #[serde(default = "default_nr_requests")]
    #[schemars(transform = limits::NR_REQUESTS.range())]
    pub nr_requests: u32,
    /// Largest request after merging, kB (max_sectors_kb).
    #[serde(default = "default_max_request_kb")]
    #[schemars(transform = limits::REQUEST_KB.range())]
    pub max_request_kb: u32,
    /// Disks in a RAID-0 of such devices; 1 is a plain device.
    #[serde(default = "one")]
    #[schemars(transform = limits::MEMBERS.range())]
    pub members: u32,
    /// RAID-0 chunk, kB.
    #[serde(default = "default_chunk_kb")]
    #[schemars(transform = limits::CHUNK_KB.range())]
    pub chunk_kb: u32,
    /// The translation layer of a stick or a memory card; none: a write costs the same anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flash: Option<FlashFigures>,
}

/// The flash translation layer of a cheap stick or card. It writes in allocation units and keeps a few open; to close one
/// it copies what was not written there since it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FlashFigures {
    /// Size of an allocation unit, kB (1,024 bytes).
    #[schemars(transform = limits::ALLOCATION_UNIT_KB.range(), example = 4_096)]
    pub allocation_unit_kb: u32,
    /// Allocation units that are open at once.
    #[schemars(transform = limits::OPEN_UNITS.range(), example = 2)]
    pub open_units: u32,
    /// How many of them may be written out of order; 0: a write that does not go on closes its unit.
    #[serde(default)]
    #[schemars(transform = limits::OPEN_UNITS.or_none())]
    pub open_units_random: u32,
    /// Rate at which it copies inside, kB (1,000 bytes) a second.
    #[schemars(transform = limits::RATE_KB_PER_S.range(), example = 20_000)]
    pub copy_kb_per_s: u32,
    /// Cost of going from one allocation unit to another, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub switch_us: u32,
}

/// A mounted filesystem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Filesystem {
    /// Name by which workloads refer to it, such as `/mnt`.
    pub name: String,
    /// What ->writepage does and how files lie on the disk.
    pub kind: FilesystemKind,
    /// The device it lies on.
    pub device: String,
}

/// The filesystems whose answers to reclaim the model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FilesystemKind {
    /// ext2: writes the one page.
    Ext2,
    /// ext3 in ordered mode.
    Ext3,
    /// ext4 with delayed allocation: redirties pages whose blocks are not allocated yet.
    Ext4,
    /// XFS: from 2.6.37 refuses direct reclaim; clusters neighbours when it allocates.
    Xfs,
    /// btrfs: refuses every reclaimer.
    Btrfs,
    /// The device itself, without a filesystem.
    BlockDevice,
    /// ntfs-3g: a fuse daemon that writes to the device through its page cache, so that data is
    /// cached twice.
    FuseNtfs,
}

/// The swap area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// The device it lies on.
    pub device: String,
    /// Slots of one page.
    #[schemars(transform = limits::SWAP_PAGES.range(), example = 262_144)]
    pub pages: u64,
}
