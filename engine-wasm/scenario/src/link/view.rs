//! The parts of a link that describe the view; the engine does not use them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::document::Scenario;
use super::super::limits;
use super::super::problem::{Problem, quoted};
use super::parts::{percent_decoded, percent_encoded};
use super::time;

/// The view of a run: time, selected frame and visible part of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LinkView", optional_fields)]
pub struct ViewState {
    /// Virtual time of both lanes, nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ns: Option<u64>,
    /// The selected page frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin: Option<Pin>,
    /// The visible part of the page map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<MapView>,
    /// Digests of lanes A and B at `at_ns`, 16 hexadecimal digits each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digests: Option<[String; 2]>,
}

/// A page frame of a lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LinkPin")]
pub struct Pin {
    /// `a` or `b`.
    pub lane: String,
    /// Name of the zone.
    pub zone: String,
    /// Frame in the zone, from 0.
    pub frame: u32,
}

/// A range of frames in a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MapView {
    /// Name of the zone.
    pub zone: String,
    /// The first frame, counted from the start of the zone.
    pub from: u32,
    /// Number of frames.
    pub frames: u32,
}

impl ViewState {
    /// Returns the parts of a link for this view.
    pub(super) fn parts(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if let Some(at_ns) = self.at_ns {
            parts.push(format!("t={}", time::format(at_ns)));
        }
        if let Some(Pin { lane, zone, frame }) = &self.pin {
            parts.push(format!("pin={lane}:{}/{frame}", percent_encoded(zone)));
        }
        if let Some(MapView { zone, from, frames }) = &self.view {
            let end = from.saturating_add(*frames);
            parts.push(format!("view={}/{from}-{end}", percent_encoded(zone)));
        }
        if let Some([a, b]) = &self.digests {
            parts.push(format!("d={a}.{b}"));
        }
        parts
    }

    /// Reads a part of a link; returns false if it does not belong to the view.
    pub(super) fn take(&mut self, name: &str, value: &str) -> Result<bool, Problem> {
        match name {
            "t" => {
                let moment = time::parse(value).filter(|ns| limits::MOMENT_NS.allows(*ns));
                self.at_ns = Some(moment.ok_or_else(|| {
                    ignored(name, value, "Use a time such as `t=20.5s`, within a day.")
                })?);
            }
            "pin" => {
                self.pin = Some(pin(value).ok_or_else(|| {
                    ignored(
                        name,
                        value,
                        "Use lane, zone and frame: `pin=b:Normal/1234`.",
                    )
                })?);
            }
            "view" => {
                self.view = Some(map_view(value).ok_or_else(|| {
                    ignored(
                        name,
                        value,
                        "Use a zone and its frames: `view=Normal/0-4096`.",
                    )
                })?);
            }
            "d" => {
                self.digests = Some(digests(value).ok_or_else(|| {
                    ignored(
                        name,
                        value,
                        "Use two digests of 16 hexadecimal digits: `d=A.B`.",
                    )
                })?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Removes the parts of the view whose zone does not exist in the scenario, and reports them. Also removes digests
    /// without a time.
    pub(super) fn fit(&mut self, scenario: &Scenario) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut known = |zone: &str| {
            let zones = &scenario.machine.zones;
            let found = zones.iter().any(|other| other.name == zone);
            if !found {
                let problem = format!("The machine has no zone {}.", quoted(zone));
                problems.push(Problem::new(
                    "link",
                    problem,
                    "Use a zone of the machine. This part of the view was ignored.",
                ));
            }
            found
        };
        self.pin.take_if(|pin| !known(&pin.zone));
        self.view.take_if(|view| !known(&view.zone));
        if self.at_ns.is_none() {
            self.digests = None;
        }
        problems
    }
}

fn ignored(name: &str, value: &str, fix: &str) -> Problem {
    let part = quoted(&format!("{name}={value}"));
    let problem = format!("Part {part} cannot be read and was ignored.");
    Problem::new("link", problem, fix)
}

fn pin(value: &str) -> Option<Pin> {
    let (lane, place) = value.split_once(':')?;
    let (zone, frame) = place.rsplit_once('/')?;
    Some(Pin {
        lane: matches!(lane, "a" | "b").then(|| lane.to_owned())?,
        zone: percent_decoded(zone)?,
        frame: number(frame)?,
    })
}

fn map_view(value: &str) -> Option<MapView> {
    let (zone, range) = value.rsplit_once('/')?;
    let (from, end) = range.split_once('-')?;
    let from = number(from)?;
    Some(MapView {
        zone: percent_decoded(zone)?,
        from,
        frames: number(end)?
            .checked_sub(from)
            .filter(|frames| *frames > 0)?,
    })
}

fn digests(value: &str) -> Option<[String; 2]> {
    let (a, b) = value.split_once('.')?;
    let whole = |text: &str| text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
    (whole(a) && whole(b)).then(|| [a.to_ascii_lowercase(), b.to_ascii_lowercase()])
}

/// Reads digits only: refuses `+7`, although Rust's parser accepts it.
fn number(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
}
