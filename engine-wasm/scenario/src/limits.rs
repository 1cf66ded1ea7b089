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

    /// Whether the value lies in the range.
    pub fn admits(&self, value: u64) -> bool {
        (self.least..=self.most).contains(&value)
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

/// Size of a document as text.
pub const DOCUMENT_BYTES: Limit = Limit::new("bytes of text", 0, 1 << 20, "1 MiB");
/// Length of a share link.
pub const LINK_CHARS: Limit = Limit::new("characters of a link", 0, 64 * 1024, "");
/// Writes of a terminal.
pub const WRITES_PER_S: Limit = Limit::new("writes a second", 1, 1000, "one a millisecond");
/// Bytes of a terminal's write.
pub const PTY_BYTES: Limit = Limit::new("bytes", 1, 8192, "what a pty holds");
/// Requests of a task for blocks of pages.
pub const REQUESTS_PER_S: Limit = Limit::new("requests a second", 1, 1000, "one a millisecond");
/// Order of such a block.
pub const ORDER: Limit = Limit::new("as the order of a block", 0, 10, "MAX_ORDER less one");
/// Page frames of all zones.
pub const FRAMES: Limit = Limit::new(
    "page frames of 4 KiB in all zones",
    256,
    16_777_216,
    "64 GiB of RAM",
);
/// RAM that is left after `scale` has divided it, in page frames.
pub const SCALED_FRAMES: Limit = Limit::new(
    "page frames left of the scaled machine",
    16_384,
    16_777_216,
    "64 GiB of RAM",
);
/// Page frames that nothing uses when the workload starts; on a machine of under 4,096 a quarter of all.
pub const FREE_FRAMES: u64 = 1_024;
/// Processors.
pub const CPUS: Limit = Limit::new("CPUs", 1, 64, "");
/// Zones.
pub const ZONES: Limit = Limit::new("zones", 1, 8, "");
/// Page frames of a zone.
pub const ZONE_FRAMES: Limit = Limit::new("page frames in a zone", 1, 16_777_216, "64 GiB");
/// Divisor of lowmem_reserve.
pub const LOWMEM_RESERVE_RATIO: Limit = Limit::new("as lowmem_reserve_ratio", 1, 1_000_000, "");
/// Slab objects of userland.
pub const SLAB_OBJECTS: Limit = Limit::new("slab objects", 0, 100_000_000, "");
/// Devices.
pub const DEVICES: Limit = Limit::new("devices", 0, 16, "");
/// Filesystems.
pub const FILESYSTEMS: Limit = Limit::new("filesystems", 0, 16, "");
/// Entries of the workload.
pub const WORKLOADS: Limit = Limit::new("entries", 1, 64, "");
/// Tasks that run at the same time, over the whole workload.
pub const TASKS: Limit = Limit::new("tasks at the same time", 1, 1_024, "");
/// Files that exist at the same time, over the whole workload.
pub const FILES: Limit = Limit::new("files at the same time", 0, 200_000, "");
/// Mechanisms switched against the preset.
pub const SWITCHES: Limit = Limit::new("switches", 0, 200, "");
/// Mechanisms switched while it runs.
pub const INTERVENTIONS: Limit = Limit::new("interventions", 0, 1_000, "");
/// Length of names.
pub const NAME_CHARS: Limit = Limit::new("characters", 1, 64, "");
/// Length of the title.
pub const TITLE_CHARS: Limit = Limit::new("characters", 1, 200, "");
/// Length of the description.
pub const DESCRIPTION_CHARS: Limit = Limit::new("characters", 0, 4_000, "");
/// Seed: JavaScript holds integers up to 2^53 - 1.
pub const SEED: Limit = Limit::new("as seed", 0, (1 << 53) - 1, "2^53 - 1");
/// Length of a run.
pub const UNTIL_MS: Limit = Limit::new("ms of virtual time", 1, 86_400_000, "a day");
/// Start of a workload entry and moments of interventions.
pub const MOMENT_MS: Limit = Limit::new("ms of virtual time", 0, 86_400_000, "a day");
/// Moments of interventions.
pub const MOMENT_NS: Limit = Limit::new("ns of virtual time", 0, 86_400_000_000_000, "a day");
/// Divisor of RAM and sizes.
pub const SCALE: Limit = Limit::new("as scale", 1, 1_024, "");
/// Size of one file.
pub const FILE_KB: Limit = Limit::new("kB in a file", 4, 1 << 30, "1 TiB");
/// Anonymous memory of a process.
pub const ANON_KB: Limit = Limit::new("kB of anonymous memory", 4, 1 << 28, "256 GiB");
/// Size of a read() or write() call.
pub const CALL_KB: Limit = Limit::new("kB in a call", 1, 1 << 20, "1 GiB");
/// Data that one entry of the workload writes or reads.
pub const TOTAL_KB: Limit = Limit::new("kB of data in all", 4, 1 << 32, "4 TiB");
/// A file whose pages are drawn by popularity; the table of popularity has an entry a page.
pub const ZIPF_KB: Limit = Limit::new("kB in a file with popular pages", 4, 4 << 22, "16 GiB");
/// Pages that a program asks for one by one.
pub const PAGE_REQUESTS: Limit = Limit::new("requests", 1, 1_000_000_000, "");
/// Passes over a file.
pub const PASSES: Limit = Limit::new("passes", 1, 10_000, "");
/// Loops of fs_mark.
pub const LOOPS: Limit = Limit::new("loops", 1, 10_000, "");
/// Steps of simple-wb: each doubles the jobs.
pub const STEPS: Limit = Limit::new("steps", 1, 11, "each doubles the jobs");
/// What mkfs writes.
pub const METADATA_KB: Limit = Limit::new("kB of metadata", 0, 1 << 26, "64 GiB");
/// Metadata pages of files that are gone.
pub const METADATA: Limit = Limit::new("metadata pages", 0, 1_000_000, "");
/// Slots of swap.
pub const SWAP_PAGES: Limit = Limit::new("swap slots of 4 KiB", 1, 16_777_216, "64 GiB");
/// Percentages.
pub const PERCENT: Limit = Limit::new("percent", 0, 100, "");
/// vm.dirty_bytes and its background twin: the kernel refuses less than two pages.
pub const DIRTY_BYTES: Limit = Limit::new("bytes", 8_192, 1 << 36, "64 GiB");
/// vm.dirty_*_centisecs.
pub const CENTISECS: Limit = Limit::new("hundredths of a second", 0, 8_640_000, "a day");
/// vm.page-cluster.
pub const PAGE_CLUSTER: Limit = Limit::new("as page_cluster", 0, 8, "2^8 slots");
/// Readahead.
pub const READ_AHEAD_KB: Limit = Limit::new("kB of readahead", 0, 65_536, "");
/// Rates of a device.
pub const RATE_KB_PER_S: Limit = Limit::new("kB a second", 1, 100_000_000, "100 GB a second");
/// Times of a device.
pub const DEVICE_US: Limit = Limit::new("microseconds", 0, 60_000_000, "a minute");
/// Spread of service times.
pub const JITTER_PERCENT: Limit = Limit::new("percent", 0, 90, "");
/// Stalls of a device.
pub const PER_MILLE: Limit = Limit::new("of a thousand", 0, 1_000, "");
/// Size of a device.
pub const CAPACITY_MIB: Limit = Limit::new("MiB", 1, 1 << 24, "16 TiB");
/// Requests served at once.
pub const IN_FLIGHT: Limit = Limit::new("requests at once", 1, 256, "");
/// Requests in a queue: the kernel refuses less than 4.
pub const NR_REQUESTS: Limit = Limit::new("requests in the queue", 4, 16_384, "");
/// Size of a request.
pub const REQUEST_KB: Limit = Limit::new("kB in a request", 4, 32_768, "");
/// Disks in a RAID-0.
pub const MEMBERS: Limit = Limit::new("disks", 1, 64, "");
/// RAID-0 chunk.
pub const CHUNK_KB: Limit = Limit::new("kB in a chunk", 4, 65_536, "");
/// Size below which a write counts as small.
pub const SMALL_WRITE_KB: Limit = Limit::new("kB", 0, 32_768, "");

/// Timer frequencies that the kernel can be built with.
pub const HZ: [u32; 4] = [100, 250, 300, 1_000];
