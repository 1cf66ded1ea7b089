//! Writes the link to a scenario.

use super::super::document::{Lane, Scenario};
use super::super::gallery::GALLERY;
use super::change::Change;
use super::crc32::crc32;
use super::lane::{self, LaneId};
use super::parts::assemble;
use super::payload;
use super::view::ViewState;

/// Parts of at most this total length are readable, so the link uses them even if a payload would be shorter.
const READABLE_CHARS: usize = 160;

/// Returns the link to a scenario: the text after the `#` of a URL.
pub fn encode(scenario: &Scenario) -> String {
    encode_with(scenario, &ViewState::default())
}

/// Returns the link to a scenario and a view of it.
pub fn encode_with(scenario: &Scenario, view: &ViewState) -> String {
    let view = view.parts();
    let payload = || payload::encode(scenario);
    let readable = GALLERY.iter().find_map(|entry| {
        let parts = differences(&entry.scenario()?, scenario)?;
        Some((entry.id, parts))
    });
    match readable {
        Some((id, parts)) if is_short(&parts) || parts.concat().len() <= payload().len() => {
            assemble(id, &[parts, view].concat(), Some(fingerprint(scenario)))
        }
        _ if view.is_empty() => payload(),
        _ => assemble(&payload(), &view, None),
    }
}

/// Returns the CRC-32 of a scenario without its title and description.
pub(super) fn fingerprint(scenario: &Scenario) -> u32 {
    let nameless = Scenario {
        title: String::new(),
        description: String::new(),
        ..scenario.clone()
    };
    crc32(payload::canonical(&nameless).to_string().as_bytes())
}

fn is_short(parts: &[String]) -> bool {
    parts.iter().map(String::len).sum::<usize>() <= READABLE_CHARS
}

/// Returns the parts that turn `base` into `scenario`; `None` if parts cannot express the difference.
fn differences(base: &Scenario, scenario: &Scenario) -> Option<Vec<String>> {
    let mut built = base.clone();
    let mut parts = Vec::new();
    if base.title != scenario.title {
        return None;
    }
    for id in LaneId::ALL {
        let (from, to) = (id.of(&built), id.of(scenario));
        let unset = id == LaneId::B && built.against.is_none() && scenario.against.is_some();
        if from != to || unset {
            describe(id, &from, &to, &mut built, &mut parts);
        }
    }
    if base.seed != scenario.seed {
        parts.push(format!("seed={}", scenario.seed));
        Change::Seed(scenario.seed).apply(&mut built);
    }
    if base.scale != scenario.scale {
        parts.push(format!("scale={}", scenario.scale));
        Change::Scale(scenario.scale).apply(&mut built);
    }
    (built == *scenario).then_some(parts)
}

/// Writes the parts of a lane, and applies them to `built` as a reader of the link will do.
fn describe(id: LaneId, from: &Lane, to: &Lane, built: &mut Scenario, parts: &mut Vec<String>) {
    let name = id.name();
    let same = from.kernel == to.kernel && from.mechanisms == to.mechanisms;
    let interventions = match to.interventions.strip_prefix(&from.interventions[..]) {
        Some(more) if same && !more.is_empty() => more,
        _ => {
            parts.push(format!("{name}={}", lane::format(to)));
            let switches = to.mechanisms.clone().into_iter().collect();
            Change::Setting(id, Some(to.kernel.clone()), switches).apply(built);
            &to.interventions[..]
        }
    };
    let moments = lane::format_interventions(interventions);
    parts.extend(moments.iter().map(|moment| format!("{name}@{moment}")));
    if !interventions.is_empty() {
        Change::Interventions(id, interventions.to_vec()).apply(built);
    }
}
