//! Applies a combination of values to the base scenario.

use std::collections::BTreeMap;

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Catalogue, Problem, Scenario, parse, prepare};
use serde_json::{Map, Value};

use crate::design;
use crate::document::{Factor, LaneName, Study};
use crate::ram::set_ram;

/// The lanes from which a measure is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureLane {
    /// Lane A's value.
    A,
    /// Lane B's value.
    B,
    /// Lane B's value divided by lane A's.
    Ratio,
}

impl MeasureLane {
    /// Returns whether lane B has to run for the measure.
    pub fn needs_b(self) -> bool {
        self != MeasureLane::A
    }

    /// Returns whether lane A has to run for the measure.
    pub fn needs_a(self) -> bool {
        self != MeasureLane::B
    }
}

/// Returns the lanes of a measure, and its name without their prefix.
pub fn lane_of_measure(name: &str) -> (MeasureLane, &str) {
    let prefixes = [
        ("a:", MeasureLane::A),
        ("b:", MeasureLane::B),
        ("ratio:", MeasureLane::Ratio),
    ];
    for (prefix, lane) in prefixes {
        if let Some(inner) = name.strip_prefix(prefix) {
            return (lane, inner);
        }
    }
    (MeasureLane::A, name)
}

/// Returns the number of lanes that a study runs.
pub fn lanes(study: &Study) -> usize {
    let of = |wanted: fn(MeasureLane) -> bool| {
        let mut lanes = study.measures.iter().map(|name| lane_of_measure(name).0);
        usize::from(lanes.any(wanted))
    };
    of(MeasureLane::needs_a) + of(MeasureLane::needs_b)
}

/// Returns a factor's value as text for tables.
pub fn label(factor: &Factor, level: usize, study: &Study) -> String {
    match factor {
        Factor::Field { labels, .. } if !labels.is_empty() => labels[level].clone(),
        Factor::Field { values, .. } => match &values[level] {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        },
        Factor::Range { .. } => in_range(factor, level, study).to_string(),
        Factor::Ram { values_mib } => format!("{} MiB", values_mib[level]),
        Factor::Mechanism { .. } => String::from(if level == 0 { "off" } else { "on" }),
    }
}

/// Returns a factor's name for tables.
pub fn name(factor: &Factor) -> String {
    match factor {
        Factor::Field { path, .. } | Factor::Range { path, .. } => path.clone(),
        Factor::Ram { .. } => String::from("RAM"),
        Factor::Mechanism { id, lane } => match lane {
            LaneName::A => id.clone(),
            LaneName::B => format!("{id} (B)"),
            LaneName::Both => format!("{id} (A and B)"),
        },
    }
}

fn in_range(factor: &Factor, level: usize, study: &Study) -> u64 {
    let Factor::Range { from, to, .. } = factor else {
        return 0;
    };
    let last = design::levels(factor, study) as u64 - 1;
    let width = u128::from(to - from);
    from + (width * level as u128 / u128::from(last.max(1))) as u64
}

/// Returns the scenario of a point, validated, so that the engine can run it.
///
/// # Errors
/// The problems that make the combination impossible.
pub fn scenario_of(
    study: &Study,
    base: &Scenario,
    point: &[usize],
) -> Result<Scenario, Vec<Problem>> {
    let mut scenario = base.clone();
    let mut fields: Vec<(&str, Value)> = Vec::new();
    for (factor, &level) in study.factors.iter().zip(point) {
        match factor {
            Factor::Field { path, values, .. } => fields.push((path, values[level].clone())),
            Factor::Range { path, .. } => {
                fields.push((path, in_range(factor, level, study).into()))
            }
            Factor::Ram { values_mib } => set_ram(&mut scenario.machine, values_mib[level]),
            Factor::Mechanism { id, lane } => switch(&mut scenario, id, *lane, level == 1),
        }
    }
    if !fields.is_empty() {
        let mut document = serde_json::to_value(&scenario).unwrap_or_default();
        for (path, value) in fields {
            set(&mut document, path, value).map_err(|what| {
                vec![Problem::new(
                    path,
                    what,
                    "Use the path of a field of the base scenario.",
                )]
            })?;
        }
        scenario = parse(&document.to_string(), &catalogue::of_engine())?;
    }
    prepare(&scenario, &catalogue::of_engine())?;
    if let Some(b) = lane_b(&scenario) {
        prepare(&b, &catalogue::of_engine())?;
    }
    Ok(scenario)
}

/// Returns lane B as a scenario with one lane; `None` if there is no lane B.
pub fn lane_b(scenario: &Scenario) -> Option<Scenario> {
    let against = scenario.against.clone()?;
    Some(Scenario {
        kernel: against.kernel,
        mechanisms: against.mechanisms,
        interventions: against.interventions,
        against: None,
        ..scenario.clone()
    })
}

/// Returns lane A as a scenario with one lane.
pub fn lane_a(scenario: &Scenario) -> Scenario {
    Scenario {
        against: None,
        ..scenario.clone()
    }
}

fn switch(scenario: &mut Scenario, id: &str, lane: LaneName, on: bool) {
    let mut lanes: Vec<&mut BTreeMap<String, bool>> = Vec::new();
    if lane != LaneName::B {
        lanes.push(&mut scenario.mechanisms);
    }
    if lane != LaneName::A
        && let Some(against) = &mut scenario.against
    {
        lanes.push(&mut against.mechanisms);
    }
    for mechanisms in lanes {
        mechanisms.insert(id.to_owned(), on);
    }
}

/// A step of a path: the name of a field, or an index in a list.
#[derive(Debug, PartialEq, Eq)]
enum Step<'a> {
    Field(&'a str),
    Item(usize),
}

fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (field, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        if field.is_empty() {
            return None;
        }
        steps.push(Step::Field(field));
        while let Some(open) = rest.strip_prefix('[') {
            let (number, behind) = open.split_once(']')?;
            steps.push(Step::Item(number.parse().ok()?));
            rest = behind;
        }
        if !rest.is_empty() {
            return None;
        }
    }
    Some(steps)
}

/// Checks that a path exists in the base scenario. Its last field may be absent, because a document omits fields that
/// have their default value.
pub fn check_path(base: &Scenario, path: &str) -> Result<(), String> {
    let mut document = serde_json::to_value(base).unwrap_or_default();
    set(&mut document, path, Value::Null)
}

/// Returns the problem if scenarios have no field with the last name of a path.
pub fn unknown_field(base: &Scenario, factor: &Factor, catalogue: &Catalogue) -> Option<Problem> {
    let (path, value) = match factor {
        Factor::Field { path, values, .. } => (path, values.first()?.clone()),
        Factor::Range { path, from, .. } => (path, (*from).into()),
        _ => return None,
    };
    let mut document = serde_json::to_value(base).unwrap_or_default();
    set(&mut document, path, value).ok()?;
    let problems = parse(&document.to_string(), catalogue).err()?;
    problems
        .into_iter()
        .find(|it| it.field == *path && it.problem.starts_with("There is no field"))
}

fn set(document: &mut Value, path: &str, value: Value) -> Result<(), String> {
    let steps = steps(path).ok_or_else(|| format!("`{path}` is not a path."))?;
    let mut place = document;
    for step in steps {
        place = match step {
            Step::Field(name) => {
                // A group is absent if all its fields have their default.
                if place.is_null() {
                    *place = Value::Object(Map::new());
                }
                let group = (place.as_object_mut()).ok_or_else(|| {
                    format!("`{path}`: the value that should contain `{name}` has no fields.")
                })?;
                group.entry(name).or_insert(Value::Null)
            }
            Step::Item(at) => (place.as_array_mut())
                .and_then(|items| items.get_mut(at))
                .ok_or_else(|| format!("`{path}`: the list has no item {at}."))?,
        };
    }
    *place = value;
    Ok(())
}
