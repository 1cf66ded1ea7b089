//! Saves finished runs in a file: one JSON line per run, after a first line that identifies the program.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;

use reclaim_engine::digest::Digest;
use reclaim_engine::scenario::link;
use reclaim_results::{Run, RunResult};
use serde_json::{Value, json};

use crate::failure::{Failure, warn};
use crate::status_line;

/// A file of finished runs.
pub struct Saved {
    /// `None` after a failed write: later results are still returned, but no longer saved.
    file: Option<File>,
    name: String,
    done: BTreeMap<String, (Vec<String>, RunResult)>,
}

impl Saved {
    /// Opens the file, or creates it.
    pub fn open(name: &str) -> Result<Self, Failure> {
        let fail =
            |error: std::io::Error| Failure::input(format!("{name} cannot be opened: {error}."));
        // Only regular files are read: a device such as /dev/full has no end.
        let is_file = std::fs::metadata(name).map_or(true, |it| it.is_file());
        let read = if is_file {
            std::fs::read_to_string(name)
        } else {
            Ok(String::new())
        };
        let text = match read {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fail(error)),
        };
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(name)
            .map_err(fail)?;
        let program = program();
        let mut lines = text.lines();
        let mut first_line = None;
        match lines.next() {
            None => first_line = Some(program_line()),
            Some(first) => {
                let first: Value = serde_json::from_str(first).unwrap_or_default();
                if first["program"] != program.as_str() {
                    return Err(Failure::input(format!(
                        "{name} was written by another build of reclaim, whose results may differ. Use another \
                         file for --resume."
                    )));
                }
            }
        }
        // The last line may be incomplete if the command was interrupted.
        if !text.is_empty() && !text.ends_with('\n') {
            first_line = Some(String::from("\n"));
        }
        let mut saved = Self {
            file: Some(file),
            name: name.to_owned(),
            done: lines.filter_map(read_line).collect(),
        };
        if let Some(line) = first_line {
            saved.write(&line);
        }
        Ok(saved)
    }

    /// Returns the saved result of a run, if all its measures were saved.
    pub fn result(&self, run: &Run) -> Option<RunResult> {
        let (measures, result) = self.done.get(&link::encode(&run.scenario))?;
        run.measures
            .iter()
            .all(|name| measures.contains(name))
            .then(|| result.clone())
    }

    /// Adds a run. If it cannot be written, the command continues without saving.
    pub fn add(&mut self, run: &Run, result: &RunResult) {
        self.write(&line(run, result));
    }

    /// Writes a line that ends with its newline.
    fn write(&mut self, line: &str) {
        let Some(file) = &mut self.file else {
            return;
        };
        if let Err(error) = file.write_all(line.as_bytes()) {
            self.file = None;
            status_line::clear();
            warn(&format!(
                "{} cannot be written: {error}. The runs continue, but their results are no longer saved there; \
                 results saved before are kept.",
                self.name
            ));
        }
    }
}

/// Returns the first line of a file, with its newline.
pub fn program_line() -> String {
    format!("{}\n", json!({ "program": program() }))
}

/// Returns the line of a run, with its newline.
pub fn line(run: &Run, result: &RunResult) -> String {
    let run_key = link::encode(&run.scenario);
    let line = json!({ "run": run_key, "measures": run.measures, "result": result });
    format!("{line}\n")
}

fn read_line(line: &str) -> Option<(String, (Vec<String>, RunResult))> {
    let line: Value = serde_json::from_str(line).ok()?;
    let measures = serde_json::from_value(line["measures"].clone()).ok()?;
    let result = serde_json::from_value(line["result"].clone()).ok()?;
    Some((line["run"].as_str()?.to_owned(), (measures, result)))
}

/// Returns a text that identifies this build: another build may compute different values from the same scenario.
pub fn program() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    let mut digest = Digest::default();
    for chunk in bytes.unwrap_or_default().chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        digest.word(u64::from_le_bytes(word));
    }
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), digest.value())
}
