//! `reclaim trace`: the page requests of a scenario in order, for other simulators to replay.

use std::fs::File;
use std::io::{BufWriter, Write};

use reclaim_engine::catalogue;
use reclaim_engine::scenario::program::ReadZipf;
use reclaim_engine::scenario::{Problem, Program, prepare};
use reclaim_engine::workload::read_zipf::order;

use crate::args::TraceArguments;
use crate::failure::Failure;
use crate::source::load;

/// Writes the file, and returns a message with the number of requests in it.
pub fn trace(arguments: &TraceArguments) -> Result<String, Failure> {
    let scenario = prepare(&load(&arguments.source)?, &catalogue::of_engine())?;
    let mut programs = scenario.workload.iter().map(|entry| &entry.run);
    let reads = programs.find_map(|program| match program {
        Program::ReadZipf(reads) => Some(reads),
        _ => None,
    });
    let Some(&ReadZipf {
        file_kb, requests, ..
    }) = reads
    else {
        return Err(vec![Problem::new(
            "workload",
            "The workload has no `read_zipf`.",
            "Use a scenario with a `read_zipf` program.",
        )]
        .into());
    };
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(&arguments.out)?);
        for page in order(file_kb.div_ceil(4) as u32, requests, scenario.seed) {
            file.write_all(&page.to_le_bytes())?;
        }
        file.flush()
    };
    write().map_err(|error| {
        let file = arguments.out.display();
        Failure::input(format!("Cannot write {file}: {error}."))
    })?;
    Ok(format!(
        "{requests} requests are in {}.\n",
        arguments.out.display()
    ))
}
