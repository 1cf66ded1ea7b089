//! Reads and writes scenarios and links as text.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::link::{self, Reading, ViewState};
use reclaim_engine::scenario::{Problem, Scenario, limits, parse, prepare, read_json};
use serde::Serialize;
use serde_json::json;
use ts_rs::TS;

/// Result of `check`.
#[derive(Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "CheckResult")]
pub enum Answer {
    /// The valid scenario.
    Scenario(Box<Scenario>),
    /// The errors of an invalid document.
    Problems(Vec<Problem>),
}

impl From<Result<Scenario, Vec<Problem>>> for Answer {
    fn from(result: Result<Scenario, Vec<Problem>>) -> Self {
        match result {
            Ok(scenario) => Answer::Scenario(Box::new(scenario)),
            Err(problems) => Answer::Problems(problems),
        }
    }
}

/// Serializes a value as JSON. It cannot fail: all map keys are strings.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the scenario with all defaults filled in, or its problems, as JSON. Checks everything, because the engine
/// does not check again.
pub fn check(text: &str) -> String {
    let catalogue = catalogue::of_engine();
    let checked = parse(text, &catalogue).and_then(|scenario| {
        prepare(&scenario, &catalogue)?;
        Ok(scenario)
    });
    json(&Answer::from(checked))
}

/// Result of `decode_link`; it has no scenario if the link was unusable.
#[derive(Serialize, TS)]
#[ts(rename = "DecodeResult")]
pub struct Decoded {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    scenario: Option<Scenario>,
    view: ViewState,
    problems: Vec<Problem>,
}

/// Returns the link to a scenario and a view of it; without the view if the JSON of the view cannot be read.
pub fn encode_link(text: &str, view: Option<&str>) -> Result<String, Vec<Problem>> {
    let scenario = parse(text, &catalogue::of_engine())?;
    let view = view.and_then(|json| serde_json::from_str(json).ok());
    let link = link::encode_with(&scenario, &view.unwrap_or_default());
    if limits::LINK_CHARS.allows(link.len() as u64) {
        return Ok(link);
    }
    Err(vec![Problem::new(
        "link",
        "The scenario is too large for a link.",
        "Save it as a file instead.",
    )])
}

/// Returns the link to a document that is not a scenario.
pub fn encode_document(text: &str) -> Result<String, Vec<Problem>> {
    let document = read_json(text, &json!({}))?;
    link::encode_document(&document).map_err(|problem| vec![problem])
}

/// Reads a link, and returns the scenario if it can run, the view, and the problems found, as JSON.
pub fn decode_link(text: &str) -> String {
    let catalogue = catalogue::of_engine();
    let Reading {
        mut scenario,
        view,
        mut problems,
        view_problems,
    } = link::read(text, &catalogue);
    problems.extend(view_problems);
    let refused = (scenario.as_ref()).and_then(|found| prepare(found, &catalogue).err());
    if let Some(refused) = refused {
        scenario = None;
        problems.extend(refused);
    }
    json(&Decoded {
        scenario,
        view,
        problems,
    })
}

#[cfg(test)]
mod tests {
    use reclaim_engine::scenario::gallery_scenario;
    use serde_json::Value;

    use reclaim_engine::scenario::link;

    use super::{check, decode_link, encode_link, json};

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn a_link_brings_the_scenario_back() {
        let document = json(&gallery_scenario("weiner-usb").expect("in the gallery"));
        let link = encode_link(&document, None).expect("valid");
        let (decoded, checked) = (parsed(&decode_link(&link)), parsed(&check(&document)));
        assert_eq!(decoded["scenario"], checked["scenario"]);
        assert_eq!(decoded["problems"], json!([]));
    }

    #[test]
    fn a_link_brings_the_view_back() {
        let document = json(&gallery_scenario("weiner-usb").expect("in the gallery"));
        let view = json!({
            "at_ns": 20_500_000_000_u64,
            "pin": { "lane": "b", "zone": "Normal", "frame": 7 },
            "view": { "zone": "Normal", "from": 0, "frames": 4096 },
            "digests": ["0123456789abcdef", "fedcba9876543210"],
        });
        let link = encode_link(&document, Some(&view.to_string())).expect("valid");
        assert_eq!(parsed(&decode_link(&link))["view"], view);
    }

    #[test]
    fn what_is_admitted_runs_at_its_scale_as_well() {
        let mut scenario = gallery_scenario("weiner-usb-small").expect("in the gallery");
        scenario.scale = 64;
        // The named parts of a link cannot express this change, so the link has a payload.
        scenario.machine.cpus += 1;
        let document = json(&scenario);
        let link = link::encode(&scenario);
        for answer in [check(&document), decode_link(&link)] {
            let answer = parsed(&answer);
            assert_eq!(answer["problems"][0]["field"], "scale", "{answer}");
            assert_eq!(answer.get("scenario"), None);
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_in_sentences() {
        for text in ["", "{", "[]", "{\"version\": 1}"] {
            let problems = &parsed(&check(text))["problems"];
            let first = &problems[0];
            assert!(
                first["problem"]
                    .as_str()
                    .is_some_and(|sentence| !sentence.is_empty()),
                "{text}"
            );
        }
        assert!(parsed(&decode_link("v1.cut"))["problems"].is_array());
        assert!(encode_link("{", None).is_err());
    }
}
