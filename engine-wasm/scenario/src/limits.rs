//! The limits of a document: one table, whose numbers are told to whoever meets them.

use super::problem::{Problem, grouped};

/// A range that a value has to lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited, with its unit, as it stands in a sentence.
    pub what: &'static str,
    /// The least that is accepted.
    pub least: u64,
    /// The most that is accepted.
    pub most: u64,
    /// A remark on what the most amounts to, or why it is there; may be empty.
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

    /// The limit as the range of a field in the schema.
    #[must_use]
    pub const fn range(self) -> Self {
        self
    }

    /// The same where 0 stands for none of it.
    #[must_use]
    pub const fn or_none(self) -> Self {
        Self { least: 0, ..self }
    }

    /// The same where there must be one.
    #[must_use]
    pub const fn from_one(self) -> Self {
        Self { least: 1, ..self }
    }

    /// Whether the value lies in the range.
    pub fn admits(&self, value: u64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// The value that is admitted and nearest.
    pub fn nearest(&self, value: u64) -> u64 {
        value.clamp(self.least, self.most)
    }

    /// The problem of a value outside the range.
    pub fn exceeded(&self, field: &str, value: u64) -> Problem {
        let remark = match self.remark {
            "" => String::new(),
            remark => format!(" ({remark})"),
        };
        let (problem, mend) = if value < self.least {
            (
                format!("{} {} is too little.", grouped(value), self.what),
                format!("Write at least {}.", grouped(self.least)),
            )
        } else {
            (
                format!("{} {} is too much.", grouped(value), self.what),
                format!("Write at most {}{remark}.", grouped(self.most)),
            )
        };
        Problem::new(field, problem, mend)
    }
}

/// A field of a document says in the schema which values it admits.
impl schemars::transform::Transform for Limit {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        schema.insert("minimum".into(), self.least.into());
        schema.insert("maximum".into(), self.most.into());
    }
}

macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident = ($what:expr, $least:expr, $most:expr, $remark:expr);)*) => {
        $($(#[$doc])* pub const $name: Limit = Limit::new($what, $least, $most, $remark);)*

        /// Every limit by its name.
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
    /// Parts of a link that do not fit the scenario before the others are not looked at any more.
    LEFT_OUT_PARTS = ("parts of a link that do not fit", 0, 8, "");
    /// Writes of a terminal.
    WRITES_PER_S = ("writes a second", 1, 1000, "one a millisecond");
    /// Bytes of a terminal's write.
    PTY_BYTES = ("bytes", 1, 8192, "what a pty holds");
    /// Requests of a task for blocks of pages.
    REQUESTS_PER_S = ("requests a second", 1, 1000, "one a millisecond");
    /// Order of such a block.
    ORDER = ("as the order of a block", 0, 10, "MAX_ORDER less one");
    /// Page frames of all zones.
    FRAMES = ("page frames of 4 KiB in all zones",
        256,
        16_777_216,
        "64 GiB of RAM");
    /// RAM that is left after `scale` has divided it, in page frames.
    SCALED_FRAMES = ("page frames left of the scaled machine",
        16_384,
        16_777_216,
        "64 GiB of RAM");
    /// Processors.
    CPUS = ("CPUs", 1, 64, "");
    /// Speed of a CPU.
    CPU_SPEED_PERCENT = ("percent as the speed of a CPU", 1, 10_000, "a hundred times the engine's CPU");
    /// Zones.
    ZONES = ("zones", 1, 8, "");
    /// Page frames of a zone.
    ZONE_FRAMES = ("page frames in a zone", 1, 16_777_216, "64 GiB");
    /// Divisor of lowmem_reserve.
    LOWMEM_RESERVE_RATIO = ("as lowmem_reserve_ratio", 1, 1_000_000, "");
    /// Slab objects of userland.
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
    /// Mechanisms switched while it runs.
    INTERVENTIONS = ("interventions", 0, 1_000, "");
    /// Length of names.
    NAME_CHARS = ("characters", 1, 64, "");
    /// Length of the title.
    TITLE_CHARS = ("characters", 1, 200, "");
    /// Length of the description.
    DESCRIPTION_CHARS = ("characters", 0, 4_000, "");
    /// Seed: JavaScript holds integers up to 2^53 - 1.
    SEED = ("as seed", 0, (1 << 53) - 1, "2^53 - 1");
    /// Length of a run.
    UNTIL_MS = ("ms of virtual time", 1, 86_400_000, "a day");
    /// Start of a workload entry and moments of interventions.
    MOMENT_MS = ("ms of virtual time", 0, 86_400_000, "a day");
    /// From one turn of a program to its next.
    PERIOD_MS = ("ms from one round to the next", 1, 86_400_000, "a day");
    /// Moments of interventions.
    MOMENT_NS = ("ns of virtual time", 0, 86_400_000_000_000, "a day");
    /// Divisor of RAM and sizes.
    SCALE = ("as scale", 1, 1_024, "");
    /// Size of one file.
    FILE_KB = ("kB in a file", 4, 1 << 30, "1 TiB");
    /// Anonymous memory of a process.
    ANON_KB = ("kB of anonymous memory", 4, 1 << 28, "256 GiB");
    /// Size of a read() or write() call.
    CALL_KB = ("kB in a call", 1, 1 << 20, "1 GiB");
    /// Data that one entry of the workload writes or reads.
    TOTAL_KB = ("kB of data in all", 4, 1 << 32, "4 TiB");
    /// A file whose pages are drawn by popularity; the table of popularity has an entry a page.
    ZIPF_KB = ("kB in a file with popular pages", 4, 4 << 22, "16 GiB");
    /// Pages that a program asks for one by one.
    PAGE_REQUESTS = ("requests", 1, 1_000_000_000, "");
    /// Offsets of a file that is written at several of them by turns.
    STREAMS = ("streams in a file", 1, 1_024, "");
    /// Passes over a file.
    PASSES = ("passes", 1, 10_000, "");
    /// Loops of fs_mark.
    LOOPS = ("loops", 1, 10_000, "");
    /// Steps of simple-wb: each doubles the jobs.
    STEPS = ("steps", 1, 11, "each doubles the jobs");
    /// What mkfs writes.
    METADATA_KB = ("kB of metadata", 0, 1 << 26, "64 GiB");
    /// Metadata pages of files that are gone.
    METADATA = ("metadata pages", 0, 1_000_000, "");
    /// Slots of swap.
    SWAP_PAGES = ("swap slots of 4 KiB", 1, 16_777_216, "64 GiB");
    /// Percentages.
    PERCENT = ("percent", 0, 100, "");
    /// vm.dirty_bytes and its background twin: the kernel refuses less than two pages.
    DIRTY_BYTES = ("bytes", 8_192, 1 << 36, "64 GiB");
    /// vm.dirty_*_centisecs.
    CENTISECS = ("hundredths of a second", 0, 8_640_000, "a day");
    /// vm.page-cluster.
    PAGE_CLUSTER = ("as page_cluster", 0, 8, "2^8 slots");
    /// Readahead.
    READ_AHEAD_KB = ("kB of readahead", 0, 65_536, "");
    /// Rates of a device.
    RATE_KB_PER_S = ("kB a second", 1, 100_000_000, "100 GB a second");
    /// Requests in a drive's own queue.
    NCQ_DEPTH = ("requests in the drive's queue", 0, 256, "");
    /// Turns of a disk.
    RPM = ("turns a minute", 0, 100_000, "");
    /// Times of a device.
    DEVICE_US = ("microseconds", 0, 60_000_000, "a minute");
    /// Spread of service times.
    JITTER_PERCENT = ("percent", 0, 90, "");
    /// Stalls of a device.
    PER_MILLE = ("of a thousand", 0, 1_000, "");
    /// Size of a device.
    CAPACITY_MIB = ("MiB", 1, 1 << 24, "16 TiB");
    /// Requests served at once.
    IN_FLIGHT = ("requests at once", 1, 256, "");
    /// Requests in a queue: the kernel refuses less than 4.
    NR_REQUESTS = ("requests in the queue", 4, 16_384, "");
    /// Size of a request.
    REQUEST_KB = ("kB in a request", 4, 32_768, "");
    /// Disks in a RAID-0.
    MEMBERS = ("disks", 1, 64, "");
    /// RAID-0 chunk.
    CHUNK_KB = ("kB in a chunk", 4, 65_536, "");
    /// Size below which a write counts as small.
    SMALL_WRITE_KB = ("kB", 0, 32_768, "");
    /// Allocation unit of a flash device.
    ALLOCATION_UNIT_KB = ("kB in an allocation unit", 4, 65_536, "64 MiB");
    /// Allocation units that a flash device has open.
    OPEN_UNITS = ("open allocation units", 1, 64, "");
}

/// Page frames that nothing uses when the workload starts; on a machine of under 4,096 a quarter of all.
pub const FREE_FRAMES: u64 = 1_024;

/// Timer frequencies that the kernel can be built with.
pub const HZ: [u32; 4] = [100, 250, 300, 1_000];
