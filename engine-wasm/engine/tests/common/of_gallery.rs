//! Scenarios of the gallery with fields that are other than in their files.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{GALLERY, Problem, Scenario, parse};
use reclaim_engine::simulation::Simulation;
use serde_json::{Map, Value};

/// A scenario of the gallery with these fields.
///
/// # Errors
/// What is wrong with it then.
pub fn scenario(gallery: &str, with: &Map<String, Value>) -> Result<Scenario, Vec<Problem>> {
    let entry = GALLERY.iter().find(|entry| entry.id == gallery);
    let json = entry.expect("a scenario of the gallery").json;
    let mut document: Map<String, Value> = serde_json::from_str(json).expect("a document");
    document.extend(with.clone());
    let text = serde_json::to_string(&document).expect("a document");
    parse(&text, &catalogue::of_engine())
}

/// 16 hexadecimal digits.
pub fn digest(simulation: &Simulation) -> String {
    format!("{:016x}", simulation.digest())
}
