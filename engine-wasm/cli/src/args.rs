//! The command-line arguments.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use reclaim_engine::scenario::limits;

use crate::numbers::milliseconds;

/// Simulate Linux page reclaim: run an experiment, or compare two kernels.
#[derive(Debug, Parser)]
#[command(name = "reclaim", version, max_term_width = 100)]
pub struct Arguments {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List scenarios, kernels, mechanisms, devices and counters
    List(ListArguments),
    /// Print the JSON Schema of scenarios
    Schema {
        /// Print TypeScript types instead: of documents, or of the engine's output
        #[arg(long, value_name = "OF", num_args = 0..=1, default_missing_value = "documents")]
        typescript: Option<TypesOf>,
        /// Print the JSON Schema of studies instead
        #[arg(long, conflicts_with = "typescript")]
        study: bool,
    },
    /// Validate a scenario, and report its errors
    Check(SourceArguments),
    /// Print a scenario as a JSON document or as a share link
    Show {
        /// The scenario and its changes.
        #[command(flatten)]
        source: LaneArguments,
        /// Print the share link instead of the document
        #[arg(long)]
        link: bool,
    },
    /// Run a scenario on its own kernel
    Run(RunArguments),
    /// Run a workload on two kernels and compare the results
    Compare(CompareArguments),
    /// Compute the figures of the mailing list postings, and compare them with the published values
    Reproduce(ReproduceArguments),
    /// Run a study: many variants of one scenario
    Study(StudyArguments),
    /// Find the smallest scenario in which a condition holds
    Smallest(SmallestArguments),
    /// Measure the speed of the simulation on this computer
    Bench(BenchArguments),
    /// Run random scenarios and check the invariants that every run must keep
    Fuzz(FuzzArguments),
    /// Write the page requests of a scenario's `read_zipf` to a file, for cache simulators
    Trace(TraceArguments),
}

/// The types to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypesOf {
    /// Scenarios, links and published figures.
    Documents,
    /// The engine's output for a machine: its types, and the names and positions of its numbers.
    Machines,
}

/// A scenario without changes.
#[derive(Debug, Args)]
pub struct SourceArguments {
    /// Gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO")]
    pub source: String,
}

/// A scenario and its changes.
#[derive(Debug, Args)]
pub struct LaneArguments {
    /// Gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO")]
    pub source: String,
    /// The changes.
    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to a scenario.
#[derive(Clone, Debug, Default, Args)]
pub struct Changes {
    /// Seed of the random number generator
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Kernel to run on
    #[arg(long, value_name = "ID")]
    pub kernel: Option<String>,
    /// Switch a mechanism on (can be repeated)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub on: Vec<String>,
    /// Switch a mechanism off (can be repeated)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub off: Vec<String>,
    /// End after this much virtual time
    #[arg(long = "until", value_name = "SECONDS", value_parser = milliseconds)]
    pub until_ms: Option<u64>,
    /// Divide RAM and workload sizes by this number
    #[arg(long, value_name = "N")]
    pub scale: Option<u32>,
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// Kind to list; all if absent
    #[arg(value_enum)]
    pub what: Option<ListWhat>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// Kinds of entries that `list` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListWhat {
    /// Scenarios of the gallery.
    Scenarios,
    /// Scenarios that were also measured on real kernels.
    Measured,
    /// Kernel presets.
    Kernels,
    /// Mechanisms.
    Mechanisms,
    /// Device models.
    Devices,
    /// Counters and gauges.
    Counters,
    /// Names of the measures that a study can take.
    Measures,
}

/// Output formats of `list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Readable text.
    Text,
    /// Machine-readable.
    Json,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The scenario and its changes.
    #[command(flatten)]
    pub source: LaneArguments,
    /// Sample all counters at this interval of virtual time
    #[arg(long = "interval", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub interval_ms: Option<u64>,
    /// Output format
    #[arg(long, value_enum, default_value_t = RunFormat::Text)]
    pub format: RunFormat,
}

/// Output formats of `run`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// Readable tables.
    Text,
    /// All results, machine-readable.
    Json,
    /// Names and values, or one row per sample.
    Csv,
    /// The format of /proc/vmstat.
    Vmstat,
    /// State of the zone, and of the machine in parentheses, at the first file page that each reclaim wrote.
    Pageouts,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Scenario A and its changes. Changes other than kernel and mechanisms apply to B as well.
    #[command(flatten)]
    pub source: LaneArguments,
    /// Scenario B; if absent, B is scenario A on its `against` kernel
    #[arg(value_name = "B")]
    pub other: Option<String>,
    /// Kernel to run B on
    #[arg(long, value_name = "ID")]
    pub b_kernel: Option<String>,
    /// Switch a mechanism on in B (can be repeated)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub b_on: Vec<String>,
    /// Switch a mechanism off in B (can be repeated)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub b_off: Vec<String>,
    /// Run with this many seeds, and print medians and ranges
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=1_000)
    )]
    pub seeds: u64,
    /// Print the counters of each zone as well
    #[arg(long)]
    pub zones: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
}

/// Output formats of `compare`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// A readable table.
    Text,
    /// All results, machine-readable.
    Json,
    /// The table, machine-readable.
    Csv,
    /// Every name of /proc/vmstat: A, B, difference, ratio in percent; for gauges, the change during the run.
    Vmstat,
}

/// Arguments of `reproduce`.
#[derive(Debug, Args)]
pub struct ReproduceArguments {
    /// Only postings whose name contains this, such as gorman-2011
    #[arg(long, value_name = "NAME")]
    pub posting: Option<String>,
    /// Only tables whose name contains this
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// Divide RAM and workload sizes, to finish in a minute instead of an hour
    #[arg(long)]
    pub quick: bool,
    /// Run with this many seeds, and print medians and ranges
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=1_000)
    )]
    pub seeds: u64,
    /// Save finished runs in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<String>,
    /// Parallel runs; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: Option<u32>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReproduceFormat::Text)]
    pub format: ReproduceFormat,
}

/// Output formats of `reproduce`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReproduceFormat {
    /// Readable tables.
    Text,
    /// All results, machine-readable.
    Json,
    /// One line per figure, machine-readable.
    Csv,
}

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArguments {
    /// File with the study, or `-` for standard input
    #[arg(value_name = "STUDY", required_unless_present = "check")]
    pub source: Option<String>,
    /// Repeat some of a result's runs, and report whether their digests agree (exit code 1 if not)
    #[arg(long, value_name = "RESULT", conflicts_with_all = ["source", "resume", "format"])]
    pub check: Option<String>,
    /// Number of runs that --check repeats
    #[arg(long, value_name = "N", default_value_t = 10, requires = "check",
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub sample: u32,
    /// Save finished runs in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<String>,
    /// Parallel runs; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: Option<u32>,
    /// Run nothing; print JSON with this build, the number of runs, and the runs that are not in the --resume file
    #[arg(long, conflicts_with_all = ["only", "jobs", "independent", "format"])]
    pub plan: bool,
    /// Carry out only these runs of the plan, such as 0,3,7-9, and print the results as lines for a --resume file
    #[arg(long, value_name = "RUNS", conflicts_with_all = ["resume", "format"])]
    pub only: Option<String>,
    /// With --only: the build that made the plan; another build is refused
    #[arg(long, value_name = "BUILD", requires = "only")]
    pub build: Option<String>,
    /// Start every run at time 0, instead of sharing the start of runs that differ only in mechanisms; the results are
    /// the same
    #[arg(long)]
    pub independent: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = StudyFormat::Text)]
    pub format: StudyFormat,
}

/// Output formats of `study`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StudyFormat {
    /// Readable tables.
    Text,
    /// All results, machine-readable.
    Json,
    /// One JSON document per run, each on its own line.
    Jsonl,
    /// One line per combination, machine-readable.
    Csv,
}

/// Arguments of `smallest`.
#[derive(Debug, Args)]
pub struct SmallestArguments {
    /// Gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO")]
    pub source: String,
    /// Condition that must hold: comparisons of measures with numbers, separated by commas, such as
    /// `a:counter:nr_vmscan_write >= 100, b:counter:nr_vmscan_write == 0`. The measures are those of studies. If the
    /// condition does not hold for the scenario itself, the exit code is 1
    #[arg(long, value_name = "CONDITION")]
    pub holds: String,
    /// The condition must hold for this many seeds, starting with the scenario's own
    #[arg(long, value_name = "K", default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(reclaim_study::MOST_SEEDS)))]
    pub seeds: u32,
    /// Try at most this many scenarios
    #[arg(long, value_name = "N", default_value_t = 1_000,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(reclaim_study::MOST_TRIES)))]
    pub tries: u32,
    /// Output format
    #[arg(long, value_enum, default_value_t = SmallestFormat::Json)]
    pub format: SmallestFormat,
}

/// Output formats of `smallest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SmallestFormat {
    /// The scenario's document.
    Json,
    /// A link that opens it in the Lab.
    Link,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Gallery ids, files or share links
    #[arg(value_name = "SCENARIO", default_values = ["weiner-usb-small", "weiner-usb"])]
    pub sources: Vec<String>,
    /// RAM of the machine, MiB; its workload is scaled in proportion (can be repeated)
    #[arg(long, value_name = "MIB", value_delimiter = ',',
        value_parser = clap::value_parser!(u64).range(64..=65_536))]
    pub ram_mib: Vec<u64>,
    /// Number of measured windows; the result is their median
    #[arg(long, value_name = "N", default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub windows: u32,
    /// Page allocations per window
    #[arg(long, value_name = "N", default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pages: u64,
    /// Also measure with tracing on, in every second window
    #[arg(long)]
    pub traced: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = BenchFormat::Text)]
    pub format: BenchFormat,
}

/// Output formats of `bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// Readable text.
    Text,
    /// Machine-readable.
    Json,
    /// The scenario documents, for other programs to run; `bench` measures nothing.
    Documents,
}

/// Arguments of `trace`.
#[derive(Debug, Args)]
pub struct TraceArguments {
    /// Gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO")]
    pub source: String,
    /// Output file: one 32-bit little-endian number per request, the page's index in its file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Arguments of `fuzz`.
#[derive(Debug, Args)]
pub struct FuzzArguments {
    /// Scenario to check instead of random ones: gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO", conflicts_with_all = ["seed", "count", "seconds", "threads", "out"])]
    pub source: Option<String>,
    /// First seed; the following scenarios use the next numbers
    #[arg(long, value_name = "S", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(..=limits::SEED.most))]
    pub seed: u64,
    /// Stop after this many scenarios
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
    /// Stop after this many seconds; default: 60, or no limit with --count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    pub seconds: Option<u64>,
    /// Parallel scenarios; default: the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// Folder for the reduced scenarios of failures
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub out: PathBuf,
    /// Output format of the summary
    #[arg(long, value_enum, default_value_t = FuzzFormat::Text)]
    pub format: FuzzFormat,
}

/// Output formats of `fuzz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FuzzFormat {
    /// A readable table.
    Text,
    /// Machine-readable.
    Json,
}
