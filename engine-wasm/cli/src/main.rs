//! `reclaim`: command line of the engine.
#![allow(
    clippy::float_arithmetic,
    reason = "means and ratios are output for users; they decide nothing in the simulation"
)]

mod args;
mod bench;
mod compare;
mod failure;
mod fuzz;
mod lane;
mod list;
mod metrics;
mod numbers;
mod output;
mod progress;
mod reproduce;
mod run;
mod runs;
mod saved;
#[cfg(unix)]
mod sharing;
mod smallest;
mod source;
mod status_line;
mod study;
mod table;
mod trace;

use reclaim_engine::catalogue;
use std::process::ExitCode;

use clap::Parser;
use reclaim_engine::scenario::{TypescriptModule, json_schema, link, prepare, validate, write};

use args::{Arguments, Command, SourceArguments, TypesOf};
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match carry_out(arguments.command) {
        Ok(text) => output::print(&text),
        Err(failure) => failure.print(),
    }
}

/// Runs the command, and returns the text for standard output.
fn carry_out(command: Command) -> Result<String, Failure> {
    match command {
        Command::List(arguments) => Ok(list::list(&arguments)),
        Command::Schema {
            typescript: Some(of),
            ..
        } => Ok(page_types(of)),
        Command::Schema { study: true, .. } => Ok(format!("{:#}\n", reclaim_study::json_schema())),
        Command::Schema { .. } => Ok(format!("{:#}\n", json_schema())),
        Command::Check(arguments) => check(&arguments),
        Command::Show { source, link } => show(&source, link),
        Command::Run(arguments) => run::run(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Command::Study(arguments) => study::study(&arguments),
        Command::Smallest(arguments) => smallest::smallest(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Fuzz(arguments) => fuzz::fuzz(&arguments),
        Command::Trace(arguments) => trace::trace(&arguments),
    }
}

/// Returns the TypeScript types that the page shares with the engine.
fn page_types(of: TypesOf) -> String {
    match of {
        TypesOf::Documents => {
            let mut module = TypescriptModule::of_scenario();
            reclaim_results::add_types(&mut module);
            reclaim_study::add_types(&mut module);
            reclaim_documents::add_types(&mut module);
            module.finish()
        }
        TypesOf::Machines => {
            let mut module = TypescriptModule::new();
            reclaim_wasm::add_types(&mut module);
            module.finish()
        }
    }
}

fn check(arguments: &SourceArguments) -> Result<String, Failure> {
    let scenario = source::load(&arguments.source)?;
    // A scale can be too large for the machine, which is detected only when the scale is applied.
    let prepared = prepare(&scenario, &catalogue::of_engine())?;
    let mib = prepared.machine.present_pages() / 256;
    Ok(format!(
        "Valid: {}, {mib} MiB, kernel {}.\n",
        scenario.title, scenario.kernel
    ))
}

fn show(arguments: &args::LaneArguments, as_link: bool) -> Result<String, Failure> {
    let scenario = lane::scenario(arguments)?;
    validate(&scenario, &catalogue::of_engine())?;
    if as_link {
        return Ok(format!("{}\n", link::encode(&scenario)));
    }
    Ok(format!("{}\n", write(&scenario)))
}
