//! Parts of a study, for programs that distribute its runs over computers: lists the runs, or carries out some of them.

use std::collections::BTreeSet;

use reclaim_study::{Group, Plan};
use serde_json::json;

use super::run;
use crate::args::StudyArguments;
use crate::failure::Failure;
use crate::runs::How;
use crate::saved::{Saved, line, program, program_line};

/// Largest length of a list of runs, bytes.
const MOST_CHARS: usize = 1 << 20;

/// Returns JSON with the build, the number of runs, and the runs that are not in the `--resume` file. Runs of a group
/// share their start if one command carries them out.
pub fn plan(plan: &Plan, resume: Option<&str>) -> Result<String, Failure> {
    let saved = resume.map(Saved::open).transpose()?;
    let missing = |run: usize| {
        let saved = saved.as_ref();
        saved.is_none_or(|saved| saved.result(&plan.runs[run]).is_none())
    };
    let numbers = |group: Group| group.variants.iter().map(|it| it.run).collect();
    let groups: Vec<Vec<usize>> = (plan.groups(missing).into_iter()).map(numbers).collect();
    let document = json!({ "build": program(), "runs": plan.runs.len(), "groups": groups });
    Ok(format!("{document}\n"))
}

/// Carries out the runs with these numbers, and returns the lines of a `--resume` file.
pub fn only(
    mut plan: Plan,
    numbers: &str,
    arguments: &StudyArguments,
    how: How<'_>,
) -> Result<String, Failure> {
    let program = program();
    if let Some(build) = arguments.build.as_ref().filter(|build| **build != program) {
        return Err(Failure::input(format!(
            "This is another build of reclaim ({program}) than the one that planned the study ({build}); its results may \
             differ. Use the same build everywhere."
        )));
    }
    let wanted = numbers_in(numbers, plan.runs.len())?;
    plan.runs = (plan.runs.into_iter().enumerate())
        .filter_map(|(number, run)| wanted.contains(&number).then_some(run))
        .collect();
    let results = run(&plan, arguments, how)?;
    let lines = (plan.runs.iter())
        .zip(&results)
        .map(|(run, result)| line(run, result));
    Ok(std::iter::once(program_line()).chain(lines).collect())
}

/// Reads a list of runs such as `0,3,7-9`, each below `end`.
fn numbers_in(list: &str, end: usize) -> Result<BTreeSet<usize>, Failure> {
    let refuse = |part: &str| {
        let part: String = part.chars().take(40).collect();
        Failure::input(format!(
            "--only: `{part}` is not a run or a range of runs. The study has {end} runs, from 0; use a list such as 0,3,7-9."
        ))
    };
    if list.len() > MOST_CHARS {
        return Err(Failure::input(
            "--only: the list is too long. Use ranges such as 7-9.",
        ));
    }
    let mut numbers = BTreeSet::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else {
            return Err(refuse(part));
        };
        if first > last || last >= end {
            return Err(refuse(part));
        }
        numbers.extend(first..=last);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_runs_and_ranges() {
        let numbers = numbers_in("0,7-9,3,8", 10).expect("a list");
        assert_eq!(Vec::from_iter(numbers), [0, 3, 7, 8, 9]);
        for wrong in [
            "",
            "a",
            "10",
            "3-",
            "-3",
            "9-7",
            "1,,2",
            "0-99999999999999999999",
        ] {
            assert!(numbers_in(wrong, 10).is_err(), "{wrong}");
        }
    }
}
