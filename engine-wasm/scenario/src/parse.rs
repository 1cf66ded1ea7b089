//! Reads a scenario from JSON text, and writes it.

use serde_json::Value;

use super::catalogue::Catalogue;
use super::check::validate;
use super::document::Scenario;
use super::limits;
use super::once::check_once;
use super::problem::{Problem, grouped, quoted};
use super::shape::check_shape;
use super::{SCENARIO_VERSION, by_name, schema};

/// Reads and validates a document. Returns every problem if it is not valid.
pub fn parse(text: &str, catalogue: &Catalogue) -> Result<Scenario, Vec<Problem>> {
    let scenario = read(text)?;
    validate(&scenario, catalogue)?;
    Ok(scenario)
}

/// Reads a document and checks its shape (fields and types), but not its values.
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
        let fix = "Compare it with the JSON Schema that `reclaim schema` prints.";
        vec![Problem::new("document", problem, fix)]
    })
}

/// Reads another kind of document, as JSON that matches its JSON Schema.
///
/// # Errors
/// Every place where the text does not match.
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

/// Reads a document that a program of this project wrote. Its shape should be right, so only the first shape error is
/// reported; its values are not checked. The code is much smaller than that of [`read`].
pub fn read_written(text: &str) -> Result<Scenario, Vec<Problem>> {
    check_length(text)?;
    by_name::from_text(text).map_err(|misfit| {
        vec![Problem::new(
            "document",
            format!("The document was changed on its way to the engine: {misfit}."),
            "Reload the page.",
        )]
    })
}

fn check_length(text: &str) -> Result<(), Vec<Problem>> {
    let (limit, length) = (limits::DOCUMENT_BYTES, text.len() as u64);
    if limit.allows(length) {
        return Ok(());
    }
    Err(vec![limit.exceeded("document", length)])
}

/// Returns the document inside a file that the page saved together with the view: `{"scenario": …, "view": …}`.
fn in_saved_file(value: &Value) -> Option<&Value> {
    let file = value.as_object()?;
    let document = file.get("scenario").filter(|inner| inner.is_object())?;
    (!file.contains_key("version")).then_some(document)
}

/// Returns the document as text. Fields with their default value are omitted.
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
        "Fix the text at that position. Nothing was loaded.",
    )
}

fn check_version(value: &Value) -> Result<(), Problem> {
    let fix = format!(
        "This program reads version {SCENARIO_VERSION}: use `\"version\": {SCENARIO_VERSION}`."
    );
    let Some(document) = value.as_object() else {
        return Err(Problem::new(
            "document",
            "A scenario must be a JSON object.",
            "Enclose its fields in `{` and `}`.",
        ));
    };
    match document.get("version") {
        None => Err(Problem::new(
            "version",
            "The version of the document is missing.",
            fix,
        )),
        Some(Value::Number(number)) if number.as_u64() == Some(SCENARIO_VERSION.into()) => Ok(()),
        Some(Value::Number(number)) => {
            let shown = number.as_u64().map_or_else(|| number.to_string(), grouped);
            Err(Problem::new(
                "version",
                format!("Version {shown} of the document is not supported."),
                fix,
            ))
        }
        Some(other) => Err(Problem::new(
            "version",
            format!(
                "The version is {}, which is not a number.",
                quoted(&other.to_string())
            ),
            fix,
        )),
    }
}
