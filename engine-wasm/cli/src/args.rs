//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use reclaim_engine::scenario::limits;

use crate::numbers::milliseconds;

/// Linux page reclaim, simulated: run an experiment, or compare two kernels.
#[derive(Debug, Parser)]
#[command(name = "reclaim", version, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Name the scenarios of the gallery, the kernels, mechanisms and devices
    List(ListArguments),
    /// Print the JSON Schema of scenarios
    Schema {
        /// Print TypeScript types instead: of documents, or of what the engine tells of machines
        #[arg(long, value_name = "OF", num_args = 0..=1, default_missing_value = "documents")]
        typescript: Option<TypesOf>,
        /// Print the JSON Schema of studies instead
        #[arg(long, conflicts_with = "typescript")]
        study: bool,
    },
    /// Say whether a scenario can be run, and what is wrong with it if not
    Check(SourceArguments),
    /// Print a scenario as a document or as a link
    Show {
        /// Which, and what is changed in it.
        #[command(flatten)]
        source: LaneArguments,
        /// Print the share link
        #[arg(long)]
        link: bool,
    },
    /// Run a scenario on its own kernel
    Run(RunArguments),
    /// Run a workload on two kernels and set the results side by side
    Compare(CompareArguments),
    /// Compute what the postings published and set it beside
    Reproduce(ReproduceArguments),
    /// Run a study: one scenario, varied by factors and seeds
    Study(StudyArguments),
    /// Measure how fast scenarios run here
    Bench(BenchArguments),
    /// Run random scenarios and look whether all holds that has to hold of every one
    Fuzz(FuzzArguments),
    /// Write the pages that a scenario's `read_zipf` asks for to a file, for simulators of caches
    Trace(TraceArguments),
}

/// Whose types are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypesOf {
    /// Scenarios, links, and what was published.
    Documents,
    /// The engine's output for a machine: its types, and the names and positions of its numbers.
    Machines,
}

/// A scenario and nothing else.
#[derive(Debug, Args)]
pub struct SourceArguments {
    /// Gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO")]
    pub source: String,
}

/// A scenario and what is changed in it.
#[derive(Debug, Args)]
pub struct LaneArguments {
    /// Gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO")]
    pub source: String,
    /// What is changed.
    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to a scenario.
#[derive(Clone, Debug, Default, Args)]
pub struct Changes {
    /// Seed of the generator
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Run on this kernel
    #[arg(long, value_name = "ID")]
    pub kernel: Option<String>,
    /// Switch a mechanism on (may be given several times)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub on: Vec<String>,
    /// Switch a mechanism off (may be given several times)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub off: Vec<String>,
    /// End after this much virtual time
    #[arg(long = "until", value_name = "SECONDS", value_parser = milliseconds)]
    pub until_ms: Option<u64>,
    /// Divide RAM and sizes by this
    #[arg(long, value_name = "N")]
    pub scale: Option<u32>,
}

/// What `list` names.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// Only these
    #[arg(value_enum)]
    pub what: Option<ListWhat>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// Kinds of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListWhat {
    /// Scenarios of the gallery.
    Scenarios,
    /// Runs that were measured on real kernels.
    Measured,
    /// Kernel presets.
    Kernels,
    /// Mechanisms.
    Mechanisms,
    /// Device models.
    Devices,
    /// Counters and gauges.
    Counters,
}

/// Forms of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// What `run` takes.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Which, and what is changed in it.
    #[command(flatten)]
    pub source: LaneArguments,
    /// Take a sample every so many milliseconds of virtual time
    #[arg(long = "interval", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub interval_ms: Option<u64>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = RunFormat::Text)]
    pub format: RunFormat,
}

/// Forms of a run's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// Tables for people.
    Text,
    /// Everything, for programs.
    Json,
    /// Names and values, or a row for each sample.
    Csv,
    /// As /proc/vmstat prints it.
    Vmstat,
    /// The zone, and in brackets the machine, at the first file page that each reclaim wrote.
    Pageouts,
}

/// What `compare` takes.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// A: which, and what is changed in it (and in B, but for kernel and mechanisms).
    #[command(flatten)]
    pub source: LaneArguments,
    /// B, a scenario of its own; without it, B is the kernel that A is `against`
    #[arg(value_name = "B")]
    pub other: Option<String>,
    /// Run B on this kernel
    #[arg(long, value_name = "ID")]
    pub b_kernel: Option<String>,
    /// Switch a mechanism on in B (may be given several times)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub b_on: Vec<String>,
    /// Switch a mechanism off in B (may be given several times)
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub b_off: Vec<String>,
    /// Run with this many seeds and give mean and spread
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=1_000)
    )]
    pub seeds: u64,
    /// Give the counters of each zone too
    #[arg(long)]
    pub zones: bool,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
}

/// Forms of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// A table for people.
    Text,
    /// Everything, for programs.
    Json,
    /// The table for programs.
    Csv,
    /// Every name of /proc/vmstat: A, B, difference, ratio in percent; gauges by how they changed in the run.
    Vmstat,
}

/// What `reproduce` takes.
#[derive(Debug, Args)]
pub struct ReproduceArguments {
    /// Only postings whose name contains this, such as gorman-2011
    #[arg(long, value_name = "NAME")]
    pub posting: Option<String>,
    /// Only tables whose name contains this
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// Divide RAM and sizes, so that it takes a minute instead of an hour
    #[arg(long)]
    pub quick: bool,
    /// Run with this many seeds and give mean and spread
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=1_000)
    )]
    pub seeds: u64,
    /// Keep what is done in this file, and go on from there
    #[arg(long, value_name = "FILE")]
    pub resume: Option<String>,
    /// Runs at once; as many as there are processors where it is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: Option<u32>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = ReproduceFormat::Text)]
    pub format: ReproduceFormat,
}

/// Forms of the reproduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReproduceFormat {
    /// Tables for people.
    Text,
    /// Everything, for programs.
    Json,
    /// A line for each figure, for programs.
    Csv,
}

/// What `study` takes.
#[derive(Debug, Args)]
pub struct StudyArguments {
    /// File with the study, or `-` for standard input
    #[arg(value_name = "STUDY")]
    pub source: String,
    /// Keep finished runs in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<String>,
    /// Runs at once; without it as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub jobs: Option<u32>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = StudyFormat::Text)]
    pub format: StudyFormat,
}

/// Forms of a study's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StudyFormat {
    /// Tables for people.
    Text,
    /// Everything, for programs.
    Json,
    /// A JSON document for each run, one a line.
    Jsonl,
    /// A line for each combination, for programs.
    Csv,
}

/// What `bench` takes.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// Gallery ids, files or share links
    #[arg(value_name = "SCENARIO", default_values = ["weiner-usb-small", "weiner-usb"])]
    pub sources: Vec<String>,
    /// RAM, MiB: the machine and its workload in proportion; may stand more than once
    #[arg(long, value_name = "MIB", value_delimiter = ',',
        value_parser = clap::value_parser!(u64).range(64..=65_536))]
    pub ram_mib: Vec<u64>,
    /// Windows that are measured, of which the median counts
    #[arg(long, value_name = "N", default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub windows: u32,
    /// Allocations in a window
    #[arg(long, value_name = "N", default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub pages: u64,
    /// Measure with tracing on too, in turn
    #[arg(long)]
    pub traced: bool,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = BenchFormat::Text)]
    pub format: BenchFormat,
}

/// Forms of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// The documents of the machines instead of a measurement, for other programs to run.
    Documents,
}

/// What `trace` takes.
#[derive(Debug, Args)]
pub struct TraceArguments {
    /// Gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO")]
    pub source: String,
    /// The file: 32 bits a request, little-endian, a page's number in its file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// What `fuzz` takes.
#[derive(Debug, Args)]
pub struct FuzzArguments {
    /// A scenario to look at instead of random ones: gallery id, file, `-` for standard input, or share link
    #[arg(value_name = "SCENARIO", conflicts_with_all = ["seed", "count", "seconds", "threads", "out"])]
    pub source: Option<String>,
    /// The first seed; the others follow it
    #[arg(long, value_name = "S", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(..=limits::SEED.most))]
    pub seed: u64,
    /// End after so many scenarios
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,
    /// End after so many seconds; 60 where neither this nor a count is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    pub seconds: Option<u64>,
    /// Scenarios at once; as many as there are processors where it is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// The folder for what fails, made small
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub out: PathBuf,
    /// Form of the summary
    #[arg(long, value_enum, default_value_t = FuzzFormat::Text)]
    pub format: FuzzFormat,
}

/// Forms of the summary of random scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FuzzFormat {
    /// A table for people.
    Text,
    /// For programs.
    Json,
}
