//! Scenarios of the gallery with changed fields.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::{GALLERY, Problem, Scenario, parse};
use reclaim_engine::simulation::Simulation;
use serde_json::{Map, Value};

/// Returns a scenario of the gallery with these fields.
///
/// # Errors
/// The problems of the changed scenario.
pub fn scenario(gallery: &str, with: &Map<String, Value>) -> Result<Scenario, Vec<Problem>> {
    let entry = GALLERY.iter().find(|entry| entry.id == gallery);
    let json = entry.expect("a scenario of the gallery").json;
    let mut document: Map<String, Value> = serde_json::from_str(json).expect("a document");
    document.extend(with.clone());
    let text = serde_json::to_string(&document).expect("a document");
    parse(&text, &catalogue::of_engine())
}

/// Returns the digest as 16 hexadecimal digits.
pub fn digest(simulation: &Simulation) -> String {
    format!("{:016x}", simulation.digest())
}
