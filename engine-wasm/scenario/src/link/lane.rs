//! A lane as text: `3.0+per_zone_dirty-wait_iff_congested`.

use super::super::catalogue::Catalogue;
use super::super::document::{Intervention, Lane, Scenario};
use super::super::nearest::nearest;
use super::super::problem::{Problem, alternatives, quoted};
use super::time;

/// One of the two lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneId {
    A,
    B,
}

impl LaneId {
    /// Both lanes, in the order of their parts in a link.
    pub const ALL: [LaneId; 2] = [LaneId::A, LaneId::B];

    /// Returns the name of the lane in links: `a` or `b`.
    pub fn name(self) -> &'static str {
        match self {
            LaneId::A => "a",
            LaneId::B => "b",
        }
    }

    /// Returns the kernel and switches of the lane; without a lane B, those of lane A.
    pub fn of(self, scenario: &Scenario) -> Lane {
        match (&scenario.against, self) {
            (Some(against), LaneId::B) => against.clone(),
            _ => Lane {
                kernel: scenario.kernel.clone(),
                mechanisms: scenario.mechanisms.clone(),
                interventions: scenario.interventions.clone(),
            },
        }
    }

    /// Sets the kernel and switches of the lane; the other lane does not change.
    pub fn put(self, scenario: &mut Scenario, lane: Lane) {
        match self {
            LaneId::A => {
                let other = LaneId::B.of(scenario);
                scenario.against = Some(other);
                scenario.kernel = lane.kernel;
                scenario.mechanisms = lane.mechanisms;
                scenario.interventions = lane.interventions;
            }
            LaneId::B => scenario.against = Some(lane),
        }
    }
}

/// A mechanism, and whether it is switched on.
pub(super) type Switch = (String, bool);

/// Reads `PRESET+mechanism-mechanism`; the preset is optional. Names of presets may contain `+` and `-`, so the longest
/// matching name is used. Ignores unknown mechanisms and adds them to `problems`.
pub(super) fn parse(
    value: &str,
    catalogue: &Catalogue,
    problems: &mut Vec<Problem>,
) -> Result<(Option<String>, Vec<Switch>), Problem> {
    let signed = |rest: &str| rest.is_empty() || rest.starts_with(['+', '-']);
    let presets = catalogue.presets.iter().map(|preset| preset.id);
    let preset = presets
        .filter(|id| value.strip_prefix(id).is_some_and(signed))
        .max_by_key(|id| id.len());
    let rest = &value[preset.map_or(0, str::len)..];
    if value.is_empty() || !signed(rest) {
        return Err(unknown_preset(value, catalogue));
    }
    Ok((
        preset.map(str::to_owned),
        switches(rest, catalogue, problems),
    ))
}

/// Reads `12.5s+mechanism-mechanism`.
pub(super) fn parse_interventions(
    value: &str,
    catalogue: &Catalogue,
    problems: &mut Vec<Problem>,
) -> Result<Vec<Intervention>, Problem> {
    let end = value.find(['+', '-']).unwrap_or(value.len());
    let (moment, rest) = value.split_at(end);
    let (Some(at_ns), false) = (time::parse(moment), rest.is_empty()) else {
        return Err(Problem::new(
            "link",
            format!(
                "Intervention {} cannot be read and was ignored.",
                quoted(value)
            ),
            "Use a time and the mechanisms to switch, such as `b@12.5s+wait_iff_congested`.",
        ));
    };
    let switches = switches(rest, catalogue, problems);
    let interventions = switches.into_iter().map(|(mechanism, on)| Intervention {
        at_ns,
        mechanism,
        on,
    });
    Ok(interventions.collect())
}

/// Returns the text of a lane without its interventions.
pub(super) fn format(lane: &Lane) -> String {
    let switches = lane.mechanisms.iter().map(|(id, on)| switch(id, *on));
    format!("{}{}", lane.kernel, switches.collect::<String>())
}

/// Returns the texts of interventions, one for each time.
pub(super) fn format_interventions(interventions: &[Intervention]) -> Vec<String> {
    interventions
        .chunk_by(|one, next| one.at_ns == next.at_ns)
        .filter_map(|moment| {
            let at = time::format(moment.first()?.at_ns);
            let switches = moment.iter().map(|it| switch(&it.mechanism, it.on));
            Some(format!("{at}{}", switches.collect::<String>()))
        })
        .collect()
}

fn switch(id: &str, on: bool) -> String {
    format!("{}{id}", if on { '+' } else { '-' })
}

fn switches(text: &str, catalogue: &Catalogue, problems: &mut Vec<Problem>) -> Vec<Switch> {
    let mut switches = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        let end = after.find(['+', '-']).unwrap_or(after.len());
        let id = &after[..end];
        if catalogue.mechanism(id).is_some() {
            switches.push((id.to_owned(), sign == '+'));
        } else {
            problems.push(unknown_mechanism(id, catalogue));
        }
        rest = &after[end..];
    }
    switches
}

fn unknown_preset(value: &str, catalogue: &Catalogue) -> Problem {
    let meant = value.split('+').next().unwrap_or_default();
    let close = nearest(meant, catalogue.presets.iter().map(|preset| preset.id));
    Problem::new(
        "link",
        format!(
            "Kernel {} does not exist; the kernel of the lane was kept.",
            quoted(meant)
        ),
        did_you_mean(&close),
    )
}

fn unknown_mechanism(id: &str, catalogue: &Catalogue) -> Problem {
    let close = nearest(id, catalogue.mechanisms.iter().map(|info| info.id));
    Problem::new(
        "link",
        format!("Mechanism {} does not exist and was ignored.", quoted(id)),
        did_you_mean(&close),
    )
}

fn did_you_mean(close: &[&str]) -> String {
    if close.is_empty() {
        String::from("Use a name that `reclaim list` prints.")
    } else {
        format!(
            "Did you mean {}? `reclaim list` prints all of them.",
            alternatives(close)
        )
    }
}
