//! Text to scenario and back.

use serde_json::Value;

use super::catalogue::Catalogue;
use super::check::validate;
use super::document::Scenario;
use super::limits;
use super::once::check_once;
use super::problem::{Problem, grouped, quoted};
use super::shape::check_shape;
use super::{SCENARIO_VERSION, by_name, schema};

/// A document that has been read and validated, or everything that is wrong with it.
pub fn parse(text: &str, catalogue: &Catalogue) -> Result<Scenario, Vec<Problem>> {
    let scenario = read(text)?;
    validate(&scenario, catalogue)?;
    Ok(scenario)
}

/// A document of the right shape whose values have not been looked at yet.
pub fn read(text: &str) -> Result<Scenario, Vec<Problem>> {
    check_length(text)?;
    let value: Value = serde_json::from_str(text).map_err(|error| vec![not_json(&error)])?;
    if let Some(document) = in_saved_file(&value) {
        return read(&document.to_string());
    }
    check_version(&value).map_err(|problem| vec![problem])?;
    check_document(text, &value, &schema::plain())?;
    by_name::from_text(text).map_err(|misfit| {
        let problem = format!("This cannot be read: {misfit}.");
        let mend = "Compare it with the output of `reclaim schema`.";
        vec![Problem::new("document", problem, mend)]
    })
}

/// JSON of another kind of document that fits its JSON Schema.
///
/// # Errors
/// Every place where the text does not fit.
pub fn read_json(text: &str, schema: &Value) -> Result<Value, Vec<Problem>> {
    check_length(text)?;
    let value: Value = serde_json::from_str(text).map_err(|error| vec![not_json(&error)])?;
    check_document(text, &value, schema)?;
    Ok(value)
}

fn check_document(text: &str, value: &Value, schema: &Value) -> Result<(), Vec<Problem>> {
    let problems = check_shape(schema, value);
    if !problems.is_empty() {
        return Err(problems);
    }
    check_once(text).map_err(|problem| vec![problem])
}

/// A document that a program of this project wrote, so that nobody needs to be told what is wrong with its shape. Its
/// values have not been looked at. Much smaller code than [`read`].
pub fn read_written(text: &str) -> Result<Scenario, Vec<Problem>> {
    check_length(text)?;
    by_name::from_text(text).map_err(|misfit| {
        vec![Problem::new(
            "document",
            format!("The document did not arrive as it was written: {misfit}."),
            "Load the page again.",
        )]
    })
}

fn check_length(text: &str) -> Result<(), Vec<Problem>> {
    let (limit, length) = (limits::DOCUMENT_BYTES, text.len() as u64);
    if limit.admits(length) {
        return Ok(());
    }
    Err(vec![limit.exceeded("document", length)])
}

/// The document in a file that the page saved with what is shown of it: `{"scenario": …, "view": …}`.
fn in_saved_file(value: &Value) -> Option<&Value> {
    let file = value.as_object()?;
    let document = file.get("scenario").filter(|inner| inner.is_object())?;
    (!file.contains_key("version")).then_some(document)
}

/// The document as text: fields at their default are left out, so that it stays short.
pub fn write(scenario: &Scenario) -> String {
    // Integers, strings and maps with string keys always have a JSON form.
    serde_json::to_string_pretty(scenario).unwrap_or_default()
}

fn not_json(error: &serde_json::Error) -> Problem {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    Problem::new(
        "document",
        format!(
            "This is not JSON: {what}, at line {}, column {}.",
            error.line(),
            error.column()
        ),
        "Mend the text there; nothing of it has been used.",
    )
}

fn check_version(value: &Value) -> Result<(), Problem> {
    let mend = format!(
        "This program reads version {SCENARIO_VERSION}: write `\"version\": {SCENARIO_VERSION}`."
    );
    let Some(document) = value.as_object() else {
        return Err(Problem::new(
            "document",
            "A scenario is a JSON object.",
            "Put its fields between `{` and `}`.",
        ));
    };
    match document.get("version") {
        None => Err(Problem::new(
            "version",
            "The version of the document is missing.",
            mend,
        )),
        Some(Value::Number(number)) if number.as_u64() == Some(SCENARIO_VERSION.into()) => Ok(()),
        Some(Value::Number(number)) => {
            let shown = number.as_u64().map_or_else(|| number.to_string(), grouped);
            Err(Problem::new(
                "version",
                format!("Version {shown} of the document is not known here."),
                mend,
            ))
        }
        Some(other) => Err(Problem::new(
            "version",
            format!(
                "The version is {}, which is no number.",
                quoted(&other.to_string())
            ),
            mend,
        )),
    }
}
