//! Documents of the page's own, and JSON.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{Problem, Scenario, read_written, validate};
use serde::Serialize;

/// Answer of `admit`.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It can run; in its full form.
    Scenario(Box<Scenario>),
    /// Why it cannot.
    Problems(Vec<Problem>),
}

/// JSON of anything that has it: no map here has keys that JSON cannot hold.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Whether the engine can run a document of the right shape.
pub fn admit(text: &str) -> Answer {
    let checked = read_written(text).and_then(|scenario| {
        validate(&scenario, &catalogue::of_engine())?;
        Ok(scenario)
    });
    match checked {
        Ok(scenario) => Answer::Scenario(Box::new(scenario)),
        Err(problems) => Answer::Problems(problems),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, admit, json};
    use reclaim_engine::scenario::gallery_scenario;

    #[test]
    fn documents_of_the_page_are_admitted_or_refused_with_sentences() {
        let mut scenario = gallery_scenario("weiner-usb").expect("in the gallery");
        let Answer::Scenario(admitted) = admit(&json(&scenario)) else {
            panic!("it can run");
        };
        assert_eq!(*admitted, scenario);

        scenario.kernel = "3.99".into();
        for text in [json(&scenario), "{".into(), "{}".into(), "[]".into()] {
            let Answer::Problems(problems) = admit(&text) else {
                panic!("it cannot run: {text}");
            };
            assert!(!problems[0].problem.is_empty(), "{text}");
        }
    }
}
