//! Scenarios and links as text.

use reclaim_engine::scenario::{Catalogue, Problem, Scenario, link, parse};
use serde::Serialize;

/// Answer of `check` and `decode_link`.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Scenario(Box<Scenario>),
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

/// JSON of anything that has it: no map here has keys that JSON cannot hold.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The scenario in its full form, or its problems.
pub fn check(text: &str) -> String {
    json(&Answer::from(parse(text, &Catalogue::of_engine())))
}

/// The link to a scenario.
pub fn encode_link(text: &str) -> Result<String, Vec<Problem>> {
    parse(text, &Catalogue::of_engine()).map(|scenario| link::encode(&scenario))
}

/// The scenario behind a link, or what is wrong with the link.
pub fn decode_link(text: &str) -> String {
    json(&Answer::from(link::decode(text, &Catalogue::of_engine())))
}

#[cfg(test)]
mod tests {
    use reclaim_engine::scenario::gallery_scenario;
    use serde_json::Value;

    use super::{check, decode_link, encode_link, json};

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn a_link_brings_the_scenario_back() {
        let document = json(&gallery_scenario("weiner-usb").expect("in the gallery"));
        let link = encode_link(&document).expect("valid");
        assert_eq!(parsed(&decode_link(&link)), parsed(&check(&document)));
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
        assert!(encode_link("{").is_err());
    }
}
