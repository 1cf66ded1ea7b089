//! Documents for JavaScript: what people type, paste, open or link to, and the plan of the Results page. It runs nothing:
//! that is the engine's module, which starts faster without all this.

mod results;
mod text;

use reclaim_engine::scenario::{Problem, TypescriptModule};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// `{"scenario": …}`, the document in its full form, or `{"problems": […]}`.
#[wasm_bindgen]
#[must_use]
pub fn check(json: &str) -> String {
    text::check(json)
}

/// What follows the `#` of the address that shows a scenario, and of it the given view.
///
/// # Errors
/// The problems of the scenario, as JSON.
#[wasm_bindgen]
pub fn encode_link(scenario: &str, view: Option<String>) -> Result<String, JsError> {
    text::encode_link(scenario, view.as_deref()).map_err(|problems| refusal(&problems))
}

/// `{"scenario": …, "view": {…}, "problems": […]}`; no scenario where nothing of the link can be used.
#[wasm_bindgen]
#[must_use]
pub fn decode_link(text: &str) -> String {
    text::decode_link(text)
}

/// Adds the types of the answers, for the page.
pub fn add_types(module: &mut TypescriptModule) {
    module.add::<text::Answer>();
    module.add::<text::Decoded>();
}

fn refusal(problems: &[Problem]) -> JsError {
    JsError::new(&text::json(&problems))
}
