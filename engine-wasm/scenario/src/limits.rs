//! The limits of a document, in one table. Checks, error messages and the JSON Schema use the same numbers.

use super::problem::{Problem, grouped};

/// A range of allowed values, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The limited quantity, as the subject of a message without its "The": `size of a call`.
    pub what: &'static str,
    /// Unit of the values in a message, such as `kB`; may be empty.
    pub unit: &'static str,
    /// The smallest allowed value.
    pub least: u64,
    /// The largest allowed value.
    pub most: u64,
    /// Explains the largest value in a message, such as `1 GiB`; may be empty.
    pub remark: &'static str,
}

impl Limit {
    const fn new(
        what: &'static str,
        unit: &'static str,
        least: u64,
        most: u64,
        remark: &'static str,
    ) -> Self {
        Self {
            what,
            unit,
            least,
            most,
            remark,
        }
    }

    /// Returns the same limit. Exists for the attributes of fields, such as `transform = limits::SCALE.range()`.
    #[must_use]
    pub const fn range(self) -> Self {
        self
    }

    /// Returns the same limit, with 0 allowed as well.
    #[must_use]
    pub const fn or_none(self) -> Self {
        Self { least: 0, ..self }
    }

    /// Returns the same limit, but with 1 as the smallest value.
    #[must_use]
    pub const fn from_one(self) -> Self {
        Self { least: 1, ..self }
    }

    /// Returns whether the value is in the range.
    pub fn allows(&self, value: u64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// Returns the allowed value that is nearest to this one.
    pub fn nearest(&self, value: u64) -> u64 {
        value.clamp(self.least, self.most)
    }

    /// Returns the error for a value outside the range.
    pub fn exceeded(&self, field: &str, value: u64) -> Problem {
        let remark = match self.remark {
            "" => String::new(),
            remark => format!(" ({remark})"),
        };
        let (bound, allowed, fix) = if value < self.least {
            (
                "minimum",
                self.least,
                format!("Use at least {}.", grouped(self.least)),
            )
        } else {
            (
                "maximum",
                self.most,
                format!("Use at most {}{remark}.", grouped(self.most)),
            )
        };
        let problem = format!(
            "The {} is {}; the {bound} is {}.",
            self.what,
            self.with_unit(value),
            self.with_unit(allowed)
        );
        Problem::new(field, problem, fix)
    }

    fn with_unit(&self, value: u64) -> String {
        match self.unit {
            "" => grouped(value),
            unit => format!("{} {unit}", grouped(value)),
        }
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
    ($($(#[$doc:meta])* $name:ident = ($what:expr, $unit:expr, $least:expr, $most:expr, $remark:expr);)*) => {
        $($(#[$doc])* pub const $name: Limit = Limit::new($what, $unit, $least, $most, $remark);)*

        /// Every limit, with the name of its constant.
        pub const ALL: &[(&str, Limit)] = &[$((stringify!($name), $name),)*];
    };
}

limits! {
    /// Size of a document as text.
    DOCUMENT_BYTES = ("size of the document", "bytes", 0, 1 << 20, "1 MiB");
    /// Length of a share link.
    LINK_CHARS = ("length of the link", "characters", 0, 64 * 1024, "");
    /// Parts of a link.
    LINK_PARTS = ("number of parts of the link", "", 0, 1_100, "");
    /// Invalid changes in a link that are reported one by one; after these, all remaining changes are ignored.
    IGNORED_PARTS = ("number of ignored parts of the link", "", 0, 8, "");
    /// Writes per second to a terminal.
    WRITES_PER_S = ("number of writes per second", "", 1, 1000, "one per millisecond");
    /// Bytes of one write to a terminal.
    PTY_BYTES = ("size of a write", "bytes", 1, 8192, "the size of a pty's buffer");
    /// Allocations of blocks of pages per second.
    REQUESTS_PER_S = ("number of allocations per second", "", 1, 1000, "one per millisecond");
    /// Order of a block: log2 of its pages.
    ORDER = ("order of a block", "", 0, 10, "MAX_ORDER - 1");
    /// Page frames of all zones.
    FRAMES = ("number of 4 KiB page frames", "", 256, 16_777_216, "64 GiB of RAM");
    /// RAM after division by `scale`, in page frames.
    SCALED_FRAMES = ("number of 4 KiB page frames after scaling", "", 16_384, 16_777_216, "64 GiB of RAM");
    /// CPUs.
    CPUS = ("number of CPUs", "", 1, 64, "");
    /// Speed of a CPU as a percentage of the standard CPU, for which the engine's costs were chosen.
    CPU_SPEED_PERCENT = ("speed of a CPU", "%", 1, 10_000, "a hundred times the standard CPU");
    /// Speed at which a CPU copies memory, as a percentage of the standard CPU.
    COPY_SPEED_PERCENT = ("speed of copying memory", "%", 1, 10_000, "a hundred times the standard CPU");
    /// Zones.
    ZONES = ("number of zones", "", 1, 8, "");
    /// Page frames of a zone.
    ZONE_FRAMES = ("number of page frames of the zone", "", 1, 16_777_216, "64 GiB");
    /// `vm.lowmem_reserve_ratio`: divisor of the pages in higher zones.
    LOWMEM_RESERVE_RATIO = ("lowmem_reserve_ratio", "", 1, 1_000_000, "");
    /// Dentries and inodes in the slab at the start.
    SLAB_OBJECTS = ("number of slab objects", "", 0, 100_000_000, "");
    /// Devices.
    DEVICES = ("number of devices", "", 0, 16, "");
    /// Filesystems.
    FILESYSTEMS = ("number of filesystems", "", 0, 16, "");
    /// Entries of the workload.
    WORKLOADS = ("number of entries", "", 1, 64, "");
    /// Tasks that run at the same time, over the whole workload.
    TASKS = ("number of tasks at the same time", "", 1, 1_024, "");
    /// Files that exist at the same time, over the whole workload.
    FILES = ("number of files at the same time", "", 0, 200_000, "");
    /// Mechanisms switched on or off relative to the preset.
    SWITCHES = ("number of switches", "", 0, 200, "");
    /// Mechanisms switched during the run.
    INTERVENTIONS = ("number of interventions", "", 0, 1_000, "");
    /// Length of names.
    NAME_CHARS = ("length of the name", "characters", 1, 64, "");
    /// Length of the title.
    TITLE_CHARS = ("length of the title", "characters", 1, 200, "");
    /// Length of the description.
    DESCRIPTION_CHARS = ("length of the description", "characters", 0, 4_000, "");
    /// Seed: JavaScript represents integers exactly up to 2^53 - 1.
    SEED = ("seed", "", 0, (1 << 53) - 1, "2^53 - 1");
    /// Length of a run or of a program, virtual time.
    UNTIL_MS = ("duration", "ms", 1, 86_400_000, "a day");
    /// Virtual times of a program, such as its start, pauses and intervals.
    MOMENT_MS = ("time", "ms", 0, 86_400_000, "a day");
    /// Time from one round of a program to its next.
    PERIOD_MS = ("time from one round to the next", "ms", 1, 86_400_000, "a day");
    /// Virtual times of interventions and of a view.
    MOMENT_NS = ("time", "ns", 0, 86_400_000_000_000, "a day");
    /// Divisor of RAM and workload sizes.
    SCALE = ("scale", "", 1, 1_024, "");
    /// Size of one file.
    FILE_KB = ("size of a file", "kB", 4, 1 << 30, "1 TiB");
    /// Anonymous memory of a process.
    ANON_KB = ("size of the anonymous memory", "kB", 4, 1 << 28, "256 GiB");
    /// Size of a read() or write() call.
    CALL_KB = ("size of a call", "kB", 1, 1 << 20, "1 GiB");
    /// Data that one entry of the workload reads or writes in total.
    TOTAL_KB = ("total size of the data", "kB", 4, 1 << 32, "4 TiB");
    /// Size of a file whose pages are read by popularity; the popularity table has one entry per page.
    ZIPF_KB = ("size of the file", "kB", 4, 4 << 22, "16 GiB");
    /// Reads of single pages by a program.
    PAGE_REQUESTS = ("number of requests", "", 1, 1_000_000_000, "");
    /// Positions of a file that are written in turn.
    STREAMS = ("number of streams in a file", "", 1, 1_024, "");
    /// Times that a program reads or writes the whole file.
    PASSES = ("number of passes", "", 1, 10_000, "");
    /// Loops of `fs_mark`.
    LOOPS = ("number of loops", "", 1, 10_000, "");
    /// Steps of `simple_writeback` and `iozone`; each doubles the tasks.
    STEPS = ("number of steps", "", 1, 11, "each doubles the jobs");
    /// Metadata that mkfs writes.
    METADATA_KB = ("size of the metadata", "kB", 0, 1 << 26, "64 GiB");
    /// Metadata pages left by deleted files.
    METADATA = ("number of metadata pages", "", 0, 1_000_000, "");
    /// Swap slots, one page each.
    SWAP_PAGES = ("number of 4 KiB swap slots", "", 1, 16_777_216, "64 GiB");
    /// Percentages, and `vm.swappiness`.
    PERCENT = ("value", "", 0, 100, "");
    /// `vm.dirty_bytes` and `vm.dirty_background_bytes`: the kernel refuses less than two pages.
    DIRTY_BYTES = ("dirty limit", "bytes", 8_192, 1 << 36, "64 GiB");
    /// `vm.dirty_expire_centisecs` and `vm.dirty_writeback_centisecs`.
    CENTISECS = ("time", "centiseconds", 0, 8_640_000, "a day");
    /// `vm.page-cluster`: log2 of the slots that swap readahead reads.
    PAGE_CLUSTER = ("page_cluster", "", 0, 8, "2^8 slots");
    /// Readahead window of a file.
    READ_AHEAD_KB = ("readahead window", "kB", 0, 65_536, "");
    /// Transfer rate of a device.
    RATE_KB_PER_S = ("rate", "kB/s", 1, 100_000_000, "100 GB per second");
    /// Requests in a drive's own queue (NCQ).
    NCQ_DEPTH = ("number of requests in the drive's queue", "", 0, 256, "");
    /// Rotations of a disk per minute.
    RPM = ("number of rotations per minute", "", 0, 100_000, "");
    /// Durations of a device: seek, overhead, stall.
    DEVICE_US = ("time", "µs", 0, 60_000_000, "a minute");
    /// Random spread of service times around their mean.
    JITTER_PERCENT = ("spread of service times", "%", 0, 90, "");
    /// Writes that stall a device, per thousand.
    PER_MILLE = ("number of stalling writes per thousand", "", 0, 1_000, "");
    /// Capacity of a device.
    CAPACITY_MIB = ("capacity", "MiB", 1, 1 << 24, "16 TiB");
    /// Requests that a device serves at the same time.
    IN_FLIGHT = ("number of requests at once", "", 1, 256, "");
    /// Requests in a queue: the kernel refuses fewer than 4.
    NR_REQUESTS = ("number of requests in the queue", "", 4, 16_384, "");
    /// Size of a request.
    REQUEST_KB = ("size of a request", "kB", 4, 32_768, "");
    /// Disks of a RAID-0 array.
    MEMBERS = ("number of disks", "", 1, 64, "");
    /// Chunk size of a RAID-0 array.
    CHUNK_KB = ("size of a chunk", "kB", 4, 65_536, "");
    /// Size below which a write costs a small-write penalty.
    SMALL_WRITE_KB = ("size of a small write", "kB", 0, 32_768, "");
    /// Allocation unit of a flash device.
    ALLOCATION_UNIT_KB = ("size of an allocation unit", "kB", 4, 65_536, "64 MiB");
    /// Allocation units that a flash device has open.
    OPEN_UNITS = ("number of open allocation units", "", 1, 64, "");
}

/// Page frames that must be free when the workload starts; a quarter of all frames on machines with fewer than 4,096.
pub const FREE_FRAMES: u64 = 1_024;

/// Timer frequencies with which the kernel can be built (CONFIG_HZ), ticks per second.
pub const HZ: [u32; 4] = [100, 250, 300, 1_000];
