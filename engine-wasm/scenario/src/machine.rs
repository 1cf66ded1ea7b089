//! The machine: memory, processors, devices, filesystems and swap.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::defaults::*;
use super::limits;

/// Memory, CPUs and the pages that are in use at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Number of CPUs.
    #[schemars(transform = limits::CPUS.range(), example = 2)]
    pub cpus: u32,
    /// Speed of a CPU as a percentage of an x86-64 core of 2009 to 2012, for which the engine's costs were chosen;
    /// lower for an old or emulated machine.
    #[serde(
        default = "default_cpu_speed_percent",
        skip_serializing_if = "is_default_cpu_speed_percent"
    )]
    #[schemars(transform = limits::CPU_SPEED_PERCENT.range(), extend("default" = 100))]
    pub cpu_speed_percent: u32,
    /// Speed at which a CPU copies and clears memory, as a percentage of an x86-64 core of 2009 to 2012 (2.7 GB/s when it
    /// copies); absent: the value of `cpu_speed_percent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::COPY_SPEED_PERCENT.range())]
    pub copy_speed_percent: Option<u32>,
    /// Timer ticks per second (CONFIG_HZ).
    #[serde(default = "default_hz")]
    #[schemars(title = "Timer frequency", extend("enum" = limits::HZ))]
    pub hz: u32,
    /// Whether transparent huge pages are enabled. If so, khugepaged raises min_free_kbytes (from Linux 2.6.38), unless
    /// `vm` sets it.
    #[serde(default, skip_serializing_if = "is_no")]
    #[schemars(title = "Transparent huge pages")]
    pub transparent_hugepages: bool,
    /// Zones by address, lowest first.
    pub zones: Vec<Zone>,
    /// Pages in use before the workload starts.
    #[serde(default)]
    pub resident: Resident,
}

impl Machine {
    /// Returns the present pages of all zones; saturates instead of wrapping.
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
    /// Name: `DMA`, `DMA32`, `Normal` or another.
    pub name: String,
    /// Present pages of 4 KiB, without holes and the memory map.
    #[schemars(transform = limits::ZONE_FRAMES.range(), example = 65_536)]
    pub present_pages: u64,
    /// Divisor for the reserve of this zone, which allocations for higher zones cannot use: the reserve is the number
    /// of pages in the higher zones, divided by this value (lowmem_reserve_ratio).
    #[serde(default = "default_lowmem_reserve_ratio")]
    #[schemars(transform = limits::LOWMEM_RESERVE_RATIO.range())]
    pub lowmem_reserve_ratio: u32,
    /// Pages of this zone that the kernel allocated at boot, in addition to `resident.kernel_pages`.
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
    /// Kernel and slab pages, on no LRU list.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub kernel_pages: u64,
    /// Anonymous pages of processes, on the active_anon list.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub anon_pages: u64,
    /// File pages used more than once, on the active_file list.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub active_file_pages: u64,
    /// File pages used once, on the inactive_file list; fewer if the high watermarks would otherwise not be met.
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub inactive_file_pages: u64,
    /// Pages that reclaim cannot free (mlocked).
    #[serde(default)]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub unevictable_pages: u64,
    /// Pages of a ramfs, such as an initramfs, on the active_file list. They cannot be freed; reclaim moves them to the
    /// unevictable list when it scans them.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub ramfs_active_pages: u64,
    /// Pages of a ramfs at the tail of the inactive_file list.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(transform = limits::FRAMES.or_none())]
    pub ramfs_inactive_pages: u64,
    /// Objects in the inode and dentry caches, which the slab shrinkers scan.
    #[serde(default)]
    #[schemars(transform = limits::SLAB_OBJECTS.range())]
    pub slab_objects: u64,
    /// Distribution of these pages over the zones.
    #[serde(default, skip_serializing_if = "is_by_allocation")]
    #[schemars(extend("default" = "by_allocation"))]
    pub spread: Spread,
}

/// Distribution of the resident pages over the zones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Spread {
    /// As after boot: each allocation used the highest zone with free pages.
    #[default]
    ByAllocation,
    /// In proportion to the sizes of the zones, as after a long uptime.
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
    /// Name of a device model, or an object with the figures of a device.
    pub hardware: Hardware,
    /// Share of all writes before the run that went to this device; 0: it was just plugged in. The kernel gives the
    /// device the same share of the dirty limit (bdi_writeout_fraction). From Linux 3.6 on, the kernel forgets this
    /// share within seconds, so every device starts with 0.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    #[schemars(transform = limits::PERCENT.range())]
    pub earlier_writes_percent: u32,
}

/// Name of a device model, or the figures of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum Hardware {
    /// A device model from the engine's table, such as `sata_2010`.
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

/// Figures of a device. A request takes `overhead_us`, plus a seek and half a rotation if it is not sequential, plus
/// the transfer of its bytes at the read or write rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DeviceFigures {
    /// Sequential read rate, kB (1,000 bytes) per second.
    #[schemars(transform = limits::RATE_KB_PER_S.range(), example = 100_000)]
    pub read_kb_per_s: u32,
    /// Sequential write rate, kB (1,000 bytes) per second.
    #[schemars(transform = limits::RATE_KB_PER_S.range(), example = 100_000)]
    pub write_kb_per_s: u32,
    /// Fixed cost of each request, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub overhead_us: u32,
    /// Shortest seek, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub seek_min_us: u32,
    /// Seek across the whole disk, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub seek_max_us: u32,
    /// Time of half a rotation, microseconds: the mean rotational delay.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub half_rotation_us: u32,
    /// Rotations per minute; 0: unknown, so every non-sequential request takes a seek and half a rotation. If it is
    /// set, a short gap ahead of the head takes only its transfer time, and a block just behind it a full rotation.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    #[schemars(transform = limits::RPM.range())]
    pub rpm: u32,
    /// Size, kB (1,024 bytes), below which a non-sequential write takes `small_write_extra_us` longer.
    #[serde(default)]
    #[schemars(transform = limits::SMALL_WRITE_KB.range())]
    pub small_write_kb: u32,
    /// Extra cost of a non-sequential write below `small_write_kb` (read, modify and write of an erase block),
    /// microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub small_write_extra_us: u32,
    /// Writes per thousand that stall.
    #[serde(default)]
    #[schemars(transform = limits::PER_MILLE.range())]
    pub stall_per_mille: u32,
    /// Duration of a stall, microseconds.
    #[serde(default)]
    #[schemars(transform = limits::DEVICE_US.range())]
    pub stall_us: u32,
    /// Size of the write cache, kB (1,024 bytes); 0: none. A write completes when it is in the cache, if the cache has
    /// room; a flush waits until the whole cache is written. Absent: a device whose writes stall has a cache that never
    /// fills, and other devices have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_cache_kb: Option<u32>,
    /// Rate at which data enters the write cache, kB (1,000 bytes) per second; absent: the write rate. Data always goes
    /// from the cache to the medium at the write rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = limits::RATE_KB_PER_S.range())]
    pub write_cache_kb_per_s: Option<u32>,
    /// Random spread of service times around their mean, ± percent.
    #[serde(default = "default_jitter_percent")]
    #[schemars(transform = limits::JITTER_PERCENT.range())]
    pub jitter_percent: u32,
    /// Capacity, MiB.
    #[schemars(transform = limits::CAPACITY_MIB.range(), example = 32_768)]
    pub capacity_mib: u32,
    /// Requests served at the same time.
    #[serde(default = "one")]
    #[schemars(transform = limits::IN_FLIGHT.range())]
    pub in_flight: u32,
    /// Requests in the drive's own queue (NCQ). The drive serves them one at a time, the nearest first. 0: no queue,
    /// the drive serves `in_flight` requests at the same time.
    #[serde(default, skip_serializing_if = "is_zero_u32")]
    #[schemars(transform = limits::NCQ_DEPTH.range())]
    pub ncq_depth: u32,
    /// Largest number of reads, and of writes, in the block queue (nr_requests).
    #[serde(default = "default_nr_requests")]
    #[schemars(transform = limits::NR_REQUESTS.range())]
    pub nr_requests: u32,
    /// Largest request after merging, kB (max_sectors_kb).
    #[serde(default = "default_max_request_kb")]
    #[schemars(transform = limits::REQUEST_KB.range())]
    pub max_request_kb: u32,
    /// Disks in a RAID-0 array, each with these figures; 1: a single device.
    #[serde(default = "one")]
    #[schemars(transform = limits::MEMBERS.range())]
    pub members: u32,
    /// Chunk size of the RAID-0 array, kB.
    #[serde(default = "default_chunk_kb")]
    #[schemars(transform = limits::CHUNK_KB.range())]
    pub chunk_kb: u32,
    /// Flash translation layer of a USB stick or memory card; absent: writes take the same time at every address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flash: Option<FlashFigures>,
}

/// The flash translation layer of a cheap USB stick or memory card. It writes in allocation units and keeps a few open.
/// To close a unit, it copies the pages that were not written since the unit was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FlashFigures {
    /// Size of an allocation unit, kB (1,024 bytes).
    #[schemars(transform = limits::ALLOCATION_UNIT_KB.range(), example = 4_096)]
    pub allocation_unit_kb: u32,
    /// Allocation units that are open at the same time.
    #[schemars(transform = limits::OPEN_UNITS.range(), example = 2)]
    pub open_units: u32,
    /// Open units that can be written out of order; 0: a write that does not continue its unit closes the unit.
    #[serde(default)]
    #[schemars(transform = limits::OPEN_UNITS.or_none())]
    pub open_units_random: u32,
    /// Rate of internal copies, kB (1,000 bytes) per second.
    #[schemars(transform = limits::RATE_KB_PER_S.range(), example = 20_000)]
    pub copy_kb_per_s: u32,
    /// Cost of switching from one allocation unit to another, microseconds.
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
    /// Kind: decides what ->writepage does and how files are laid out on the disk.
    pub kind: FilesystemKind,
    /// Name of the device that it is on.
    pub device: String,
}

/// The filesystems whose ->writepage is modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FilesystemKind {
    /// ext2: ->writepage writes the page.
    Ext2,
    /// ext3 in data=ordered mode.
    Ext3,
    /// ext4 with delayed allocation: redirties pages whose blocks are not allocated yet.
    Ext4,
    /// XFS: refuses to write for direct reclaim (from Linux 2.6.37); writes adjacent pages when it allocates blocks.
    Xfs,
    /// btrfs: refuses to write for kswapd and direct reclaim.
    Btrfs,
    /// The block device itself, without a filesystem.
    BlockDevice,
    /// ntfs-3g: a fuse daemon that writes to the device through the device's page cache, so data is cached twice.
    FuseNtfs,
}

/// The swap area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// Name of the device that it is on.
    pub device: String,
    /// Swap slots, one page each.
    #[schemars(transform = limits::SWAP_PAGES.range(), example = 262_144)]
    pub pages: u64,
}
