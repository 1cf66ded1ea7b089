//! The limits of a document, in one table. Checks, error messages and the JSON Schema use the same numbers.

use super::problem::{Problem, grouped};

/// A range of allowed values, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited, with its unit; follows the number in a message: `kB in a call`.
    pub what: &'static str,
    /// The smallest allowed value.
    pub least: u64,
    /// The largest allowed value.
    pub most: u64,
    /// Explains the largest value in a message, such as `1 GiB`; may be empty.
    pub remark: &'static str,
}

impl Limit {
    const fn new(what: &'static str, least: u64, most: u64, remark: &'static str) -> Self {
        Self {
            what,
            least,
            most,
            remark,
        }
    }

    /// The same limit; reads as `transform = limits::SCALE.range()` where the schema of a field is declared.
    #[must_use]
    pub const fn range(self) -> Self {
        self
    }

    /// The same limit, with 0 allowed as well.
    #[must_use]
    pub const fn or_none(self) -> Self {
        Self { least: 0, ..self }
    }

    /// The same limit, but at least 1.
    #[must_use]
    pub const fn from_one(self) -> Self {
        Self { least: 1, ..self }
    }

    /// Whether the value is in the range.
    pub fn allows(&self, value: u64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// The allowed value nearest to this one.
    pub fn nearest(&self, value: u64) -> u64 {
        value.clamp(self.least, self.most)
    }

    /// The error for a value outside the range.
    pub fn exceeded(&self, field: &str, value: u64) -> Problem {
        let remark = match self.remark {
            "" => String::new(),
            remark => format!(" ({remark})"),
        };
        let (problem, fix) = if value < self.least {
            (
                format!("{} {} is below the minimum.", grouped(value), self.what),
                format!("Use at least {}.", grouped(self.least)),
            )
        } else {
            (
                format!("{} {} is above the maximum.", grouped(value), self.what),
                format!("Use at most {}{remark}.", grouped(self.most)),
            )
        };
        Problem::new(field, problem, fix)
    }
}

/// Adds the range to the schema of a field, as `minimum` and `maximum`.
impl schemars::transform::Transform for Limit {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        schema.insert("minimum".into(), self.least.into());
        schema.insert("maximum".into(), self.most.into());
    }
}

macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident = ($what:expr, $least:expr, $most:expr, $remark:expr);)*) => {
        $($(#[$doc])* pub const $name: Limit = Limit::new($what, $least, $most, $remark);)*

        /// Every limit with the name of its constant.
        pub const ALL: &[(&str, Limit)] = &[$((stringify!($name), $name),)*];
    };
}

limits! {
    /// Size of a document as text.
    DOCUMENT_BYTES = ("bytes of text", 0, 1 << 20, "1 MiB");
    /// Length of a share link.
    LINK_CHARS = ("characters of a link", 0, 64 * 1024, "");
    /// Parts of a link.
    LINK_PARTS = ("parts of a link", 0, 1_100, "");
    /// Parts of a link that may fail to apply before the remaining parts are ignored.
    IGNORED_PARTS = ("ignored parts of a link", 0, 8, "");
    /// Writes per second to a terminal.
    WRITES_PER_S = ("writes per second", 1, 1000, "one per millisecond");
    /// Bytes of one write to a terminal.
    PTY_BYTES = ("bytes", 1, 8192, "the size of a pty's buffer");
    /// Allocations per second of blocks of pages.
    REQUESTS_PER_S = ("requests per second", 1, 1000, "one per millisecond");
    /// Order of a block: log2 of its pages.
    ORDER = ("for the order of a block", 0, 10, "MAX_ORDER - 1");
    /// Page frames of all zones.
    FRAMES = ("page frames of 4 KiB in all zones",
        256,
        16_777_216,
        "64 GiB of RAM");
    /// RAM after division by `scale`, in page frames.
    SCALED_FRAMES = ("page frames in the scaled machine",
        16_384,
        16_777_216,
        "64 GiB of RAM");
    /// Processors.
    CPUS = ("CPUs", 1, 64, "");
    /// Speed of a CPU in percent of the standard CPU, for which the engine's costs were chosen.
    CPU_SPEED_PERCENT = ("percent for the speed of a CPU", 1, 10_000, "a hundred times the standard CPU");
    /// Speed at which a CPU copies memory in percent of the standard CPU.
    COPY_SPEED_PERCENT = ("percent for the speed of copying", 1, 10_000, "a hundred times the standard CPU");
    /// Zones.
    ZONES = ("zones", 1, 8, "");
    /// Page frames of a zone.
    ZONE_FRAMES = ("page frames in a zone", 1, 16_777_216, "64 GiB");
    /// Divisor of lowmem_reserve.
    LOWMEM_RESERVE_RATIO = ("for lowmem_reserve_ratio", 1, 1_000_000, "");
    /// Dentries and inodes in the slab at the start.
    SLAB_OBJECTS = ("slab objects", 0, 100_000_000, "");
    /// Devices.
    DEVICES = ("devices", 0, 16, "");
    /// Filesystems.
    FILESYSTEMS = ("filesystems", 0, 16, "");
    /// Entries of the workload.
    WORKLOADS = ("entries", 1, 64, "");
    /// Tasks that run at the same time, over the whole workload.
    TASKS = ("tasks at the same time", 1, 1_024, "");
    /// Files that exist at the same time, over the whole workload.
    FILES = ("files at the same time", 0, 200_000, "");
    /// Mechanisms switched against the preset.
    SWITCHES = ("switches", 0, 200, "");
    /// Mechanisms switched during the run.
    INTERVENTIONS = ("interventions", 0, 1_000, "");
    /// Length of names.
    NAME_CHARS = ("characters", 1, 64, "");
    /// Length of the title.
    TITLE_CHARS = ("characters", 1, 200, "");
    /// Length of the description.
    DESCRIPTION_CHARS = ("characters", 0, 4_000, "");
    /// Seed: JavaScript holds integers up to 2^53 - 1.
    SEED = ("for the seed", 0, (1 << 53) - 1, "2^53 - 1");
    /// Length of a run.
    UNTIL_MS = ("ms of virtual time", 1, 86_400_000, "a day");
    /// Start of a workload entry and moments of interventions.
    MOMENT_MS = ("ms of virtual time", 0, 86_400_000, "a day");
    /// Time from one round of a program to its next, milliseconds.
    PERIOD_MS = ("ms from one round to the next", 1, 86_400_000, "a day");
    /// Moments of interventions.
    MOMENT_NS = ("ns of virtual time", 0, 86_400_000_000_000, "a day");
    /// Divisor of RAM and workload sizes.
    SCALE = ("for the scale", 1, 1_024, "");
    /// Size of one file.
    FILE_KB = ("kB in a file", 4, 1 << 30, "1 TiB");
    /// Anonymous memory of a process.
    ANON_KB = ("kB of anonymous memory", 4, 1 << 28, "256 GiB");
    /// Size of a read() or write() call.
    CALL_KB = ("kB in a call", 1, 1 << 20, "1 GiB");
    /// Data that one entry of the workload writes or reads.
    TOTAL_KB = ("kB of data in all", 4, 1 << 32, "4 TiB");
    /// Size of a file whose pages are read by popularity; the table of popularity has one entry per page.
    ZIPF_KB = ("kB in a file with popular pages", 4, 4 << 22, "16 GiB");
    /// Reads of single pages by a program.
    PAGE_REQUESTS = ("requests", 1, 1_000_000_000, "");
    /// Positions of a file that are written in turn.
    STREAMS = ("streams in a file", 1, 1_024, "");
    /// Times that a program reads or writes the whole file.
    PASSES = ("passes", 1, 10_000, "");
    /// Loops of `fs_mark`.
    LOOPS = ("loops", 1, 10_000, "");
    /// Steps of `simple_writeback`; each doubles the jobs.
    STEPS = ("steps", 1, 11, "each doubles the jobs");
    /// Metadata that mkfs writes.
    METADATA_KB = ("kB of metadata", 0, 1 << 26, "64 GiB");
    /// Metadata pages left by deleted files.
    METADATA = ("metadata pages", 0, 1_000_000, "");
    /// Swap slots, one page each.
    SWAP_PAGES = ("swap slots of 4 KiB", 1, 16_777_216, "64 GiB");
    /// Percentages.
    PERCENT = ("percent", 0, 100, "");
    /// `vm.dirty_bytes` and `vm.dirty_background_bytes`: the kernel refuses less than two pages.
    DIRTY_BYTES = ("bytes", 8_192, 1 << 36, "64 GiB");
    /// `vm.dirty_expire_centisecs` and `vm.dirty_writeback_centisecs`.
    CENTISECS = ("hundredths of a second", 0, 8_640_000, "a day");
    /// `vm.page-cluster`: log2 of the slots that swap readahead reads.
    PAGE_CLUSTER = ("for page_cluster", 0, 8, "2^8 slots");
    /// Readahead window of a file.
    READ_AHEAD_KB = ("kB of readahead", 0, 65_536, "");
    /// Transfer rate of a device.
    RATE_KB_PER_S = ("kB per second", 1, 100_000_000, "100 GB per second");
    /// Requests in a drive's own queue (NCQ).
    NCQ_DEPTH = ("requests in the drive's queue", 0, 256, "");
    /// Rotations of a disk per minute.
    RPM = ("rotations per minute", 0, 100_000, "");
    /// Durations of a device: seek, overhead, stall.
    DEVICE_US = ("microseconds", 0, 60_000_000, "a minute");
    /// Random spread of service times around their mean.
    JITTER_PERCENT = ("percent", 0, 90, "");
    /// Share of requests that stall a device, per thousand.
    PER_MILLE = ("per thousand", 0, 1_000, "");
    /// Capacity of a device.
    CAPACITY_MIB = ("MiB", 1, 1 << 24, "16 TiB");
    /// Requests that a device serves at once.
    IN_FLIGHT = ("requests at once", 1, 256, "");
    /// Requests in a queue: the kernel refuses less than 4.
    NR_REQUESTS = ("requests in the queue", 4, 16_384, "");
    /// Size of a request.
    REQUEST_KB = ("kB in a request", 4, 32_768, "");
    /// Disks of a RAID-0 array.
    MEMBERS = ("disks", 1, 64, "");
    /// Chunk size of a RAID-0 array.
    CHUNK_KB = ("kB in a chunk", 4, 65_536, "");
    /// Size below which a write costs a small-write penalty.
    SMALL_WRITE_KB = ("kB", 0, 32_768, "");
    /// Allocation unit of a flash device.
    ALLOCATION_UNIT_KB = ("kB in an allocation unit", 4, 65_536, "64 MiB");
    /// Allocation units that a flash device has open.
    OPEN_UNITS = ("open allocation units", 1, 64, "");
}

/// Page frames that must be free when the workload starts; a quarter of all on a machine with fewer than 4,096 frames.
pub const FREE_FRAMES: u64 = 1_024;

/// Timer frequencies that the kernel can be built with (CONFIG_HZ), ticks per second.
pub const HZ: [u32; 4] = [100, 250, 300, 1_000];
