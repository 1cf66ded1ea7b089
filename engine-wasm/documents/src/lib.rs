//! The WebAssembly module for documents: validates scenarios, reads and writes links, and plans the Results page. It
//! runs no machines. The engine is a separate module, which starts faster without this code.

mod results;
mod text;

use reclaim_engine::scenario::{Problem, TypescriptModule};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Validates a document. Returns `{"scenario": …}` with all defaults filled in, or `{"problems": […]}`, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn check(json: &str) -> String {
    text::check(json)
}

/// Returns the share link to a scenario and a view of it: the text after the `#` of the URL.
///
/// # Errors
/// The problems of the scenario, as JSON.
#[wasm_bindgen]
pub fn encode_link(scenario: &str, view: Option<String>) -> Result<String, JsError> {
    text::encode_link(scenario, view.as_deref()).map_err(|problems| refusal(&problems))
}

/// Reads a link. Returns `{"scenario": …, "view": {…}, "problems": […]}` as JSON, without `scenario` if the link is
/// unusable.
#[wasm_bindgen]
#[must_use]
pub fn decode_link(text: &str) -> String {
    text::decode_link(text)
}

/// Returns the link to a document that is not a scenario, such as a study.
///
/// # Errors
/// The problems of the document, as JSON.
#[wasm_bindgen]
pub fn encode_document(json: &str) -> Result<String, JsError> {
    text::encode_document(json).map_err(|problems| refusal(&problems))
}

/// Adds the types of the returned JSON to the page's TypeScript.
pub fn add_types(module: &mut TypescriptModule) {
    module.add::<text::Answer>();
    module.add::<text::Decoded>();
}

fn refusal(problems: &[Problem]) -> JsError {
    JsError::new(&text::json(&problems))
}
