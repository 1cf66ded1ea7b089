//! JSON.

use serde::Serialize;

/// JSON of anything that has it: no map here has keys that JSON cannot hold.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
