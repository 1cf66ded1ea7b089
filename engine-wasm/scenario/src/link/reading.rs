//! Reads a link. Uses every readable part, and reports the others.

use super::super::catalogue::Catalogue;
use super::super::document::Scenario;
use super::super::gallery::{all_entries, every_form, gallery_scenario};
use super::super::limits;
use super::super::nearest::nearest;
use super::super::problem::{Problem, alternatives, first_of, grouped, quoted};
use super::change::{Change, apply_all};
use super::parts::{Check, Parts, SEPARATOR, broken};
use super::payload;
use super::view::ViewState;
use super::writing::fingerprint;

/// The content of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The scenario, validated; `None` if the link has no usable one.
    pub scenario: Option<Scenario>,
    /// The view of the scenario.
    pub view: ViewState,
    /// Problems with the scenario.
    pub problems: Vec<Problem>,
    /// Problems with the view.
    pub view_problems: Vec<Problem>,
}

impl Reading {
    fn nothing(problems: Vec<Problem>) -> Self {
        Self {
            problems,
            ..Self::default()
        }
    }
}

/// Reads a link: a whole URL, its fragment, or the link alone.
pub fn read(text: &str, catalogue: &Catalogue) -> Reading {
    if text.len() as u64 > limits::LINK_CHARS.most {
        let problem = limits::LINK_CHARS.exceeded("link", text.len() as u64);
        return Reading::nothing(vec![problem]);
    }
    let parts = Parts::of(fragment_of(text));
    let mut problems = Vec::new();
    let base = match base_of(&parts.base, catalogue, &mut problems) {
        Ok(base) => base,
        Err(found) => return Reading::nothing(found),
    };
    let mut reading = read_parts(base, &parts, catalogue, problems);
    match parts.check {
        Check::Broken => reading.problems.insert(0, broken()),
        Check::Fits(Some(experiment)) if reading.problems.is_empty() => {
            let is_it = |reading: &Reading| {
                reading.problems.is_empty()
                    && reading.scenario.as_ref().map(fingerprint) == Some(experiment)
            };
            if !is_it(&reading) {
                let mut forms = every_form(&parts.base)
                    .map(|base| read_parts(base, &parts, catalogue, Vec::new()));
                match forms.find(is_it) {
                    Some(former) => reading = former,
                    None => reading.problems.push(other_gallery(&parts.base)),
                }
            }
        }
        Check::Absent | Check::Fits(_) => {}
    }
    reading.problems = first_of(reading.problems);
    reading
}

/// Returns whether the text is meant to be a link, valid or not; other texts are names of scenarios or files.
pub fn looks_like_link(text: &str) -> bool {
    let fragment = fragment_of(text);
    let written = fragment.strip_prefix(SEPARATOR);
    let (base, parts) = match written.unwrap_or(fragment).split_once(SEPARATOR) {
        Some((base, parts)) => (base, parts),
        None => (written.unwrap_or(fragment), ""),
    };
    text.contains("://")
        || text.contains('#')
        || (written.is_some() && !fragment.contains('/'))
        || payload::has_version(base)
        || parts.contains(['=', '@'])
}

fn fragment_of(text: &str) -> &str {
    let text = text.trim();
    text.rsplit_once('#').map_or(text, |(_, fragment)| fragment)
}

fn base_of(
    base: &str,
    catalogue: &Catalogue,
    problems: &mut Vec<Problem>,
) -> Result<Scenario, Vec<Problem>> {
    if payload::has_version(base) {
        return payload::read(base, catalogue, problems);
    }
    gallery_scenario(base).ok_or_else(|| vec![no_link(base)])
}

fn read_parts(
    base: Scenario,
    parts: &Parts,
    catalogue: &Catalogue,
    mut problems: Vec<Problem>,
) -> Reading {
    let mut view = ViewState::default();
    let mut view_problems = Vec::new();
    let mut changes: Vec<(String, Change)> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let most = limits::LINK_PARTS.most as usize;
    if parts.named.len() > most {
        problems.push(Problem::new(
            "link",
            format!(
                "The link has more than {} parts; the parts after these were ignored.",
                grouped(limits::LINK_PARTS.most)
            ),
            "Save the scenario as a file instead.",
        ));
    }
    for part in parts.named.iter().take(most) {
        let name = part.split('=').next().unwrap_or_default();
        if seen.contains(&name) && !name.contains('@') {
            problems.push(ignored(part, "is given twice", "Remove one of the two."));
            continue;
        }
        seen.push(name);
        match Change::read(part, catalogue, &mut problems) {
            Ok(Some(change)) => {
                changes.push((part.clone(), change));
                continue;
            }
            Err(problem) => {
                problems.push(problem);
                continue;
            }
            Ok(None) => {}
        }
        let value = part.split_once('=').map_or("", |(_, value)| value);
        match view.take(name, value) {
            Ok(true) => {}
            Ok(false) => problems.push(unknown(part)),
            Err(problem) => view_problems.push(problem),
        }
    }
    let scenario = apply_all(&base, changes, catalogue, &mut problems);
    view_problems.extend(view.fit(&scenario));
    Reading {
        scenario: Some(scenario),
        view,
        problems,
        view_problems,
    }
}

fn ignored(part: &str, why: &str, fix: &str) -> Problem {
    let problem = format!("Part {} {why} and was ignored.", quoted(part));
    Problem::new("link", problem, fix)
}

fn unknown(part: &str) -> Problem {
    if part.is_empty() {
        let problem = "The link has an empty part or is truncated.";
        return Problem::new("link", problem, "Copy the whole link again.");
    }
    let fix = "Use only `a=`, `b=`, `a@`, `b@`, `seed=`, `scale=`, `t=`, `pin=`, `view=` and `d=`.";
    ignored(part, "is unknown", fix)
}

pub(super) fn other_gallery(id: &str) -> Problem {
    Problem::new(
        "link",
        format!(
            "Gallery scenario {} has changed since the link was made.",
            quoted(id)
        ),
        "Ask the sender for a new link, or use the scenario as it is now.",
    )
}

fn no_link(base: &str) -> Problem {
    let close = nearest(base, all_entries().map(|entry| entry.id));
    let fix = if close.is_empty() {
        String::from(
            "Use a link that starts with the id of a gallery scenario, such as `weiner-usb`, or with `v1.`.",
        )
    } else {
        format!("Did you mean {}?", alternatives(&close))
    };
    let problem = if base.is_empty() {
        String::from("This is not a share link.")
    } else {
        format!(
            "This is not a share link: the gallery has no {}.",
            quoted(base)
        )
    };
    Problem::new("link", problem, fix)
}
