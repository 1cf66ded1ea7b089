//! The files of published figures, and the selection of rows.

use reclaim_results::published::{Posting, posting};

use crate::args::ReproduceArguments;
use crate::failure::Failure;

macro_rules! published {
    ($($name:literal),* $(,)?) => {
        &[$(include_str!(concat!("../../../../public/published/", $name, ".json"))),*]
    };
}

/// Texts of the files, oldest posting first.
const FILES: &[&str] = published![
    "gorman-2010",
    "gorman-2011",
    "weiner-2011",
    "hansen-2013",
    "kim-2014",
    "real-kernel",
];

/// Returns the postings that the arguments select, with only the selected tables.
pub fn chosen(arguments: &ReproduceArguments) -> Result<Vec<Posting>, Failure> {
    let all: Result<Vec<Posting>, String> = FILES.iter().map(|json| posting(json)).collect();
    let all = all.map_err(Failure::broken)?;
    let names: Vec<String> = all.iter().map(|of| of.posting.clone()).collect();
    let mut postings = all;
    postings.retain(|of| fits(arguments.posting.as_deref(), &of.posting));
    if postings.is_empty() {
        return Err(Failure::input(format!(
            "--posting: there is no such posting. Use a part of one of these names: {}.",
            names.join(", ")
        )));
    }
    let mut tables: Vec<String> = postings
        .iter()
        .flat_map(|of| of.rows.iter().map(|row| row.table.clone()))
        .collect();
    tables.dedup();
    for of in &mut postings {
        of.rows
            .retain(|row| fits(arguments.table.as_deref(), &row.table));
    }
    if postings.iter().all(|of| of.rows.is_empty()) {
        return Err(Failure::input(format!(
            "--table: there is no such table. Use a part of one of these names: {}.",
            tables.join(", ")
        )));
    }
    Ok(postings)
}

fn fits(wanted: Option<&str>, name: &str) -> bool {
    wanted.is_none_or(|wanted| name.to_lowercase().contains(&wanted.to_lowercase()))
}
