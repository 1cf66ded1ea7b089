//! The engine's face to JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the engine that this module holds.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn version_has_three_parts() {
        assert_eq!(version().split('.').count(), 3);
    }
}
