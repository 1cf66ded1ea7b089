//! A condition over measures of both lanes, as text:
//! `a:counter:nr_vmscan_write >= 100, b:counter:nr_vmscan_write == 0`.
//!
//! All comparisons, separated by commas, must hold. A comparison is a measure, one of `>=`, `<=`, `==`, `!=`, `>`, `<`,
//! and a number. Measures have the names and prefixes of studies.

use std::fmt;

use reclaim_engine::scenario::{Problem, Scenario};
use reclaim_results::{Values, measure};

use crate::apply::{MeasureLane, lane_of_measure};

/// Largest length of a condition, bytes.
const MOST_CHARS: usize = 1_000;
/// Largest number of comparisons in a condition.
const MOST_COMPARISONS: usize = 10;

type Holds = fn(f64, f64) -> bool;

/// The comparison operators. An operator that starts with another operator comes before that operator: `>=` before `>`.
const SIGNS: [(&str, Holds); 6] = [
    (">=", |a, b| a >= b),
    ("<=", |a, b| a <= b),
    ("==", |a, b| a == b),
    ("!=", |a, b| a != b),
    (">", |a, b| a > b),
    ("<", |a, b| a < b),
];

/// A measure compared with a number.
#[derive(Clone, Debug)]
struct Comparison {
    measure: String,
    sign: usize,
    number: f64,
}

/// Comparisons that must all hold.
#[derive(Clone, Debug)]
pub struct Condition {
    comparisons: Vec<Comparison>,
}

impl Condition {
    /// Reads a condition on a scenario.
    ///
    /// # Errors
    /// A comparison that cannot be read, an unknown measure, or a measure of lane B in a scenario without one. The
    /// field of the error is `condition, part N`, with the number of the comparison, from 1.
    pub fn read(text: &str, base: &Scenario) -> Result<Self, Vec<Problem>> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if text.len() > MOST_CHARS || parts.len() > MOST_COMPARISONS {
            return Err(vec![Problem::new(
                "condition",
                format!(
                    "The condition has {} comparisons and {} characters.",
                    parts.len(),
                    text.len()
                ),
                format!("Use at most {MOST_COMPARISONS} comparisons and {MOST_CHARS} characters."),
            )]);
        }
        let mut problems = Vec::new();
        let mut comparisons = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            match comparison(part, base) {
                Ok(comparison) => comparisons.push(comparison),
                Err((problem, fix)) => {
                    problems.push(Problem::new(
                        format!("condition, part {}", at + 1),
                        problem,
                        fix,
                    ));
                }
            }
        }
        if problems.is_empty() {
            Ok(Self { comparisons })
        } else {
            Err(problems)
        }
    }

    /// Returns the measures of a lane, sorted, without their prefixes.
    pub(crate) fn measures_of(&self, lane: MeasureLane) -> Vec<String> {
        let lanes = self
            .comparisons
            .iter()
            .map(|of| lane_of_measure(&of.measure));
        let of_lane = lanes.filter(|(of, _)| *of == lane || *of == MeasureLane::Ratio);
        let mut names: Vec<String> = of_lane.map(|(_, name)| name.to_owned()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the first comparison that does not hold, in words. Skips comparisons with a lane that has not run yet.
    pub(crate) fn fails(&self, a: Option<&Values>, b: Option<&Values>) -> Option<String> {
        self.comparisons.iter().find_map(|it| {
            let (lane, name) = lane_of_measure(&it.measure);
            let of = |values: &Values| values.get(name).copied();
            let value = match lane {
                MeasureLane::A => of(a?),
                MeasureLane::B => of(b?),
                MeasureLane::Ratio => {
                    let (a, b) = (of(a?), of(b?));
                    a.filter(|&a| a != 0.0).zip(b).map(|(a, b)| b / a)
                }
            };
            let Comparison {
                measure, number, ..
            } = it;
            let (sign, holds) = SIGNS[it.sign];
            match value {
                Some(value) if holds(value, *number) => None,
                Some(value) => Some(format!("{measure} is {value}, not {sign} {number}")),
                None => Some(format!("{measure} has no value")),
            }
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, it) in self.comparisons.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(
                f,
                "{comma}{} {} {}",
                it.measure, SIGNS[it.sign].0, it.number
            )?;
        }
        Ok(())
    }
}

/// Reads one comparison. An error consists of the problem and its fix.
fn comparison(part: &str, base: &Scenario) -> Result<Comparison, (String, &'static str)> {
    let shown: String = (part.chars().filter(|c| !c.is_control()))
        .take(60)
        .collect();
    let example =
        "Use a comparison such as `ratio:elapsed_seconds >= 1.05` or `b:counter:allocstall == 0`.";
    let places = SIGNS.iter().enumerate().filter_map(|(sign, (text, _))| {
        let (measure, number) = part.split_once(text)?;
        Some((sign, measure.trim(), number.trim()))
    });
    // Use the first operator in the text. If two operators start at the same place, use the longer one.
    let Some((sign, name, number)) = places.min_by_key(|(_, measure, _)| measure.len()) else {
        let problem = format!("`{shown}` has no comparison operator (>=, <=, ==, !=, > or <).");
        return Err((problem, example));
    };
    let decimal = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
    let Some(number) = (number.parse::<f64>().ok()).filter(|_| number.chars().all(decimal)) else {
        let problem = format!("`{shown}`: there is no number after the operator.");
        return Err((problem, example));
    };
    let (lane, inner) = lane_of_measure(name);
    if let Some(missing) = measure::missing(inner) {
        let fix = "Use a measure of studies, such as `elapsed_seconds` or `counter:allocstall`.";
        return Err((missing, fix));
    }
    if lane.needs_b() && base.against.is_none() {
        let fix = "Add `against` to the scenario, or measure lane A alone.";
        return Err((
            format!("`{name}` needs lane B, but the scenario has none."),
            fix,
        ));
    }
    Ok(Comparison {
        measure: name.to_owned(),
        sign,
        number,
    })
}
