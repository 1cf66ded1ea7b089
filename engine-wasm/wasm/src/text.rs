//! Writes JSON.

use serde::Serialize;

/// Serializes a value as JSON. It cannot fail: all map keys are strings.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
